package oracle_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/endgame/scatter"
	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/oracle"
	"kydai.dev/services/search/internal/play"
)

// shared are the sets that tests have made, each in a folder of its own: one set
// takes seconds.
var shared struct {
	dir  string
	lock sync.Mutex
	sets map[string]*endgame.Library
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "oracle")
	if err != nil {
		panic(err)
	}
	shared.dir, shared.sets = dir, map[string]*endgame.Library{}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// build makes a set, unless it is there.
func build(tb testing.TB, name string) *endgame.Library {
	tb.Helper()
	shared.lock.Lock()
	defer shared.lock.Unlock()
	if library, ok := shared.sets[name]; ok {
		return library
	}
	library, err := endgame.OpenLibrary(endgame.Builder{Dir: filepath.Join(shared.dir, name), Threads: 2})
	require.NoError(tb, err)
	sets, err := endgame.FindSets(name)
	require.NoError(tb, err)
	require.NoError(tb, library.Grow(tb.Context(), sets...))
	shared.sets[name] = library
	return library
}

// best searches a position with a few nodes.
func best(tb testing.TB, g play.Game, e *engine.Engine, p rules.Position, nodes int) engine.Line {
	tb.Helper()
	b, err := g.Board(p, nil)
	require.NoError(tb, err)
	line := e.Search(b, engine.Limits{Nodes: nodes}).Lines[0]
	return line
}

// TestTheEngineKeepsWhatItHas searches positions of the tables, at any state of
// the counter, with hardly a node.
func TestTheEngineKeepsWhatItHas(t *testing.T) {
	t.Parallel()
	for game, of := range map[string]struct {
		set    string
		pieces int
	}{
		"morris": {"morris-3-3", 6}, "jungle": {"jungle-2", 2},
		"draughts-brazilian": {"draughts-brazilian-2", 2}, "draughts-american": {"draughts-american-2", 2},
	} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			library := build(t, of.set)
			g, ok := play.Find(game)
			require.True(t, ok)
			e := engine.New(1, engine.Options{Traits: g.Traits, Certain: oracle.New(library.Tables)})
			random, seen := rand.New(rand.NewPCG(9, 9)), map[endgame.Outcome]int{}
			for seen[endgame.Win] < 100 || seen[endgame.Draw] < 30 {
				p := scatter.Position(g.Rules, random, of.pieces)
				choices, ok := library.Tables().Best(p)
				if !ok {
					continue
				}
				seen[choices[0].Value.Outcome]++
				b, err := g.Board(p, nil)
				require.NoError(t, err)
				move := b.Text(best(t, g, e, p, 300).Moves[0])
				require.True(t, slices.ContainsFunc(choices, func(c endgame.Choice) bool { return c.Move == move }), "%s %s", p, move)
			}
		})
	}
}

// TestTheEngineTriesWhatTheCounterSpoils searches draws that would be won if the
// counter did not draw first: the move must keep that hope.
func TestTheEngineTriesWhatTheCounterSpoils(t *testing.T) {
	t.Parallel()
	library := build(t, "morris-3-3")
	g, _ := play.Find("morris")
	e := engine.New(1, engine.Options{Traits: g.Traits, Certain: oracle.New(library.Tables)})
	random := rand.New(rand.NewPCG(7, 7))
	for seen := 0; seen < 30; {
		p := scatter.Position(g.Rules, random, 6)
		choices, ok := library.Tables().Best(p)
		if !ok || choices[0].Value.Outcome != endgame.Draw || choices[0].Value.Theory != endgame.Win {
			continue
		}
		seen++
		b, err := g.Board(p, nil)
		require.NoError(t, err)
		move := b.Text(best(t, g, e, p, 300).Moves[0])
		i := slices.IndexFunc(choices, func(c endgame.Choice) bool { return c.Move == move })
		require.GreaterOrEqual(t, i, 0, "%s %s", p, move)
		if p.Counter().Plies+1 < p.Counter().Limit { // else it ends here and now
			require.Equal(t, endgame.Win, choices[i].Value.Theory, "%s %s", p, move)
		}
	}
}

// TestTheEngineComesToWhatIsKnown begins with a piece more than the tables that it
// has know; what it is sure of must be true.
func TestTheEngineComesToWhatIsKnown(t *testing.T) {
	t.Parallel()
	known, truth := build(t, "draughts-brazilian-2"), build(t, "draughts-brazilian-3")
	g, _ := play.Find("draughts-brazilian")
	e := engine.New(1, engine.Options{Traits: g.Traits, Certain: oracle.New(known.Tables)})
	const sure = 30000
	random, seen := rand.New(rand.NewPCG(9, 9)), map[endgame.Outcome]int{}
	for seen[endgame.Win] < 20 || seen[endgame.Loss] < 20 {
		p := scatter.Position(g.Rules, random, 3)
		value, ok := truth.Tables().Probe(p)
		if _, small := known.Tables().Probe(p); small || !ok {
			continue
		}
		switch score := best(t, g, e, p, 2000).Score.Value; {
		case score > sure:
			require.Equal(t, endgame.Win, value.Outcome, "%s", p)
			seen[endgame.Win]++
		case score < -sure:
			require.Equal(t, endgame.Loss, value.Outcome, "%s", p)
			seen[endgame.Loss]++
		}
	}
}

// TestWhatTheTablesDoNotKnow asks for positions that are no endings, at no cost.
func TestWhatTheTablesDoNotKnow(t *testing.T) {
	library, err := endgame.OpenLibrary(endgame.Builder{Dir: t.TempDir()})
	require.NoError(t, err)
	for _, g := range play.All() {
		b, err := g.Board(g.Rules.Start(), nil)
		require.NoError(t, err)
		ask := oracle.New(library.Tables)
		_, ok := ask(b)
		require.False(t, ok, g.Rules.Name())
		require.Zero(t, testing.AllocsPerRun(10, func() { ask(b) }), g.Rules.Name())
	}
}
