package play_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

// each runs a test for every game.
func each(t *testing.T, test func(t *testing.T, g play.Game)) {
	t.Helper()
	require.NotEmpty(t, play.All())
	for _, g := range play.All() {
		t.Run(g.Rules.Name(), func(t *testing.T) {
			t.Parallel()
			test(t, g)
		})
	}
}

// stroll plays random moves from the start of a game, at most so many plies, and
// stops where the game is over.
func stroll(g play.Game, seed uint64, plies int) *rules.Line {
	random := rand.New(rand.NewPCG(seed, 5))
	line := rules.NewLine(g.Rules, g.Rules.Start())
	for range plies {
		legal := line.Legal()
		if len(legal) == 0 {
			break
		}
		if _, err := line.Play(legal[random.IntN(len(legal))]); err != nil {
			panic(err) // it was on the list
		}
	}
	return line
}

// boardOf is the engine's board of a line.
func boardOf(t *testing.T, g play.Game, line *rules.Line) engine.Board {
	t.Helper()
	b, err := g.Board(line.Start(), line.Moves())
	require.NoError(t, err)
	return b
}

func texts(b engine.Board, moves []engine.Move) []string {
	list := []string{}
	for _, m := range moves {
		list = append(list, b.Text(m))
	}
	return list
}

// newEngine is an engine with a small table.
func newEngine(g play.Game, o engine.Options) *engine.Engine {
	o.Traits = g.Traits
	return engine.New(1, o)
}
