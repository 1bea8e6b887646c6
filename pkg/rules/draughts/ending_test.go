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

// drawEnding sets up a few men and kings.
func drawEnding(t *rapid.T, g rules.Game) draughts.Ending {
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
	e, ok := draughts.NewEnding(g, sides[0], sides[1], kings)
	require.True(t, ok)
	return e
}

func TestEndingsGoBackWhereTheyCameFrom(t *testing.T) {
	t.Parallel()
	for _, g := range games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				e := drawEnding(t, g)
				for _, next := range e.After(nil) {
					require.Equal(t, !next.Converts, slices.Contains(next.Before(nil), e), "after a move")
				}
				for _, earlier := range e.Before(nil) {
					if !stray(earlier) {
						require.Contains(t, earlier.After(nil), draughts.Outcome{Ending: e}, "before a move")
					}
				}
			})
		})
	}
}

// stray reports whether the enemy has no piece left: nobody moves there.
func stray(e draughts.Ending) bool {
	own, enemy, _ := e.Seen()
	return own == 0 || enemy == 0
}

func TestEndingsMoveAsPositions(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"B:BKa1,c3,g7:Wd6,Kh8:H4:F30", "W:Ba3,Kb8:Wc5,f6,Kh2:H0:F9", "W:Be7:WKa1,b2:H12:F70"} {
		p, err := draughts.Brazilian().Parse(line)
		require.NoError(t, err)
		e, plies, ok := draughts.EndingOf(p)
		require.True(t, ok)
		require.Equal(t, p.Counter().Plies, plies)
		require.Len(t, p.Pieces(), e.Count())
		var want []draughts.Outcome
		for _, m := range p.Moves() {
			step, err := p.Play(m)
			require.NoError(t, err)
			next, plies, _ := draughts.EndingOf(step.Next)
			want = append(want, draughts.Outcome{Ending: next, Converts: plies == 0})
		}
		require.ElementsMatch(t, want, e.After(nil), line)
	}
	_, _, ok := draughts.EndingOf(xiangqi.New().Start())
	require.False(t, ok)
	_, ok = draughts.NewEnding(xiangqi.New(), 1, 2, 0)
	require.False(t, ok)
	_, _, ok = draughts.Squares(xiangqi.New())
	require.False(t, ok)
}

// TestEndingsAreSeenFromBelow holds the view of the second side against the
// board turned by hand.
func TestEndingsAreSeenFromBelow(t *testing.T) {
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
				e, _, ok := draughts.EndingOf(p)
				require.True(t, ok)
				seen[i][0], seen[i][1], seen[i][2] = e.Seen()
			}
			require.Equal(t, seen[0], seen[1])
		})
	}
}
