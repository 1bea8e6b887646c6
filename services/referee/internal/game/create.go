package game

import (
	"time"

	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/timecontrol"
)

// DefaultFirstMove is the first-move limit of a timed game between two people
// (games.md §1).
const DefaultFirstMove = 30 * time.Second

// Order is the wish for a new game.
type Order struct {
	// Creator is who asks: an account's id or a service's name, which decides
	// AsService. Guest says that the account is a guest's.
	Creator   string
	AsService bool
	Guest     bool
	Key       string

	Game       string
	Seats      *[2]Seat
	Mode       string
	Visibility string
	Spectators Spectators
	Controls   [2]timecontrol.Control
	FirstMove  FirstMove
	Start      string
	Handicap   handicap.Odds
	// Takebacks is how many take-backs a person has against an engine; nil is the
	// usual number.
	Takebacks *int
	// Tournament is what the game is played for; only the Organiser may say it.
	Tournament Tournament
}

// Create begins a game: it returns the first events of its log.
func (o Order) Create(now time.Time) ([]Event, error) {
	s, err := o.settings()
	if err != nil {
		return nil, err
	}
	now = now.Round(0) // the log keeps the time on the wall
	side := s.Start.Side()
	clock := timecontrol.Start(s.Controls, int(side), s.limit(), now)
	return []Event{
		{Seq: 1, At: now, Clock: clock, Kind: Created{Settings: s, Creator: o.Creator, Key: o.Key, ByPlayer: !o.AsService}},
		{Seq: 2, At: now, Clock: clock, Kind: Started{Side: side}},
	}, nil
}

func (o Order) settings() (Settings, error) {
	g, ok := games.Find(o.Game)
	if !ok {
		return Settings{}, ErrUnknownGame.At("game", "no game has this name")
	}
	s := Settings{Game: g, Mode: orElse(o.Mode, Casual), Visibility: orElse(o.Visibility, Public), Spectators: o.Spectators}
	var err error
	if s.Seats, err = o.seats(); err != nil {
		return s, err
	}
	if s.Controls, err = controls(o.Game, o.Controls); err != nil {
		return s, err
	}
	s.Category = longer(s.Controls).Category()
	s.FirstMove, s.Takebacks = firstMove(o.FirstMove, s), o.takebacks(s)
	s.HandSet, s.Tournament = o.Start != "", o.Tournament
	if s.Tournament.Given() && (!o.AsService || o.Creator != Organiser) {
		return s, ErrTournamentOnly.At("tournament", "must be left out: tournaments alone say it")
	}
	if s.Handicap, s.Start, err = o.begin(g); err != nil {
		return s, err
	}
	if s.Mode == Rated {
		if err := rateable(s); err != nil {
			return s, err
		}
	}
	return s, o.unused(s)
}

// seats decides who plays. Players may seat nobody but themselves.
func (o Order) seats() ([2]Seat, error) {
	switch {
	case o.Seats == nil && o.AsService:
		return [2]Seat{}, ErrNoSeats.At("seats", "must be given by a service")
	case o.Seats == nil:
		own := Seat{Account: o.Creator, Guest: o.Guest}
		return [2]Seat{own, own}, nil
	}
	seats := *o.Seats
	if seats[0].Bot != "" && seats[1].Bot != "" {
		return seats, ErrNobodyPlays.At("seats", "must have a person on one side at least")
	}
	for i, s := range seats {
		switch {
		case s.Bot != "":
			if _, ok := levels.Find(o.Game, s.Bot); !ok {
				return seats, ErrUnknownLevel.At(seatField(i)+".bot.level", "the game has no such level")
			}
		case o.AsService:
		case s.Account != o.Creator:
			return seats, ErrSeatsNotYours.At(seatField(i)+".player.account_id", "must be your own account's")
		default:
			seats[i].Guest = o.Guest
		}
	}
	return seats, nil
}

// seatField is where an order names the seat of a side.
func seatField(side int) string { return "seats." + rules.Side(side).String() } //nolint:gosec // a side is 0 or 1

// takebacks is how many take-backs there are without asking for them.
func (o Order) takebacks(s Settings) int {
	switch _, bot := s.BotSide(); {
	case !bot:
		return 0
	case o.Takebacks == nil:
		return UsualTakebacks
	default:
		return min(max(*o.Takebacks, 0), MaxTakebacks)
	}
}

// controls fills in presets and checks that the game offers what was asked.
func controls(game string, asked [2]timecontrol.Control) ([2]timecontrol.Control, error) {
	for i, c := range asked {
		field := [2]string{"time_control", "second_time_control"}[i]
		if onlyPreset := (timecontrol.Control{Preset: c.Preset}); c.Timed() && c == onlyPreset {
			full, ok := timecontrol.Preset(game, c.Preset)
			if !ok {
				return asked, ErrBadTimeControl.At(field+".preset", "this game has no such preset")
			}
			asked[i] = full
			continue
		}
		if err := c.Check(game); err != nil {
			return asked, refusedControl(err, field)
		}
	}
	return asked, nil
}

// longer is the control that decides the category.
func longer(c [2]timecontrol.Control) timecontrol.Control {
	if c[1].Bank+60*c[1].Increment > c[0].Bank+60*c[0].Increment {
		return c[1]
	}
	return c[0]
}

// firstMove is the limit asked for, or the usual one where people play on the
// clock.
func firstMove(asked FirstMove, s Settings) FirstMove {
	if !s.Timed() || !s.people() || asked.Then == NoLimit {
		return FirstMove{Then: NoLimit}
	}
	if asked.Limit == 0 {
		asked.Limit = DefaultFirstMove
	}
	asked.Then = orElse(asked.Then, Abort)
	return asked
}

// rateable holds the conditions of a rated game, and names the setting that breaks
// one: two people, equal clocks with a bank, the usual start.
func rateable(s Settings) error {
	switch {
	case !s.people():
		return ErrRatedSettings.At("seats", "must be those of two people in a rated game")
	case s.HandSet:
		return ErrRatedSettings.At("start_position", "must be empty in a rated game")
	case s.Handicap.Given():
		return ErrRatedSettings.At("handicap", "is given in casual games only")
	case s.Controls[0].Bank <= 0:
		return ErrRatedSettings.At("time_control", "must be given in a rated game")
	case s.Controls[0] != s.Controls[1]:
		return ErrRatedSettings.At("second_time_control", "must be the first side's in a rated game")
	}
	return nil
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
