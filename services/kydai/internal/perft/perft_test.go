package perft_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/kydai/internal/perft"
)

func count(t *testing.T, game, position string, depth int, divide bool) []string {
	t.Helper()
	g, ok := games.Find(game)
	require.True(t, ok)
	p, err := g.Parse(position)
	require.NoError(t, err)
	var out strings.Builder
	leaves, err := perft.Count(&out, perft.Job{Start: p, Depth: depth, Divide: divide, Threads: 1})
	require.NoError(t, err)
	var shared strings.Builder
	_, err = perft.Count(&shared, perft.Job{Start: p, Depth: depth, Divide: divide, Threads: 7})
	require.NoError(t, err)
	require.Equal(t, out.String(), shared.String(), "counted by one and by seven")
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	require.Equal(t, p.Perft(depth), leaves)
	return lines
}

const start = "3/3/3/6/3/3/3 w 9 9 0 1"

func TestCount(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"1"}, count(t, "morris", start, 0, false))
	require.Equal(t, []string{"1"}, count(t, "morris", start, 0, true))
	require.Equal(t, []string{"12144"}, count(t, "morris", start, 3, false))
}

func TestDeeperThanTheCut(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"255024"}, count(t, "morris", start, 4, false))
	require.Equal(t, []string{"30"}, count(t, "xiangqi", "4k4/9/9/9/9/9/9/9/4R4/4K4 b - - 0 1", 3, false))
}

func TestDivide(t *testing.T) {
	t.Parallel()
	lines := count(t, "morris", start, 2, true)
	require.Len(t, lines, 25)
	require.Equal(t, "a1 23", lines[0])
	require.Equal(t, "552", lines[24])
}

func TestAFinishedPosition(t *testing.T) {
	t.Parallel()
	const over = "2c4/7/7/7/7/7/7/7/7 r 0 2"
	require.Equal(t, []string{"1"}, count(t, "jungle", over, 0, false))
	require.Equal(t, []string{"0"}, count(t, "jungle", over, 2, true))
}
