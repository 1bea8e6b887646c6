package morris

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules/morris"
)

func drawStones(t *rapid.T) (own, enemy uint32) {
	order := rapid.Permutation([]uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}).Draw(t, "points")
	a, b := rapid.IntRange(fewest, most).Draw(t, "own"), rapid.IntRange(fewest, most).Draw(t, "enemy")
	for _, p := range order[:a] {
		own |= 1 << p
	}
	for _, p := range order[a : a+b] {
		enemy |= 1 << p
	}
	return own, enemy
}

func turned(set uint32, to [points]uint8) (turned uint32) {
	for p := range points {
		turned |= set >> p & 1 << to[p]
	}
	return turned
}

func TestEqualPositionsHaveOneNumber(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		own, enemy := drawStones(t)
		want, ok := Place(own, enemy, 7)
		require.True(t, ok)
		require.Equal(t, 7, want.Plies)
		var equal [][2]uint32
		for _, to := range morris.Symmetries() {
			same := [2]uint32{turned(own, to), turned(enemy, to)}
			spot, ok := Place(same[0], same[1], 7)
			require.True(t, ok)
			require.Equal(t, want, spot)
			equal = append(equal, same)
		}
		s := space{material: materials[want.Material]}
		require.Less(t, int(want.Entry), s.Len())
		b, ok := s.at(want.Entry)
		require.True(t, ok)
		own, enemy = stonesOf(&b)
		require.Contains(t, equal, [2]uint32{own, enemy}, "the number stands for another position")
	})
}

func TestEveryNumberIsOfItsPosition(t *testing.T) {
	t.Parallel()
	for _, m := range materials[:2] {
		s := space{material: m}
		used := 0
		for entry := range uint32(s.Len()) {
			b, ok := s.at(entry)
			if !ok {
				continue
			}
			used++
			own, enemy := stonesOf(&b)
			if spot, ok := Place(own, enemy, 0); !ok || spot.Entry != entry || materials[spot.Material] != m {
				require.Fail(t, "another number", "%d is %+v", entry, spot)
			}
		}
		require.Greater(t, used, s.Len()*4/5, "most numbers are used")
	}
}

func TestOtherNumbersOfStones(t *testing.T) {
	t.Parallel()
	_, ok := Place(0b11, 0b11100, 0)
	require.False(t, ok)
	_, ok = Place(0b1111111, 0b111<<8, 0)
	require.False(t, ok)
	_, ok = Endings{}.Find(morris.New().Start())
	require.False(t, ok)
}
