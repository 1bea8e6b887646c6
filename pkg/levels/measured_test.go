package levels_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules/games"
)

// measured are the games whose levels were measured.
var measured = []string{"xiangqi", "jungle", "morris", "draughts-brazilian"}

// Every game says how strong its levels are.
func TestEveryGameIsMeasured(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		l, err := levels.Measured(g.Name())
		require.NoError(t, err)
		require.Contains(t, measured, l.Game)
		require.Equal(t, strings.Split(l.Game, "-")[0], strings.Split(g.Name(), "-")[0])
	}
	_, err := levels.Measured("chess")
	require.ErrorContains(t, err, "chess")
}

// What was measured are today's levels: who changes one runs `make ladder`.
func TestLevelsAreThoseThatWereMeasured(t *testing.T) {
	t.Parallel()
	for _, game := range measured {
		l, err := levels.Measured(game)
		require.NoError(t, err)
		require.NotEmpty(t, l.Command)
		require.Regexp(t, `^\d{4}-\d\d-\d\d$`, l.Date)
		today := levels.Of(game)
		require.Len(t, l.Rungs, len(today), game)
		for i, r := range l.Rungs {
			require.Equal(t, today[i], r.Level, "%s %s: run `make ladder LADDERS=%s`", game, r.ID, game)
			if i == 0 {
				require.Zero(t, r.Elo, game)
				require.Zero(t, r.Error, game)
				continue
			}
			require.Greater(t, r.Elo, l.Rungs[i-1].Elo, "%s %s", game, r.ID)
			require.Positive(t, r.Error, "%s %s", game, r.ID)
		}
	}
}

// The weakest level is for beginners, but beats who knows the rules alone.
func TestTheWeakestLevels(t *testing.T) {
	t.Parallel()
	for _, game := range measured {
		l, err := levels.Measured(game)
		require.NoError(t, err)
		require.Len(t, l.Yardsticks, 2)
		require.Greater(t, l.Yardsticks[0].Score(), 0.8, "%s against %s", game, l.Yardsticks[0].Two)
	}
}
