package jungle_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"
)

// drawEnding sets up a few pieces where they can stand.
func drawEnding(t *rapid.T) (e jungle.Ending) {
	taken := map[int]bool{}
	for range rapid.IntRange(2, 5).Draw(t, "pieces") {
		side := rules.Side(rapid.IntRange(0, 1).Draw(t, "side"))
		kind, at := rapid.IntRange(0, 7).Draw(t, "kind"), rapid.IntRange(0, 62).Draw(t, "square")
		if !taken[at] && jungle.Stands(kind, at) && e.Pieces(side, kind) == 0 {
			e.Put(side, kind, at)
			taken[at] = true
		}
	}
	return e
}

func TestEndingsGoBackWhereTheyCameFrom(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := drawEnding(t)
		for _, next := range e.After(nil) {
			if !next.Decided() {
				require.Equal(t, !next.Captures, slices.Contains(next.Before(nil), e), "after a move")
			}
		}
		if e.Decided() {
			return
		}
		for _, earlier := range e.Before(nil) {
			require.False(t, earlier.Decided())
			require.Contains(t, earlier.After(nil), jungle.Outcome{Ending: e}, "before a move")
		}
	})
}

func TestEndingsMoveAsPositions(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"7/7/7/7/3r3/7/3L3/3t3/7 r 0 41", "e6/5c1/7/7/7/7/7/7/L6 b 3 25", "2D4/1W5/3l3/7/7/7/7/7/7 r 0 89", "7/2d4/2T4/7/1R5/7/7/7/7 b 0 2",
	} {
		p, err := jungle.New().Parse(line)
		require.NoError(t, err)
		e, ok := jungle.EndingOf(p)
		require.True(t, ok)
		require.Len(t, p.Pieces(), e.Count())
		require.Equal(t, p.Side(), e.Side())
		var want []jungle.Outcome
		for _, m := range p.Moves() {
			step, err := p.Play(m)
			require.NoError(t, err)
			next, _ := jungle.EndingOf(step.Next)
			want = append(want, jungle.Outcome{Ending: next, Captures: step.Irreversible})
			require.Equal(t, step.Next.Standing().Reason == rules.Den, next.Decided())
		}
		require.ElementsMatch(t, want, e.After(nil), line)
	}
	_, ok := jungle.EndingOf(nil)
	require.False(t, ok)
}

func TestDecidedEndingsHaveNoMoves(t *testing.T) {
	t.Parallel()
	var e jungle.Ending
	e.Put(rules.First, 3, 0)
	require.True(t, e.Decided(), "nobody is left")
	require.Empty(t, e.After(nil))
}

func TestWherePiecesStand(t *testing.T) {
	t.Parallel()
	require.True(t, jungle.Stands(0, 3*7+1), "the rat on b4")
	require.False(t, jungle.Stands(6, 3*7+1), "the lion on b4")
	require.False(t, jungle.Stands(0, 3), "the rat on d1")
	require.True(t, jungle.Stands(7, 2), "the elephant on c1")
}
