package draughts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
)

func read(tb testing.TB, g rules.Game, line string) rules.Position {
	tb.Helper()
	p, err := g.Parse(line)
	require.NoError(tb, err)
	return p
}

func TestMoves(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		game     rules.Game
		position string
		want     []string
	}{
		"a capture that promotes beside another of two pieces": {
			draughts.Brazilian(), "B:Ba1,d4,h2:Wb8,e5,g3,g7,h6", []string{"d4xf6xh8", "h2xf4xd6"},
		},
		"two captures between the same squares": {
			draughts.International(), "W:Bc3,d4,f8,i7:WKh10", []string{"h10xb4xd2xj8", "h10xc5xe3xj8"},
		},
		"two captures between the same squares, 8x8": {
			draughts.Brazilian(), "B:BKh6:Wc3,c7,d4,g5,g7,h2", []string{"h6xd2xa5xd8", "h6xe3xb6xd8"},
		},
		"several routes of one capture": {
			draughts.Brazilian(), "B:BKg7:Wb2,c7,e5", []string{"g7xc3xa1"},
		},
		"the greatest number must be taken": {
			draughts.Brazilian(), "B:Bc3,f2:Wb4,c5,c7,e3", []string{"f2xd4xb6xd8"},
		},
		"the choice is free where the greatest number is no duty": {
			draughts.Russian(), "W:Bb4,c5,c7,e3:Wc3,f2", []string{"c3xa5", "f2xd4xb6xd8"},
		},
		"a king must land where the chain goes on": {
			draughts.Russian(), "W:Bb2,c7:WKa1", []string{"a1xe5xb8"},
		},
		"the first route counts only if its last landing is free to choose": {
			draughts.Russian(), "W:Bb4,c7,d4,d6,g3,g5:WKa3", []string{
				"a3xc5xe3xh6", "a3xc5xe7xh4xf2xb6xd8", "a3xc5xf2xh4xd8xa5", "a3xc5xf2xh4xd8xb6", "a3xc5xf2xh4xe7xc5",
			},
		},
		"a man of checkers does not capture backward": {
			draughts.American(), "B:Bc5,g1:Wb4", []string{"c5b6", "c5d6", "g1f2", "g1h2"},
		},
		"a king of checkers moves and captures by one square": {
			draughts.American(), "B:BKd4:Wa1,c3,e5,g7", []string{"d4xb2", "d4xf6xh8"},
		},
		"no moves against a side without pieces": {
			draughts.Brazilian(), "B:Ba1:W", []string{},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, read(t, tt.game, tt.position).Moves())
		})
	}
}

func TestPlay(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		game                       rules.Game
		position, move, want, text string
	}{
		"crowned at the end of a capture": {
			draughts.Brazilian(), "B:Ba1,d4,h2:Wb8,e5,g3,g7,h6", "d4xf6xh8", "W:Ba1,h2,Kh8:Wb8,g3,h6:H0:F1", "",
		},
		"another route is answered by the first one": {
			draughts.Brazilian(), "B:BKg7:Wb2,c7,e5", "g7xd4xa1", "W:BKa1:Wc7:H0:F1", "g7xc3xa1",
		},
		"a Brazilian man passes the far row as a man": {
			draughts.Brazilian(), "B:Bf6:Wc7,e7", "f6xd8xb6", "W:Bb6:W:H0:F1", "",
		},
		"and does not capture on as a king": {
			draughts.Brazilian(), "B:Bf6:Wb6,e7", "f6xd8", "W:BKd8:Wb6:H0:F1", "",
		},
		"a man of checkers is crowned and stops": {
			draughts.American(), "B:Bf6:Wc7,e7", "f6xd8", "W:BKd8:Wc7:H0:F1", "",
		},
		"a Russian man goes on as a king": {
			draughts.Russian(), "W:Bb6,e7:Wf6", "f6xd8xa5", "B:B:WKa5:H0:F1", "",
		},
		"a Russian man stays a king off the far row": {
			draughts.Russian(), "W:Bc7,e7:Wf6", "f6xd8xb6", "B:B:WKb6:H0:F1", "",
		},
		"8x8 counts the steps of men": {
			draughts.Brazilian(), "B:BKa1,c3:WKb8:H10:F20", "c3d4", "W:BKa1,d4:WKb8:H11:F20", "",
		},
		"8x8 begins to count at a promotion": {
			draughts.Brazilian(), "W:BKh4:Wb2:H10:F20", "b2c1", "B:BKh4:WKc1:H0:F21", "",
		},
		"10x10 counts the moves of kings": {
			draughts.International(), "W:BKb8:WKa1,c3:H10:F20", "a1b2", "B:BKb8:WKb2,c3:H11:F20", "",
		},
		"10x10 does not count the steps of men": {
			draughts.International(), "W:BKb8:WKa1,c3:H10:F20", "c3d4", "B:BKb8:WKa1,d4:H0:F20", "",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			step, err := read(t, tt.game, tt.position).Play(tt.move)
			require.NoError(t, err)
			require.Equal(t, tt.want, step.Next.String())
			if tt.text == "" {
				tt.text = tt.move
			}
			require.Equal(t, tt.text, step.Move)
		})
	}
}

