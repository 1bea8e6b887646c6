package bus

import "sync"

// rememberedFailures bounds the messages whose failures are counted. What is
// forgotten is tried more often.
const rememberedFailures = 4096

// ledger is what a consumer knows of messages by their numbers in the stream. NATS
// counts deliveries, which a killed consumer uses up as well as a failure does.
type ledger struct {
	mu       sync.Mutex
	held     map[uint64]bool
	failures map[uint64]int
}

func newLedger() *ledger {
	return &ledger{held: map[uint64]bool{}, failures: map[uint64]int{}}
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

func (l *ledger) end(seq uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, seq)
}

// fail counts a failure of a message and returns how many there have been.
func (l *ledger) fail(seq uint64) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.failures) >= rememberedFailures {
		clear(l.failures)
	}
	l.failures[seq]++
	return l.failures[seq]
}

func (l *ledger) forget(seq uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.failures, seq)
}
