package outbox

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"

	"kydai.dev/pkg/bus"
)

const (
	retryMin = 20 * time.Millisecond
	retryMax = 500 * time.Millisecond

	// heartbeatType is the Kydai-Type of a heartbeat, which has no payload.
	heartbeatType = "heartbeat"
)

// lane publishes messages one after the other.
type lane struct {
	relay *Relay
	index int
	wake  chan struct{}

	mu    sync.Mutex
	queue []Message
	// behind says that rows of this lane lie in the outbox which belong before
	// anything handed over from now on.
	behind bool

	// The rest is run's own: the number of the last message, and the last row
	// read of a backlog.
	number uint64
	cursor uuid.UUID
}

// push queues a message, unless it has to wait its turn in the outbox.
func (l *lane) push(m Message) {
	l.mu.Lock()
	if l.behind || len(l.queue) >= l.relay.cfg.Queue {
		l.behind = true
	} else if l.relay.ledger.hold(m.ID) {
		l.queue = append(l.queue, m)
	}
	l.mu.Unlock()
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *lane) pop() (m Message, ok, behind bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) == 0 {
		l.queue = nil // lets go of the array
		return Message{}, false, l.behind
	}
	m = l.queue[0]
	l.queue = l.queue[1:]
	return m, true, l.behind
}

// run publishes until ctx ends, and then what is queued until last does.
func (l *lane) run(ctx, last context.Context) error {
	beat := time.NewTicker(l.relay.cfg.Heartbeat)
	defer beat.Stop()
	for last.Err() == nil {
		m, ok, behind := l.pop()
		switch {
		case ok:
			l.deliver(ctx, last, m)
			continue
		case ctx.Err() != nil:
			return nil
		case behind && l.refill(ctx):
			continue
		}
		select {
		case <-l.wake:
		case <-beat.C:
			l.heartbeat(ctx)
		case <-ctx.Done():
		}
	}
	return nil
}

// deliver publishes one message until the bus has acknowledged it.
func (l *lane) deliver(ctx, last context.Context, m Message) {
	r := l.relay
	l.number++
	out := l.message(m)
	for pause := retryMin; ; pause = min(2*pause, retryMax) {
		err := r.pub.Publish(last, out)
		if err == nil {
			r.metrics.published.Inc()
			r.ledger.ack(m.ID)
			return
		}
		if errors.Is(err, bus.ErrRefused) {
			r.setAside(last, m, err)
			return
		}
		r.metrics.retries.Inc()
		away := !r.pub.Connected()
		if last.Err() != nil || ctx.Err() != nil && away {
			return // the row stays for the next start
		}
		if pause == retryMin && !away {
			r.log.WarnContext(ctx, "outbox message not taken, trying again", "subject", m.Subject, "type", m.Type, "error", err)
		}
		select {
		case <-time.After(pause):
		case <-last.Done():
		}
	}
}

func (l *lane) message(m Message) bus.Msg {
	header := maps.Clone(m.Headers)
	if header == nil {
		header = map[string]string{}
	}
	header[bus.ReplicaHeader] = l.relay.cfg.Replica
	header[bus.NumberHeader] = strconv.FormatUint(l.number, 10)
	return bus.Msg{ID: m.ID.String(), Subject: m.Subject, Type: m.Type, Header: header, Payload: m.Payload}
}

// heartbeat tells who listens that nothing is pending behind the lane's last
// message. Where the bus is away, the silence tells.
func (l *lane) heartbeat(ctx context.Context) {
	r := l.relay
	subject := r.cfg.HeartbeatSubject(l.index)
	if subject == "" || !r.pub.Connected() {
		return
	}
	beat := l.message(Message{})
	beat.ID, beat.Subject, beat.Type = "", subject, heartbeatType
	if err := r.pub.PublishCore(ctx, beat); err != nil {
		r.log.DebugContext(ctx, "heartbeat not sent", "subject", subject, "error", err)
	}
}

// refill reads the next rows of a backlog into the empty queue and reports
// whether there is something to do. The flag goes down before the reading: a
// row handed over after that is queued, and one refused before that is
// committed, so the reading sees it.
func (l *lane) refill(ctx context.Context) bool {
	l.setBehind(false)
	rows, err := l.relay.backlog(ctx, l.index, l.cursor)
	if err != nil {
		l.setBehind(true)
		l.relay.log.ErrorContext(ctx, "outbox not read", "lane", l.index, "error", err)
		return false // until the next heartbeat's tick
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, row := range rows {
		if l.relay.ledger.hold(row.ID) {
			l.queue = append(l.queue, row)
		}
	}
	slices.SortFunc(l.queue, byID)
	l.cursor = uuid.Nil
	if len(rows) == l.relay.cfg.Queue {
		l.cursor = rows[len(rows)-1].ID
		l.cut()
	}
	return l.behind || len(l.queue) > 0
}

// cut drops what was handed over during the reading of a backlog that goes on:
// rows not yet read come before it.
func (l *lane) cut() {
	n, found := slices.BinarySearchFunc(l.queue, Message{ID: l.cursor}, byID)
	if found {
		n++
	}
	l.relay.ledger.release(l.queue[n:])
	l.queue = l.queue[:n]
	l.behind = true
}

func (l *lane) setBehind(behind bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.behind = behind
}

func (l *lane) isBehind() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.behind
}

// byID is the order of creation within one process.
func byID(a, b Message) int { return slices.Compare(a.ID[:], b.ID[:]) }
