// Package standing is rating's domain: where a player stands on a board, which
// games change that, and how. It is pure; what is decided here counts once it
// is stored.
package standing

import (
	"time"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/rating/internal/elo"
)

// The refusals of readers.
var (
	ErrUnknownGame = errs.New(errs.Invalid, "UNKNOWN_GAME", "no game has this name")
	ErrNotRated    = errs.New(errs.NotFound, "GAME_NOT_RATED", "the game has changed no rating")
)

// Categories are those with ratings, in the order in which they are shown:
// rated games have a clock.
var Categories = []string{"blitz", "rapid", "standard"}

// Board is what a rating belongs to: a game and a category of time controls.
type Board struct{ Game, Category string }

// Key is one player on one board.
type Key struct {
	Board
	Player string
}

// Standing is how a player stands. The zero value, but for the key, is a player
// without a game.
type Standing struct {
	Key
	Rating int
	// Best is the highest rating ever reached.
	Best                int
	Wins, Draws, Losses int
	// Linked says that the player is known to have linked an account; he never
	// becomes a guest again.
	Linked bool
	// Changes is how many changes there were: the number of the last one.
	Changes int
}

// Games is how many rated games count.
func (s Standing) Games() int { return s.Wins + s.Draws + s.Losses }

// Provisional reports whether the rating means little yet.
func (s Standing) Provisional() bool { return elo.Provisional(s.Games()) }

// Listed reports whether the player is on the leaderboard: with a game that
// counts, and not as a guest. One who has linked an account since brings along
// the rating that he has.
func (s Standing) Listed() bool { return s.Linked && s.Games() > 0 }

// player is what the arithmetic starts from.
func (s Standing) player() elo.Player {
	return elo.Player{Rating: s.Rating, Games: s.Games(), Best: s.Best}
}

// counted is the standing with a game more, or less.
func (s Standing) counted(score elo.Score, by int) Standing {
	switch score {
	case elo.Win:
		s.Wins += by
	case elo.Draw:
		s.Draws += by
	default:
		s.Losses += by
	}
	return s
}

// Cause is why a rating changed.
type Cause string

// The causes.
const (
	Played   Cause = "game"
	Returned Cause = "returned"
)

// Change is one change of one player's rating.
type Change struct {
	Key
	// Number is the change's in the player's history on the board.
	Number int
	// Version is the change's number among all of the board, given when it is
	// stored.
	Version  int64
	Cause    Cause
	GameID   string
	First    bool // the player's side
	Guest    bool // when the game began
	Opponent string
	// OpponentRating is the other's rating before the game.
	OpponentRating int
	elo.Sum
	// At is when the game ended, or was voided.
	At time.Time
	// Games and Listed are how the change leaves the standing.
	Games  int
	Listed bool
}

// Settle computes what a finished game does to its players, the first side's
// change before the second's.
func Settle(g Game, first, second Standing) (after [2]Standing, changes [2]Change) {
	before := [2]Standing{first, second}
	var sums [2]elo.Sum
	sums[0], sums[1] = elo.Rate(first.player(), second.player(), g.Score)
	for i, s := range before {
		seat, other := g.Seats[i], before[1-i]
		changes[i] = Change{
			Key: s.Key, Cause: Played, GameID: g.ID, First: i == 0, Guest: seat.Guest,
			Opponent: other.Player, OpponentRating: other.Rating, Sum: sums[i], At: g.At,
		}
		s.Linked = s.Linked || !seat.Guest
		after[i] = s.counted(sums[i].Score, 1).with(&changes[i])
	}
	return after, changes
}

// GiveBack undoes a change of a game that is voided: what it gave or took is
// given back from the rating as it stands now, though not below 0, and the game
// no longer counts. Games that were rated in between keep the arithmetic that
// they had.
func GiveBack(c Change, s Standing, at time.Time) (Standing, Change) {
	back := c
	back.Cause, back.At, back.Expected, back.K = Returned, at, 0, 0
	back.Before, back.After = s.Rating, max(elo.Start, s.Rating-(c.After-c.Before))
	after := s.counted(c.Score, -1).with(&back)
	return after, back
}

// with is the standing after a change, which gets its number.
func (s Standing) with(c *Change) Standing {
	s.Rating, s.Best = c.After, max(s.Best, c.After)
	s.Changes++
	c.Number, c.Games, c.Listed = s.Changes, s.Games(), s.Listed()
	return s
}
