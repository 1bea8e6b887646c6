package simulation

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/swiss"
)

func TestPairingsKeepTheAbsoluteRules(t *testing.T) {
	t.Parallel()
	s := Settings{Events: 10_000, MaxPlayers: 10, MaxRounds: 7, Seed: 1}
	if os.Getenv("KYDAI_SOAK") != "" {
		s.Events, s.MaxPlayers, s.MaxRounds = 100_000, 16, 11
	}
	report, err := Run(s)
	require.NoError(t, err)
	require.Equal(t, s.Events, report.Events)
	require.Greater(t, report.Games, s.Events)
	require.NotZero(t, report.Impossible, "nothing was hard")
}

// The simulator can tell a pairing that breaks a rule.
func TestBrokenRulesAreSeen(t *testing.T) {
	t.Parallel()
	board := func(a, b int) swiss.Board { return swiss.Board{First: a, Second: b} }
	won := func(opponent int, c crosstable.Colour) crosstable.Entry {
		return crosstable.Entry{Opponent: opponent, Colour: c, Result: crosstable.Win, Points: 10}
	}
	lost := func(opponent int, c crosstable.Colour) crosstable.Entry {
		return crosstable.Entry{Opponent: opponent, Colour: c, Result: crosstable.Loss}
	}
	bye := crosstable.Entry{Result: crosstable.Allocated, Points: 10}
	away := crosstable.Entry{Result: crosstable.Absent}
	const w, b = crosstable.White, crosstable.Black
	table := &crosstable.Table{Total: 9, Scoring: crosstable.Usual(), Players: []crosstable.Player{
		{ID: 1, Rounds: []crosstable.Entry{won(2, w), won(3, w)}},
		{ID: 2, Rounds: []crosstable.Entry{lost(1, b), won(4, w)}},
		{ID: 3, Rounds: []crosstable.Entry{won(4, w), lost(1, b)}},
		{ID: 4, Rounds: []crosstable.Entry{lost(3, b), lost(2, b)}},
		{ID: 5, Rounds: []crosstable.Entry{bye, away}},
	}, Forbidden: []crosstable.Forbidden{{Players: []int{4, 5}}}}
	tests := map[string]struct {
		round swiss.Round
		want  string
	}{
		"good":         {swiss.Round{Boards: []swiss.Board{board(2, 3), board(5, 1)}, Bye: 4}, ""},
		"met":          {swiss.Round{Boards: []swiss.Board{board(2, 1), board(3, 5)}, Bye: 4}, "have met"},
		"forbidden":    {swiss.Round{Boards: []swiss.Board{board(4, 5), board(2, 3)}, Bye: 1}, "must not meet"},
		"colour":       {swiss.Round{Boards: []swiss.Board{board(1, 5), board(2, 3)}, Bye: 4}, "must have black"},
		"second bye":   {swiss.Round{Boards: []swiss.Board{board(4, 1)}, Bye: 5}, "may not have the bye"},
		"higher bye":   {swiss.Round{Boards: []swiss.Board{board(4, 1), board(2, 5)}, Bye: 3}, "could have the bye"},
		"left out":     {swiss.Round{Boards: []swiss.Board{board(2, 5)}, Bye: 4}, "are present"},
		"seated twice": {swiss.Round{Boards: []swiss.Board{board(2, 5), board(2, 5)}, Bye: 4}, "are present"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reason := newRules(table).broken(tt.round)
			if tt.want == "" {
				require.Empty(t, reason)
			} else {
				require.Contains(t, reason, tt.want)
			}
		})
	}
	require.Contains(t, newRules(table).impossible(), "there is a legal pairing")
}