func TestStanding(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		game     rules.Game
		position string
		want     rules.Verdict
	}{
		"the side to move has no piece":    {draughts.Brazilian(), "B:B:Wa7", rules.Win(rules.Second, rules.NoPieces)},
		"the other side has no piece":      {draughts.Brazilian(), "B:Ba1:W", rules.Win(rules.First, rules.NoPieces)},
		"no move":                          {draughts.Brazilian(), "B:Ba5:Wb6,c7", rules.Win(rules.Second, rules.NoMoves)},
		"white is first in Russian":        {draughts.Russian(), "W:Bb6,c7:Wa5", rules.Win(rules.Second, rules.NoMoves)},
		"a man on the far row cannot move": {draughts.American(), "B:Bb8:Wh4", rules.Win(rules.Second, rules.NoMoves)},
		"a man can move":                   {draughts.International(), "W:Bb6,c7:Wa1", rules.Verdict{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := read(t, tt.game, tt.position)
			require.Equal(t, tt.want, p.Standing())
			if tt.want.Over() {
				_, err := p.Play("a1b2")
				var refusal *rules.MoveError
				require.ErrorAs(t, err, &refusal)
				require.Equal(t, rules.GameOver, refusal.Code)
				require.Zero(t, p.Perft(1))
			}
		})
	}
}

// TestSame holds apart what repetition must not mix up.
func TestSame(t *testing.T) {
	t.Parallel()
	p := read(t, draughts.Brazilian(), "B:BKa1:WKh4:H3:F7")
	require.True(t, p.Same(read(t, draughts.Brazilian(), "B:BKa1:WKh4")))
	for _, line := range []string{"W:BKa1:WKh4", "B:Ba1:WKh4", "B:BKh4:WKa1", "B:BKa1:WKg3"} {
		other := read(t, draughts.Brazilian(), line)
		require.False(t, p.Same(other), line)
		require.NotEqual(t, p.Hash(), other.Hash(), line)
	}
	require.False(t, p.Same(read(t, draughts.American(), "B:BKa1:WKh4")), "another game")
}

func TestPerftAllocatesItsBufferOnly(t *testing.T) {
	for _, g := range games() {
		start := g.Start()
		require.LessOrEqual(t, testing.AllocsPerRun(5, func() { start.Perft(5) }), 1.0, g.Name())
	}
}

// TestOnlyQuietMovesOfKingsCanBeUndone: men only go ahead.
func TestOnlyQuietMovesOfKingsCanBeUndone(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		position, move string
		want           bool
	}{
		"step of a king": {"B:BKa1,c1:Wh4", "a1e5", false},
		"step of a man":  {"B:BKa1,c1:Wh4", "c1d2", true},
		"capture":        {"B:BKa1,c1:Wd4", "a1xe5", true},
		"promotion":      {"B:BKa1,g7:Wa5", "g7h8", true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			step, err := read(t, draughts.Brazilian(), tt.position).Play(tt.move)
			require.NoError(t, err)
			require.Equal(t, tt.want, step.Irreversible)
		})
	}
}
