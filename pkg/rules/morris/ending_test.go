package morris_test

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/morris"
)

// drawBoard sets up stones of both sides.
func drawBoard(t *rapid.T) morris.Board {
	order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}).Draw(t, "points")
	var sides [2]uint32
	for s := range sides {
		n := rapid.IntRange(3, 6).Draw(t, "stones")
		for _, p := range order[:n] {
			sides[s] |= 1 << p
		}
		order = order[n:]
	}
	return morris.NewBoard(sides[0], sides[1])
}

func TestMovesGoBackWhereTheyCameFrom(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t)
		for next, mill := range after(b) {
			require.Equal(t, !mill, slices.Contains(next.Before(nil), b), "after a move")
		}
		for _, earlier := range b.Before(nil) {
			mill, found := after(earlier)[b]
			require.True(t, found && !mill, "before a move")
		}
	})
}

// after is what the moves of a board lead to, and whether by a mill.
func after(b morris.Board) map[morris.Board]bool {
	list := map[morris.Board]bool{}
	for _, m := range b.Moves(nil) {
		next := b
		next.Play(m)
		_, _, _, list[next] = m.Parts()
	}
	return list
}

func TestNewBoardIsThatOfAPosition(t *testing.T) {
	t.Parallel()
	p, err := morris.New().Parse("3/3/1W1/1BB3/W2/3/W1B w 0 0 7 17")
	require.NoError(t, err)
	want, ok := morris.BoardOf(p)
	require.True(t, ok)
	require.Equal(t, want, morris.NewBoard(want.Stones(rules.First), want.Stones(rules.Second)))
	require.Equal(t, p.Hash(), want.Key())
}

// TestSymmetries holds each of them against the lines of the board: what moves
// and mills does so after turning.
func TestSymmetries(t *testing.T) {
	t.Parallel()
	all := morris.Symmetries()
	seen := map[[24]uint8]bool{}
	for _, to := range all {
		require.False(t, seen[to], "one comes twice")
		seen[to] = true
	}
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t)
		to := all[rapid.IntRange(0, len(all)-1).Draw(t, "symmetry")]
		want := map[morris.Board]bool{}
		for next, mill := range after(b) {
			next.Pass()
			turned := turn(next, to)
			turned.Pass()
			want[turned] = mill
		}
		require.Equal(t, want, after(turn(b, to)))
	})
}

// turn turns a board in which the first side is to move.
func turn(b morris.Board, to [24]uint8) morris.Board {
	return morris.NewBoard(turnSet(b.Stones(rules.First), to), turnSet(b.Stones(rules.Second), to))
}

func turnSet(set uint32, to [24]uint8) (turned uint32) {
	for ; set != 0; set &= set - 1 {
		turned |= 1 << to[bits.TrailingZeros32(set)]
	}
	return turned
}
