package live

import (
	"context"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kydai.dev/pkg/bus"
)

// keeper is the service that keeps the logs of one kind.
type keeper interface {
	// state reads what a log is of, as it stands.
	state(ctx context.Context, id string) (state, error)
	// list reads the events of a log after a number, and the number of its last one.
	list(ctx context.Context, id string, after, limit int32) (events []event, last int32, err error)
	// news reads what is new in many logs; gone are those of them that are no more.
	news(ctx context.Context, known []cursor) (events []event, gone []string, err error)
	// decode reads a message of the bus.
	decode(payload []byte) ([]event, error)
}

// cursor says what is known of a log: the events up to a number.
type cursor struct {
	id    string
	after int32
}

// kind is one kind of logs, and those of them that are watched.
type kind struct {
	keeper

	hub *Hub
	// subject is that of all their events, reason why their streams end.
	subject, reason string
	open            prometheus.Gauge

	// watched and sub belong to the hub's lock; sub is nil while none is watched.
	watched map[string]*chronicle
	sub     *bus.Subscription
}

func (h *Hub) newKind(of keeper, subject, reason string, open prometheus.Gauge) *kind {
	return &kind{keeper: of, hub: h, subject: subject, reason: reason, open: open, watched: map[string]*chronicle{}}
}

// openLog watches the log first and reads it then, so that nothing falls between
// the two.
func (k *kind) openLog(ctx context.Context, id string, s *Stream, from Place) error {
	c, err := k.watch(id, s)
	if err != nil {
		return err
	}
	return c.open(ctx, s, from)
}

func (k *kind) watch(id string, s *Stream) (*chronicle, error) {
	k.hub.mu.Lock()
	defer k.hub.mu.Unlock()
	if k.sub == nil {
		var err error
		if k.sub, err = k.hub.bus.Subscribe(k.subject, k.hear); err != nil {
			return nil, err
		}
	}
	c := k.watched[id]
	if c == nil {
		c = &chronicle{kind: k, id: id, stream: s.name}
		k.watched[id] = c
	}
	k.open.Inc()
	s.topic = c
	c.admit(s)
	return c, nil
}

// unwatch is called under the hub's lock.
func (k *kind) unwatch(c *chronicle, s *Stream) {
	k.open.Dec()
	if c.leave(s) {
		delete(k.watched, c.id)
	}
	if len(k.watched) == 0 && k.sub != nil {
		_ = k.sub.Close() // nobody is left to be told
		k.sub = nil
	}
}

func (k *kind) hear(m bus.Msg) {
	events, err := k.decode(m.Payload)
	if err != nil {
		k.hub.log.Warn("read events of a log", "subject", m.Subject, "error", err)
		return
	}
	k.tell(events)
}

func (k *kind) tell(events []event) {
	for _, e := range events {
		if c := k.find(e.id); c != nil {
			wakeAll(c.hear(e))
		}
	}
}

func (k *kind) find(id string) *chronicle {
	k.hub.mu.RLock()
	defer k.hub.mu.RUnlock()
	return k.watched[id]
}

func wakeAll(readers []*Stream) {
	for _, s := range readers {
		s.wake()
	}
}

// logsPerCall is how many logs a keeper takes in one call.
const logsPerCall = 1000

// follow asks for the events of the watched logs every now and then: there are few
// of them, and what the bus has lost comes with the next answer.
func (k *kind) follow(ctx context.Context) {
	failing := false
	k.hub.every(ctx, k.hub.cfg.PollLogs, func() {
		err := k.ask(ctx)
		k.hub.complain(ctx, &failing, "news of "+k.subject, err)
	})
}

func (k *kind) ask(ctx context.Context) error {
	for known := range slices.Chunk(k.cursors(time.Now()), logsPerCall) {
		events, gone, err := k.news(ctx, known)
		if err != nil {
			return err
		}
		k.tell(events)
		for _, id := range gone {
			if c := k.find(id); c != nil {
				wakeAll(c.gone())
			}
		}
	}
	return nil
}

func (k *kind) cursors(now time.Time) (known []cursor) {
	k.hub.mu.RLock()
	defer k.hub.mu.RUnlock()
	for _, c := range k.watched {
		if at, wanted := c.cursor(now); wanted {
			known = append(known, at)
		}
	}
	return known
}
