package bus

import (
	"context"
	"errors"
	"fmt"
	"math"
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
	// MaxDeliver is how often a message is tried before it is parked; 0 is 8.
	MaxDeliver int
	// BackOff is the pause after each failed try, the last one repeating;
	// empty is from 100 ms to 30 s.
	BackOff []time.Duration
	// Parallel is how many messages are handled at a time; 0 is one, which
	// keeps the stream's order until something fails.
	Parallel int
	// Limit ends the context of one try; 0 is 30 s. The message stays this
	// consumer's for as long as it is being handled.
	Limit time.Duration
}

const (
	defaultMaxDeliver = 8
	defaultLimit      = 30 * time.Second
	// ackWait is how long a message is lost with a consumer that died.
	ackWait     = 15 * time.Second
	keepAlive   = ackWait / 3
	pullExpiry  = 10 * time.Second
	pullSilence = 2 * time.Second // without a sign of life the pull is made anew
)

// A delivery without an answer is one that took its process with it, or one of
// a process that was stopped at the wrong time; so many times the tries can
// only be the former.
const unseenTries = 4

var errUnseen = errors.New("delivered again and again, never answered")

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
	s.Parallel = max(s.Parallel, 1)
	return s
}

// Consume calls handler for each message of a stream until ctx ends, and then
// waits for the handlers that run. A message is acknowledged after handler has
// returned nil, tried again after a pause when it has not, and parked (see
// Parked) after the last try. Consume lives through absences of NATS and waits
// for a stream that is not there yet.
func (b *Bus) Consume(ctx context.Context, spec ConsumerSpec, handler func(context.Context, Msg) error) error {
	spec = spec.withDefaults()
	work := &consumer{bus: b, spec: spec, handler: handler}
	for {
		var pull jetstream.MessagesContext
		err := b.WhenConnected(ctx, func(ctx context.Context) (err error) {
			pull, err = work.open(ctx)
			return err
		})
		if err == nil {
			err = work.run(ctx, pull)
		}
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
	bus     *Bus
	spec    ConsumerSpec
	handler func(context.Context, Msg) error
}

// open makes the consumer and the stream of what it may park.
func (c *consumer) open(ctx context.Context) (jetstream.MessagesContext, error) {
	if err := c.bus.EnsureStream(ctx, parkedStream()); err != nil {
		return nil, err
	}
	durable, err := c.bus.js.CreateOrUpdateConsumer(ctx, c.spec.Stream, jetstream.ConsumerConfig{
		Durable: c.spec.Durable, FilterSubject: c.spec.Filter, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: ackWait, MaxDeliver: -1, // the tries are counted here, where they can be parked
	})
	if err != nil {
		return nil, fmt.Errorf("make consumer %s: %w", c.spec.Durable, err)
	}
	pull, err := durable.Messages(jetstream.PullMaxMessages(c.spec.Parallel),
		jetstream.PullExpiry(pullExpiry), jetstream.PullHeartbeat(pullSilence))
	if err != nil {
		return nil, fmt.Errorf("pull for consumer %s: %w", c.spec.Durable, err)
	}
	return pull, nil
}

// run hands out messages until the pull breaks off or ctx ends.
func (c *consumer) run(ctx context.Context, pull jetstream.MessagesContext) error {
	var handlers errgroup.Group
	handlers.SetLimit(c.spec.Parallel)
	defer func() { _ = handlers.Wait() }() // handlers keep their errors to themselves
	defer giveBack(pull)
	for {
		msg, err := pull.Next(jetstream.NextContext(ctx))
		if err != nil {
			return err
		}
		handlers.Go(func() error {
			c.take(ctx, msg)
			return nil
		})
	}
}

// giveBack ends a pull and returns what it had fetched ahead, so that another
// consumer need not wait for it.
func giveBack(pull jetstream.MessagesContext) {
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
func (c *consumer) take(ctx context.Context, msg jetstream.Msg) {
	meta, err := msg.Metadata()
	if err == nil {
		err = c.answer(ctx, msg, int(meta.NumDelivered))
	}
	if err != nil {
		c.bus.log.WarnContext(ctx, "message not settled", "consumer", c.spec.Durable, "subject", msg.Subject(), "error", err)
	}
}

// answer acknowledges a message, gives it back, or parks it.
func (c *consumer) answer(ctx context.Context, msg jetstream.Msg, tries int) error {
	if ctx.Err() != nil {
		return msg.Nak() // it waited for a free handler until there was none
	}
	if tries > unseenTries*c.spec.MaxDeliver {
		return c.park(ctx, msg, errUnseen)
	}
	err := c.try(ctx, msg)
	switch {
	case err == nil:
		return msg.Ack()
	case ctx.Err() != nil:
		return msg.Nak() // stopping is no fault of the message
	case tries >= c.spec.MaxDeliver:
		return c.park(ctx, msg, err)
	}
	c.bus.log.WarnContext(ctx, "message failed", "consumer", c.spec.Durable, "subject", msg.Subject(), "tries", tries, "error", err)
	return msg.NakWithDelay(c.pause(tries))
}

func (c *consumer) pause(tries int) time.Duration {
	return c.spec.BackOff[min(tries, len(c.spec.BackOff))-1]
}

// try calls the handler once, in a span that links to the message's trace, and
// keeps the message from being delivered to another meanwhile.
func (c *consumer) try(ctx context.Context, msg jetstream.Msg) (err error) {
	ctx, cancel := context.WithTimeout(ctx, c.spec.Limit)
	defer cancel()
	ctx, span := c.bus.tracer.Start(ctx, "consume "+c.spec.Durable, trace.WithSpanKind(trace.SpanKindConsumer), trace.WithLinks(origin(msg)))
	defer span.End()
	defer holdOn(ctx, msg)()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
		if err != nil {
			span.SetStatus(codes.Error, err.Error())
		}
	}()
	return c.handler(ctx, decode(msg.Subject(), msg.Headers(), msg.Data()))
}

// origin is the link to the span that published a message.
func origin(msg jetstream.Msg) trace.Link {
	ctx := propagation.TraceContext{}.Extract(context.Background(), headers{msg.Headers()})
	return trace.LinkFromContext(ctx)
}

// holdOn tells NATS every few seconds that a message is being handled.
func holdOn(ctx context.Context, msg jetstream.Msg) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group errgroup.Group
	group.Go(func() error {
		for wait(ctx, keepAlive) == nil {
			if err := msg.InProgress(); err != nil {
				return err
			}
		}
		return nil
	})
	return func() {
		cancel()
		_ = group.Wait() // a message not kept is delivered again
	}
}
