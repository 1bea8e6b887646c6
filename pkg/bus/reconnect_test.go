package bus

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// However often the connection breaks off, a consumer without room holds nothing
// that another one could have.
func TestNothingIsFetchedAheadAfterReconnects(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	server, err := StartServer(ServerConfig{Dir: t.TempDir(), Port: -1}, log)
	require.NoError(t, err)
	t.Cleanup(server.Close)
	connect := func() *Bus {
		b, err := Connect(t.Context(), server.Config(), log)
		require.NoError(t, err)
		t.Cleanup(b.Close)
		return b
	}
	shaky, steady := connect(), connect()
	require.NoError(t, steady.EnsureStream(t.Context(), StreamSpec{Name: "events", Subjects: []string{"e.>"}, MaxAge: time.Hour, MaxBytes: 1 << 20}))
	ctx, stop := context.WithCancel(context.Background())
	var group errgroup.Group
	t.Cleanup(func() { stop(); _ = group.Wait() })
	consume := func(b *Bus, handler func(context.Context, Msg) error) {
		group.Go(func() error { return b.Consume(ctx, ConsumerSpec{Stream: "events", Durable: "c"}, handler) })
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
		require.NoError(t, shaky.conn.ForceReconnect())
	}
	publish("long")
	require.Equal(t, "long", <-first)
	consume(steady, func(_ context.Context, m Msg) error {
		second <- m.ID
		return nil
	})
	for _, id := range []string{"a", "b", "c"} {
		publish(id)
		require.Equal(t, id, <-second)
	}
	close(release)
	found, err := steady.js.Consumer(t.Context(), "events", "c")
	require.NoError(t, err)
	require.Zero(t, found.CachedInfo().NumRedelivered)
	require.EqualValues(t, 9, found.CachedInfo().Delivered.Consumer)
}
