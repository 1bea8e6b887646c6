package ws

import (
	"time"

	"golang.org/x/sync/errgroup"
)

// crewIdle is how long a goroutine waits for the next move before it ends.
const crewIdle = 500 * time.Millisecond

// crew are the goroutines that play moves. They are kept for a moment, because
// a new one would grow its stack anew with every move, which was seen to be
// dearer than the rules.
type crew struct {
	idle chan func()
	all  errgroup.Group
}

func newCrew() *crew { return &crew{idle: make(chan func())} }

// do runs a task on a goroutine that waits, or on a new one.
func (c *crew) do(task func()) {
	select {
	case c.idle <- task:
	default:
		c.all.Go(func() error { c.serve(task); return nil })
	}
}

func (c *crew) serve(task func()) {
	idle := time.NewTimer(crewIdle)
	defer idle.Stop()
	for {
		task()
		idle.Reset(crewIdle)
		select {
		case task = <-c.idle:
		case <-idle.C:
			return
		}
	}
}
