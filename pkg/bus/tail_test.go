package bus_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
)

// tail runs a reader until stop, which returns what Tail did.
func tail(t *testing.T, b *bus.Bus, spec bus.TailSpec, handler func(bus.Msg) error) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var reader errgroup.Group
	reader.Go(func() error { return b.Tail(ctx, spec, handler) })
	t.Cleanup(func() {
		cancel()
		_ = reader.Wait() // the test has asked where it cares
	})
	return func() error {
		cancel()
		return reader.Wait()
	}
}

func toChannel(to chan bus.Msg) func(bus.Msg) error {
	return func(m bus.Msg) error {
		to <- m
		return nil
	}
}

func ids(from <-chan bus.Msg, n int) []string {
	got := make([]string, n)
	for i := range got {
		got[i] = (<-from).ID
	}
	return got
}

func TestTailKeepsItsPlaceUnderAName(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	ensured(t, b, events())
	publish(t, b, "1", "2")
	spec := bus.TailSpec{Stream: "events", Name: "reader"}
	got := make(chan bus.Msg, 100)
	stop := tail(t, b, spec, toChannel(got))
	require.Equal(t, []string{"1", "2"}, ids(got, 2))
	require.NoError(t, stop())

	publish(t, b, "3", "4")
	spec.FromNow = true // it has a place
	stop = tail(t, b, spec, toChannel(got))
	require.Equal(t, []string{"3", "4"}, ids(got, 2))
	require.NoError(t, stop())

	spec.FromNow, spec.FromStart = false, true
	tail(t, b, spec, toChannel(got))
	require.Equal(t, []string{"1", "2", "3", "4"}, ids(got, 4))
}

func TestTailBeginsWithWhatComes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "reader"} {
		t.Run("name "+name, func(t *testing.T) {
			t.Parallel()
			b := testkit.NATS(t)
			ensured(t, b, events())
			publish(t, b, "old")
			first := make(chan string, 1)
			tail(t, b, bus.TailSpec{Stream: "events", Name: name, FromNow: true}, func(m bus.Msg) error {
				select {
				case first <- m.ID:
				default: // only the first one matters
				}
				return nil
			})
			for n := 0; len(first) == 0; n++ { // until the reader has begun
				publish(t, b, strconv.Itoa(n))
			}
			require.NotEqual(t, "old", <-first)
		})
	}
}

func TestTailWaitsForNATSAndTheStream(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "reader"} {
		t.Run("name "+name, func(t *testing.T) {
			t.Parallel()
			server := testkit.NATSServer(t)
			b := server.Connect()
			got := make(chan bus.Msg, 100)
			tail(t, b, bus.TailSpec{Stream: "events", Name: name, Filter: "kydai.test.*"}, toChannel(got))
			ensured(t, b, events())
			publish(t, b, "1")
			require.Equal(t, []string{"1"}, ids(got, 1))
			server.Stop()
			server.Start()
			require.NoError(t, b.WhenConnected(t.Context(), func(ctx context.Context) error {
				return b.Publish(ctx, bus.Msg{ID: "2", Subject: "kydai.test.x"})
			}))
			for m := range got {
				if m.ID == "2" { // the first one may come again
					return
				}
				require.Equal(t, "1", m.ID)
			}
		})
	}
}

func TestTailEndsWithTheHandler(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	ensured(t, b, events())
	publish(t, b, "1", "2")
	spec := bus.TailSpec{Stream: "events", Name: "reader"}
	err := b.Tail(t.Context(), spec, func(bus.Msg) error { return errOops })
	require.ErrorIs(t, err, errOops)

	got := make(chan bus.Msg, 100)
	tail(t, b, spec, toChannel(got))
	require.ElementsMatch(t, []string{"1", "2"}, ids(got, 2), "what was not taken comes again")
}
