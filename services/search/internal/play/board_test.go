package play_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

// TestBoardsFollowTheRules plays at random on the engine's board and on the
// referee's line side by side.
func TestBoardsFollowTheRules(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, g play.Game) {
		rapid.Check(t, func(t *rapid.T) {
			line := rules.NewLine(g.Rules, g.Rules.Start())
			b, err := g.Board(line.Start(), nil)
			require.NoError(t, err)
			for range rapid.IntRange(0, 150).Draw(t, "plies") {
				compare(t, b, line)
				if line.Verdict().Over() {
					break
				}
				moves := b.Moves(nil)
				m := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]
				_, err := line.Play(b.Text(m))
				require.NoError(t, err)
				b.Make(m)
			}
		})
	})
}

// compare holds what the engine's board says against the referee's line.
func compare(t *rapid.T, b engine.Board, line *rules.Line) {
	p := line.Position()
	moves := b.Moves(nil)
	legal := texts(b, moves)
	slices.Sort(legal)
	require.Equal(t, append([]string{}, p.Moves()...), legal, p.String())
	require.Equal(t, p.Side(), b.Side())
	require.Equal(t, p.Hash(), b.Key())
	require.Equal(t, line.Reversible(), b.Reversible())
	require.Len(t, b.Past(), line.Reversible()+1)
	require.Equal(t, p.Standing().Over(), b.Lost() || len(moves) == 0)
	if !p.Standing().Over() {
		require.Equal(t, p.Counter().Full() || p.MaterialDraw(), b.Drawn(), p.String())
	}
	seen := map[engine.Move]bool{}
	for _, m := range moves {
		require.False(t, seen[m], "two moves have one number")
		seen[m] = true
	}
	for _, m := range b.Noisy(nil) {
		require.True(t, seen[m], "%s is noisy and not legal", b.Text(m))
	}
}

// TestBoardsComeBack takes every move back and finds everything as it was.
func TestBoardsComeBack(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, g play.Game) {
		for seed := range uint64(30) {
			line := stroll(g, seed, int(seed)*4)
			b := boardOf(t, g, line)
			before := b.Clone()
			for _, m := range b.Moves(nil) {
				b.Make(m)
				b.Evaluate()
				b.Unmake()
				require.Equal(t, before, b.Clone(), b.Text(m))
			}
			if b.MayPass() && !b.Forced() {
				b.Pass()
				require.NotEqual(t, before.Side(), b.Side())
				require.NotEqual(t, before.Key(), b.Key())
				b.Unmake()
				require.Equal(t, before, b.Clone())
			}
		}
	})
}

// TestEvaluationLooksAtThePositionAlone holds what was summed up on the way
// against a board that begins in the position.
func TestEvaluationLooksAtThePositionAlone(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, g play.Game) {
		for seed := range uint64(60) {
			line := stroll(g, seed, int(seed)*2)
			there, err := g.Board(line.Position(), nil)
			require.NoError(t, err)
			require.Equal(t, there.Evaluate(), boardOf(t, g, line).Evaluate(), line.Position().String())
		}
	})
}
