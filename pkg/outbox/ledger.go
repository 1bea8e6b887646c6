package outbox

import (
	"sync"
	"time"

	"github.com/google/uuid"
)

// ledger knows which rows this relay has charge of, from the moment it gets
// one until a while after the row should be gone.
type ledger struct {
	mu sync.Mutex
	// held has the time of the deletion for rows that are being deleted, and
	// the zero time for those queued, in flight or acknowledged.
	held  map[uuid.UUID]time.Time
	acked []uuid.UUID
	// busy says that the owner has taken ids since the last look.
	busy bool
}

func newLedger() *ledger { return &ledger{held: map[uuid.UUID]time.Time{}} }

// hold takes charge of a row and reports whether this relay had not yet.
func (l *ledger) hold(id uuid.UUID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, had := l.held[id]
	if !had {
		l.held[id] = time.Time{}
	}
	return !had
}

// release gives up rows that will be read from the outbox again.
func (l *ledger) release(msgs []Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, m := range msgs {
		delete(l.held, m.ID)
	}
}

func (l *ledger) ack(id uuid.UUID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acked = append(l.acked, id)
}

// gone notes that a row is out of this relay's hands for good.
func (l *ledger) gone(id uuid.UUID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held[id] = time.Now()
}

// take takes acknowledged ids for deletion, oldest first.
func (l *ledger) take(limit int, owner bool) []uuid.UUID {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy = l.busy || owner
	n := min(limit, len(l.acked))
	ids := l.acked[:n:n]
	l.acked = l.acked[n:]
	now := time.Now()
	for _, id := range ids {
		l.held[id] = now
	}
	return ids
}

func (l *ledger) putBack(ids []uuid.UUID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range ids {
		l.held[id] = time.Time{}
	}
	l.acked = append(l.acked, ids...)
}

// owned reports whether the owner has taken ids since the last call.
func (l *ledger) owned() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	busy := l.busy
	l.busy = false
	return busy
}

// forget drops rows whose deletion was begun before a time. Where it did not
// take place after all, a sweep finds the row again.
func (l *ledger) forget(before time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, at := range l.held {
		if !at.IsZero() && at.Before(before) {
			delete(l.held, id)
		}
	}
}
