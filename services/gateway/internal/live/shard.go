package live

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"kydai.dev/pkg/bus"
)

// flushLimit is how long a new subscription may take to stand; a shard whose
// subscription does not stand by then counts as cut off until it is heard.
const flushLimit = 300 * time.Millisecond

// shard is a subject of the bus that is listened to, and what its numbers and
// heartbeats say about what has been missed.
type shard struct {
	subject string
	number  int  // guarded by the hub, as is watched
	watched int  // by how many games or accounts
	quiet   bool // has no heartbeats of its own
	sub     *bus.Subscription
	settled sync.Once

	mu       sync.Mutex
	replicas map[string]*replica
	// heard is when anything was heard last, or when listening began.
	heard time.Time
	// cut says that nothing is heard; asked is when the referee was last asked
	// for that reason.
	cut   bool
	asked time.Time
	// missed counts the times at which something was lost, repaired up to
	// which of them the referee has been asked.
	missed, repaired int
}

// replica is a referee that sends: the numbers of its last messages, one for
// each shard, and when it was heard.
type replica struct {
	numbers map[string]uint64
	heard   time.Time
}

// The types of the messages of a shard. A heartbeat only says that a replica
// lives and which was its last message with events.
const (
	typeEvents    = "kydai.referee.v1.GameEvents"
	typeSummaries = "kydai.referee.v1.GameSummaries"
	typeHeartbeat = "heartbeat"
)

// listen hears the messages of one type on a subject, and the heartbeats.
func (h *Hub) listen(subject, typ string, hear func(*shard, bus.Msg)) (*shard, error) {
	s := &shard{subject: subject, replicas: map[string]*replica{}, heard: time.Now()}
	sub, err := h.bus.Subscribe(subject, func(m bus.Msg) {
		if m.Type != typ && m.Type != typeHeartbeat {
			return
		}
		if s.hear(m, time.Now()) {
			h.counts.missed.Inc()
			h.nudge()
		}
		if m.Type == typ {
			hear(s, m)
		}
	})
	s.sub = sub
	return s, err
}

// settle waits until NATS has taken the subscription: what is committed from
// then on is heard, so that a log read afterwards leaves no gap.
func (s *shard) settle(ctx context.Context, b Bus) {
	s.settled.Do(func() {
		ctx, cancel := context.WithTimeout(ctx, flushLimit)
		defer cancel()
		if err := b.Flush(ctx); err != nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.heard = time.Time{}
		}
	})
}

// hear notes a message and reports whether one before it was missed.
func (s *shard) hear(m bus.Msg, now time.Time) (missed bool) {
	number, err := strconv.ParseUint(m.Header[bus.NumberHeader], 10, 64)
	if err != nil {
		return false // not of a relay
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.replicas[m.Header[bus.ReplicaHeader]]
	if r == nil {
		r = &replica{numbers: map[string]uint64{}}
		s.replicas[m.Header[bus.ReplicaHeader]] = r
	}
	r.heard, s.heard = now, now
	lane := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	last, known := r.numbers[lane]
	expected := last + 1
	if m.Type == typeHeartbeat {
		expected = last
	}
	r.numbers[lane] = max(number, last)
	if known && number > expected {
		s.missed++
		return true
	}
	return false
}

// lose notes that a message was lost in another way.
func (s *shard) lose() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.missed++
}

// wants reports whether the referee is to be asked now for what the shard may
// have missed, and which misses that would repair.
func (s *shard) wants(now time.Time, connected bool, cfg Config, every time.Duration) (ask bool, repairs int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.cut
	s.cut = !connected || s.silent(now, cfg)
	if was && !s.cut {
		s.missed++ // whatever was sent before it could be heard again
	}
	ask = s.missed > s.repaired || (s.cut && now.Sub(s.asked) >= every)
	if ask {
		s.asked = now
	}
	return ask, s.missed
}

// silent reports whether a replica, or all of them, can't be heard.
func (s *shard) silent(now time.Time, cfg Config) bool {
	if s.quiet {
		return false
	}
	silent := now.Sub(s.heard) > cfg.Silence
	for name, r := range s.replicas {
		switch unheard := now.Sub(r.heard); {
		case unheard > cfg.Forget:
			delete(s.replicas, name)
		case unheard > cfg.Silence:
			silent = true
		}
	}
	return silent
}

// repair notes that the referee has answered.
func (s *shard) repair(repairs int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.repaired = max(s.repaired, repairs)
}
