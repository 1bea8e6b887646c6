package bus_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
)

// hands are handlers that a test holds: each message waits for what becomes of it.
type hands struct {
	begun chan string
	ends  map[string]chan error
}

func newHands(ids ...string) *hands {
	h := &hands{begun: make(chan string, 100), ends: map[string]chan error{}}
	for _, id := range ids {
		h.ends[id] = make(chan error)
	}
	return h
}

func (h *hands) handle(ctx context.Context, m bus.Msg) error {
	h.begun <- m.ID
	select {
	case err := <-h.ends[m.ID]:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// next is the message that is handled next.
func (h *hands) next(t *testing.T) string {
	t.Helper()
	select {
	case id := <-h.begun:
		return id
	case <-time.After(20 * time.Second):
		t.Fatal("nothing is handled")
		return ""
	}
}

// first publishes the first message of a stream, as soon as it can be done.
func first(t *testing.T, b *bus.Bus, id string) {
	t.Helper()
	require.NoError(t, b.WhenConnected(t.Context(), func(ctx context.Context) error {
		return b.Publish(ctx, bus.Msg{ID: id, Subject: "kydai.test." + id})
	}))
}

// Where NATS comes back without its streams, a message with the number of one that
// is being handled yet is another one, and the answer to that is not for it.
func TestNumbersBeginAnewWithTheirStream(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	h := newHands("old", "new", "later")
	run(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c", Parallel: 2, BackOff: quick}, h.handle)
	publish(t, b, "old")
	require.Equal(t, "old", h.next(t))

	emptied(t, server)
	first(t, b, "new")
	require.Equal(t, "new", h.next(t))
	h.ends["old"] <- nil
	publish(t, b, "later")
	require.Equal(t, "later", h.next(t), "there is room, so the old one has been answered")
	h.ends["new"] <- errOops
	require.Equal(t, "new", h.next(t), "it comes again, so nobody has settled it")
	h.ends["new"] <- nil
	h.ends["later"] <- nil
	settled(t, b)
}

// So it is where another process has the new message already, while the one with the
// old message has not seen the consumer again.
func TestNothingIsAnsweredBeforeTheConsumerIsSeenAgain(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	one, two, owner := server.Connect(), server.Connect(), server.Connect()
	spec := bus.ConsumerSpec{Stream: "events", Durable: "c", BackOff: quick}
	ensured(t, one, events())
	h := newHands("old", "new", "a", "b")
	spec.Parallel = 2 // it waits for another message, or would not see that the consumer is gone
	run(t, one, spec, h.handle)
	publish(t, one, "old")
	require.Equal(t, "old", h.next(t))
	deleted(t, server, "events")
	// Its process finds no stream, and looks for it seldomer and seldomer.
	require.Never(t, func() bool { return len(h.begun) > 0 }, 1500*time.Millisecond, 100*time.Millisecond)

	ensured(t, owner, events())
	spec.Parallel = 1
	run(t, two, spec, h.handle)
	publish(t, owner, "new")
	require.Equal(t, "new", h.next(t))
	h.ends["old"] <- nil
	publish(t, owner, "a", "b")
	require.ElementsMatch(t, []string{"a", "b"}, []string{h.next(t), h.next(t)}, "there is room, so the old one has been answered")
	h.ends["new"] <- errOops
	h.ends["a"] <- nil
	h.ends["b"] <- nil
	require.Equal(t, "new", h.next(t), "it comes again, so nobody has settled it")
	h.ends["new"] <- nil
	settled(t, owner)
}

// A consumer that is the same after an outage has its messages yet.
func TestAMessageIsNotHandledTwiceAfterAnOutage(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	heard := signs(t, server.JetStream().Conn())
	h := newHands("1", "2", "3")
	run(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c", Parallel: 2, AckWait: time.Second}, h.handle)
	publish(t, b, "1")
	require.Equal(t, "1", h.next(t))
	sign := <-heard
	server.Stop()
	server.Start()
	first(t, b, "2")
	require.Equal(t, "2", h.next(t), "the consumer is open again")
	h.ends["2"] <- nil
	js := server.JetStream()
	require.NoError(t, js.Conn().Publish(sign, []byte("-NAK"))) // as if its signs had been late
	require.Eventually(t, func() bool {
		return consumerOf(t, js, "c").CachedInfo().NumRedelivered == 1
	}, time.Minute, time.Millisecond)
	publish(t, b, "3")
	require.Equal(t, "3", h.next(t), "it came behind the other one")
	h.ends["3"] <- nil
	h.ends["1"] <- nil
	settled(t, b)
	require.Empty(t, h.begun)
}

// Messages of one number that are given up are two, where the stream was made anew.
func TestMessagesOfOneNumberAreBothParked(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	run(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c", MaxDeliver: 1}, func(context.Context, bus.Msg) error { return errOops })
	for n := range 2 {
		require.Eventually(t, func() bool {
			return b.Publish(t.Context(), bus.Msg{Subject: "kydai.test.bad"}) == nil
		}, time.Minute, 10*time.Millisecond)
		require.Eventually(t, func() bool {
			counts, err := b.Parked(t.Context())
			return err == nil && counts["c"] == uint64(n)+1
		}, 20*time.Second, 10*time.Millisecond)
		deleted(t, server, "events")
	}
}
