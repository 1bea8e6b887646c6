package draughts

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
)

func TestNumbersStandForTheirPositions(t *testing.T) {
	t.Parallel()
	e := New(draughts.Brazilian())
	rapid.Check(t, func(t *rapid.T) {
		own, enemy, kings := drawPieces(t, e.board)
		at, ok := draughts.NewBoard(draughts.Brazilian(), own, enemy, kings)
		require.True(t, ok)
		spot, ok := e.Place(&at, 5)
		require.True(t, ok)
		require.Equal(t, 5, spot.Plies)
		s := e.Space(spot.Material, nil).(*space)
		require.Less(t, int(spot.Entry), s.Len())
		back, ok := s.at(spot.Entry)
		require.True(t, ok)
		require.Equal(t, at, back)
	})
}

// drawPieces sets up two to four pieces of both sides.
func drawPieces(t *rapid.T, b *board) (own, enemy, kings uint64) {
	sides := [2]uint64{}
	n := rapid.IntRange(2, most).Draw(t, "pieces")
	for placed := 0; placed < n; {
		side, king := placed%2, rapid.Bool().Draw(t, "king")
		number := rapid.IntRange(0, 31).Draw(t, "square")
		at := uint64(1) << b.bits[number]
		if at&(sides[0]|sides[1]) != 0 || !king && b.far[side]>>number&1 != 0 {
			continue
		}
		sides[side] |= at
		if king {
			kings |= at
		}
		placed++
	}
	return sides[0], sides[1], kings
}

func TestEveryNumberIsOfItsPosition(t *testing.T) {
	t.Parallel()
	e := New(draughts.Russian())
	for number, m := range materials {
		if m.pieces() == most {
			continue // millions
		}
		s, used := e.Space(number, nil).(*space), 0
		for entry := range uint32(s.Len()) {
			at, ok := s.at(entry)
			if !ok {
				continue
			}
			used++
			if spot, ok := e.Place(&at, 0); !ok || spot.Entry != entry || spot.Material != number {
				require.Fail(t, "another number", "%d of %s is %+v", entry, m.name(), spot)
			}
		}
		require.Greater(t, used, s.Len()*9/10, "most numbers are used")
	}
}

// TestTheOtherSideSeesItTurned changes the colours and turns the board.
func TestTheOtherSideSeesItTurned(t *testing.T) {
	t.Parallel()
	e := New(draughts.Brazilian())
	spots := map[string]bool{}
	for _, line := range []string{"B:BKa1,c3:Wf6:H3:F1", "W:Bc3:Wf6,Kh8:H3:F1"} {
		spot, ok := e.Find(position(t, draughts.Brazilian(), line))
		require.True(t, ok)
		require.Equal(t, 3, spot.Plies)
		require.Equal(t, "KM-M", e.Materials()[spot.Material])
		spots[e.Materials()[spot.Material]+string(rune(spot.Entry))] = true
	}
	require.Len(t, spots, 1)
}

func position(tb testing.TB, g rules.Game, line string) rules.Position {
	tb.Helper()
	p, err := g.Parse(line)
	require.NoError(tb, err)
	return p
}

func TestWhatIsNoEnding(t *testing.T) {
	t.Parallel()
	e := New(draughts.Brazilian())
	for name, p := range map[string]rules.Position{
		"many pieces":          draughts.Brazilian().Start(),
		"another game":         position(t, draughts.Russian(), "W:BKh8:WKa1:H0:F1"),
		"one side":             position(t, draughts.Brazilian(), "B:BKa1:W:H0:F1"),
		"a man on the far row": position(t, draughts.Brazilian(), "B:Bh8:WKa1:H0:F1"),
	} {
		_, ok := e.Find(p)
		require.False(t, ok, name)
	}
}

func TestMaterials(t *testing.T) {
	t.Parallel()
	names := New(draughts.Brazilian()).Materials()
	require.Len(t, names, 3+6+14)
	require.Equal(t, "K-K", names[0])
	require.Equal(t, "MMM-M", names[len(names)-1])
}
