package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/referee/internal/record"
	"kydai.dev/services/referee/internal/store"
)

func (h *hall) beat(now float64, known float64) []record.Downtime {
	h.t.Helper()
	news, err := h.Beat(h.t.Context(), at(now), at(known))
	require.NoError(h.t, err)
	return news
}

func down(from, to float64) record.Downtime {
	return record.Downtime{FromAt: at(from).UnixMicro(), ToAt: at(to).UnixMicro()}
}

func TestBeat(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		require.Empty(t, h.beat(0, -100), "the first heartbeat ends no silence")
		require.Empty(t, h.beat(0.25, -100))
		require.Empty(t, h.beat(1.25, -100), "a second is no downtime")
		require.Empty(t, h.beat(0.5, -100), "of a replica whose clock is behind")
		require.Equal(t, []record.Downtime{down(1.25, 2.251)}, h.beat(2.251, -100), "more than a second is")
		require.Equal(t, []record.Downtime{down(1.25, 2.251)}, h.beat(2.5, -100), "which other replicas learn of")
		require.Empty(t, h.beat(2.6, 2.251), "those that know it do not hear again")
		require.Equal(t, []record.Downtime{down(2.6, 60)}, h.beat(60, 2.251))
		require.Equal(t, []record.Downtime{down(1.25, 2.251), down(2.6, 60)}, h.beat(60.1, -100), "in order")
		require.Equal(t, at(2.6), down(2.6, 60).From())
		require.Equal(t, at(60), down(2.6, 60).To())
	})
}

// The deadline moves by the part of the downtime (10 s to 20 s) that fell into
// the turn, as the game's own adjustment will say.
func TestDowntimeMovesDeadlines(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ asOf, deadline, want float64 }{
		"a turn that began before":     {5, 40, 50},
		"a turn that began with it":    {10, 40, 50},
		"a turn that began in it":      {13, 40, 47},
		"a turn that began at its end": {20, 40, 40},
		"a turn that began after":      {20.5, 40, 40},
		"out of time during it":        {5, 15, 25},
		"out of time at its beginning": {5, 10, 20},
		"out of time before it":        {5, 9.999999, 9.999999},
	}
	suite(t, func(t *testing.T, h *hall) {
		for name, tt := range tests {
			listed(h, name, 0, func(a *record.Append) { a.State.AsOf, a.State.Deadline = at(tt.asOf), at(tt.deadline) })
		}
		listed(h, "over", 0, func(a *record.Append) { a.State.Status, a.State.Deadline = "finished", time.Time{} })
		h.beat(10, -100)
		h.beat(20, -100)
		for range 3 { // exactly once
			for name, tt := range tests {
				require.Equal(t, at(tt.want).UnixMicro(), *h.row(name).Deadline, name)
			}
			require.Nil(t, h.row("over").Deadline)
			h.beat(20.1, -100)
		}
	})
}

// All replicas come back at once: one of them writes the downtime.
func TestReplicasFindOneDowntime(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, cfg dbx.Config) {
		const replicas = 4
		var halls []*hall
		for range replicas {
			halls = append(halls, open(t, testkit.Open(t, cfg, "referee", store.Migrations())))
		}
		listed(halls[0], "g", 0, func(a *record.Append) { a.State.AsOf, a.State.Deadline = at(0), at(100) })
		halls[0].beat(10, -100)
		var all errgroup.Group
		heard := make([][]record.Downtime, replicas)
		for i, h := range halls {
			all.Go(func() (err error) {
				heard[i], err = h.Beat(t.Context(), at(20+float64(i)/20), at(-100))
				return err
			})
		}
		require.NoError(t, all.Wait())
		require.Len(t, heard[0], 1)
		for i := range replicas {
			require.Equal(t, heard[0], heard[i], "all know the same one")
		}
		require.Equal(t, at(10), heard[0][0].From())
		require.Equal(t, at(100).Add(heard[0][0].To().Sub(at(10))).UnixMicro(), *halls[0].row("g").Deadline, "moved once")
	})
}

// A game that runs without a deadline, because it is paused, is not due, and gets
// none by a downtime.
func TestDeadlinesOfPausedGames(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		h.append(game("g"))
		paused := next("g", 3)
		paused.State.Deadline = time.Time{}
		h.append(paused)
		due, err := h.Due(t.Context(), at(1e6), 10)
		require.NoError(t, err)
		require.Empty(t, due)
		h.beat(10, -100)
		h.beat(20, -100)
		require.Nil(t, h.row("g").Deadline)
		require.Equal(t, "running", h.row("g").Status)
		h.append(next("g", 4))
		due, err = h.Due(t.Context(), at(1e6), 10)
		require.NoError(t, err)
		require.Len(t, due, 1)
	})
}
