package combination_test

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/search/internal/endgame/combination"
)

func TestRanksAreDense(t *testing.T) {
	t.Parallel()
	for k := range 7 {
		for rank := range combination.Count(24, k) {
			set := combination.Subset(rank, k)
			require.Equal(t, k, bits.OnesCount64(set))
			require.Less(t, set, uint64(1)<<24)
			require.Equal(t, rank, combination.Rank(set))
		}
	}
}

func TestSpreadUndoesSqueeze(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		gone := rapid.Uint64Range(0, 1<<50-1).Draw(t, "gone")
		set := rapid.Uint64Range(0, 1<<50-1).Draw(t, "set") &^ gone
		squeezed := combination.Squeeze(set, gone)
		require.Equal(t, bits.OnesCount64(set), bits.OnesCount64(squeezed))
		require.Less(t, squeezed, uint64(1)<<(50-bits.OnesCount64(gone)))
		require.Equal(t, set, combination.Spread(squeezed, gone))
	})
}
