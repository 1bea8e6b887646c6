package levels_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/texts"
)

func TestEveryGameHasItsLevels(t *testing.T) {
	t.Parallel()
	count := map[string]int{"xiangqi": 5, "jungle": 6, "morris": 5}
	for _, g := range games.All() {
		want, ok := count[g.Name()]
		if !ok {
			want = 5
		}
		require.Len(t, levels.Of(g.Name()), want, g.Name())
	}
	require.Empty(t, levels.Of("go"))
}

func TestLevelsAreNamedAndGrow(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		before := levels.Level{Slip: levels.Slip{Spread: 1000, Most: 1000}}
		names := map[string]bool{}
		for i, l := range levels.Of(g.Name()) {
			require.Equal(t, strconv.Itoa(i+1), l.ID)
			require.Greater(t, l.Nodes, before.Nodes, "%s %s", g.Name(), l.ID)
			require.LessOrEqual(t, l.Slip.Spread, before.Slip.Spread, "%s %s", g.Name(), l.ID)
			require.LessOrEqual(t, l.Slip.Most, before.Slip.Most, "%s %s", g.Name(), l.ID)
			require.False(t, names[l.Name], "%s has two levels %s", g.Name(), l.Name)
			for _, lang := range []texts.Lang{texts.Vietnamese, texts.English} {
				said, ok := texts.Name(lang, texts.Levels, l.Name)
				require.True(t, ok, l.Name)
				require.NotEmpty(t, said)
			}
			before, names[l.Name] = l, true
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	l, ok := levels.Find("draughts-russian", "3")
	require.True(t, ok)
	require.Equal(t, "hard", l.Name)
	for _, id := range []string{"", "0", "7", "01", "hard"} {
		_, ok := levels.Find("xiangqi", id)
		require.False(t, ok, id)
	}
	_, ok = levels.Find("chess", "1")
	require.False(t, ok)
}

// TestOfIsTheCallersOwn: changing what was listed changes nothing for others.
func TestOfIsTheCallersOwn(t *testing.T) {
	t.Parallel()
	levels.Of("morris")[0].Nodes = 0
	require.NotZero(t, levels.Of("morris")[0].Nodes)
}
