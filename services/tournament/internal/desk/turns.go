package desk

import (
	"context"
	"sync"
)

// turns lets one after the other at what a name stands for. Between replicas the
// store decides who was first; within one, queueing is cheaper than deciding again.
type turns struct {
	mu    sync.Mutex
	lines map[string]*line
}

// line are those who wait for one name, and the one whose turn it is.
type line struct {
	turn  chan struct{}
	users int
}

func newTurns() *turns { return &turns{lines: map[string]*line{}} }

// take waits for a turn; done ends it.
func (t *turns) take(ctx context.Context, name string) (done func(), err error) {
	t.mu.Lock()
	l, ok := t.lines[name]
	if !ok {
		l = &line{turn: make(chan struct{}, 1)}
		t.lines[name] = l
	}
	l.users++
	t.mu.Unlock()
	select {
	case l.turn <- struct{}{}:
		return func() {
			<-l.turn
			t.leave(name, l)
		}, nil
	case <-ctx.Done():
		t.leave(name, l)
		return nil, ctx.Err()
	}
}

func (t *turns) leave(name string, l *line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if l.users--; l.users == 0 {
		delete(t.lines, name)
	}
}
