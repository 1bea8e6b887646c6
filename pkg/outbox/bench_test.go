package outbox_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
)

// BenchmarkRelay measures rows through Add, commit, publication and deletion
// on SQLite with its real flushes, by rows a commit and by lanes.
func BenchmarkRelay(b *testing.B) {
	for _, size := range []struct{ rows, lanes int }{{1, 1}, {4, 1}, {64, 1}, {64, 64}} {
		b.Run(fmt.Sprintf("rows=%d/lanes=%d", size.rows, size.lanes), func(b *testing.B) {
			benchmarkRelay(b, size.rows, size.lanes)
		})
	}
}

func benchmarkRelay(b *testing.B, rows, lanes int) {
	db := testkit.Open(b, testkit.SQLite(b), "referee", outbox.Migrations)
	server, err := bus.StartServer(bus.ServerConfig{Dir: b.TempDir(), Port: -1}, testkit.Logger(b))
	require.NoError(b, err)
	b.Cleanup(server.Close)
	nats, err := bus.Connect(b.Context(), server.InProcess(), testkit.Logger(b))
	require.NoError(b, err)
	b.Cleanup(nats.Close)
	require.NoError(b, nats.EnsureStream(b.Context(), bus.StreamSpec{
		Name: "events", Subjects: []string{"kydai.test.>"}, MaxAge: time.Hour, MaxBytes: 1 << 28,
	}))
	relay := outbox.NewRelay(db, nats, outbox.RelayConfig{Lanes: lanes, Queue: 1 << 20}, testkit.Logger(b))
	ctx, cancel := context.WithCancel(b.Context())
	var group errgroup.Group
	group.Go(func() error { return relay.Run(ctx) })

	payload := make([]byte, 300)
	deleted := 0
	commit := func(msgs []outbox.Message) {
		ids := relay.Acked(1000)
		require.NoError(b, db.Tx(b.Context(), func(tx *gorm.DB) error {
			if err := outbox.Delete(tx, ids); err != nil {
				return err
			}
			return outbox.Add(tx, msgs...)
		}))
		deleted += len(ids)
		relay.Hand(msgs...)
	}
	begun := time.Now() // the benchmark's own clock stops before the last rows are through
	for b.Loop() {
		msgs := make([]outbox.Message, rows)
		for i := range msgs {
			msgs[i] = outbox.New(b.Context(), fmt.Sprintf("kydai.test.%d", i%lanes), "test.Events", i%lanes, payload)
		}
		commit(msgs)
	}
	for deleted < rows*b.N {
		commit(nil)
	}
	b.ReportMetric(float64(rows*b.N)/time.Since(begun).Seconds(), "rows/s")
	cancel()
	require.NoError(b, group.Wait())
}
