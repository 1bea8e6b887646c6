package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

// What is told of a move is how the game would go on, also where the search has only
// shown that the move is at least so good; and the rules allow all of it.
func TestLinesGoOn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, g play.Game) {
		told, short := 0, 0
		for seed := range uint64(30) {
			line := stroll(g, seed, 6+int(seed))
			if line.Verdict().Over() {
				continue
			}
			b, err := g.Board(line.Position(), nil)
			require.NoError(t, err)
			r := newEngine(g, engine.Options{Threads: 1, Fresh: true}).Search(b, engine.Limits{Nodes: 8000})
			if l := r.Lines[0]; !l.Score.Decided() {
				told++
				short += btoi(len(l.Moves) < 4)
				allowed(t, rules.NewLine(g.Rules, line.Position()), b, l.Moves)
			}
		}
		require.LessOrEqual(t, short*8, told, "%d of %d lines are short", short, told)
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// allowed plays moves by the rules; none goes on after the end.
func allowed(t *testing.T, line *rules.Line, b engine.Board, moves []engine.Move) {
	t.Helper()
	b = b.Clone()
	for _, m := range moves {
		require.False(t, line.Verdict().Over())
		_, err := line.Play(b.Text(m))
		require.NoError(t, err)
		b.Make(m)
	}
}
