package watch_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/clock/internal/watch"
)

var start = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func at(seconds int) time.Time { return start.Add(time.Duration(seconds) * time.Second) }

func TestDueComesEarliestFirstAndOnce(t *testing.T) {
	t.Parallel()
	w := watch.New()
	w.Set(watch.Deadline{GameID: "b", Seq: 3, At: at(2)})
	w.Set(watch.Deadline{GameID: "a", Seq: 1, At: at(1)})
	w.Set(watch.Deadline{GameID: "c", Seq: 1, At: at(9)})

	next, ok := w.Next()
	require.True(t, ok)
	require.Equal(t, at(1), next)
	require.Equal(t, []watch.Deadline{{GameID: "a", Seq: 1, At: at(1)}, {GameID: "b", Seq: 3, At: at(2)}}, w.Due(at(5)))
	require.Empty(t, w.Due(at(5)))
	require.Equal(t, 1, w.Len())
}

func TestOldNewsChangesNothing(t *testing.T) {
	t.Parallel()
	w := watch.New()
	w.Set(watch.Deadline{GameID: "a", Seq: 5, At: at(5)})
	w.Set(watch.Deadline{GameID: "a", Seq: 4, At: at(1)})
	w.Drop("a", 4)
	require.Empty(t, w.Due(at(2)))
	require.True(t, w.Watches("a"))

	w.Drop("a", 6)
	require.False(t, w.Watches("a"))
	_, ok := w.Next()
	require.False(t, ok)
}

// TestWatchIsAMapSortedByTime holds the watch against the plainest model.
func TestWatchIsAMapSortedByTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w, model := watch.New(), map[string]watch.Deadline{}
		game := rapid.SampledFrom([]string{"a", "b", "c", "d", "e"})
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			d := watch.Deadline{GameID: game.Draw(t, "game"), Seq: rapid.IntRange(1, 9).Draw(t, "seq"), At: at(rapid.IntRange(0, 99).Draw(t, "at"))}
			old, known := model[d.GameID]
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				w.Set(d)
				if !known || d.Seq >= old.Seq {
					model[d.GameID] = d
				}
			case 1:
				w.Drop(d.GameID, d.Seq)
				if known && d.Seq >= old.Seq {
					delete(model, d.GameID)
				}
			default:
				checkDue(t, w, model, d.At)
			}
			require.Len(t, model, w.Len())
		}
	})
}

func checkDue(t *rapid.T, w *watch.Watch, model map[string]watch.Deadline, before time.Time) {
	due := w.Due(before)
	require.True(t, slices.IsSortedFunc(due, func(a, b watch.Deadline) int { return a.At.Compare(b.At) }))
	for _, d := range due {
		require.Equal(t, model[d.GameID], d)
		require.True(t, d.At.Before(before))
		delete(model, d.GameID)
	}
	for _, d := range model {
		require.False(t, d.At.Before(before))
	}
}
