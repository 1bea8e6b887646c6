package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/services/search/internal/endgame"
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
	for game, set := range map[string]string{
		"morris": "morris-3-3", "jungle": "jungle-2", "draughts-brazilian": "draughts-brazilian-2", "draughts-american": "draughts-american-2",
	} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			library := build(t, set)
			g, ok := play.Find(game)
			require.True(t, ok)
			e := engine.New(1, engine.Options{Traits: g.Traits, Certain: oracle.New(library)})
			random, seen := rand.New(rand.NewPCG(9, 9)), map[endgame.Outcome]int{}
			for seen[endgame.Win] < 100 || seen[endgame.Draw] < 30 {
				p := scatter(g.Rules, random)
				choices, ok := library.Tables().Best(p)
				if !ok || p.CheckSetup() != nil {
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
	e := engine.New(1, engine.Options{Traits: g.Traits, Certain: oracle.New(library)})
	random := rand.New(rand.NewPCG(7, 7))
	for seen := 0; seen < 30; {
		p := scatter(g.Rules, random)
		choices, ok := library.Tables().Best(p)
		if !ok || p.CheckSetup() != nil || choices[0].Value.Outcome != endgame.Draw || choices[0].Value.Theory != endgame.Win {
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
	e := engine.New(1, engine.Options{Traits: g.Traits, Certain: oracle.New(known)})
	const sure = 30000
	random, seen := rand.New(rand.NewPCG(9, 9)), map[endgame.Outcome]int{}
	for seen[endgame.Win] < 20 || seen[endgame.Loss] < 20 {
		p := scatter(g.Rules, random)
		value, ok := truth.Tables().Probe(p)
		if _, small := known.Tables().Probe(p); small || !ok || p.CheckSetup() != nil {
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
		ask := oracle.New(library)
		_, ok := ask(b)
		require.False(t, ok, g.Rules.Name())
		require.Zero(t, testing.AllocsPerRun(10, func() { ask(b) }), g.Rules.Name())
	}
}

// scatter sets up a few pieces anywhere, with any counter; nil where the rules do
// not read that.
func scatter(g rules.Game, r *rand.Rand) rules.Position {
	for {
		var line string
		switch {
		case g.Name() == "morris":
			line = scatterMorris(r)
		case g.Name() == "jungle":
			line = scatterJungle(r)
		default:
			line = scatterDraughts(r)
		}
		if p, err := g.Parse(line); err == nil {
			return p
		}
	}
}

func scatterMorris(r *rand.Rand) string {
	points := []byte("WWWBBB..................")
	r.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
	return fmt.Sprintf("%s %c 0 0 %d 30", rows(points, 3, 3, 3, 6, 3, 3, 3), "wb"[r.IntN(2)], r.IntN(50))
}

func scatterJungle(r *rand.Rand) string {
	squares := slices.Repeat([]byte{'.'}, 63)
	squares[r.IntN(63)] = "RCDWPTLE"[r.IntN(8)]
	squares[r.IntN(63)] = "rcdwptle"[r.IntN(8)]
	return fmt.Sprintf("%s %c 0 30", rows(squares, 7, 7, 7, 7, 7, 7, 7, 7, 7), "rb"[r.IntN(2)])
}

// rows prints pieces as rows of such lengths.
func rows(pieces []byte, lengths ...int) string {
	var list []string
	for _, n := range lengths {
		row := string(pieces[:n])
		for empty := n; empty > 0; empty-- { // the longest runs first
			row = strings.ReplaceAll(row, strings.Repeat(".", empty), strconv.Itoa(empty))
		}
		list, pieces = append(list, row), pieces[n:]
	}
	return strings.Join(list, "/")
}

func scatterDraughts(r *rand.Rand) string {
	var lists [2][]string
	for i := range 2 + r.IntN(2) {
		file := r.IntN(8)
		square := string([]byte{'a' + byte(file), '1' + byte(2*r.IntN(4)+file%2)})
		lists[i%2] = append(lists[i%2], square)
	}
	var texts [2]string
	for i, list := range lists {
		slices.Sort(list)
		for j, square := range list {
			if r.IntN(2) == 0 {
				list[j] = "K" + square
			}
		}
		texts[i] = strings.Join(list, ",")
	}
	return fmt.Sprintf("%c:B%s:W%s:H%d:F30", "BW"[r.IntN(2)], texts[0], texts[1], r.IntN(80))
}
