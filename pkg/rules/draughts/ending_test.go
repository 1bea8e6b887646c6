package draughts_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
	"kydai.dev/pkg/rules/xiangqi"
)

// drawBoard sets up a few men and kings.
func drawBoard(t *rapid.T, g rules.Game) draughts.Board {
	all, far, ok := draughts.Squares(g)
	require.True(t, ok)
	var sides [2]uint64
	var kings uint64
	for range rapid.IntRange(2, 7).Draw(t, "pieces") {
		s := rapid.IntRange(0, 1).Draw(t, "side")
		at := uint64(1) << rapid.IntRange(0, 63).Draw(t, "square")
		king := rapid.Bool().Draw(t, "king")
		if at&all == 0 || at&(sides[0]|sides[1]) != 0 || !king && at&far[s] != 0 {
			continue
		}
		sides[s] |= at
		if king {
			kings |= at
		}
	}
	b, ok := draughts.NewBoard(g, sides[0], sides[1], kings)
	require.True(t, ok)
	return b
}

func TestMovesGoBackWhereTheyCameFrom(t *testing.T) {
	t.Parallel()
	for _, g := range games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				b := drawBoard(t, g)
				for next, converts := range after(b) {
					require.Equal(t, !converts, slices.Contains(next.Before(nil), b), "after a move")
				}
				for _, earlier := range b.Before(nil) {
					converts, found := after(earlier)[b]
					_, enemy, _ := earlier.Seen()
					require.True(t, found && !converts || enemy == 0, "before a move")
				}
			})
		})
	}
}

// after is what the moves of a board lead to, and whether they capture or crown.
func after(b draughts.Board) map[draughts.Board]bool {
	list := map[draughts.Board]bool{}
	for _, m := range b.Moves(nil) {
		next := b
		next.Play(m)
		list[next] = m.Taken() != 0 || m.Crowned()
	}
	return list
}

func TestOtherGamesHaveNoDraughtsBoard(t *testing.T) {
	t.Parallel()
	_, ok := draughts.NewBoard(xiangqi.New(), 1, 2, 0)
	require.False(t, ok)
	_, _, ok = draughts.Squares(xiangqi.New())
	require.False(t, ok)
}

// TestBoardsAreSeenFromBelow holds the view of the second side against the
// board turned by hand.
func TestBoardsAreSeenFromBelow(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		game          rules.Game
		first, second string
	}{
		"small board": {game: draughts.Brazilian(), first: "B:BKa1,c3:Wf6:H0:F1", second: "W:Bc3:Wf6,Kh8:H0:F1"},
		"large board": {
			game: draughts.International(), first: "W:BKb10,d4:Wg3:H0:F1", second: "B:Bd8:Wg7,Ki1:H0:F1",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var seen [2][3]uint64
			for i, line := range []string{tt.first, tt.second} {
				p, err := tt.game.Parse(line)
				require.NoError(t, err)
				b, ok := draughts.BoardOf(p)
				require.True(t, ok)
				require.Equal(t, tt.game.Name(), b.Game())
				seen[i][0], seen[i][1], seen[i][2] = b.Seen()
			}
			require.Equal(t, seen[0], seen[1])
		})
	}
}
