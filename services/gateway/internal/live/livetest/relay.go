package livetest

import (
	"context"
	"strconv"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
)

// Beat is the pause between two heartbeats of the referee.
const Beat = 50 * time.Millisecond

// relay sends what was committed, in order and until it is taken, with a
// heartbeat behind it.
type relay struct {
	bus     *bus.Bus
	replica string
	shards  int
	wake    chan struct{}

	mu      sync.Mutex
	pending []bus.Msg
	numbers map[string]uint64
	sent    sync.Cond // of mu: nothing is pending
	mute    bool
	drop    int
}

// Sent waits until NATS has all that happened.
func (r *relay) Sent(ctx context.Context) error {
	r.mu.Lock()
	for len(r.pending) > 0 {
		r.sent.Wait()
	}
	r.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return r.bus.Flush(ctx)
}

// Mute stops messages and heartbeats, as if the referee were cut off.
func (r *relay) Mute(mute bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.mute = mute
}

// Drop loses the next messages on their way.
func (r *relay) Drop(messages int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drop = messages
}

func (r *relay) hand(subject string, m proto.Message) {
	payload, err := proto.Marshal(m)
	if err != nil {
		panic(err) // of a test's own making
	}
	r.mu.Lock()
	r.pending = append(r.pending, bus.Msg{Subject: subject, Type: string(m.ProtoReflect().Descriptor().FullName()), Payload: payload})
	r.mu.Unlock()
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

func (r *relay) send(ctx context.Context) error {
	tick := time.NewTicker(Beat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-r.wake:
			r.drain(ctx)
		case <-tick.C:
			if r.drain(ctx) {
				r.beat(ctx)
			}
		}
	}
}

// drain sends what is pending and reports whether nothing is left.
func (r *relay) drain(ctx context.Context) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.pending) > 0 && !r.mute {
		m := r.pending[0]
		number := r.numbers[m.Subject] + 1
		if r.drop > 0 {
			r.drop--
		} else if r.bus.PublishCore(ctx, r.signed(m, number)) != nil {
			return false // NATS is away
		}
		r.numbers[m.Subject] = number
		r.pending = r.pending[1:]
	}
	if len(r.pending) == 0 {
		r.sent.Broadcast()
	}
	return !r.mute
}

func (r *relay) beat(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for shard := range r.shards {
		name := bus.ShardName(shard)
		m := r.signed(bus.Msg{Subject: bus.GameHeartbeat(name), Type: "heartbeat"}, r.numbers[bus.GameEvents(name)])
		_ = r.bus.PublishCore(ctx, m) // unheard while NATS is away, which is the point
	}
}

func (r *relay) signed(m bus.Msg, number uint64) bus.Msg {
	m.Header = map[string]string{bus.ReplicaHeader: r.replica, bus.NumberHeader: strconv.FormatUint(number, 10)}
	return m
}
