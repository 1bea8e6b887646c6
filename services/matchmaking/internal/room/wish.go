package room

import (
	"time"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/timecontrol"
)

// The closed sets of a wish, in the words of the API.
const (
	First  = "first"
	Second = "second"
	Random = "random"

	Casual = "casual"
	Rated  = "rated"

	Public  = "public"
	ByCode  = "code"
	Invited = "invitation"
)

// Player is a person as a game knows them.
type Player struct {
	// Account is the account's id.
	Account string
	// Guest says that the account was a guest's.
	Guest bool
}

// Wish is the game that somebody would like to play.
type Wish struct {
	Owner Player
	// Game is the game's name.
	Game string
	// Side is the owner's: First, Second or Random.
	Side string
	// Mode is Casual or Rated.
	Mode string
	// Access is Public, ByCode or Invited.
	Access string
	// Control is the time of both sides.
	Control timecontrol.Control
	// Start is a hand-set position; empty for the usual one.
	Start string
	// Odds are given from the usual one.
	Odds handicap.Odds
	// Invitee is the account that is invited; "" for none.
	Invitee string
	// Spectators says who may watch the game.
	Spectators Spectators
}

// Spectators says who may watch a game, and how late.
type Spectators struct {
	Barred bool
	Delay  time.Duration
}

// Checked returns the wish with what was left open filled in: usual values, the
// preset in full, the position as the game would begin from it. It refuses what
// the referee would refuse, so that nobody waits for a game that can't begin.
func (w Wish) Checked() (Wish, error) {
	g, err := gameOf(w.Game)
	if err != nil {
		return w, err
	}
	w.Side, w.Mode = orElse(w.Side, Random), orElse(w.Mode, Casual)
	if w.Access, err = w.access(); err != nil {
		return w, err
	}
	if w.Control, err = Control(w.Game, w.Control); err != nil {
		return w, err
	}
	if w.Start, err = start(g, w.Start); err != nil {
		return w, err
	}
	if w.Odds, err = checkedOdds(w.Odds, g); err != nil {
		return w, err
	}
	if w.Odds.Given() && w.Start != "" {
		return w, ErrBadHandicap.At("start_position", "odds are given from the usual start position")
	}
	if err := w.rateable(); err != nil {
		return w, err
	}
	return w, w.unused()
}

// unused refuses a setting that would change nothing in the game, so that nobody
// relies on it.
func (w Wish) unused() error {
	if w.Spectators.Barred && w.Spectators.Delay > 0 {
		return ErrUnusedSetting.With("needs", "SPECTATORS").At("spectators.delay", "is for spectators, and the game has none")
	}
	return nil
}

// rateable names the setting with which a game is always casual (games.md §1) where
// the wish is for a rated one.
func (w Wish) rateable() error {
	switch {
	case w.Mode != Rated:
		return nil
	case w.Start != "":
		return ErrRatedSettings.At("start_position", "must be empty in a rated game")
	case w.Odds.Given():
		return ErrRatedSettings.At("handicap", "is given in casual games only")
	case w.Control.Bank == 0:
		return ErrRatedSettings.At("time_control", "must be given in a rated game")
	}
	return nil
}

// access is who may join: anybody, or the one who is invited.
func (w Wish) access() (string, error) {
	switch {
	case w.Invitee == "":
		return orElse(w.Access, Public), nil
	case w.Access != "":
		return "", ErrBadAccess.At("access", "must be empty where a player is invited")
	case w.Invitee == w.Owner.Account:
		return "", ErrBadAccess.At("invitee_id", "must be another player")
	}
	return Invited, nil
}

// start is a hand-set position as the game would begin from it; the usual one
// stays empty.
func start(g rules.Game, line string) (string, error) {
	if line == "" {
		return "", nil
	}
	p, err := games.Setup(g, line)
	if err != nil {
		return "", refusedPosition(err, "start_position")
	}
	return p.String(), nil
}

// CheckGame refuses the name of a game that nobody plays here.
func CheckGame(name string) error {
	_, err := gameOf(name)
	return err
}

func gameOf(name string) (rules.Game, error) {
	g, ok := games.Find(name)
	if !ok {
		return nil, ErrUnknownGame.At("game", "no game has this name")
	}
	return g, nil
}

// Control fills in a preset that is only named, and holds any other control
// against what the game offers.
func Control(game string, c timecontrol.Control) (timecontrol.Control, error) {
	if named := (timecontrol.Control{Preset: c.Preset}); c == named {
		if full, ok := timecontrol.Preset(game, c.Preset); ok {
			return full, nil
		}
	}
	if err := c.Check(game); err != nil {
		return c, refusedControl(err)
	}
	return c, nil
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
