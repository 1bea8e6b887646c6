package ladder

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/levels"
)

func TestTally(t *testing.T) {
	t.Parallel()
	var m levels.Match
	tally(&m, []game{{points: 1}, {points: 1}, {points: 0.5}, {points: 0}, {points: 1}, {points: 0.5}, {points: 0}, {points: 0}})
	require.Equal(t, levels.Match{Wins: 3, Draws: 2, Losses: 3, Pairs: [5]int{1, 1, 0, 1, 1}, Low: m.Low, High: m.High}, m)
	require.Equal(t, -m.Low, m.High)
	require.Greater(t, m.High, 100, "four openings prove little")
}

func TestEloOfAScore(t *testing.T) {
	t.Parallel()
	for score, want := range map[float64]int{0.5: 0, 0.7: 147, 0.3: -147, 10.0 / 11: 400, 1: 1200, 0: -1200} {
		require.Equal(t, want, eloOf(score))
	}
}

// played is a match of n pairs of games whose score is that of a difference in
// strength, as nearly as may be.
func matchOf(one, two string, difference, n int) levels.Match {
	score := 1 / (1 + math.Pow(10, -float64(difference)/400))
	wins := int(math.Round(score * float64(n)))
	return levels.Match{One: one, Two: two, Wins: 2 * wins, Losses: 2 * (n - wins), Pairs: [5]int{0: n - wins, 4: wins}}
}

// Matches that fit together give the strengths that they come from.
func TestStrengthsAreFoundAgain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const n = 20_000
		ids := []string{"1", "2", "3", "4"}
		true4 := []int{0}
		for range 3 {
			true4 = append(true4, true4[len(true4)-1]+rapid.IntRange(-100, 250).Draw(t, "step"))
		}
		var l levels.Ladder
		for i, id := range ids {
			l.Rungs = append(l.Rungs, levels.Rung{Level: levels.Level{ID: id}})
			for k := range i {
				l.Matches = append(l.Matches, matchOf(id, ids[k], true4[i]-true4[k], n))
			}
		}
		rate(&l)
		require.Equal(t, levels.Rung{Level: levels.Level{ID: "1"}}, l.Rungs[0])
		for i, r := range l.Rungs[1:] {
			require.InDelta(t, true4[i+1], r.Elo, 2)
			require.Less(t, r.Error, 10)
		}
	})
}

// The error of two players is that of their match.
func TestErrorOfOneMatch(t *testing.T) {
	t.Parallel()
	var games []game
	for i := range 200 {
		games = append(games, game{points: []float64{1, 0.5, 1, 0, 1, 1, 0.5, 1}[i%8]})
	}
	m := levels.Match{One: "2", Two: "1"}
	tally(&m, games)
	l := levels.Ladder{Rungs: []levels.Rung{{Level: levels.Level{ID: "1"}}, {Level: levels.Level{ID: "2"}}}, Matches: []levels.Match{m}}
	rate(&l)
	require.InDelta(t, m.Elo, l.Rungs[1].Elo, 3)
	require.InDelta(t, float64(m.High-m.Low)/2, l.Rungs[1].Error, 3)
}

// Levels that have not played yet change nothing.
func TestUnfinishedLadders(t *testing.T) {
	t.Parallel()
	var l levels.Ladder
	for _, id := range []string{"1", "2", "3"} {
		l.Rungs = append(l.Rungs, levels.Rung{Level: levels.Level{ID: id}})
	}
	rate(&l)
	require.Zero(t, l.Rungs[1].Elo)
	l.Matches = append(l.Matches, matchOf("2", "1", 200, 100))
	rate(&l)
	require.InDelta(t, 200, l.Rungs[1].Elo, 10)
	require.Zero(t, l.Rungs[2].Error)
}
