package bus

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// serving is a server of a test's own, and what connects to it.
func serving(t *testing.T) (server *Server, connect func() *Bus) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	server, err := StartServer(ServerConfig{Dir: t.TempDir(), Port: -1}, log)
	require.NoError(t, err)
	t.Cleanup(server.Close)
	connect = func() *Bus {
		b, err := Connect(t.Context(), server.Config(), log)
		require.NoError(t, err)
		t.Cleanup(b.Close)
		return b
	}
	return server, connect
}

func ensured(t *testing.T, b *Bus) {
	t.Helper()
	require.NoError(t, b.EnsureStream(t.Context(), StreamSpec{Name: "events", Subjects: []string{"e.>"}, MaxAge: time.Hour, MaxBytes: 1 << 20}))
}

// However often the connection breaks off, no message is lost to a consumer that has
// no room, nor to a pull that is gone.
func TestNothingIsLostToBrokenConnections(t *testing.T) {
	t.Parallel()
	server, connect := serving(t)
	shaky, steady := connect(), connect()
	ensured(t, steady)
	ctx, stop := context.WithCancel(context.Background())
	var group errgroup.Group
	t.Cleanup(func() { stop(); _ = group.Wait() })
	consume := func(b *Bus, handler func(context.Context, Msg) error) {
		group.Go(func() error {
			return b.Consume(ctx, ConsumerSpec{Stream: "events", Durable: "c", AckWait: time.Hour}, handler)
		})
	}
	publish := func(id string) {
		require.NoError(t, steady.Publish(t.Context(), Msg{ID: id, Subject: "e." + id}))
	}

	first, second, release := make(chan string, 100), make(chan string, 100), make(chan struct{})
	consume(shaky, func(ctx context.Context, m Msg) error {
		first <- m.ID
		if m.ID != "long" {
			return nil
		}
		select {
		case <-release:
		case <-ctx.Done():
		}
		return nil
	})
	for i := range 5 {
		publish(fmt.Sprint(i))
		require.Equal(t, fmt.Sprint(i), <-first)
		require.Eventually(t, func() bool { // or the answer is lost with the connection
			waiting, handed, err := steady.Backlog(t.Context(), "events", "c")
			return err == nil && waiting+handed == 0
		}, time.Minute, time.Millisecond)
		require.NoError(t, shaky.conn.ForceReconnect())
		require.Eventually(t, func() bool { // or NATS sends into a connection that is no more
			return int(shaky.conn.Stats().Reconnects) == i+1 && server.nats.NumClients() == 2
		}, time.Minute, time.Millisecond)
	}
	publish("long")
	require.Equal(t, "long", <-first)
	consume(steady, func(_ context.Context, m Msg) error {
		second <- m.ID
		return nil
	})
	for _, id := range []string{"a", "b", "c"} {
		publish(id)
	}
	require.Eventually(t, func() bool { return len(second) == 3 }, time.Minute, time.Millisecond)
	close(release)
}

// breaksOff is a JetStream whose connection breaks off, and is back, just when a
// pull has been opened.
type breaksOff struct {
	jetstream.JetStream
}

func (b breaksOff) CreateOrUpdateConsumer(ctx context.Context, stream string, cfg jetstream.ConsumerConfig) (jetstream.Consumer, error) {
	made, err := b.JetStream.CreateOrUpdateConsumer(ctx, stream, cfg)
	return breaking{Consumer: made, reconnect: b.Conn().ForceReconnect, broken: ctx.Done()}, err
}

type breaking struct {
	jetstream.Consumer
	reconnect func() error
	broken    <-chan struct{}
}

func (b breaking) Messages(opts ...jetstream.PullMessagesOpt) (jetstream.MessagesContext, error) {
	pull, err := b.Consumer.Messages(opts...)
	if err == nil {
		err = b.reconnect()
	}
	<-b.broken
	return pull, err
}

// A pull does not outlive its connection, not even where that breaks off while the
// pull is being opened.
func TestAPullEndsWithItsConnection(t *testing.T) {
	t.Parallel()
	_, connect := serving(t)
	b := connect()
	ensured(t, b)
	b.js = breaksOff{b.js}
	work := b.newConsumer(ConsumerSpec{Stream: "events", Durable: "c"}, nil)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	require.ErrorIs(t, work.serve(ctx), errDisconnected)
	require.NoError(t, ctx.Err(), "it ended by itself")
}
