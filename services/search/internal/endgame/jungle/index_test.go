package jungle

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"
)

// standing is one piece.
type standing struct {
	side     rules.Side
	kind, at int
}

// drawPieces sets up two or three pieces of both sides.
func drawPieces(t *rapid.T) []standing {
	var list []standing
	for len(list) < rapid.IntRange(2, most).Draw(t, "pieces") {
		p := standing{rules.Side(len(list) % 2), rapid.IntRange(0, kinds-1).Draw(t, "kind"), rapid.IntRange(0, squares-1).Draw(t, "square")}
		fits := jungle.Stands(jungle.Kind(p.kind), uint8(p.at))
		for _, q := range list {
			fits = fits && p.at != q.at && (p.side != q.side || p.kind != q.kind)
		}
		if fits {
			list = append(list, p)
		}
	}
	return list
}

func set(list []standing) (b jungle.Board) {
	for _, p := range list {
		b.Put(p.side, jungle.Kind(p.kind), uint8(p.at))
	}
	return b
}

func TestMirroredPositionsHaveOneNumber(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pieces := drawPieces(t)
		e := set(pieces)
		want, ok := Place(&e)
		require.True(t, ok)
		var mirror []standing
		for _, p := range pieces {
			mirror = append(mirror, standing{p.side, p.kind, mirrored(p.at)})
		}
		m := set(mirror)
		spot, ok := Place(&m)
		require.True(t, ok)
		require.Equal(t, want, spot)
		s := Endings{}.Space(want.Material, nil).(*space)
		require.Less(t, int(want.Entry), s.Len())
		back, ok := s.at(want.Entry)
		require.True(t, ok)
		require.Contains(t, []jungle.Board{e, m}, back, "the number stands for another position")
	})
}

// TestTheOtherSideSeesItTurned changes the colours, the sides of the board and
// who is to move.
func TestTheOtherSideSeesItTurned(t *testing.T) {
	t.Parallel()
	tests := []string{"7/2e4/7/7/6P/7/7/7/7", "7/7/7/7/3r3/7/3L3/3t3/7"}
	other := []string{"7/7/7/7/6p/7/7/2E4/7", "7/3T3/3l3/7/3R3/7/7/7/7"}
	for i, line := range tests {
		a, err := jungle.New().Parse(line + " r 0 1")
		require.NoError(t, err)
		b, err := jungle.New().Parse(other[i] + " b 0 1")
		require.NoError(t, err)
		want, ok := Endings{}.Find(a)
		require.True(t, ok)
		spot, ok := Endings{}.Find(b)
		require.True(t, ok)
		require.Equal(t, want, spot)
	}
}

func TestEveryNumberIsOfItsPosition(t *testing.T) {
	t.Parallel()
	for number, m := range materials {
		if number%17 != 0 { // a few of them
			continue
		}
		s, used := Endings{}.Space(number, nil).(*space), 0
		for entry := range uint32(s.Len()) {
			e, ok := s.at(entry)
			if !ok {
				continue
			}
			used++
			if spot, ok := Place(&e); !ok || spot.Entry != entry || spot.Material != number {
				require.Fail(t, "another number", "%d of %s is %+v", entry, m.name(), spot)
			}
		}
		require.Greater(t, used, s.Len()*3/4, "most numbers are used")
	}
}

func TestWhatIsNoEnding(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"many pieces":      "l5t/7/7/7/7/7/7/7/L5T r 0 1",
		"a den entered":    "3L3/7/7/7/7/7/7/7/4t2 b 0 1",
		"one side":         "7/7/7/7/7/7/7/7/L5T r 0 1",
		"a kind twice":     "l5l/7/7/7/7/7/7/7/L6 r 0 1",
		"a lion in water":  "l6/7/7/1L5/7/7/7/7/7 r 0 1",
		"in one's own den": "l6/7/7/7/7/7/7/7/3L3 r 0 1",
	}
	for name, line := range tests {
		p, err := jungle.New().Parse(line)
		require.NoError(t, err)
		_, ok := Endings{}.Find(p)
		require.False(t, ok, name)
	}
}

func TestMaterials(t *testing.T) {
	t.Parallel()
	names := Endings{}.Materials()
	require.Len(t, names, 36+224)
	require.Contains(t, names, "EL-R")
	require.Contains(t, names, "T-T")
	require.NotContains(t, names, "R-EL")
}
