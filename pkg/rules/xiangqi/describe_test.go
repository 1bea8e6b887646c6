package xiangqi_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/xiangqi"
)

// placements of the two generals: none hides in both what a piece steps on.
var placements = [][2]string{{"e0", "d9"}, {"d1", "f8"}}

// steps adds the ways of a red piece, alone but for the generals, from a point to
// those at its side.
func steps(t *testing.T, found map[string]bool, letter byte, from string, distance int) {
	t.Helper()
	for _, generals := range placements {
		if slices.Contains(generals[:], from) {
			continue
		}
		p, err := xiangqi.New().Parse(lineOf(map[string]byte{generals[0]: 'K', generals[1]: 'k', from: letter}))
		require.NoError(t, err)
		for _, m := range p.Moves() {
			dx, dy := int(m[2])-int(m[0]), int(m[3])-int(m[1])
			if m[:2] == from && from < m[2:] && dx*dx+dy*dy == distance {
				found[m] = true
			}
		}
	}
}

// lineOf is a position of the pieces, red to move.
func lineOf(pieces map[string]byte) string {
	var rows []string
	for rank := byte('9'); rank >= '0'; rank-- {
		row := ""
		for file := byte('a'); file <= 'i'; file++ {
			c := pieces[string([]byte{file, rank})]
			if c == 0 {
				c = '1'
			}
			row += string(c)
		}
		for n := 9; n > 1; n-- {
			row = strings.ReplaceAll(row, strings.Repeat("1", n), strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + " w - - 0 1"
}

// A chariot steps along the grid and over the river, an advisor along the
// diagonals; neither steps anywhere else.
func TestLinesAreWaysOfPieces(t *testing.T) {
	t.Parallel()
	b := xiangqi.New().Describe().Board
	straight, diagonal := map[string]bool{}, map[string]bool{}
	for _, l := range b.Lines {
		if l.Kind == rules.LineDiagonal {
			diagonal[l.From+l.To] = l.From[1] <= '4' // red's
			continue
		}
		straight[l.From+l.To] = true
		inside := l.From[0] != 'a' && l.From[0] != 'i'
		require.Equal(t, inside && l.From[1:]+l.To[1:] == "45", l.Kind == rules.LineRiver, "%v", l)
	}
	walked, oblique := map[string]bool{}, map[string]bool{}
	for _, p := range b.Points {
		steps(t, walked, 'R', p.Name, 1)
	}
	require.Empty(t, cmp.Diff(straight, walked))
	for _, p := range []string{"d0", "d2", "e1"} {
		steps(t, oblique, 'A', p, 2)
	}
	require.Equal(t, map[string]bool{"d0e1": true, "d2e1": true, "e1f0": true, "e1f2": true}, oblique)
	for line, red := range diagonal {
		require.Equal(t, red, oblique[line], line)
	}
	require.Len(t, diagonal, 8)
	require.Contains(t, diagonal, "e8f9")
}

func TestAreas(t *testing.T) {
	t.Parallel()
	d := xiangqi.New().Describe()
	area := func(role, owner string) []string {
		i := slices.IndexFunc(d.Board.Areas, func(a rules.Area) bool { return a.Role == role && a.Owner == owner })
		require.GreaterOrEqual(t, i, 0, role)
		return d.Board.Areas[i].Squares
	}
	require.Equal(t, []string{"d7", "d8", "d9", "e7", "e8", "e9", "f7", "f8", "f9"}, area(rules.AreaPalace, "second"))
	require.Equal(t, []string{"a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4"}, area(rules.AreaRiverBank, "first"))
	require.Equal(t, []string{"d0", "d2", "e1", "f0", "f2"}, area(rules.AreaAdvisorPoints, "first"))
	require.Equal(t, []string{"a7", "c5", "c9", "e7", "g5", "g9", "i7"}, area(rules.AreaElephantPoints, "second"))
	require.Len(t, area(rules.AreaHome, "first"), 45)
	require.Len(t, area(rules.AreaSoldierPoints, "second"), 55)
	require.Equal(t, [2]string{"N", "n"}, d.Kinds[3].Letters)
	require.Equal(t, [2]rules.Colour{{Name: "red", Letter: "w"}, {Name: "black", Letter: "b"}}, d.Colours)
}
