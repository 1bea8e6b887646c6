package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// idsOf are the ids of a whole list, read in pages of two.
func idsOf[T any](t *testing.T, id func(T) record.Place, read func(p record.Page) ([]T, error)) []string {
	t.Helper()
	var ids []string
	page := record.Page{Limit: 2}
	for {
		list, err := read(page)
		require.NoError(t, err)
		for _, item := range list {
			page.After = id(item)
			ids = append(ids, page.After.ID)
		}
		if len(list) < page.Limit {
			return ids
		}
	}
}

// ending ends a tournament at a time.
func ending(a record.Append, status tourney.Status, at time.Time) record.Append {
	n := next(a, tourney.Played{})
	n.Summary.Status, n.Summary.End = status, at
	return n
}

func TestLists(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		for i, id := range []string{"e", "d", "c", "b", "a"} {
			a := fresh(id, start.Add(time.Duration(i/2)*time.Hour)) // two at a time
			if id == "b" {
				a.Summary.Game, a.Summary.Series = "jungle", "s"
			}
			b.create(t, a)
		}
		for i, id := range []string{"x", "y", "z"} {
			a := b.create(t, fresh(id, start))
			b.add(t, ending(a, tourney.Ended, start.Add(time.Duration(i/2)*time.Hour)))
		}
		b.add(t, ending(b.create(t, fresh("off", start)), tourney.CalledOff, start))
		tests := map[string]struct {
			filter record.Filter
			want   []string
		}{
			"to come":   {record.Filter{}, []string{"d", "e", "b", "c", "a"}},
			"open":      {record.Filter{Status: tourney.Open}, []string{"d", "e", "b", "c", "a"}},
			"running":   {record.Filter{Status: tourney.Running}, nil},
			"of a game": {record.Filter{Game: "jungle"}, []string{"b"}},
			"of series": {record.Filter{Series: "s"}, []string{"b"}},
			"over":      {record.Filter{Status: tourney.Ended}, []string{"z", "y", "x"}},
			"and of":    {record.Filter{Status: tourney.Ended, Game: "jungle"}, nil},
			"cancelled": {record.Filter{Status: tourney.CalledOff}, []string{"off"}},
		}
		for name, tt := range tests {
			got := idsOf(t, record.Summary.Place, func(p record.Page) ([]record.Summary, error) { return b.List(t.Context(), tt.filter, p) })
			require.Equal(t, tt.want, got, name)
		}
	})
}

func TestTournamentsOfAnAccount(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		waits := joined(ann)
		waits.Entrant.State = tourney.Waiting
		kinds := map[string][]any{
			"directs": nil,
			"plays":   {joined(ann), joined(bob)},
			"waits":   {waits},
			"place":   {waits, tourney.Admitted{Player: ann}},
			"gone":    {joined(ann), tourney.Withdrawn{Player: ann}},
			"back":    {joined(ann), tourney.Withdrawn{Player: ann}, joined(ann)},
			"left":    {joined(ann), tourney.Withdrawn{Player: ann, AfterRound: 2}},
			"out":     {joined(ann), tourney.Disqualified{Player: ann}},
			"both":    {joined(dir)},
		}
		for i, id := range []string{"directs", "plays", "waits", "place", "gone", "back", "left", "out", "both"} {
			a := b.create(t, fresh(id, start.Add(-time.Duration(i/2)*time.Hour)))
			for _, kind := range kinds[id] { // one by one
				a = b.add(t, next(a, kind))
			}
		}
		of := func(account string) []string {
			return idsOf(t, record.Own.Place, func(p record.Page) ([]record.Own, error) { return b.OfAccount(t.Context(), account, p) })
		}
		require.Equal(t, []string{"plays", "waits", "place", "back", "out", "left"}, of(ann))
		require.Equal(t, []string{"plays"}, of(bob))
		require.Len(t, of(dir), 9)
		own, err := b.OfAccount(t.Context(), dir, record.Page{Limit: 100})
		require.NoError(t, err)
		for _, o := range own {
			require.True(t, o.Directs)
			require.Equal(t, o.ID == "both", o.Plays, o.ID)
		}
	})
}

// Leaving and coming back within one append counts as it ends.
func TestTheLastWordOfAnAppendCounts(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		a := b.create(t, fresh("one", start))
		a = b.add(t, next(a, joined(ann), tourney.Withdrawn{Player: ann}))
		own, err := b.OfAccount(t.Context(), ann, record.Page{Limit: 1})
		require.NoError(t, err)
		require.Empty(t, own)
		b.add(t, next(a, tourney.Withdrawn{Player: ann}, joined(ann)))
		own, err = b.OfAccount(t.Context(), ann, record.Page{Limit: 1})
		require.NoError(t, err)
		require.Len(t, own, 1)
	})
}
