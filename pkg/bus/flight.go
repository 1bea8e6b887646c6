package bus

import (
	"context"
	"sync"
)

// flights are the requests that wait for an answer of NATS. When the
// connection breaks their answers never come, and they end at once.
type flights struct {
	mu   sync.Mutex
	next int
	ends map[int]context.CancelFunc
}

// begin returns a context that ends with the connection; done forgets it.
func (f *flights) begin(ctx context.Context) (_ context.Context, done func()) {
	ctx, cancel := context.WithCancel(ctx)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.next++
	id := f.next
	f.ends[id] = cancel
	return ctx, func() {
		cancel()
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.ends, id)
	}
}

func (f *flights) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, cancel := range f.ends {
		cancel()
	}
}
