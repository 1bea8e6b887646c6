package bus

import (
	"context"
	"errors"
	"sync"
)

// Agreement is whether a process cuts a stream into as many shards as everybody
// else. One that does not goes on, but must not be given work: it would look
// for messages where there are none.
type Agreement struct {
	mu      sync.Mutex
	differs error
}

// Run settles the matter once NATS is there, and returns when ctx ends. settle
// makes the stream, or looks at it.
func (a *Agreement) Run(ctx context.Context, b *Bus, settle func(context.Context) error) error {
	err := b.WhenConnected(ctx, settle)
	if !errors.Is(err, ErrShardsDiffer) {
		return err
	}
	b.log.ErrorContext(ctx, "not ready until the settings are mended", "error", err)
	a.mu.Lock()
	a.differs = err
	a.mu.Unlock()
	<-ctx.Done()
	return nil
}

// Err is ErrShardsDiffer where the process disagrees.
func (a *Agreement) Err() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.differs
}
