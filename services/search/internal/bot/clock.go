package bot

import (
	"time"

	"kydai.dev/services/search/internal/engine"
)

const (
	// mostTime is what a move may take at all. The referee issues a turn again
	// that has waited for a little longer.
	mostTime = 3 * time.Second
	// wayBack is what an answer may take until the referee has it, at most a
	// third of what is left.
	wayBack   = 200 * time.Millisecond
	leastTime = 5 * time.Millisecond
)

// Clock is an engine's clock when its turn comes.
type Clock struct {
	// Left is the time in the bank, Increment what a move adds.
	Left, Increment time.Duration
	// Limit is when its time is over, by the bank or a limit of the move: how
	// long from now.
	Limit time.Duration
}

// Budget is how much time a move may take; a nil clock has no limit but that of
// patience.
func (c *Clock) Budget() time.Duration {
	if c == nil {
		return mostTime
	}
	_, hard := engine.Clock{Left: max(c.Left, c.Limit), Increment: c.Increment, PerMove: c.Limit}.Budget()
	surely := c.Limit - min(wayBack, c.Limit/3)
	return max(min(hard, surely, mostTime), leastTime)
}
