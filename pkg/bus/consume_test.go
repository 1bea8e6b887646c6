package bus_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
)

var errOops = errors.New("oops\nwith a second line")

// quick are pauses that keep a test short.
var quick = []time.Duration{time.Millisecond}

// consume runs a consumer until the test ends and returns what it is given.
func consume(t *testing.T, b *bus.Bus, spec bus.ConsumerSpec) <-chan bus.Msg {
	t.Helper()
	got := make(chan bus.Msg, 1000)
	run(t, b, spec, func(_ context.Context, m bus.Msg) error {
		got <- m
		return nil
	})
	return got
}

// run runs a consumer until stop is called, or the test ends.
func run(t *testing.T, b *bus.Bus, spec bus.ConsumerSpec, handler func(context.Context, bus.Msg) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var group errgroup.Group
	group.Go(func() error { return b.Consume(ctx, spec, handler) })
	stop = func() {
		cancel()
		require.NoError(t, group.Wait())
	}
	t.Cleanup(stop)
	return stop
}

func publish(t *testing.T, b *bus.Bus, ids ...string) {
	t.Helper()
	for _, id := range ids {
		require.NoError(t, b.Publish(t.Context(), bus.Msg{ID: id, Subject: "kydai.test." + id, Payload: []byte(id)}))
	}
}

func TestConsumeTriesAgain(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	ensured(t, b, events())
	var tries atomic.Int32
	done := make(chan bus.Msg, 1)
	run(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c", BackOff: quick}, func(_ context.Context, m bus.Msg) error {
		switch tries.Add(1) {
		case 1:
			return errOops
		case 2:
			panic("oops")
		}
		done <- m
		return nil
	})
	publish(t, b, "1")
	require.Equal(t, "1", (<-done).ID)
	require.EqualValues(t, 3, tries.Load())
}

// A message that failed rests as long as its consumer says, however often it has been
// delivered and however long a silent consumer would be waited for by now.
func TestConsumePausesAfterFailures(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	pauses := []time.Duration{20 * time.Millisecond, 700 * time.Millisecond} // less than AckWait, and more
	spec := bus.ConsumerSpec{Stream: "events", Durable: "c", BackOff: pauses, AckWait: 500 * time.Millisecond}
	once(t, server, spec)
	publish(t, b, "1")
	server.TakeAndDie("events", "c")
	var tried []time.Time
	done := make(chan struct{})
	run(t, b, spec, func(context.Context, bus.Msg) error {
		if tried = append(tried, time.Now()); len(tried) < 5 {
			return errOops
		}
		close(done)
		return nil
	})
	<-done
	for i := range 4 {
		pause := tried[i+1].Sub(tried[i])
		require.GreaterOrEqual(t, pause, pauses[min(i, 1)])
		require.Less(t, pause, pauses[min(i, 1)]+3*time.Second)
	}
}

func TestConsumeParksThePoisonAndGoesOn(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	ensured(t, b, events())
	var tries atomic.Int32
	done := make(chan bus.Msg, 10)
	run(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c", MaxDeliver: 3, BackOff: quick}, func(_ context.Context, m bus.Msg) error {
		if m.ID == "bad" {
			tries.Add(1)
			return errOops
		}
		done <- m
		return nil
	})
	publish(t, b, "1", "bad", "2")
	require.Equal(t, []string{"1", "2"}, []string{(<-done).ID, (<-done).ID})

	parked := <-consume(t, b, bus.ConsumerSpec{Stream: bus.ParkedStream, Durable: "operator"})
	require.Equal(t, "kydai.parked.c", parked.Subject)
	require.Equal(t, "bad", string(parked.Payload))
	require.Equal(t, "kydai.test.bad", parked.Header[bus.SubjectHeader])
	require.Equal(t, "oops with a second line", parked.Header[bus.ErrorHeader])
	require.EqualValues(t, 3, tries.Load())
	counts, err := b.Parked(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[string]uint64{"c": 1}, counts)
}

// However many processes could try it, a message of which one knows that no try helps
// is tried once.
func TestConsumeParksKnownPoisonAtOnce(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	var tries atomic.Int32
	for range 3 {
		run(t, server.Connect(), bus.ConsumerSpec{Stream: "events", Durable: "c", BackOff: quick}, func(context.Context, bus.Msg) error {
			tries.Add(1)
			return fmt.Errorf("read it: %w: %w", bus.ErrPoison, errOops)
		})
	}
	publish(t, b, "1")
	parked := <-consume(t, b, bus.ConsumerSpec{Stream: bus.ParkedStream, Durable: "operator"})
	require.Equal(t, "read it: no other try will help: oops with a second line", parked.Header[bus.ErrorHeader])
	settled(t, b)
	require.EqualValues(t, 1, tries.Load())
}

