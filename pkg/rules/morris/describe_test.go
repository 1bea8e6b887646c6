package morris_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/morris"
)

// A white stone at a time, with three others far from flying and in nobody's
// way, so that its moves are the lines from its point.
func TestLinesAreWaysOfStones(t *testing.T) {
	t.Parallel()
	b := morris.New().Describe().Board
	lines := map[string]bool{}
	for _, l := range b.Lines {
		lines[l.From+l.To], lines[l.To+l.From] = true, true
	}
	require.Len(t, lines, 2*32)
	walked := map[string]bool{}
	for _, at := range b.Points {
		for _, others := range [][3]string{{"a1", "d2", "g7"}, {"a7", "d6", "g1"}, {"b6", "c3", "f4"}} {
			if slices.Contains(others[:], at.Name) {
				continue
			}
			p := place(t, append(others[:], at.Name), nil)
			for _, m := range p.Moves() {
				if m[:2] == at.Name {
					walked[m[:4]] = true
				}
			}
		}
	}
	require.Empty(t, cmp.Diff(lines, walked))
}

// place is a position of stones, white to move, none in hand.
func place(t *testing.T, white, black []string) rules.Position {
	t.Helper()
	line := ""
	for rank := byte('7'); rank >= '1'; rank-- {
		for _, p := range morris.New().Describe().Board.Points {
			if p.Name[1] != rank {
				continue
			}
			switch {
			case slices.Contains(white, p.Name):
				line += "W"
			case slices.Contains(black, p.Name):
				line += "B"
			default:
				line += "."
			}
		}
		line += "/"
	}
	text, n := "", 0
	for _, c := range line {
		if c == '.' {
			n++
			continue
		}
		if n > 0 {
			text += string(rune('0' + n))
		}
		text, n = text+string(c), 0
	}
	p, err := morris.New().Parse(text[:len(text)-1] + " w 0 3 0 1")
	require.NoError(t, err)
	return p
}

// Every mill removes a stone, and no other three stones do.
func TestMillsRemove(t *testing.T) {
	t.Parallel()
	b := morris.New().Describe().Board
	mills := map[[3]string]bool{}
	for _, m := range b.Mills {
		mills[m] = true
	}
	require.Len(t, b.Mills, 16)
	require.Len(t, mills, 16)
	require.Contains(t, b.Mills, [3]string{"a1", "d1", "g1"})
	require.Contains(t, b.Mills, [3]string{"d5", "d6", "d7"})
	for i, p := range b.Points {
		for j, q := range b.Points[i+1:] {
			for _, r := range b.Points[i+j+2:] {
				three := [3]string{p.Name, q.Name, r.Name}
				require.Equal(t, mills[three], removes(t, three), "%v", three)
			}
		}
	}
}

// removes reports whether white takes a stone as its third arrives; with two
// stones white flies to any point.
func removes(t *testing.T, three [3]string) bool {
	t.Helper()
	from, enemy := "", ""
	for _, p := range morris.New().Describe().Board.Points {
		switch {
		case slices.Contains(three[:], p.Name):
		case from == "":
			from = p.Name
		default:
			enemy = p.Name
		}
	}
	moves := place(t, []string{three[0], three[1], from}, []string{enemy}).Moves()
	return slices.Contains(moves, from+three[2]+"x"+enemy)
}
