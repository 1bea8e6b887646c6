package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/referee/internal/record"
)

// annulled is the append that annuls a game at a second.
func annulled(id string, seq int, seconds float64) record.Append {
	a := ended(id, seq, "void", seconds)
	a.Void = &record.Void{GameID: id, VoidedAt: at(seconds).UnixMicro(), Reason: "why " + id, Operator: eve, Caller: "mod"}
	return a
}

func TestVoids(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		for _, id := range []string{"a", "b", "c", "d"} {
			h.append(game(id))
		}
		h.append(ended("a", 3, "finished", 50))
		h.append(annulled("a", 4, 70))
		h.append(annulled("b", 3, 60))
		h.append(annulled("c", 3, 70))
		list := func(f record.VoidFilter) (ids []string) {
			found, err := h.Voids(t.Context(), f)
			require.NoError(t, err)
			for _, v := range found {
				ids = append(ids, v.GameID)
			}
			return ids
		}
		require.Equal(t, []string{"c", "a", "b"}, list(record.VoidFilter{Limit: 10}), "the last first")
		require.Equal(t, []string{"c"}, list(record.VoidFilter{Limit: 1}))
		require.Equal(t, []string{"a", "b"}, list(record.VoidFilter{BeforeTime: at(70), BeforeID: "c", Limit: 10}))
		require.Empty(t, list(record.VoidFilter{BeforeTime: at(60), BeforeID: "b", Limit: 10}))
		require.Empty(t, list(record.VoidFilter{GameID: "d", Limit: 10}))
		found, err := h.Voids(t.Context(), record.VoidFilter{GameID: "b", Limit: 1})
		require.NoError(t, err)
		require.Equal(t, []record.Void{*annulled("b", 3, 60).Void}, found)
		require.Equal(t, at(60), found[0].Time())

		require.ErrorIs(t, h.committer.Append(t.Context(), annulled("a", 4, 99)), record.ErrStale)
		require.Equal(t, []string{"c", "a", "b"}, list(record.VoidFilter{Limit: 10}), "who is second leaves nothing")
	})
}

// Who annulled a game stands in the transaction that annuls it.
func TestAVoidAmongOthersInOneCommit(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		var all []record.Append
		for i := range 10 {
			id := fmt.Sprint("g", i)
			h.append(game(id))
			if i%2 == 0 {
				all = append(all, annulled(id, 3, 5))
			} else {
				all = append(all, next(id, 3))
			}
		}
		for _, err := range h.together(all...) {
			require.NoError(t, err)
		}
		found, err := h.Voids(t.Context(), record.VoidFilter{Limit: 100})
		require.NoError(t, err)
		require.Len(t, found, 5)
		ended, err := h.Ended(t.Context(), record.Place{}, time.Now().Add(time.Minute), 100)
		require.NoError(t, err)
		require.Len(t, ended, 5)
	})
}
