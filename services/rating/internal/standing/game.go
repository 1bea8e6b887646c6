package standing

import (
	"slices"
	"time"

	"kydai.dev/pkg/rules/policy"
	"kydai.dev/services/rating/internal/elo"
)

// Seat is who played a side. An engine has no account.
type Seat struct {
	Account string
	// Guest says what the account was when the game began.
	Guest bool
}

// The visibilities of a game that make a difference here: everybody may know of
// a public one, of a private one its players alone.
const (
	Public  = "public"
	Private = "private"
)

// Game is a game that has ended, as the referee tells of it.
type Game struct {
	ID string
	Board
	Seats      [2]Seat
	Rated      bool
	Visibility string
	// Finished says that the game was played to a result; it is false where it
	// was aborted.
	Finished bool
	// Void says that the result was annulled.
	Void bool
	// Score is the first side's.
	Score elo.Score
	At    time.Time
}

// Matters reports whether the end of the game may change ratings: it was rated,
// between two people, not aborted, and its guests count.
func (g Game) Matters() bool {
	first, second := g.Seats[0], g.Seats[1]
	people := first.Account != "" && second.Account != "" && first.Account != second.Account
	guests := first.Guest || second.Guest
	return g.Rated && people && (g.Finished || g.Void) && slices.Contains(Categories, g.Category) &&
		(!guests || policy.GuestsRated(g.Game))
}

// Keys are both players on the game's board.
func (g Game) Keys() [2]Key {
	return [2]Key{{g.Board, g.Seats[0].Account}, {g.Board, g.Seats[1].Account}}
}

// State is what became of a game in the ratings.
type State string

// The states. A game that was voided before it was rated changes nothing.
const (
	StateRated    State = "rated"
	StateReturned State = "returned"
	StateVoid     State = "void"
)
