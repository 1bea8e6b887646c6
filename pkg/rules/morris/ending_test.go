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

// drawEnding sets up stones of both sides.
func drawEnding(t *rapid.T) morris.Ending {
	order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}).Draw(t, "points")
	var sides [2]uint32
	for s := range sides {
		n := rapid.IntRange(3, 6).Draw(t, "stones")
		for _, p := range order[:n] {
			sides[s] |= 1 << p
		}
		order = order[n:]
	}
	return morris.NewEnding(sides[0], sides[1])
}

func TestEndingsGoBackWhereTheyCameFrom(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := drawEnding(t)
		for _, next := range e.After(nil) {
			require.Equal(t, !next.Mill, slices.ContainsFunc(next.Before(nil), same(e)), "after a move")
		}
		for _, earlier := range e.Before(nil) {
			require.True(t, slices.ContainsFunc(earlier.After(nil), func(o morris.Outcome) bool {
				return !o.Mill && same(e)(o.Ending)
			}), "before a move")
		}
	})
}

func same(a morris.Ending) func(morris.Ending) bool {
	own, enemy := a.Stones()
	return func(b morris.Ending) bool {
		o, e := b.Stones()
		return o == own && e == enemy
	}
}

func TestEndingsMoveAsPositions(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"3/3/1W1/1BB3/W2/3/W1B w 0 0 7 17", "WWB/BB1/1B1/W4W/3/3/2B b 0 0 0 32", "1B1/1B1/3/1W4/3/BW1/W2 b 0 0 3 39",
	} {
		p, err := morris.New().Parse(line)
		require.NoError(t, err)
		e, plies, ok := morris.EndingOf(p)
		require.True(t, ok)
		require.Equal(t, p.Counter().Plies, plies)
		var want, found [][2]uint32
		for _, m := range p.Moves() {
			step, err := p.Play(m)
			require.NoError(t, err)
			next, plies, _ := morris.EndingOf(step.Next)
			own, enemy := next.Stones()
			want = append(want, [2]uint32{own<<1 | mark(plies == 0), enemy})
		}
		for _, next := range e.After(nil) {
			own, enemy := next.Stones()
			found = append(found, [2]uint32{own<<1 | mark(next.Mill), enemy})
		}
		require.ElementsMatch(t, want, found, line)
	}
}

func mark(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

func TestStonesInHandAreNoEnding(t *testing.T) {
	t.Parallel()
	_, _, ok := morris.EndingOf(morris.New().Start())
	require.False(t, ok)
	_, _, ok = morris.EndingOf(rules.Position(nil))
	require.False(t, ok)
	few := morris.NewEnding(0b11, 0b11100)
	require.Empty(t, few.After(nil))
}

// TestSymmetries holds each of them against the lines of the board: what moves
// and mills does so after turning.
func TestSymmetries(t *testing.T) {
	t.Parallel()
	seen := map[[24]uint8]bool{}
	for _, to := range morris.Symmetries() {
		require.False(t, seen[to], "one comes twice")
		seen[to] = true
	}
	rapid.Check(t, func(t *rapid.T) {
		e := drawEnding(t)
		to := rapid.SampledFrom(symmetries()).Draw(t, "symmetry")
		turned := turn(e, to)
		var want, found [][3]uint32
		for _, next := range e.After(nil) {
			own, enemy := turn2(next.Ending, to)
			want = append(want, [3]uint32{own, enemy, mark(next.Mill)})
		}
		for _, next := range turned.After(nil) {
			own, enemy := next.Stones()
			found = append(found, [3]uint32{own, enemy, mark(next.Mill)})
		}
		require.ElementsMatch(t, want, found)
	})
}

func symmetries() [][24]uint8 {
	list := morris.Symmetries()
	return list[:]
}

func turn(e morris.Ending, to [24]uint8) morris.Ending { return morris.NewEnding(turn2(e, to)) }

func turn2(e morris.Ending, to [24]uint8) (own, enemy uint32) {
	o, n := e.Stones()
	return turnSet(o, to), turnSet(n, to)
}

func turnSet(set uint32, to [24]uint8) (turned uint32) {
	for ; set != 0; set &= set - 1 {
		turned |= 1 << to[bits.TrailingZeros32(set)]
	}
	return turned
}
