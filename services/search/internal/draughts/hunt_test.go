package draughts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	rules "kydai.dev/pkg/rules/draughts"
	"kydai.dev/services/search/internal/draughts"
)

// TestThreeKingsHuntOne compares endings of three kings against one: the nearer the
// end the better it looks, to either side.
func TestThreeKingsHuntOne(t *testing.T) {
	t.Parallel()
	value := func(position string) int {
		p, err := rules.Brazilian().Parse(position)
		require.NoError(t, err)
		b, err := draughts.New(p, nil)
		require.NoError(t, err)
		return b.Evaluate()
	}
	hunts := []struct{ second, first string }{ // the hunters move, as second and as first
		{"W:BKc5:WKa1,Kc1,Kh4:H0:F1", "B:BKa5,Kf8,Kh8:WKf4:H0:F1"}, // 21 plies
		{"W:BKg1:WKc3,Kd4,Kf6:H0:F1", "B:BKc3,Ke5,Kf6:WKb8:H0:F1"}, // 5 plies
	}
	last := 0
	for _, h := range hunts {
		now := value(h.second)
		require.Greater(t, now, last)
		require.Equal(t, now, value(h.first))
		last = now
	}
	drawn := value("W:BKe5:WKa7,Kc1,Kh4:H0:F1") // on the long road it can't be caught
	require.Less(t, drawn, last/4)
}
