package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestBudgets: whatever the clock says, there is time for a move and never more than
// is left.
func TestBudgets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		span := func(name string, most time.Duration) time.Duration {
			return time.Duration(rapid.Int64Range(0, int64(most)).Draw(t, name))
		}
		c := Clock{
			Left: span("left", time.Hour), Increment: span("increment", time.Minute),
			MovesToGo: rapid.IntRange(0, 60).Draw(t, "moves"), PerMove: span("per move", time.Minute),
		}
		soft, hard := c.Budget()
		require.Positive(t, soft)
		require.LessOrEqual(t, soft, hard)
		require.LessOrEqual(t, hard, max(1, c.Left))
		if c.PerMove > 0 {
			require.LessOrEqual(t, hard, max(1, c.PerMove))
		}
	})
}

func TestBudgetOfUsualClocks(t *testing.T) {
	t.Parallel()
	soft, hard := Clock{Left: 10 * time.Minute}.Budget()
	require.InDelta(t, 20, soft.Seconds(), 1)
	require.InDelta(t, 80, hard.Seconds(), 2)
	soft, _ = Clock{Left: time.Minute, Increment: 4 * time.Second}.Budget()
	require.InDelta(t, 5, soft.Seconds(), 0.5)
	soft, _ = Clock{Left: time.Minute, MovesToGo: 1}.Budget()
	require.InDelta(t, 30, soft.Seconds(), 1, "the last move before more time comes")
}

func TestSharesAddUp(t *testing.T) {
	t.Parallel()
	for threads := 1; threads < 9; threads++ {
		sum := 0
		for i := range threads {
			sum += share(1003, i, threads)
		}
		require.Equal(t, 1003, sum)
	}
}
