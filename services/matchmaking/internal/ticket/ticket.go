// Package ticket is the domain of quick play: somebody waits for an opponent of
// about his strength, and a game comes of two who wait for the same. A Ticket is
// a value; what happens to it returns the ticket as it is then. Nothing here
// does I/O or knows what time it is.
package ticket

import (
	"fmt"
	"strings"
	"time"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/matchmaking/internal/pairing"
	"kydai.dev/services/matchmaking/internal/room"
)

// The refusals of tickets; those of a wish are the rooms'.
var (
	ErrNoSuchTicket = errs.New(errs.NotFound, "NO_SUCH_TICKET", "you have no such ticket")
	ErrMatched      = errs.New(errs.State, "TICKET_MATCHED", "an opponent has been found already")
)

// State is how far a ticket has come.
type State string

// The states. A ticket that is Starting has an opponent, but the referee has not
// said yet that their game exists.
const (
	Waiting  State = "waiting"
	Starting State = "starting"
	Matched  State = "matched"
	Gone     State = "gone"
)

// Wish is the game that somebody would like to play.
type Wish struct {
	Owner room.Player
	// Game is the game's name, Mode is room.Casual or room.Rated.
	Game, Mode string
	// Control is the time of both sides.
	Control timecontrol.Control
	// Below and Above are how much weaker and stronger an opponent may be.
	Below, Above int
}

// Checked returns the wish with what was left open filled in. It refuses what
// the referee would refuse.
func (w Wish) Checked() (Wish, error) {
	if err := room.CheckGame(w.Game); err != nil {
		return w, err
	}
	if w.Mode == "" {
		w.Mode = room.Casual
	}
	var err error
	if w.Control, err = room.Control(w.Game, w.Control); err != nil {
		return w, err
	}
	if w.Mode == room.Rated && w.Control.Bank == 0 {
		return w, room.ErrRatedSettings.At("time_control", "must be given in a rated game")
	}
	w.Below, w.Above = min(w.Below, pairing.Anyone), min(w.Above, pairing.Anyone)
	return w, nil
}

// Pool names those who wait for the same: game, mode and time control.
func (w Wish) Pool() string {
	c := w.Control
	if c.Preset != "" || !c.Timed() {
		return strings.Join([]string{w.Game, w.Mode, c.Preset}, " ")
	}
	return fmt.Sprintf("%s %s %s+%s/%s/%s", w.Game, w.Mode, c.Bank, c.Increment, c.PerMove, c.ByoYomi)
}

// Category is the time category in which the owner's rating counts; "" where
// games have no ratings.
func (w Wish) Category() string {
	if !w.Control.Timed() {
		return ""
	}
	return string(w.Control.Category())
}

// Ticket is a wish that waits, and the game that came of it.
type Ticket struct {
	ID string
	Wish
	// Rating is the owner's when the wait began.
	Rating int
	State  State
	// GameID is the game's id, once it is known.
	GameID  string
	Created time.Time
	// Seen is when the owner was last known to be there.
	Seen time.Time
	// Changed is when the ticket came into its state.
	Changed time.Time
}

// New is the ticket of a checked wish.
func New(id string, w Wish, rating int, now time.Time) Ticket {
	return Ticket{ID: id, Wish: w, Rating: rating, State: Waiting, Created: now, Seen: now, Changed: now}
}

// Of is the ticket as far as an account may know it.
func (t Ticket) Of(account string) (Ticket, error) {
	if t.Owner.Account != account {
		return Ticket{}, ErrNoSuchTicket
	}
	return t, nil
}

// Leave gives the wish up. Once an opponent has been found it is too late; what
// is gone stays gone.
func (t Ticket) Leave(account string, now time.Time) (Ticket, error) {
	t, err := t.Of(account)
	switch {
	case err != nil:
		return t, err
	case t.State == Starting, t.State == Matched:
		return t, ErrMatched.With("game", t.GameID)
	case t.State == Waiting:
		t.State, t.Changed = Gone, now
	}
	return t, nil
}

// Pair are two tickets that become a game.
type Pair struct{ ID, First, Second string }

// Match is a game of two tickets.
type Match struct {
	ID string
	// First is the ticket of the player who moves first.
	First, Second Ticket
	// GameID is the game's id, once it is known.
	GameID string
}

// Begun are the tickets of a match whose game is known.
func (m Match) Begun(now time.Time) []Ticket {
	tickets := []Ticket{m.First, m.Second}
	for i := range tickets {
		tickets[i].State, tickets[i].GameID, tickets[i].Changed = Matched, m.GameID, now
	}
	return tickets
}

// keyPrefix marks the creation keys of games that come of tickets.
const keyPrefix = "tickets:"

// GameKey is the creation key of the match's game: one game however often its
// creation is asked for.
func (m Match) GameKey() string { return keyPrefix + m.First.ID + ":" + m.Second.ID }
