package bus

import (
	"sync"
	"sync/atomic"
	"time"
)

// rememberedFailures bounds the messages whose failures are counted. What is
// forgotten is tried more often.
const rememberedFailures = 4096

// ledger is what a consumer knows of messages by their numbers in the stream. NATS
// counts deliveries, which a killed consumer uses up as well as a failure does.
// A consumer that was made anew numbers other messages, in a ledger of its own.
type ledger struct {
	made   time.Time   // when NATS made the consumer
	closed atomic.Bool // NATS has that consumer no more

	mu       sync.Mutex
	held     map[uint64]bool
	failures map[uint64]int
}

func newLedger(made time.Time) *ledger {
	return &ledger{made: made, held: map[uint64]bool{}, failures: map[uint64]int{}}
}

// of returns the ledger of a consumer that NATS made at a time: this one, unless it
// is another's, which is closed then.
func (l *ledger) of(made time.Time) *ledger {
	if made.Equal(l.made) {
		return l
	}
	l.closed.Store(true)
	return newLedger(made)
}

// begin reports whether a message is not being handled yet, and notes that it is.
func (l *ledger) begin(seq uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[seq] {
		return false
	}
	l.held[seq] = true
	return true
}

// end notes that a message is not being handled any more.
func (l *ledger) end(seq uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, seq)
}

// fail ends a message that failed and returns how often it has.
func (l *ledger) fail(seq uint64) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, seq)
	if len(l.failures) >= rememberedFailures {
		clear(l.failures)
	}
	l.failures[seq]++
	return l.failures[seq]
}

// done ends a message that will not come again.
func (l *ledger) done(seq uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, seq)
	delete(l.failures, seq)
}
