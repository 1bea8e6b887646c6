package oracle

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/services/search/internal/endgame"
)

// TestTheWayGetsShorter follows wins: whatever the counter does, every move of the
// winner must bring him nearer.
func TestTheWayGetsShorter(t *testing.T) {
	t.Parallel()
	value := func(plies uint16, zeroing uint8) endgame.Value {
		return endgame.Value{Outcome: endgame.Win, Theory: endgame.Win, Plies: plies, Zeroing: zeroing}
	}
	type stand struct {
		value   endgame.Value
		counter int
	}
	tests := map[string]struct {
		limit int
		stand []stand // in the order of a game
	}{
		"no counter":                        {0, []stand{{value(67, 0), 0}, {value(66, 0), 0}}},
		"a counter that does no harm":       {80, []stand{{value(30, 1), 50}, {value(29, 20), 0}, {value(28, 19), 1}}},
		"a counter that is full too soon":   {80, []stand{{value(30, 3), 77}, {value(45, 2), 78}, {value(60, 1), 79}, {value(59, 50), 0}}},
		"a way that is longer than the one": {80, []stand{{value(109, 1), 3}, {value(108, 73), 0}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			last := 1000
			for _, s := range tt.stand {
				now := way(s.value, rules.Counter{Plies: s.counter, Limit: tt.limit})
				require.Less(t, now, last)
				last = now
			}
		})
	}
}
