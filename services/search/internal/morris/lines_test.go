package morris

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/morris"
)

// mills are the sixteen lines, by the numbers of their points.
var mills = [][3]int{
	{0, 1, 2},
	{2, 3, 4},
	{4, 5, 6},
	{6, 7, 0},
	{8, 9, 10},
	{10, 11, 12},
	{12, 13, 14},
	{14, 15, 8},
	{16, 17, 18},
	{18, 19, 20},
	{20, 21, 22},
	{22, 23, 16},
	{1, 9, 17},
	{3, 11, 19},
	{5, 13, 21},
	{7, 15, 23},
}

// stones draws a position in which both sides move stones, first to move.
func stones(t *rapid.T) (own, other points, text string) {
	const most, fliers = 9, 3
	order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}).Draw(t, "points")
	first := rapid.IntRange(fliers+1, most).Draw(t, "first")
	second := rapid.IntRange(fliers+1, most).Draw(t, "second")
	for i, p := range order[:first+second] {
		if i < first {
			own |= 1 << p
		} else {
			other |= 1 << p
		}
	}
	return own, other, positionText(own, other)
}

// positionText writes a position row by row.
func positionText(own, other points) string {
	rows := [][]int{{2, 3, 4}, {10, 11, 12}, {18, 19, 20}, {1, 9, 17, 21, 13, 5}, {16, 23, 22}, {8, 15, 14}, {0, 7, 6}}
	list := make([]string, len(rows))
	for i, row := range rows {
		var text strings.Builder
		free := 0
		end := func() {
			if free > 0 {
				text.WriteByte(byte('0' + free))
			}
			free = 0
		}
		for _, p := range row {
			switch {
			case own>>p&1 != 0:
				end()
				text.WriteByte('W')
			case other>>p&1 != 0:
				end()
				text.WriteByte('B')
			default:
				free++
			}
		}
		end()
		list[i] = text.String()
	}
	return strings.Join(list, "/") + " w 0 0 0 19"
}

func TestReadyIsWhereAStepMakesAMill(t *testing.T) {
	t.Parallel()
	g, ok := games.Find("morris")
	require.True(t, ok)
	rapid.Check(t, func(t *rapid.T) {
		own, other, text := stones(t)
		position, err := g.Parse(text)
		require.NoError(t, err)
		board, ok := morris.BoardOf(position)
		require.True(t, ok)
		var want points
		for _, m := range board.Moves(nil) {
			if _, to, _, mill := m.Parts(); mill {
				want |= 1 << to
			}
		}
		require.Equal(t, want, ready(own, everywhere&^(own|other)), text)
	})
}

func TestOpenLinesHoldOneStoneAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		own, other, text := stones(t)
		want := 0
		for _, mill := range mills {
			var line points
			for _, p := range mill {
				line |= 1 << p
			}
			if (own&line).size() == 1 && other&line == 0 {
				want++
			}
		}
		require.Equal(t, want, open(own, other), text)
	})
}
