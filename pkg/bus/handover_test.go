package bus_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
)

// once runs a consumer until NATS knows it.
func once(t *testing.T, server *testkit.Server, spec bus.ConsumerSpec) {
	t.Helper()
	stop := run(t, server.Connect(), spec, nil)
	consumerOf(t, server.JetStream(), spec.Durable)
	stop()
}

// consumerOf is what NATS says of a consumer, once it is there.
func consumerOf(t *testing.T, js jetstream.JetStream, durable string) jetstream.Consumer {
	t.Helper()
	var found jetstream.Consumer
	require.Eventually(t, func() (there bool) {
		var err error
		found, err = js.Consumer(t.Context(), "events", durable)
		return err == nil
	}, time.Minute, time.Millisecond)
	return found
}

// await waits for a signal of a test, or its end.
func await(ctx context.Context, signal <-chan struct{}) {
	select {
	case <-signal:
	case <-ctx.Done():
	}
}

// signs are the subjects on which consumers give signs of life of messages.
func signs(t *testing.T, conn *nats.Conn) <-chan string {
	t.Helper()
	heard := make(chan string, 1000)
	_, err := conn.Subscribe("$JS.ACK.>", func(m *nats.Msg) {
		if string(m.Data) == "+WPI" {
			heard <- m.Subject
		}
	})
	require.NoError(t, err)
	require.NoError(t, conn.Flush())
	return heard
}

// What a consumer that died had taken goes to another one, without having been
// published again, also where an earlier release made the consumer with a longer
// wait.
func TestWhatADeadConsumerHadGoesToAnother(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	once(t, server, bus.ConsumerSpec{Stream: "events", Durable: "c"}) // the release before
	js := server.JetStream()
	require.Equal(t, 15*time.Second, consumerOf(t, js, "c").CachedInfo().Config.AckWait)
	publish(t, b, "1")
	server.TakeAndDie("events", "c")

	got := consume(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c", AckWait: time.Second})
	require.Equal(t, "1", (<-got).ID)
	config := consumerOf(t, js, "c").CachedInfo().Config
	require.Equal(t, time.Second, config.AckWait)
	require.Equal(t, []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 15 * time.Second}, config.BackOff)
}

// Deliveries to consumers that died are no failures of a message: it has all its
// tries yet.
func TestDeadConsumersAreNoFailures(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	spec := bus.ConsumerSpec{Stream: "events", Durable: "c", MaxDeliver: 3, BackOff: quick, AckWait: 50 * time.Millisecond}
	once(t, server, spec)
	publish(t, b, "1")
	for range 3 {
		server.TakeAndDie("events", "c")
	}
	var tries atomic.Int32
	done := make(chan struct{})
	run(t, b, spec, func(context.Context, bus.Msg) error {
		if tries.Add(1) < 3 {
			return errOops
		}
		close(done)
		return nil
	})
	<-done
	counts, err := b.Parked(t.Context())
	require.NoError(t, err)
	require.Empty(t, counts)
}

// A message that takes longer than a silent consumer is waited for stays with one
// that gives signs of life.
func TestSignsOfLifeKeepAMessage(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	heard := signs(t, server.JetStream().Conn())
	var calls atomic.Int32
	done := make(chan struct{})
	run(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c", Parallel: 2, AckWait: 100 * time.Millisecond}, func(context.Context, bus.Msg) error {
		calls.Add(1)
		for range 15 { // three times as long
			<-heard
		}
		close(done)
		return nil
	})
	publish(t, b, "1")
	<-done
	settled(t, b)
	require.EqualValues(t, 1, calls.Load())
}

// settled waits until every message has been answered.
func settled(t *testing.T, b *bus.Bus) {
	t.Helper()
	require.Eventually(t, func() bool {
		waiting, handed, err := b.Backlog(t.Context(), "events", "c")
		return err == nil && waiting+handed == 0
	}, time.Minute, time.Millisecond)
}

// A message that comes again to a process that handles it is not handled twice,
// and the answer to the first one is for both.
func TestAMessageIsNotHandledTwiceAtATime(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	js := server.JetStream()
	heard := signs(t, js.Conn())
	got := make(chan string, 10)
	release := make(chan struct{})
	run(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c", Parallel: 2, AckWait: time.Second}, func(ctx context.Context, m bus.Msg) error {
		got <- m.ID
		if m.ID == "1" {
			await(ctx, release)
		}
		return nil
	})
	publish(t, b, "1")
	require.Equal(t, "1", <-got)
	require.NoError(t, js.Conn().Publish(<-heard, []byte("-NAK"))) // as if its signs had been late
	require.Eventually(t, func() bool {
		return consumerOf(t, js, "c").CachedInfo().NumRedelivered == 1
	}, time.Minute, time.Millisecond)
	publish(t, b, "2")
	require.Equal(t, "2", <-got, "it came behind the other one")
	close(release)
	settled(t, b)
	require.Empty(t, got)
}

// A consumer that has no room takes nothing: another one gets it at once, as its
// first delivery.
func TestNothingIsFetchedAhead(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	spec := bus.ConsumerSpec{Stream: "events", Durable: "c", Parallel: 2}
	arrived := make(chan string, 3)
	release := make(chan struct{})
	run(t, b, spec, func(ctx context.Context, m bus.Msg) error {
		arrived <- m.ID
		if m.ID != "1" {
			await(ctx, release)
		}
		return nil
	})
	publish(t, b, "1", "2", "3")
	for range 3 {
		<-arrived
	}
	var more []string
	for i := range 8 {
		more = append(more, fmt.Sprint(i+4))
	}
	publish(t, b, more...)
	got := consume(t, server.Connect(), spec)
	for range more {
		<-got
	}
	info := consumerOf(t, server.JetStream(), "c").CachedInfo()
	require.Zero(t, info.NumRedelivered)
	require.EqualValues(t, 3+len(more), info.Delivered.Consumer)
	close(release)
}