// What is no protobuf is parked at once, what can be read is handled.
func TestDecodingParksWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	ensured(t, b, events())
	read := make(chan string, 1)
	run(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c", BackOff: quick}, bus.Decoding(func(_ context.Context, s *wrapperspb.StringValue) error {
		read <- s.GetValue()
		return nil
	}))
	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: "kydai.test.bad", Payload: []byte("garbage")}))
	parked := <-consume(t, b, bus.ConsumerSpec{Stream: bus.ParkedStream, Durable: "operator"})
	require.Contains(t, parked.Header[bus.ErrorHeader], "decode google.protobuf.StringValue: no other try will help")
	good, err := proto.Marshal(wrapperspb.String("good"))
	require.NoError(t, err)
	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: "kydai.test.good", Payload: good}))
	require.Equal(t, "good", <-read)
}

// A message whose tries are used up without an answer, as by a process that it
// crashes, is parked unseen.
func TestConsumeParksWhatNeverCameBack(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	ensured(t, b, events())
	publish(t, b, "1")
	spec := bus.ConsumerSpec{Stream: "events", Durable: "c", MaxDeliver: 100, BackOff: quick}
	tried := make(chan struct{}, 100)
	stop := run(t, b, spec, func(context.Context, bus.Msg) error {
		tried <- struct{}{}
		return errOops
	})
	for range 5 {
		<-tried
	}
	stop()
	spec.MaxDeliver = 1
	got := consume(t, b, spec)
	parked := <-consume(t, b, bus.ConsumerSpec{Stream: bus.ParkedStream, Durable: "operator"})
	require.Equal(t, "1", string(parked.Payload))
	require.Equal(t, "delivered again and again, never answered", parked.Header[bus.ErrorHeader])
	require.Empty(t, got)
}

func TestConsumeResumesWhereItStopped(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	ensured(t, b, events())
	publish(t, b, "1", "2", "3")
	spec := bus.ConsumerSpec{Stream: "events", Durable: "c", BackOff: quick}
	var stop func()
	first := make(chan string, 3)
	begun := make(chan struct{})
	stop = run(t, b, spec, func(ctx context.Context, m bus.Msg) error {
		if m.ID == "2" { // stopped in the middle of this one
			close(begun)
			<-ctx.Done()
			return ctx.Err()
		}
		first <- m.ID
		return nil
	})
	<-begun
	stop()
	require.Equal(t, "1", <-first)

	got := consume(t, b, spec)
	require.ElementsMatch(t, []string{"2", "3"}, []string{(<-got).ID, (<-got).ID})
	require.Empty(t, first)
}

func TestConsumeHearsItsFilterAlone(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	ensured(t, b, events())
	publish(t, b, "1", "2")
	got := consume(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c", Filter: "kydai.test.2"})
	require.Equal(t, "2", (<-got).ID)
	require.Empty(t, got)
}

func TestConsumeInParallel(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	ensured(t, b, events())
	arrived := make(chan struct{}, 4)
	release := make(chan struct{})
	run(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c", Parallel: 4}, func(context.Context, bus.Msg) error {
		arrived <- struct{}{}
		<-release
		return nil
	})
	publish(t, b, "1", "2", "3", "4")
	for range 4 {
		<-arrived // all four at once, or this never ends
	}
	close(release)
}

func TestConsumeLivesThroughAnOutage(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	got := consume(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c"})
	publish(t, b, "1")
	require.Equal(t, "1", (<-got).ID)

	server.Stop()
	server.Start()
	require.NoError(t, b.WhenConnected(t.Context(), func(ctx context.Context) error {
		return b.Publish(ctx, bus.Msg{ID: "2", Subject: "kydai.test.2"})
	}))
	for m := range got {
		if m.ID == "2" { // "1" may come again: its acknowledgement was on the way
			break
		}
	}
}

func TestConsumeWaitsForItsStream(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	got := consume(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c"})
	ensured(t, b, events())
	publish(t, b, "1")
	require.Equal(t, "1", (<-got).ID)
}

func TestReplicasShareAConsumer(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	one, two := server.Connect(), server.Connect()
	ensured(t, one, events())
	spec := bus.ConsumerSpec{Stream: "events", Durable: "c"}
	got := make(chan string, 100)
	for _, b := range []*bus.Bus{one, two} {
		run(t, b, spec, func(_ context.Context, m bus.Msg) error {
			got <- m.ID
			return nil
		})
	}
	want := make([]string, 50)
	for i := range want {
		want[i] = fmt.Sprint(i)
	}
	publish(t, one, want...)
	heard := make([]string, len(want))
	for i := range heard {
		heard[i] = <-got
	}
	require.ElementsMatch(t, want, heard)
}
