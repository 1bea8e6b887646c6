package levels_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/levels"
)

// Each level is clearly stronger than the one below.
func TestStepsOfTheLadders(t *testing.T) {
	t.Parallel()
	for _, game := range measured {
		l, err := levels.Measured(game)
		require.NoError(t, err)
		for i, r := range l.Rungs[1:] {
			m := between(t, l, r.ID, l.Rungs[i].ID)
			require.GreaterOrEqual(t, m.Games(), 200, "%s %s", game, r.ID)
			require.True(t, steep(game, m), "%s, %s against %s: %.1f %%, %d to %d", game, m.One, m.Two, 100*m.Score(), m.Low, m.High)
		}
	}
}

// steep reports whether a level scores 70 of 100 or, in games that good players
// often draw, is surely stronger where they did.
func steep(game string, m levels.Match) bool {
	const drawish, surely = 1.0 / 3, 30
	family, _, _ := strings.Cut(game, "-")
	if family != "xiangqi" && float64(m.Draws) >= drawish*float64(m.Games()) {
		return m.Low >= surely
	}
	return m.Score() >= 0.7
}

func TestSteep(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		game string
		m    levels.Match
		want bool
	}{
		"70 of 100":               {"jungle", levels.Match{Wins: 140, Losses: 60}, true},
		"draws are half":          {"xiangqi", levels.Match{Wins: 100, Draws: 80, Losses: 20}, true},
		"less":                    {"xiangqi", levels.Match{Wins: 139, Losses: 61, Low: 90}, false},
		"drawish":                 {"morris", levels.Match{Wins: 60, Draws: 130, Losses: 10, Low: 31}, true},
		"drawish, but not surely": {"morris", levels.Match{Wins: 60, Draws: 130, Losses: 10, Low: 29}, false},
		"not drawish after all":   {"draughts-brazilian", levels.Match{Wins: 130, Draws: 5, Losses: 65, Low: 60}, false},
		"drawish elsewhere":       {"xiangqi", levels.Match{Wins: 60, Draws: 130, Losses: 10, Low: 31}, false},
	}
	for name, tt := range tests {
		require.Equal(t, tt.want, steep(tt.game, tt.m), name)
	}
}

// between is the match of two levels.
func between(t *testing.T, l levels.Ladder, one, two string) levels.Match {
	t.Helper()
	for _, m := range l.Matches {
		if m.One == one && m.Two == two {
			return m
		}
	}
	require.Fail(t, "nobody played", "%s: %s against %s", l.Game, one, two)
	return levels.Match{}
}
