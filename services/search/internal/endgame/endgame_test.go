package endgame_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/rulestest"
	"kydai.dev/services/search/internal/endgame"
)

// soak asks for the tests of long durations.
func soak() bool { return os.Getenv("KYDAI_SOAK") != "" }

// built is a folder in which sets have been built, one after another, for all
// tests together.
type built struct {
	dir  string
	lock sync.Mutex
	sets map[string]*endgame.Tables
}

var shared = built{sets: map[string]*endgame.Tables{}}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "endgame")
	if err != nil {
		panic(err)
	}
	shared.dir = dir
	if kept := os.Getenv("KYDAI_ENDGAMES"); kept != "" {
		shared.dir = kept // tables that are there need not be built again
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// tables builds a set, unless it is there, and opens it.
func tables(tb testing.TB, name string) *endgame.Tables {
	tb.Helper()
	shared.lock.Lock()
	defer shared.lock.Unlock()
	if t, ok := shared.sets[name]; ok {
		return t
	}
	sets, err := endgame.FindSets(name)
	require.NoError(tb, err)
	for _, s := range sets {
		require.NoError(tb, endgame.Builder{Dir: shared.dir, Threads: 2}.Build(tb.Context(), s))
	}
	t, err := endgame.Open(shared.dir)
	require.NoError(tb, err)
	shared.sets[name] = t
	return t
}

// vector is a position with its value, counters ignored.
type vector struct {
	Game, Position, Value string
	Plies                 *int
	Best, Keep            []string
}

func vectors(tb testing.TB, game string) []vector {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", game+".json"))
	require.NoError(tb, err)
	var file struct{ Cases []vector }
	require.NoError(tb, json.Unmarshal(text, &file))
	require.NotEmpty(tb, file.Cases)
	return file.Cases
}

func position(tb testing.TB, game, line string) rules.Position {
	tb.Helper()
	g, ok := games.Find(game)
	require.True(tb, ok)
	p, err := g.Parse(line)
	require.NoError(tb, err)
	return p
}

// TestVectors builds the tables that all vectors need with KYDAI_SOAK only;
// without, those of half of them, and less under the race detector.
func TestVectors(t *testing.T) {
	t.Parallel()
	for game, small := range map[string]string{"morris": "morris-4-3", "jungle": "jungle-2"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			set, least := small, 20
			if rulestest.Raced && game == "morris" {
				set, least = "morris-3-3", 10
			}
			if soak() {
				set, least = map[string]string{"morris": "morris-5-4", "jungle": "jungle-3"}[game], len(vectors(t, game))
			}
			known, checked := tables(t, set), 0
			for _, v := range vectors(t, game) {
				if checkVector(t, known, v) {
					checked++
				}
			}
			require.GreaterOrEqual(t, checked, least)
			t.Logf("%d of %d vectors are in %s", checked, len(vectors(t, game)), set)
		})
	}
}

// checkVector reports whether the tables know the position.
func checkVector(t *testing.T, known *endgame.Tables, v vector) bool {
	t.Helper()
	p := position(t, v.Game, v.Position)
	value, ok := known.Probe(p)
	if !ok {
		return false
	}
	require.Equal(t, v.Value, value.Theory.String(), v.Position)
	if v.Plies != nil {
		require.Equal(t, *v.Plies, int(value.Plies), v.Position)
	}
	choices, ok := known.Choices(p)
	require.True(t, ok, v.Position)
	var best, keep []string
	for _, c := range choices {
		if c.Value.Theory == value.Theory {
			keep = append(keep, c.Move)
			if c.Value.Plies == value.Plies {
				best = append(best, c.Move)
			}
		}
	}
	slices.Sort(best)
	slices.Sort(keep)
	require.Equal(t, v.Best, best, v.Position)
	require.Equal(t, v.Keep, keep, v.Position)
	return true
}

// TestKnownEndings holds the tables against what the books of draughts say: in
// Russian draughts three kings win against one that does not hold the main road,
// in no more than 15 moves (Petrov's triangle), and against one on it do not.
func TestKnownEndings(t *testing.T) {
	t.Parallel()
	if !soak() {
		t.Skip("needs all endings of four pieces")
	}
	known := tables(t, "draughts-russian-4")
	longest := uint16(0)
	for lone := range 32 {
		square := []byte{'a' + byte(lone/4), '1' + byte(lone%4*2+lone/4%2)}
		for _, white := range []string{"Kb8,Kd8,Kf8", "Kc1,Ke1,Kg1", "Ka7,Kb8,Kd8"} {
			g, _ := games.Find("draughts-russian")
			p, err := g.Parse("B:BK" + string(square) + ":W" + white + ":H0:F1")
			if err != nil {
				continue // they stand on one square
			}
			value, ok := known.Probe(p)
			require.True(t, ok)
			if mainRoad := square[0]-'a' == square[1]-'1'; mainRoad {
				require.NotEqual(t, endgame.Loss, value.Outcome, "%s", p)
			}
			longest = max(longest, value.Plies)
		}
	}
	require.LessOrEqual(t, longest, uint16(2*15))
	require.Greater(t, longest, uint16(14))
}
