package load

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
)

func TestScriptsAreLegalAndRepeatThemselves(t *testing.T) {
	t.Parallel()
	all := scripts(games.All(), 7)
	require.Equal(t, all, scripts(games.All(), 7))
	require.NotEqual(t, all, scripts(games.All(), 8))
	kinds := map[string]bool{}
	for _, s := range all {
		g, ok := games.Find(s.game)
		require.True(t, ok)
		kinds[s.game] = true
		line := rules.NewLine(g, g.Start())
		for i, m := range s.moves {
			require.False(t, line.Verdict().Over(), "%s over before ply %d", s.game, i+1)
			_, err := line.Play(m)
			require.NoError(t, err)
		}
		require.True(t, line.Verdict().Over() || line.Plies() == longest, "%s ends in the middle", s.game)
		require.Greater(t, line.Plies(), 20, s.game)
	}
	require.Len(t, kinds, len(games.All()))
}
