package jungle_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"
)

// drawBoard sets up a few pieces where they can stand.
func drawBoard(t *rapid.T) (b jungle.Board) {
	taken := map[uint8]bool{}
	for range rapid.IntRange(2, 5).Draw(t, "pieces") {
		side := rules.Side(rapid.IntRange(0, 1).Draw(t, "side"))
		kind, at := jungle.Kind(rapid.IntRange(0, 7).Draw(t, "kind")), uint8(rapid.IntRange(0, 62).Draw(t, "square"))
		if !taken[at] && jungle.Stands(kind, at) && b.Own(side, kind) == 0 {
			b.Put(side, kind, at)
			taken[at] = true
		}
	}
	return b
}

func TestMovesGoBackWhereTheyCameFrom(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t)
		for next, captures := range after(b) {
			if !next.Decided() {
				require.Equal(t, !captures, slices.Contains(next.Before(nil), b), "after a move")
			}
		}
		if b.Decided() {
			return
		}
		for _, earlier := range b.Before(nil) {
			require.False(t, earlier.Decided())
			captures, found := after(earlier)[b]
			require.True(t, found && !captures, "before a move")
		}
	})
}

// after is what the moves of a board lead to, and whether by a capture.
func after(b jungle.Board) map[jungle.Board]bool {
	list := map[jungle.Board]bool{}
	for _, m := range b.Moves(nil) {
		next := b
		next.Play(m)
		_, taken := m.Pieces()
		list[next] = taken != jungle.Nothing
	}
	return list
}

func TestBoardsThatAreSetUpAreThoseOfPositions(t *testing.T) {
	t.Parallel()
	p, err := jungle.New().Parse("e6/5c1/7/7/7/7/7/7/L6 r 3 25")
	require.NoError(t, err)
	want, ok := jungle.BoardOf(p)
	require.True(t, ok)
	var b jungle.Board
	b.Put(rules.Second, jungle.Elephant, 8*7)
	b.Put(rules.Second, jungle.Cat, 7*7+5)
	b.Put(rules.First, jungle.Lion, 0)
	require.Equal(t, want, b)
}

func TestWherePiecesStand(t *testing.T) {
	t.Parallel()
	require.True(t, jungle.Stands(jungle.Rat, 3*7+1), "the rat on b4")
	require.False(t, jungle.Stands(jungle.Lion, 3*7+1), "the lion on b4")
	require.False(t, jungle.Stands(jungle.Rat, 3), "the rat on d1")
	require.True(t, jungle.Stands(jungle.Elephant, 2), "the elephant on c1")
}
