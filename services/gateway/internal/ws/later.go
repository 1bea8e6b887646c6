package ws

import (
	"context"
	"sync"
	"time"
)

// lateness is how long a frame may wait that tells its client nothing new.
const lateness = 40 * time.Millisecond

// later keeps the sockets whose frames were put off, each until its turn.
type later struct {
	some chan struct{}
	mu   sync.Mutex
	all  []*socket
}

func (l *later) add(k *socket) {
	l.mu.Lock()
	first := len(l.all) == 0
	l.all = append(l.all, k)
	l.mu.Unlock()
	if first {
		select {
		case l.some <- struct{}{}:
		default:
		}
	}
}

func (l *later) take() []*socket {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.all
	l.all = nil
	return all
}

// run sends what was put off until the context ends.
func (l *later) run(ctx context.Context) {
	wait := time.NewTimer(lateness)
	defer wait.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.some:
		}
		wait.Reset(lateness)
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		for _, k := range l.take() {
			k.hurryUp()
		}
	}
}
