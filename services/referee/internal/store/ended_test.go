package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/referee/internal/record"
)

// ended is the append that ends a game at a time, which may be long past when
// it is stored.
func ended(id string, seq int, status string, seconds float64) record.Append {
	a := next(id, seq)
	a.State.Status, a.State.Winner, a.State.Deadline, a.State.Ended = status, "first", time.Time{}, at(seconds)
	return a
}

func TestEndedInTheOrderOfTheirCommits(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		for _, id := range []string{"c", "a", "b", "running"} {
			h.append(game(id))
		}
		h.append(ended("c", 3, "finished", 50))
		h.append(ended("a", 3, "aborted", 10)) // its deadline was before the end of c
		h.append(ended("b", 3, "finished", 20))
		h.append(ended("c", 4, "finished", 50)) // an offer of a rematch, which moves nothing
		list := func(after record.Place, before time.Time, limit int) []record.Row {
			rows, err := h.Ended(t.Context(), after, before, limit)
			require.NoError(t, err)
			return rows
		}
		soon := time.Now().Add(time.Minute)
		all := list(record.Place{}, soon, 10)
		require.Equal(t, []string{"c", "a", "b"}, ids(all))
		require.Equal(t, 4, all[0].Seq)
		require.Equal(t, []string{"c"}, ids(list(record.Place{}, soon, 1)))
		require.Equal(t, []string{"a", "b"}, ids(list(all[0].Place(), soon, 10)))
		require.Empty(t, list(all[2].Place(), soon, 10))
		require.Empty(t, list(record.Place{}, all[0].Place().Closed, 10), "strictly before")
		same := record.Place{Closed: all[1].Place().Closed, ID: "Z"}
		require.Equal(t, []string{"a", "b"}, ids(list(same, soon, 10)), "of one moment, by id")

		h.append(ended("c", 5, "void", 50))
		again := list(all[2].Place(), soon, 10)
		require.Equal(t, []string{"c"}, ids(again), "a voided game comes a second time")
		require.Equal(t, "void", again[0].Status)
	})
}
