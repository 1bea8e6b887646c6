package outbox_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
)

// soon keeps the relay's housekeeping within a test.
func soon() outbox.RelayConfig {
	return outbox.RelayConfig{Replica: "r1", Heartbeat: 5 * time.Millisecond, Sweep: 5 * time.Millisecond, Lease: 50 * time.Millisecond}
}

// start runs a relay until stop is called, or the test ends.
func start(t *testing.T, db *dbx.DB, pub outbox.Publisher, cfg outbox.RelayConfig) (r *outbox.Relay, stop func()) {
	t.Helper()
	r = outbox.NewRelay(db, pub, cfg, testkit.Logger(t))
	ctx, cancel := context.WithCancel(context.Background())
	var group errgroup.Group
	group.Go(func() error { return r.Run(ctx) })
	stop = func() {
		cancel()
		require.NoError(t, group.Wait())
	}
	t.Cleanup(stop)
	return r, stop
}

// record connects to a server, makes the stream, and returns the connection
// with what the stream holds, in its order and without repeats.
func record(t *testing.T, server *testkit.Server) (*bus.Bus, <-chan bus.Msg) {
	t.Helper()
	b := server.Connect()
	require.NoError(t, b.EnsureStream(t.Context(), bus.StreamSpec{
		Name: "events", Subjects: []string{"kydai.test.>"}, MaxAge: time.Hour, MaxBytes: 1 << 28,
	}))
	got := make(chan bus.Msg, 100_000)
	ctx, cancel := context.WithCancel(context.Background())
	var group errgroup.Group
	group.Go(func() error {
		return b.Consume(ctx, bus.ConsumerSpec{Stream: "events", Durable: "test"}, func(_ context.Context, m bus.Msg) error {
			got <- m
			return nil
		})
	})
	t.Cleanup(func() {
		cancel()
		require.NoError(t, group.Wait())
	})
	return b, got
}

// numbered makes n messages for one lane, with the numbers from first as their
// payloads.
func numbered(t *testing.T, lane, first, n int) []outbox.Message {
	t.Helper()
	msgs := make([]outbox.Message, n)
	for i := range msgs {
		msgs[i] = outbox.New(t.Context(), fmt.Sprintf("kydai.test.%d", lane), "test.Event", lane, []byte(strconv.Itoa(first+i)))
	}
	return msgs
}

func add(t *testing.T, db *dbx.DB, msgs ...outbox.Message) {
	t.Helper()
	require.NoError(t, db.Tx(t.Context(), func(tx *gorm.DB) error { return outbox.Add(tx, msgs...) }))
}

// inOrder takes messages until each lane has had all n of its numbers, and
// requires them in order, first comings only.
func inOrder(t *testing.T, got <-chan bus.Msg, lanes, n int) {
	t.Helper()
	seen := map[string]bool{}
	next := map[string]int{}
	for done := 0; done < lanes; {
		m := <-got
		if seen[m.ID] {
			continue
		}
		seen[m.ID] = true
		require.Equal(t, strconv.Itoa(next[m.Subject]), string(m.Payload), "order of %s", m.Subject)
		next[m.Subject]++
		if next[m.Subject] == n {
			done++
		}
	}
}

// emptied waits until nothing is left in the outbox.
func emptied(t *testing.T, db *dbx.DB) {
	t.Helper()
	require.Eventually(t, func() bool { return len(stored(t, db)) == 0 }, 20*time.Second, 5*time.Millisecond)
}
