package tune_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/search/internal/play"
	"kydai.dev/services/search/internal/tune"
	"kydai.dev/services/search/internal/weights"
)

func samples(t *testing.T, g play.Game, c tune.Games) (list []tune.Sample) {
	t.Helper()
	require.NoError(t, c.Play(g, func(s []tune.Sample) error {
		list = append(list, s...)
		return nil
	}))
	return list
}

func TestSamples(t *testing.T) {
	t.Parallel()
	for _, g := range play.All() {
		t.Run(g.Rules.Name(), func(t *testing.T) {
			t.Parallel()
			games := tune.Games{Count: 3, Nodes: 60, Threads: 1, Seed: 5}
			list := samples(t, g, games)
			require.NotEmpty(t, list)
			require.Equal(t, list, samples(t, g, games), "the same seed plays the same games")
			games.Threads = 3
			require.ElementsMatch(t, list, samples(t, g, games), "whoever plays them")

			var file strings.Builder
			for _, s := range list {
				_, err := g.Rules.Parse(s.Position)
				require.NoError(t, err)
				require.Contains(t, []float64{0, 0.5, 1}, s.Points)
				fmt.Fprintln(&file, s)
			}
			read, err := tune.Read(strings.NewReader(file.String()))
			require.NoError(t, err)
			require.Equal(t, list, read)
		})
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "1", "1 20", "x 20 position", "1 x position"} {
		_, err := tune.Read(strings.NewReader("0.5 20 position\n" + bad + "\n"))
		require.ErrorContains(t, err, "line 2", bad)
	}
}

// TestFitLearnsWhatIsTrue gives every position the value that other weights would
// give it, and sees the weights come near to those.
func TestFitLearnsWhatIsTrue(t *testing.T) {
	t.Parallel()
	g, ok := play.Find("morris")
	require.True(t, ok)
	list := samples(t, g, tune.Games{Count: 60, Nodes: 30, Threads: 2, Seed: 1})
	numbers, err := weights.Numbers(g.Weights)
	require.NoError(t, err)
	const changed = 3 // a stone at the beginning of the second row, while placing
	numbers[changed].Begin += 30
	numbers[changed].End += 30
	truth := g.Evaluator(weights.SetOf(numbers))
	for i := range list {
		p, err := g.Rules.Parse(list[i].Position)
		require.NoError(t, err)
		list[i].Score = truth(p)
		if p.Side() != g.Rules.Start().Side() {
			list[i].Score = -list[i].Score
		}
	}
	var said []string
	fit := tune.Fit{Rounds: 2, Steps: 200, Trust: 1, Hold: 1e-5, Threads: 2, Say: func(format string, args ...any) {
		said = append(said, fmt.Sprintf(format, args...))
	}}
	text, err := fit.Run(g, list)
	require.NoError(t, err)
	found, err := weights.Numbers(text)
	require.NoError(t, err)
	require.Len(t, found, len(numbers))
	require.InDelta(t, numbers[changed].Begin, found[changed].Begin, 8)
	require.Len(t, said, 3)
	again, err := fit.Run(g, list)
	require.NoError(t, err)
	require.Equal(t, text, again, "the same samples give the same weights")
}

// TestEvaluators: with the weights as they are an evaluator says what the board of
// the engine says.
func TestEvaluators(t *testing.T) {
	t.Parallel()
	for _, g := range play.All() {
		set, err := weights.Parse(g.Weights)
		require.NoError(t, err)
		evaluate := g.Evaluator(set)
		for _, s := range samples(t, g, tune.Games{Count: 3, Nodes: 40, Threads: 1, Seed: 2}) {
			p, err := g.Rules.Parse(s.Position)
			require.NoError(t, err)
			b, err := g.Board(p, nil)
			require.NoError(t, err)
			require.Equal(t, b.Evaluate(), evaluate(p))
		}
	}
}
