package endgame_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/endgame/scatter"
)

// sources are the sets that the tests of play use, by the pieces of the games that
// begin in them.
var sources = map[string]int{
	"morris-3-3": 6, "jungle-2": 2, "draughts-brazilian-3": 3, "draughts-american-2": 2, "draughts-russian-2": 2,
}

// each runs a property of positions drawn from every source.
func each(t *testing.T, check func(*rapid.T, *endgame.Tables, rules.Game, rules.Position)) {
	t.Parallel()
	for name, pieces := range sources {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			known := tables(t, name)
			sets, err := endgame.FindSets(name)
			require.NoError(t, err)
			g, _ := games.Find(sets[0].Game)
			rapid.Check(t, func(t *rapid.T) {
				random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
				for {
					p := scatter.Position(g, random, pieces)
					if _, ok := known.Probe(p); ok {
						check(t, known, g, p)
						return
					}
				}
			})
		})
	}
}

// TestValuesFollowFromTheMoves derives a position's value under its counter
// from the positions after its moves, by the rules alone.
func TestValuesFollowFromTheMoves(t *testing.T) {
	each(t, func(t *rapid.T, known *endgame.Tables, _ rules.Game, p rules.Position) {
		value, _ := known.Probe(p)
		choices, ok := known.Choices(p)
		require.True(t, ok)
		require.Len(t, choices, len(p.Moves()))
		outcome, theory := endgame.Loss, endgame.Loss
		for _, c := range choices {
			outcome, theory = max(outcome, c.Value.Outcome), max(theory, c.Value.Theory)
		}
		require.Equal(t, outcome, value.Outcome)
		require.Equal(t, theory, value.Theory)
		plies, zeroing := distances(choices, value)
		require.Equal(t, plies, value.Plies)
		require.Equal(t, zeroing, value.Zeroing)
	})
}

// distances are the shortest ones of winning moves, the longest of losing ones.
func distances(choices []endgame.Choice, of endgame.Value) (plies uint16, zeroing uint8) {
	for _, c := range choices {
		if c.Value.Theory == of.Theory {
			plies = pick(of.Theory, plies, c.Value.Plies)
		}
		if c.Value.Outcome == of.Outcome {
			zeroing = pick(of.Outcome, zeroing, c.Value.Zeroing)
		}
	}
	return plies, zeroing
}

func pick[T uint8 | uint16](o endgame.Outcome, a, b T) T {
	if o == endgame.Win && a > 0 {
		return min(a, b)
	}
	return max(a, b)
}

// TestWhatIsWonIsWon plays a won position to its end, the winner by the book
// and the loser anyhow, and a drawn one so that neither side may win.
func TestWhatIsWonIsWon(t *testing.T) {
	each(t, func(t *rapid.T, known *endgame.Tables, g rules.Game, p rules.Position) {
		value, _ := known.Probe(p)
		line, strong := rules.NewLine(g, p), p.Side()
		if value.Outcome == endgame.Loss {
			strong = strong.Other()
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 1))
		stubborn := rapid.Bool().Draw(t, "stubborn")
		for !line.Verdict().Over() && line.Plies() < 1000 {
			best, ok := known.Best(line.Position())
			require.True(t, ok)
			choices := best
			if line.Position().Side() != strong && value.Outcome != endgame.Draw && !stubborn {
				choices, _ = known.Choices(line.Position())
			}
			move := choices[random.IntN(len(choices))].Move
			if line.Position().Side() == strong && value.Outcome != endgame.Draw {
				move = best[0].Move
			}
			_, err := line.Play(move)
			require.NoError(t, err)
		}
		want := rules.WinnerNone
		if value.Outcome != endgame.Draw {
			want = strong.Wins()
			require.True(t, line.Verdict().Over())
		}
		if line.Verdict().Over() {
			require.Equal(t, want, line.Verdict().Winner, "%s after %v", p, line.Moves())
		}
	})
}

// TestProbingAllocatesNothing holds the promise to the engine.
func TestProbingAllocatesNothing(t *testing.T) {
	for name, line := range map[string]string{
		"morris-3-3":           "3/3/1W1/1BB3/W2/3/W1B w 0 0 0 17",
		"jungle-2":             "7/2e4/7/7/6P/7/7/7/7 b 0 10",
		"draughts-brazilian-3": "B:BKa1,c3:Wf6:H3:F1",
	} {
		known := tables(t, name)
		sets, err := endgame.FindSets(name)
		require.NoError(t, err)
		p := position(t, sets[0].Game, line)
		_, ok := known.Probe(p)
		require.True(t, ok, name)
		require.Zero(t, testing.AllocsPerRun(100, func() { known.Probe(p) }), name)
	}
}
