package notation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/notation"
)

// The text of a move by a piece that has no like on its file begins with the
// piece's symbol, where the notation has symbols.
func TestSymbolsBeginTheTexts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"xiangqi", "jungle"} {
		g, ok := games.Find(name)
		require.True(t, ok)
		rapid.Check(t, func(t *rapid.T) {
			line := rules.NewLine(g, g.Start())
			for range rapid.IntRange(0, maxPlies).Draw(t, "plies") {
				if line.Verdict().Over() {
					return
				}
				m := rapid.SampledFrom(line.Legal()).Draw(t, "move")
				checkSymbols(t, g, line.Position(), m)
				_, err := line.Play(m)
				require.NoError(t, err)
			}
		})
	}
}

func checkSymbols(t *rapid.T, g rules.Game, p rules.Position, move string) {
	var mover rules.Piece
	likes := 0
	for _, piece := range p.Pieces() {
		if piece.Square == move[:2] {
			mover = piece
		}
	}
	for _, piece := range p.Pieces() {
		if piece.Kind == mover.Kind && piece.Side == mover.Side && piece.Square[0] == mover.Square[0] {
			likes++
		}
	}
	for _, n := range notation.Of(g) {
		symbols := notation.Symbols(g, n.Name)
		if symbols != nil && likes == 1 {
			symbol := symbols[mover.Kind][mover.Side]
			require.NotEmpty(t, symbol, "%s %s", n.Name, mover.Kind)
			require.True(t, strings.HasPrefix(n.Write(p, move), symbol), "%s %s", n.Write(p, move), symbol)
		}
	}
}

func TestNotationsWithSymbols(t *testing.T) {
	t.Parallel()
	with := map[string]int{}
	for _, g := range games.All() {
		for _, n := range notation.Of(g) {
			if symbols := notation.Symbols(g, n.Name); symbols != nil {
				with[g.Name()]++
				require.Len(t, symbols, len(g.Describe().Kinds), n.Name)
			}
		}
		require.Nil(t, notation.Symbols(g, "iccs"))
	}
	require.Equal(t, map[string]int{"xiangqi": 5, "jungle": 2}, with)
	xiangqi, _ := games.Find("xiangqi")
	require.Equal(t, [2]string{"帥", "將"}, notation.Symbols(xiangqi, "chinese_traditional")["general"])
	require.Equal(t, [2]string{"Tg", "Tg"}, notation.Symbols(xiangqi, "vietnamese")["general"])
}
