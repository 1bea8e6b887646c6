package bus

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Streams are made when a process starts. They can be gone later all the same,
// because NATS came back with an empty disk, or somebody deleted one: then every
// process makes its own anew, without being started again.

const (
	remakeLimit = 5 * time.Second
	remakePause = time.Second // at least that long between two tries
)

// made is which streams this process has made.
type made struct {
	mu    sync.Mutex
	specs []StreamSpec

	busy  atomic.Bool
	tries sync.WaitGroup
}

func (m *made) note(spec StreamSpec) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.specs {
		if m.specs[i].Name == spec.Name {
			m.specs[i] = spec
			return
		}
	}
	m.specs = append(m.specs, spec)
}

func (m *made) all() []StreamSpec {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]StreamSpec(nil), m.specs...)
}

// remake makes this process's streams anew where they are gone. It does not wait.
func (b *Bus) remake() {
	if !b.made.busy.CompareAndSwap(false, true) {
		return
	}
	b.made.tries.Go(func() {
		defer time.AfterFunc(remakePause, func() { b.made.busy.Store(false) })
		ctx, cancel := context.WithTimeout(context.Background(), remakeLimit)
		defer cancel()
		ctx, done := b.flying.begin(ctx)
		defer done()
		for _, spec := range b.made.all() {
			// One that is there stays as it is: another release may have changed it.
			if _, err := b.js.CreateStream(ctx, spec.config()); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
				b.log.WarnContext(ctx, "stream not made anew", "stream", spec.Name, "error", err)
			}
		}
	})
}
