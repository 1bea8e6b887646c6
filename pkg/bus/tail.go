package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// TailSpec describes how one reader takes a stream.
type TailSpec struct {
	Stream string
	// Filter is the subject to hear; empty is all of the stream.
	Filter string
	// Name is what the reader's place in the stream is kept under, so that it
	// goes on there the next time. Without a name the place is forgotten.
	Name string
	// A reader without a place begins with the oldest message that the stream
	// has, with FromNow only with what is published from now on. FromStart
	// gives up the place.
	FromNow, FromStart bool
}

const (
	tailAhead = 256
	// tailForget is when the place of a reader without a name goes.
	tailForget = time.Minute
)

// Tail calls handler for each message until ctx ends or handler fails, and
// returns handler's error. The reader's place is behind the messages that
// handler has taken; the last ones may come again after a crash. It lives
// through absences of NATS and waits for a stream that is not there yet.
func (b *Bus) Tail(ctx context.Context, spec TailSpec, handler func(Msg) error) error {
	t := &tail{bus: b, spec: spec, handler: handler, rewind: spec.FromStart}
	for {
		var pull jetstream.MessagesContext
		err := b.WhenConnected(ctx, func(ctx context.Context) (err error) {
			pull, err = t.open(ctx)
			return err
		})
		if err == nil {
			err = t.run(ctx, pull)
		}
		if ctx.Err() != nil {
			return nil // the way to stop it
		}
		if t.failed {
			return err
		}
		b.log.WarnContext(ctx, "tail broke off, opening it again", "stream", spec.Stream, "error", err)
		if wait(ctx, retryPause) != nil {
			return nil
		}
	}
}

type tail struct {
	bus     *Bus
	spec    TailSpec
	handler func(Msg) error
	// rewind is set until the reader has begun where it was told to.
	rewind bool
	// name is the consumer's, next the message after the last one taken.
	name   string
	next   uint64
	failed bool
}

func (t *tail) open(ctx context.Context) (jetstream.MessagesContext, error) {
	consumer, err := t.consumer(ctx)
	if err != nil {
		return nil, fmt.Errorf("open tail of %s: %w", t.spec.Stream, err)
	}
	t.name = consumer.CachedInfo().Name
	pull, err := consumer.Messages(jetstream.PullMaxMessages(tailAhead),
		jetstream.PullExpiry(pullExpiry), jetstream.PullHeartbeat(pullSilence))
	if err != nil {
		return nil, fmt.Errorf("pull tail of %s: %w", t.spec.Stream, err)
	}
	return pull, nil
}

// consumer finds the reader's place or makes it.
func (t *tail) consumer(ctx context.Context) (jetstream.Consumer, error) {
	js, stream := t.bus.js, t.spec.Stream
	if t.rewind && t.spec.Name != "" {
		if err := js.DeleteConsumer(ctx, stream, t.spec.Name); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return nil, err
		}
	}
	if name := t.known(); name != "" {
		found, err := js.Consumer(ctx, stream, name)
		if !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return found, err
		}
	}
	made, err := js.CreateConsumer(ctx, stream, t.config())
	if err == nil {
		t.rewind = false
	}
	return made, err
}

// config is a consumer that begins where the reader is.
func (t *tail) config() jetstream.ConsumerConfig {
	cfg := jetstream.ConsumerConfig{
		Durable: t.spec.Name, FilterSubject: t.spec.Filter, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		DeliverPolicy: jetstream.DeliverAllPolicy, MaxAckPending: 2 * tailAhead,
	}
	switch {
	case t.next > 0: // the place was lost while the reader runs
		cfg.DeliverPolicy, cfg.OptStartSeq = jetstream.DeliverByStartSequencePolicy, t.next
	case t.spec.FromNow:
		cfg.DeliverPolicy = jetstream.DeliverNewPolicy
	}
	if t.spec.Name == "" {
		cfg.InactiveThreshold = tailForget
	}
	return cfg
}

// known is the name under which there may be a place.
func (t *tail) known() string {
	if t.spec.Name != "" {
		return t.spec.Name
	}
	return t.name
}

// run hands over messages until the pull breaks off or ctx ends.
func (t *tail) run(ctx context.Context, pull jetstream.MessagesContext) error {
	defer t.bus.giveBack(pull)
	for {
		msg, err := pull.Next(jetstream.NextContext(ctx))
		if err != nil {
			return err
		}
		if err := t.take(msg); err != nil {
			return err
		}
	}
}

func (t *tail) take(msg jetstream.Msg) error {
	meta, err := msg.Metadata()
	if err != nil {
		return err
	}
	if err := t.handler(decode(msg.Subject(), msg.Headers(), msg.Data())); err != nil {
		t.failed = true
		return errors.Join(err, msg.Nak())
	}
	t.next = max(t.next, meta.Sequence.Stream+1)
	return msg.Ack()
}
