// Package timecontrol is the arithmetic of game clocks: what time controls there
// are, and what a clock says after each move. It is pure: the time of an event
// comes in as an argument, so that the referee, the clock service and a replay of
// the log always find the same deadline. The rules are games.md §1 "Time" and
// "First-move limit".
package timecontrol

import "time"

// Control is one side's time control. The zero Control is untimed.
type Control struct {
	// Preset names the preset that this control is; empty for a custom one.
	Preset string
	// Bank is the time for all moves together.
	Bank time.Duration
	// Increment is added to the bank after each completed move.
	Increment time.Duration
	// PerMove limits each single move beside the bank; 0 is no limit.
	PerMove time.Duration
	// ByoYomi is the time for each move once the bank is empty; 0 is none.
	ByoYomi time.Duration
}

// Timed reports whether the control limits anything.
func (c Control) Timed() bool { return c != Control{} }

// Category is the class of a time control that ratings and lobbies go by.
type Category string

// The categories, by the estimate of how long a game lasts.
const (
	Blitz    Category = "blitz"
	Rapid    Category = "rapid"
	Standard Category = "standard"
	Untimed  Category = "untimed" // no clock
)

// limit returns how long a move may take that is begun with bank left.
func (c Control) limit(bank time.Duration) time.Duration {
	limit := bank + c.ByoYomi
	if c.PerMove > 0 {
		limit = min(limit, c.PerMove)
	}
	return limit
}
