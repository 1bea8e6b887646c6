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
	// Bank is the time in the bank then, Increment what a move adds, ByoYomi the time
	// for each move once the bank is empty.
	Bank, Increment, ByoYomi time.Duration
	// Began is when that was, Deadline when its time is over, by the bank or a limit
	// of the move.
	Began, Deadline time.Time
}

// Pace is how long moves have waited of late until they were thought about, and how
// long that took; zero where there were none.
type Pace struct{ Wait, Think time.Duration }

// inertia is how many moves a pace goes by.
const inertia = 16

// after is the pace with one more move.
func (p Pace) after(wait, think time.Duration) Pace {
	if p == (Pace{}) {
		return Pace{wait, think}
	}
	return Pace{p.Wait + (wait-p.Wait)/inertia, p.Think + (think-p.Think)/inertia}
}

// Budget is how much time a move may take that is begun now.
//
// Where turns wait for longer than the clock can bear at every move, it is less than
// usual, in that proportion. Thinking divided by the wait is the share of a worker that
// each of the waiting games has, and stays so when all of them think less: then the
// waits become what the clocks can bear. A single long wait, as after a worker's death,
// takes nothing from a move.
func (c *Clock) Budget(now time.Time, p Pace) time.Duration {
	waited, limit := now.Sub(c.Began), c.Deadline.Sub(now)
	_, hard := c.divide(c.Bank-waited, limit)
	budget := min(hard, limit-min(wayBack, limit/3), MostTime)
	bearable, _ := c.divide(c.Bank, c.Deadline.Sub(c.Began))
	if wait := min(waited, p.Wait); wait > bearable {
		share := min(1, float64(p.Think)/float64(wait))
		budget = min(budget, time.Duration(float64(bearable)*share))
	}
	return max(budget, leastTime)
}

// divide is what the clock gives for a move with so much left in the bank, and until
// the limit. Byo-yomi comes back with every move, as an increment does.
func (c *Clock) divide(left, limit time.Duration) (soft, hard time.Duration) {
	return engine.Clock{Left: max(left, limit), Increment: c.Increment + c.ByoYomi, PerMove: limit}.Budget()
}
