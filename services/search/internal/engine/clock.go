package engine

import "time"

// Clock is what a player's clock says before a move.
type Clock struct {
	// Left is the time in the bank, Increment what every move adds.
	Left, Increment time.Duration
	// MovesToGo is how many moves the bank is for; 0 for the whole game.
	MovesToGo int
	// PerMove is the most that one move may take; 0 for no such limit.
	PerMove time.Duration
}

const (
	// usualMoves is how many moves are expected to come where nobody says.
	usualMoves = 30
	// margin is what an answer may take on its way.
	margin = 30 * time.Millisecond
)

// Budget divides what is left: soft is the usual time for a move, hard what a
// difficult one may take.
func (c Clock) Budget() (soft, hard time.Duration) {
	moves := usualMoves
	if c.MovesToGo > 0 {
		moves = min(moves, c.MovesToGo+1)
	}
	left := max(c.Left-margin, c.Left/10)
	soft = left/time.Duration(moves) + c.Increment*3/4
	hard = min(soft*4, left*4/5)
	if c.PerMove > 0 {
		most := max(c.PerMove-margin, c.PerMove/2)
		soft, hard = min(soft, most), min(hard, most)
	}
	return max(1, min(soft, hard)), max(1, hard)
}
