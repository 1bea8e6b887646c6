package games_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules/games"
)

func TestFindEveryGameByName(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, g := range games.All() {
		found, ok := games.Find(g.Name())
		require.True(t, ok, g.Name())
		require.Equal(t, g, found)
		require.False(t, seen[g.Name()], "%s is listed twice", g.Name())
		seen[g.Name()] = true
	}
	require.NotEmpty(t, seen)
}

func TestFindNothing(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "chess", "Jungle", "jungle "} {
		_, ok := games.Find(name)
		require.False(t, ok, "%q", name)
	}
}

func TestAllIsTheCallersOwn(t *testing.T) {
	t.Parallel()
	first := games.All()[0]
	games.All()[0] = nil
	require.Equal(t, first, games.All()[0])
}
