package bot

import (
	"time"

	"kydai.dev/services/search/internal/engine"
)

const (
	// MostTime is what a move may take at all. The referee looks for a turn that
	// has waited for a little longer.
	MostTime = 3 * time.Second
	// wayBack is what an answer may take until the referee has it, at most a
	// third of what is left.
	wayBack   = 200 * time.Millisecond
	leastTime = 5 * time.Millisecond
)

// Clock is an engine's clock as its turn began.
type Clock struct {
	// Bank is the time in the bank then, Increment what a move adds.
	Bank, Increment time.Duration
	// Began is when that was, Deadline when its time is over, by the bank or a limit
	// of the move.
	Began, Deadline time.Time
}

// Budget is how much time a move may take that is begun now; usual is what moves
// have taken of late, 0 where there were none.
//
// A turn that has waited for longer than its clock can bear at every move gets less
// than usual, in that proportion. Thinking as usual divided by the wait is the share
// of a worker that each of the waiting games has, and stays so when all of them think
// less: then the waits become what the clocks can bear.
func (c *Clock) Budget(now time.Time, usual time.Duration) time.Duration {
	waited, limit := now.Sub(c.Began), c.Deadline.Sub(now)
	_, hard := c.divide(c.Bank-waited, limit)
	budget := min(hard, limit-min(wayBack, limit/3), MostTime)
	bearable, _ := c.divide(c.Bank, c.Deadline.Sub(c.Began))
	if usual > 0 && waited > bearable {
		share := min(1, float64(usual)/float64(waited))
		budget = min(budget, time.Duration(float64(bearable)*share))
	}
	return max(budget, leastTime)
}

// divide is what the clock gives for a move with so much left in the bank, and until
// the limit.
func (c *Clock) divide(left, limit time.Duration) (soft, hard time.Duration) {
	return engine.Clock{Left: max(left, limit), Increment: c.Increment, PerMove: limit}.Budget()
}
