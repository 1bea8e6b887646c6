package elo_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/rating/internal/elo"
)

func TestArithmeticOfAGame(t *testing.T) {
	t.Parallel()
	settled := func(rating int) elo.Player { return elo.Player{Rating: rating, Games: elo.ProvisionalGames} }
	tests := map[string]struct {
		first, second elo.Player
		score         elo.Score
		want          [2]elo.Sum
	}{
		"first game of both": {
			elo.Player{},
			elo.Player{},
			elo.Win,
			[2]elo.Sum{{elo.Win, 5000, 40, 0, 20}, {elo.Loss, 5000, 40, 0, 0}},
		},
		"draw of equals": {settled(700), settled(700), elo.Draw, [2]elo.Sum{{elo.Draw, 5000, 20, 700, 700}, {elo.Draw, 5000, 20, 700, 700}}},
		"the stronger wins": {
			settled(1200), settled(1000), elo.Win, // 1/(1+10^-0.5) = 0.7597…
			[2]elo.Sum{{elo.Win, 7597, 20, 1200, 1205}, {elo.Loss, 2403, 20, 1000, 995}},
		},
		"the README's example": {
			elo.Player{Rating: 1200, Games: 80},
			elo.Player{Rating: 1000, Games: 12},
			elo.Win,
			[2]elo.Sum{{elo.Win, 7597, 20, 1200, 1205}, {elo.Loss, 2403, 40, 1000, 990}},
		},
		"the README's draw": {
			elo.Player{Rating: 1200, Games: 80},
			elo.Player{Rating: 1000, Games: 12},
			elo.Draw,
			[2]elo.Sum{{elo.Draw, 7597, 20, 1200, 1195}, {elo.Draw, 2403, 40, 1000, 1010}},
		},
		"the stronger draws": {
			settled(1200), settled(1000), elo.Draw,
			[2]elo.Sum{{elo.Draw, 7597, 20, 1200, 1195}, {elo.Draw, 2403, 20, 1000, 1005}},
		},
		"the weaker wins, as second": {
			settled(1200), settled(1000), elo.Loss,
			[2]elo.Sum{{elo.Loss, 7597, 20, 1200, 1185}, {elo.Win, 2403, 20, 1000, 1015}},
		},
		"a newcomer gains more than the other loses": {
			elo.Player{Rating: 900, Games: 29},
			settled(1000), elo.Win,
			[2]elo.Sum{{elo.Win, 3599, 40, 900, 926}, {elo.Loss, 6401, 20, 1000, 987}},
		},
		"from 2400 on games weigh less": {
			settled(2400), settled(2399), elo.Draw,
			[2]elo.Sum{{elo.Draw, 5014, 10, 2400, 2400}, {elo.Draw, 4986, 20, 2399, 2399}},
		},
		"and ever after, once reached": {
			elo.Player{Rating: 2390, Games: 99, Best: 2400},
			elo.Player{Rating: 2390, Games: 99, Best: 2399},
			elo.Win,
			[2]elo.Sum{{elo.Win, 5000, 10, 2390, 2395}, {elo.Loss, 5000, 20, 2390, 2380}},
		},
		"a newcomer who has reached it": {
			elo.Player{Rating: 2390, Games: 29, Best: 2400},
			settled(2390), elo.Win,
			[2]elo.Sum{{elo.Win, 5000, 40, 2390, 2410}, {elo.Loss, 5000, 20, 2390, 2380}},
		},
		"900 apart counts as 400": {
			settled(900),
			elo.Player{},
			elo.Loss,
			[2]elo.Sum{{elo.Loss, 9091, 20, 900, 882}, {elo.Win, 909, 40, 0, 36}},
		},
		"never below 0": {settled(3), settled(3), elo.Loss, [2]elo.Sum{{elo.Loss, 5000, 20, 3, 0}, {elo.Win, 5000, 20, 3, 13}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, second := elo.Rate(tt.first, tt.second, tt.score)
			require.Equal(t, tt.want, [2]elo.Sum{first, second})
		})
	}
}

func TestRatingIsSymmetrical(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		player := rapid.Custom(func(t *rapid.T) elo.Player {
			return elo.Player{Rating: rapid.IntRange(0, 3500).Draw(t, "rating"), Games: rapid.IntRange(0, 60).Draw(t, "games"), Best: rapid.IntRange(0, 3500).Draw(t, "best")}
		})
		a, b := player.Draw(t, "a"), player.Draw(t, "b")
		score := elo.Score(rapid.IntRange(0, 2).Draw(t, "score"))
		first, second := elo.Rate(a, b, score)
		turnedSecond, turnedFirst := elo.Rate(b, a, score.Other())
		require.Equal(t, [2]elo.Sum{first, second}, [2]elo.Sum{turnedFirst, turnedSecond}, "seats make no difference")
		require.Equal(t, elo.Whole, first.Expected+second.Expected)
		for _, s := range []elo.Sum{first, second} {
			require.GreaterOrEqual(t, s.After, 0)
			require.Equal(t, max(0, s.Before+s.Change()), s.After, "what is shown adds up")
			require.InDelta(t, math.Round(float64(s.K)*(float64(s.Score)*elo.Whole/2-float64(s.Expected))/elo.Whole), s.Change(), 0)
			require.LessOrEqual(t, max(s.After-s.Before, s.Before-s.After), s.K)
			require.False(t, s.Score == elo.Win && s.After < s.Before, "winning never costs")
			require.False(t, s.Score == elo.Loss && s.After > s.Before, "losing never pays")
		}
		if first.K == second.K && first.After > 0 && second.After > 0 {
			require.Equal(t, first.After-first.Before, second.Before-second.After)
		}
	})
}
