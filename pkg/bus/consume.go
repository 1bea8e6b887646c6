package bus

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"
)

// ConsumerSpec describes a durable consumer. Consumers of one name, in however
// many processes, share the work.
type ConsumerSpec struct {
	Stream  string
	Durable string
	// Filter is the subject to hear; empty is all of the stream.
	Filter string
	// MaxDeliver is how often each process lets a message fail before it is parked;
	// 0 is 8. One that was delivered more than four times as often in all is parked
	// untried, and one that fails with ErrPoison at once.
	MaxDeliver int
	// BackOff is the pause after each failure, the last one repeating; empty is
	// from 100 ms to 30 s.
	BackOff []time.Duration
	// Parallel is how many messages are handled at a time; 0 is one, which
	// keeps the stream's order until something fails.
	Parallel int
	// Limit ends the context of one try; 0 is 30 s. The message stays this
	// consumer's for as long as it is being handled.
	Limit time.Duration
	// AckWait is after how long without a sign of life a message goes to another
	// consumer; 0 is 15 s. A sign of life is given five times as often. A shorter
	// one doubles each time that a message is delivered again, up to 15 s: where
	// processes are so short of time that they are silent, the same work done
	// twice must not make them silent for longer.
	AckWait time.Duration
}

const (
	defaultMaxDeliver = 8
	defaultLimit      = 30 * time.Second
	ackWait           = 15 * time.Second
	signsOfLife       = 5 // within an AckWait
	pullExpiry        = 10 * time.Second
	pullSilence       = 2 * time.Second // without a sign of life the pull is made anew
)

// A delivery that is not known to have failed is one of a process that was stopped
// or killed at the wrong time, or one that took its process with it; so many times
// the tries can only be the latter.
const unseenTries = 4

// ErrPoison says that no try will ever make sense of a message: a handler's error
// with it in its chain parks the message at once.
var ErrPoison = errors.New("no other try will help")

var (
	errUnseen       = errors.New("delivered again and again, never answered")
	errRemade       = errors.New("NATS has lost it, and the consumer was made anew")
	errDisconnected = errors.New("the connection to NATS broke off")
)

func (s ConsumerSpec) withDefaults() ConsumerSpec {
	if s.MaxDeliver <= 0 {
		s.MaxDeliver = defaultMaxDeliver
	}
	if len(s.BackOff) == 0 {
		s.BackOff = []time.Duration{100 * time.Millisecond, time.Second, 5 * time.Second, 30 * time.Second}
	}
	if s.Limit <= 0 {
		s.Limit = defaultLimit
	}
	if s.AckWait <= 0 {
		s.AckWait = ackWait
	}
	s.Parallel = max(s.Parallel, 1)
	return s
}

// patience are the times after which a silent consumer loses a message at its
// first delivery, its second and so on; none where they are all the same.
func (s ConsumerSpec) patience() []time.Duration {
	var waits []time.Duration
	for w := s.AckWait; w < ackWait; w *= 2 {
		waits = append(waits, w)
	}
	if len(waits) == 0 {
		return nil
	}
	return append(waits, ackWait)
}

// Consume calls handler for each message of a stream until ctx ends, and then
// waits for the handlers that run. A message is acknowledged after handler has
// returned nil, tried again after a pause when it has not, and parked (see
// Parked) after the last try or ErrPoison; deliveries to consumers that died are no
// tries.
// Nothing is fetched before there is room to handle it, so that what waits can be
// had by any consumer. Consume lives through absences of NATS and waits for a
// stream that is not there yet.
func (b *Bus) Consume(ctx context.Context, spec ConsumerSpec, handler func(context.Context, Msg) error) error {
	work := b.newConsumer(spec, handler)
	defer func() { _ = work.handlers.Wait() }() // handlers keep their errors to themselves
	for {
		err := work.serve(ctx)
		if ctx.Err() != nil {
			return nil // the way to stop it
		}
		b.log.WarnContext(ctx, "consumer broke off, opening it again", "stream", spec.Stream, "consumer", spec.Durable, "error", err)
		if wait(ctx, retryPause) != nil {
			return nil
		}
	}
}

// Backlog is how many messages wait for a durable consumer, and how many it was
// handed and has not answered.
func (b *Bus) Backlog(ctx context.Context, stream, durable string) (waiting, handed int, err error) {
	c, err := b.js.Consumer(ctx, stream, durable)
	if err != nil {
		return 0, 0, fmt.Errorf("look at consumer %s: %w", durable, err)
	}
	info := c.CachedInfo() // as it was just now
	return int(min(info.NumPending, math.MaxInt32)), info.NumAckPending, nil
}

