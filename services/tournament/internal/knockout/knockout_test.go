package knockout_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/tournament/internal/knockout"
)

// usual is two games, two faster ones, armageddon.
var usual = knockout.Settings{
	Steps: []knockout.Step{
		{Kind: knockout.Games, Games: 2, Control: "15+10"},
		{Kind: knockout.Games, Games: 2, Control: "3+2"},
		{Kind: knockout.Armageddon, Control: "5/4"},
	},
	ThirdPlace: true,
}

func newBracket(t require.TestingT, players int, s knockout.Settings) *knockout.Bracket {
	b, err := knockout.New(players, s)
	require.NoError(t, err)
	return b
}

func TestSeeding(t *testing.T) {
	t.Parallel()
	tests := map[int][][2]int{
		2: {{1, 2}},
		4: {{1, 4}, {2, 3}},
		8: {{1, 8}, {4, 5}, {2, 7}, {3, 6}},
		6: {{1, 0}, {4, 5}, {2, 0}, {3, 6}},
	}
	for players, want := range tests {
		var got [][2]int
		for _, m := range newBracket(t, players, usual).Matches() {
			if m.Round == 1 && !m.Third {
				got = append(got, m.Players)
			}
		}
		require.Equal(t, want, got, players)
	}
}

func TestByesGoOn(t *testing.T) {
	t.Parallel()
	b := newBracket(t, 6, usual)
	require.Equal(t, knockout.Bye, b.Matches()[0].Reason)
	require.Equal(t, [2]int{1, 0}, b.Matches()[4].Players)
	require.Empty(t, b.Matches()[0].Played)
}

func TestMatch(t *testing.T) {
	t.Parallel()
	const f, s, d = knockout.First, knockout.Second, knockout.Draw
	tests := map[string]struct {
		results []knockout.Result
		winner  int
		reason  knockout.Reason
	}{
		"two wins":         {[]knockout.Result{f, s}, 1, "games"},
		"win and draw":     {[]knockout.Result{d, f}, 2, "games"},
		"rapid":            {[]knockout.Result{d, d, f, d}, 1, "games"},
		"armageddon":       {[]knockout.Result{f, f, d, d, f}, 1, "armageddon"},
		"armageddon drawn": {[]knockout.Result{f, f, d, d, d}, 2, "armageddon"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBracket(t, 2, usual)
			for i, r := range tt.results {
				require.Zero(t, b.Matches()[0].Winner)
				game, _, err := b.Next(0)
				require.NoError(t, err)
				require.Equal(t, i%2 == 0, game.First == 1, "colours alternate")
				require.NoError(t, b.Enter(0, r))
			}
			m := b.Matches()[0]
			require.Equal(t, tt.winner, m.Winner)
			require.Equal(t, tt.reason, m.Reason)
			require.ErrorIs(t, b.Enter(0, f), knockout.ErrDecided)
		})
	}
}

// A match ends when the games left can't change it.
func TestMatchEndsEarly(t *testing.T) {
	t.Parallel()
	s := knockout.Settings{Steps: []knockout.Step{{Kind: knockout.Games, Games: 4}, {Kind: knockout.Lot}}}
	b := newBracket(t, 2, s)
	for _, r := range []knockout.Result{knockout.First, knockout.Second, knockout.Draw} {
		require.NoError(t, b.Enter(0, r))
	}
	m := b.Matches()[0]
	require.Equal(t, 1, m.Winner)
	require.Equal(t, [2]int{5, 1}, m.Score(0))
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	b := newBracket(t, 4, knockout.Settings{Steps: []knockout.Step{{Kind: knockout.Games, Games: 1}, {Kind: knockout.Lot}}})
	require.ErrorIs(t, b.Enter(9, knockout.First), knockout.ErrNoMatch)
	require.ErrorIs(t, b.Enter(2, knockout.First), knockout.ErrNotReady)
	require.ErrorIs(t, b.Enter(0, "white"), knockout.ErrBadResult)
	require.NoError(t, b.Enter(0, knockout.Draw))
	require.ErrorIs(t, b.Enter(0, knockout.Draw), knockout.ErrBadResult)
	require.ErrorContains(t, b.Withdraw(5), "no player 5")
	_, err := knockout.New(1, usual)
	require.ErrorContains(t, err, "2 to 8192 players")
}

func TestSettings(t *testing.T) {
	t.Parallel()
	game := knockout.Step{Kind: knockout.Games, Games: 1}
	lot := knockout.Step{Kind: knockout.Lot}
	tests := map[string]struct {
		steps []knockout.Step
		want  string
	}{
		"nothing":    {nil, "needs games"},
		"lot alone":  {[]knockout.Step{lot}, "starts with games"},
		"no games":   {[]knockout.Step{{Kind: knockout.Games}, lot}, "step 1 has 1 to 100 games"},
		"no kind":    {[]knockout.Step{game, {Kind: "dice"}}, `no kind "dice"`},
		"lot inside": {[]knockout.Step{game, lot, game}, "nothing can follow"},
		"endless":    {[]knockout.Step{game, game}, "the last step"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.ErrorContains(t, knockout.Settings{Steps: tt.steps}.Validate(), tt.want)
		})
	}
}

func TestWithdrawals(t *testing.T) {
	t.Parallel()
	b := newBracket(t, 4, usual)
	require.NoError(t, b.Withdraw(4))
	require.Equal(t, knockout.Walkover, b.Matches()[0].Reason)
	require.Equal(t, 1, b.Matches()[0].Winner)
	require.NoError(t, b.Withdraw(1)) // waits for its opponent in the final
	require.Zero(t, b.Matches()[2].Winner)
	require.NoError(t, b.Enter(1, knockout.First))
	require.NoError(t, b.Enter(1, knockout.Second))
	require.Equal(t, 2, b.Matches()[2].Winner)
	require.Equal(t, map[int]int{2: 1, 1: 2, 3: 3, 4: 4}, b.Places())
}

// Whatever happens, there is one champion, everybody has a place, and the first
// two seeds meet in the final if they win.
func TestEveryEventEnds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(2, 40).Draw(t, "players")
		s := usual
		s.ThirdPlace = rapid.Bool().Draw(t, "third")
		favourites := rapid.Bool().Draw(t, "favourites win")
		b := newBracket(t, players, s)
		for i := range b.Matches() {
			for b.Matches()[i].Winner == 0 {
				game, _, err := b.Next(i)
				require.NoError(t, err)
				result := knockout.First
				if favourites && game.Second < game.First {
					result = knockout.Second
				}
				if !favourites {
					result = rapid.SampledFrom([]knockout.Result{knockout.First, knockout.Second, knockout.Draw}).Draw(t, "result")
				}
				require.NoError(t, b.Enter(i, result))
				if !favourites && rapid.IntRange(0, 19).Draw(t, "leaves") == 0 {
					require.NoError(t, b.Withdraw(rapid.IntRange(1, players).Draw(t, "who")))
				}
			}
		}
		places := b.Places()
		require.Len(t, places, players)
		champions := 0
		for _, place := range places {
			if place == 1 {
				champions++
			}
		}
		require.Equal(t, 1, champions)
		if favourites {
			require.Equal(t, []int{1, 2}, []int{places[1], places[2]})
		}
	})
}
