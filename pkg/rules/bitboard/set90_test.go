package bitboard_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules/bitboard"
)

// model is a set of squares in the plain way.
type model map[int]bool

func drawModel(t *rapid.T, label string) model {
	return rapid.MapOf(rapid.IntRange(0, bitboard.Squares90-1), rapid.Just(true)).Draw(t, label)
}

func (m model) set() (s bitboard.Set90) {
	for square := range m {
		s = s.Or(bitboard.Of90(square))
	}
	return s
}

// filter returns the squares of the board for which keep holds.
func filter(keep func(square int) bool) bitboard.Set90 {
	m := model{}
	for square := range bitboard.Squares90 {
		if keep(square) {
			m[square] = true
		}
	}
	return m.set()
}

func TestSet90Algebra(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m, n := drawModel(t, "m"), drawModel(t, "n")
		s, u := m.set(), n.set()
		require.Equal(t, filter(func(i int) bool { return m[i] && n[i] }), s.And(u))
		require.Equal(t, filter(func(i int) bool { return m[i] || n[i] }), s.Or(u))
		require.Equal(t, filter(func(i int) bool { return m[i] != n[i] }), s.Xor(u))
		require.Equal(t, filter(func(i int) bool { return m[i] && !n[i] }), s.Without(u))
		require.Equal(t, filter(func(i int) bool { return !m[i] }), bitboard.All90.Without(s))
		require.Equal(t, s.And(u).Any(), s.Meets(u))
		require.Equal(t, len(m) > 0, s.Any())
		require.Len(t, m, s.Count())
	})
}

func TestSet90PopsInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, "m")
		last, popped := -1, model{}
		for square, rest := 0, m.set(); rest.Any(); last = square {
			square, rest = rest.Pop()
			require.Greater(t, square, last)
			popped[square] = true
		}
		require.Equal(t, m, popped)
	})
}

func TestSet90Lines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, "m")
		for rank := range bitboard.Ranks90 {
			bits := uint(0)
			for file := range bitboard.Files90 {
				if m[rank*bitboard.Files90+file] {
					bits |= 1 << file
				}
			}
			require.Equal(t, bits, m.set().Rank(uint8(rank)))
			onRank := filter(func(i int) bool { return m[i] && i/bitboard.Files90 == rank })
			require.Equal(t, onRank, bitboard.OnRank90(uint8(rank), bits))
		}
		for file := range bitboard.Files90 {
			bits := uint(0)
			for rank := range bitboard.Ranks90 {
				if m[rank*bitboard.Files90+file] {
					bits |= 1 << rank
				}
			}
			require.Equal(t, bits, m.set().File(uint8(file)))
			onFile := filter(func(i int) bool { return m[i] && i%bitboard.Files90 == file })
			require.Equal(t, onFile, bitboard.OnFile90(uint8(file), bits))
		}
	})
}
