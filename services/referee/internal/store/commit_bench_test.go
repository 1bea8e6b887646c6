package store

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"gorm.io/gorm"

	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/referee/internal/record"
)

// BenchmarkCommit stores moves of 200 games in groups of 100, as a busy referee
// does, and reports what one move costs.
func BenchmarkCommit(b *testing.B) {
	const games, group = 200, 100
	db := testkit.Open(b, testkit.SQLite(b), "referee", Migrations())
	event, settings := make([]byte, 340), make([]byte, 260)
	now := time.Now()
	messages := func(stored []record.Append) []outbox.Message {
		return []outbox.Message{outbox.New(b.Context(), "bench", "bench", 0, make([]byte, len(event)*len(stored)))}
	}
	next := make([]int, games)
	appends := func(from, n int) []record.Append {
		all := make([]record.Append, n)
		for i := range all {
			g := (from + i) % games
			next[g]++
			all[i] = record.Append{
				GameID: fmt.Sprintf("%012d", g*7919%1000003), Seq: next[g], LastSeq: next[g], Events: event,
				State: record.State{Ply: next[g], Status: "running", AsOf: now, Deadline: now.Add(time.Duration(next[g]) * time.Second)},
			}
			if next[g] == 1 {
				all[i].Create = &record.NewGame{
					Creator: "bench", Key: all[i].GameID, BodyHash: make([]byte, 32), Game: "xiangqi", Mode: "casual", Visibility: "public",
					Category: "rapid", Settings: settings, Accounts: [2]string{uuid.NewString(), uuid.NewString()}, Created: now,
				}
			}
		}
		return all
	}
	store := func(batch []record.Append, acked []uuid.UUID) (sent []outbox.Message) {
		err := db.Tx(b.Context(), func(tx *gorm.DB) (err error) {
			if err := outbox.Delete(tx, acked); err != nil {
				return err
			}
			_, sent, err = commit(tx, batch, messages, false)
			return err
		})
		require.NoError(b, err)
		return sent
	}
	store(appends(0, games), nil)
	var acked []uuid.UUID
	stored, cpu := 0, cpuTime(b)
	for b.Loop() {
		sent := store(appends(stored, group), acked)
		acked = []uuid.UUID{sent[0].ID}
		stored += group
	}
	b.ReportMetric(float64((cpuTime(b)-cpu).Microseconds())/float64(stored), "cpu-µs/move")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(stored), "µs/move")
}

// cpuTime is what the process has used so far.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