type consumer struct {
	bus      *Bus
	spec     ConsumerSpec
	handler  func(context.Context, Msg) error
	handlers errgroup.Group
	room     chan struct{} // as many as are being handled
	answers  sync.RWMutex  // held while it is not known which consumer they are for
	ledger   *ledger
}

// delivery is a message as it came.
type delivery struct {
	jetstream.Msg
	ledger *ledger
	seq    uint64
	times  int // that it has been delivered
}

func (b *Bus) newConsumer(spec ConsumerSpec, handler func(context.Context, Msg) error) *consumer {
	spec = spec.withDefaults()
	return &consumer{bus: b, spec: spec, handler: handler, room: make(chan struct{}, spec.Parallel), ledger: newLedger(time.Time{})}
}

// serve opens the consumer and hands out messages until the pull or the connection
// breaks off, or ctx ends. A pull that outlived its connection could ask twice, and
// so fetch ahead; the connection is watched from before there is a pull.
func (c *consumer) serve(ctx context.Context) error {
	connected, done := c.bus.flying.begin(ctx)
	defer done()
	pull, err := c.reopen(connected)
	if err == nil {
		err = c.run(ctx, connected, pull)
	}
	if connected.Err() != nil {
		return errDisconnected
	}
	return err
}

// reopen opens the consumer once NATS can be reached. Meanwhile nothing is answered.
func (c *consumer) reopen(ctx context.Context) (pull jetstream.MessagesContext, err error) {
	c.answers.Lock()
	defer c.answers.Unlock()
	err = c.bus.WhenConnected(ctx, func(ctx context.Context) error {
		pull, err = c.open(ctx)
		return err
	})
	return pull, err
}

// open makes the consumer and the stream of what it may park.
func (c *consumer) open(ctx context.Context) (jetstream.MessagesContext, error) {
	if err := c.bus.EnsureStream(ctx, parkedStream()); err != nil {
		return nil, err
	}
	durable, err := c.bus.js.CreateOrUpdateConsumer(ctx, c.spec.Stream, jetstream.ConsumerConfig{
		Durable: c.spec.Durable, FilterSubject: c.spec.Filter, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: c.spec.AckWait, BackOff: c.spec.patience(),
		MaxDeliver: -1, // the tries are counted here, where they can be parked
	})
	if err != nil {
		return nil, fmt.Errorf("make consumer %s: %w", c.spec.Durable, err)
	}
	info, err := durable.Info(ctx) // the answer above is out of date where NATS was started again
	if err != nil {
		return nil, fmt.Errorf("look at consumer %s: %w", c.spec.Durable, err)
	}
	pull, err := durable.Messages(jetstream.PullMaxMessages(1), // asked for by Next
		jetstream.PullExpiry(pullExpiry), jetstream.PullHeartbeat(pullSilence))
	if err != nil {
		return nil, fmt.Errorf("pull for consumer %s: %w", c.spec.Durable, err)
	}
	c.ledger = c.ledger.of(info.Created)
	return pull, nil
}

// run hands out messages until the pull breaks off or connected ends, as it does with
// ctx.
func (c *consumer) run(ctx, connected context.Context, pull jetstream.MessagesContext) error {
	defer c.bus.giveBack(pull)
	ledger := c.ledger
	for {
		msg, err := c.next(connected, pull)
		if err != nil {
			return err
		}
		c.handlers.Go(func() error {
			defer func() { <-c.room }()
			c.take(ctx, ledger, msg)
			return nil
		})
	}
}

