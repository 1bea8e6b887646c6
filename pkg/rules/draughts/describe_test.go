package draughts_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
)

func TestDescription(t *testing.T) {
	t.Parallel()
	blackFirst := [2]rules.Colour{{Name: "black", Letter: "B"}, {Name: "white", Letter: "W"}}
	whiteFirst := [2]rules.Colour{{Name: "white", Letter: "W"}, {Name: "black", Letter: "B"}}
	tests := map[string]struct {
		game          rules.Game
		colours       [2]rules.Colour
		size, men     int
		crowns, start []string
	}{
		"brazilian": {draughts.Brazilian(), blackFirst, 8, 12, []string{"b8", "d8", "f8", "h8"}, []string{"a1", "a3"}},
		"american":  {draughts.American(), blackFirst, 8, 12, []string{"b8", "d8", "f8", "h8"}, []string{"a1", "a3"}},
		"russian":   {draughts.Russian(), whiteFirst, 8, 12, []string{"b8", "d8", "f8", "h8"}, []string{"a1", "a3"}},
		"international": {
			draughts.International(), whiteFirst, 10, 20, []string{"b10", "d10", "f10", "h10", "j10"}, []string{"a1", "a3"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := tt.game.Describe()
			require.Equal(t, tt.colours, d.Colours)
			require.Len(t, d.Board.Files, tt.size)
			require.Len(t, d.Board.Ranks, tt.size)
			require.Len(t, d.Board.Points, tt.size*tt.size/2)
			require.Equal(t, tt.men, d.Kinds[0].Count)
			require.Equal(t, "king", d.Kinds[0].Becomes)
			require.Equal(t, tt.crowns, squares(t, d, rules.AreaPromotion, "first"))
			require.Equal(t, tt.start, squares(t, d, rules.AreaHome, "first")[:2])
			require.Len(t, squares(t, d, rules.AreaHome, "second"), tt.men)
		})
	}
}

func squares(t *testing.T, d rules.Description, role, owner string) []string {
	t.Helper()
	i := slices.IndexFunc(d.Board.Areas, func(a rules.Area) bool { return a.Role == role && a.Owner == owner })
	require.GreaterOrEqual(t, i, 0, role)
	return d.Board.Areas[i].Squares
}
