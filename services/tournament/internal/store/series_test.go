package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// daily is a series whose tournaments are made an hour ahead.
func daily(id string, next time.Time) record.Series {
	return record.Series{
		ID: id, Version: 1, Cron: "0 20 * * *", Zone: "Asia/Ho_Chi_Minh", Ahead: time.Hour, Director: dir, Created: start, Next: next,
		Settings: tourney.Settings{Name: id, Game: "jungle", Pace: tourney.Pace{Pause: time.Minute}},
	}
}

func (b box) series(t *testing.T, s record.Series) record.Series {
	t.Helper()
	id, err := b.CreateSeries(t.Context(), s, record.Key{Caller: dir, Text: s.ID, Body: []byte("b")})
	require.NoError(t, err)
	require.Equal(t, s.ID, id)
	return s
}

func TestSeriesComeBackAndChange(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		s := b.series(t, daily("s", start))
		again := daily("again", start)
		id, err := b.CreateSeries(t.Context(), again, record.Key{Caller: dir, Text: "s", Body: []byte("b")})
		require.NoError(t, err)
		require.Equal(t, "s", id, "the same key")
		_, err = b.CreateSeries(t.Context(), again, record.Key{Caller: dir, Text: "s", Body: []byte("c")})
		require.ErrorIs(t, err, record.ErrKeyReused)
		got, err := b.Series(t.Context(), "s")
		require.NoError(t, err)
		require.Equal(t, s, got)
		_, err = b.Series(t.Context(), "none")
		require.ErrorIs(t, err, record.ErrNoSuchSeries)

		changed := s
		changed.Cron, changed.Next, changed.Stopped, changed.Settings.Name = "0 21 * * *", start.Add(time.Hour), true, "later"
		require.NoError(t, b.UpdateSeries(t.Context(), changed))
		require.ErrorIs(t, b.UpdateSeries(t.Context(), s), record.ErrStale)
		changed.Version = 2
		got, err = b.Series(t.Context(), "s")
		require.NoError(t, err)
		require.Equal(t, changed, got)
	})
}

// Those that go on are listed, the newest first, page by page.
func TestListSeries(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		list := func(p record.Page) (ids []string) {
			found, err := b.ListSeries(t.Context(), p)
			require.NoError(t, err)
			for _, s := range found {
				ids = append(ids, s.ID)
			}
			return ids
		}
		require.Empty(t, list(record.Page{Limit: 10}))
		old := b.series(t, daily("old", start))
		for _, id := range []string{"b", "a", "gone", "c"} {
			s := daily(id, start)
			s.Created, s.Stopped = start.Add(time.Minute), id == "gone"
			b.series(t, s)
		}
		require.Equal(t, []string{"c", "b", "a", "old"}, list(record.Page{Limit: 10}))
		require.Equal(t, []string{"c", "b"}, list(record.Page{Limit: 2}))
		require.Equal(t, []string{"a", "old"}, list(record.Page{Limit: 2, After: record.Place{Time: start.Add(time.Minute), ID: "b"}}))
		require.Empty(t, list(record.Page{Limit: 2, After: old.Place()}))
	})
}

func (b box) dueSeries(t *testing.T, worker string, now time.Time) []string {
	t.Helper()
	list, err := b.DueSeries(t.Context(), worker, now, now.Add(lease), 10)
	require.NoError(t, err)
	var ids []string
	for _, s := range list {
		ids = append(ids, s.ID)
	}
	return ids
}

func TestDueSeries(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		s := b.series(t, daily("s", start))
		b.series(t, daily("none", time.Time{}))
		stopped := daily("stopped", start)
		stopped.Stopped = true
		b.series(t, stopped)
		ahead := start.Add(-time.Hour)
		require.Empty(t, b.dueSeries(t, "w", ahead.Add(-time.Second)))
		require.Equal(t, []string{"s"}, b.dueSeries(t, "w", ahead))
		require.Empty(t, b.dueSeries(t, "v", ahead))
		require.Equal(t, []string{"s"}, b.dueSeries(t, "v", ahead.Add(lease)))
		tomorrow := start.Add(24 * time.Hour)
		skip := record.Start{Series: "s", Version: s.Version, Time: start, Next: tomorrow}
		require.NoError(t, b.Skip(t.Context(), skip))
		require.ErrorIs(t, b.Skip(t.Context(), skip), record.ErrStale)
		require.Empty(t, b.dueSeries(t, "w", start))
		require.Equal(t, []string{"s"}, b.dueSeries(t, "w", tomorrow.Add(-time.Hour)))
		require.NoError(t, b.Skip(t.Context(), record.Start{Series: "s", Version: s.Version, Time: tomorrow}))
		require.Empty(t, b.dueSeries(t, "w", tomorrow.Add(lease)), "there are no more starts")
	})
}

// of makes the append of the tournament of a start.
func of(id string, s record.Start) record.Append {
	a := fresh(id, s.Time)
	a.Summary.Series, a.Start = s.Series, &s
	return a
}

// However many make the tournament of a start, there is one.
func TestAStartIsMadeOnce(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		s := b.series(t, daily("s", start))
		first := record.Start{Series: "s", Version: s.Version, Time: start, Next: start.Add(time.Hour)}
		results := make(chan error, 4)
		var group errgroup.Group
		for _, id := range []string{"a", "b", "c", "d"} {
			group.Go(func() error {
				_, err := b.Create(t.Context(), of(id, first))
				results <- err
				return nil
			})
		}
		require.NoError(t, group.Wait())
		close(results)
		won := 0
		for err := range results {
			if err == nil {
				won++
				continue
			}
			require.ErrorIs(t, err, record.ErrStale)
		}
		require.Equal(t, 1, won)
		require.EqualValues(t, 1, b.rows(t)["tournaments"])

		s.Next = start // a change takes it back to a start that it has had
		require.NoError(t, b.UpdateSeries(t.Context(), s))
		first.Version++
		_, err := b.Create(t.Context(), of("e", first))
		require.ErrorIs(t, err, record.ErrMade)
		require.EqualValues(t, 1, b.rows(t)["tournaments"])
		require.NoError(t, b.Skip(t.Context(), first))
		_, err = b.Create(t.Context(), of("f", record.Start{Series: "s", Version: first.Version, Time: start.Add(time.Hour)}))
		require.NoError(t, err)
	})
}

// What was stopped meanwhile makes nothing.
func TestAStoppedSeriesMakesNothing(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		s := b.series(t, daily("s", start))
		stopped := s
		stopped.Stopped = true
		require.NoError(t, b.UpdateSeries(t.Context(), stopped))
		for _, version := range []int{1, 2} {
			_, err := b.Create(t.Context(), of("a", record.Start{Series: "s", Version: version, Time: start}))
			require.ErrorIs(t, err, record.ErrStale)
		}
		require.Zero(t, b.rows(t)["tournaments"])
	})
}