// next waits until there is room for a message, and then for one.
func (c *consumer) next(ctx context.Context, pull jetstream.MessagesContext) (jetstream.Msg, error) {
	select {
	case c.room <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	msg, err := pull.Next(jetstream.NextContext(ctx))
	if err != nil {
		<-c.room
		return nil, err
	}
	return msg, nil
}

// giveBack ends a pull and returns what it had fetched ahead, so that another
// consumer need not wait for it.
func (b *Bus) giveBack(pull jetstream.MessagesContext) {
	if !b.Connected() {
		pull.Stop() // NATS would not be told of a drain, and send for ever to nobody
		return
	}
	pull.Drain()
	for {
		msg, err := pull.Next(jetstream.NextMaxWait(flushLimit))
		if err != nil {
			return
		}
		_ = msg.Nak() // NATS is away, then, and delivers it again by itself
	}
}

// take sees one message through. What NATS could not be told, it answers by
// delivering the message again.
func (c *consumer) take(ctx context.Context, l *ledger, msg jetstream.Msg) {
	meta, err := msg.Metadata()
	if err == nil {
		err = c.answer(ctx, delivery{Msg: msg, ledger: l, seq: meta.Sequence.Stream, times: int(meta.NumDelivered)}) //nolint:gosec // small
	}
	if err != nil {
		c.bus.log.WarnContext(ctx, "message not settled", "consumer", c.spec.Durable, "subject", msg.Subject(), "error", err)
	}
}

// answer acknowledges a message, gives it back, or parks it.
func (c *consumer) answer(ctx context.Context, d delivery) error {
	if ctx.Err() != nil {
		return c.settle(d, d.Nak) // it came too late
	}
	if !d.ledger.begin(d.seq) {
		return nil // it came again because signs of life were late; the answer that it gets is for both
	}
	unseen, err := d.times > unseenTries*c.spec.MaxDeliver, errUnseen
	if !unseen {
		err = c.try(ctx, d)
	}
	park := func() error { return c.park(ctx, d, err) }
	switch { // the ledger before the answer, after which it may come again
	case err == nil:
		d.ledger.done(d.seq)
		return c.settle(d, d.Ack)
	case unseen:
		d.ledger.end(d.seq)
		return c.settle(d, park)
	case ctx.Err() != nil:
		d.ledger.end(d.seq)
		return c.settle(d, d.Nak) // stopping is no fault of the message
	}
	failures := d.ledger.fail(d.seq)
	if failures >= c.spec.MaxDeliver || errors.Is(err, ErrPoison) {
		return c.settle(d, park)
	}
	c.bus.log.WarnContext(ctx, "message failed", "consumer", c.spec.Durable, "subject", d.Subject(), "failures", failures, "error", err)
	return c.settle(d, func() error { return c.rest(d, c.pause(failures)) })
}

// settle answers a message. NATS knows it by its number alone, which is another
// message's where it came back without its streams. So a consumer is looked at
// before any answer to what came earlier.
func (c *consumer) settle(d delivery, answer func() error) error {
	c.answers.RLock()
	defer c.answers.RUnlock()
	if d.ledger.closed.Load() {
		return errRemade
	}
	return answer()
}

// pause is how long a message rests after a failure.
func (c *consumer) pause(failures int) time.Duration {
	return c.spec.BackOff[min(failures, len(c.spec.BackOff))-1]
}

// rest gives a message back for a while. NATS puts the end of its AckWait off until
// then, but delivers the message again when its patience ends: the difference is
// taken off, which may leave less than nothing, and that the client does not send.
func (c *consumer) rest(d delivery, pause time.Duration) error {
	if waits := c.spec.patience(); len(waits) > 0 {
		pause -= waits[min(d.times, len(waits))-1] - c.spec.AckWait
	}
	return c.bus.conn.Publish(d.Reply(), fmt.Appendf(nil, `-NAK {"delay": %d}`, pause.Nanoseconds()))
}

// try calls the handler once, in a span that links to the message's trace, and
// keeps the message from being delivered to another meanwhile.
func (c *consumer) try(ctx context.Context, d delivery) (err error) {
	ctx, cancel := context.WithTimeout(ctx, c.spec.Limit)
	defer cancel()
	ctx, span := c.bus.tracer.Start(ctx, "consume "+c.spec.Durable, trace.WithSpanKind(trace.SpanKindConsumer), trace.WithLinks(origin(d)))
	defer span.End()
	defer c.keep(ctx, d)()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
		if err != nil {
			span.SetStatus(codes.Error, err.Error())
		}
	}()
	return c.handler(ctx, decode(d.Subject(), d.Headers(), d.Data()))
}

// origin is the link to the span that published a message.
func origin(msg jetstream.Msg) trace.Link {
	ctx := propagation.TraceContext{}.Extract(context.Background(), headers{msg.Headers()})
	return trace.LinkFromContext(ctx)
}

// keep gives signs of life of a message's handler.
func (c *consumer) keep(ctx context.Context, d delivery) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group errgroup.Group
	group.Go(func() error {
		for wait(ctx, c.spec.AckWait/signsOfLife) == nil && !d.ledger.closed.Load() {
			_ = d.InProgress() // while NATS is away; the next one may reach it
		}
		return nil
	})
	return func() {
		cancel()
		_ = group.Wait() // it has no errors
	}
}
