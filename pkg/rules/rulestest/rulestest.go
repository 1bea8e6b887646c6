// Package rulestest is the suite that every game of pkg/rules passes: the
// reference cases in the testdata folder beside the game's tests, and
// properties that hold in any position of any game. One call runs it all, so a
// new game is judged by the same yardstick as the old ones.
package rulestest

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
)

// Dir holds the reference cases, relative to the package under test.
const Dir = "testdata"

// Run holds the games against the reference cases in Dir and the common
// properties. perft.json, legal.json, results.json and validity.json must be
// there; spelling.json is for games with several spellings of one move.
func Run(t *testing.T, games ...rules.Game) {
	t.Helper()
	t.Run("perft", func(t *testing.T) { each(t, "perft.json", games, checkPerft) })
	t.Run("legal", func(t *testing.T) { each(t, "legal.json", games, checkLegal) })
	t.Run("results", func(t *testing.T) { each(t, "results.json", games, checkResult) })
	t.Run("validity", func(t *testing.T) { each(t, "validity.json", games, checkValidity) })
	if _, err := os.Stat(filepath.Join(Dir, "spelling.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Run("spelling", func(t *testing.T) { each(t, "spelling.json", games, checkSpelling) })
	}
	for _, g := range games {
		t.Run("properties/"+g.Name(), func(t *testing.T) { checkProperties(t, g) })
	}
}

// vector is one reference case; each file uses some of the fields.
type vector struct {
	Game     string
	Position string

	Perft []uint64 // perft.json: leaves at depth 1, 2, …

	Moves []string // legal.json: the legal moves; results.json: the moves played
	Count *int
	Check *bool

	Result      string // results.json: empty while the game goes on
	Reason      string
	Final       string
	Ply         int
	Occurrences int

	Valid   bool // validity.json
	Printed string
	Level   string
	Fields  []string
	Why     string

	Canonical string // spelling.json
	Accepted  []string
	Refused   []string
	After     string
}

// load reads the cases of one file that are about the given games.
func load(tb testing.TB, name string, games ...rules.Game) []vector {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(Dir, name))
	require.NoError(tb, err)
	var file struct{ Cases []vector }
	require.NoError(tb, json.Unmarshal(data, &file))
	var ours []vector
	for _, v := range file.Cases {
		if find(games, v.Game) != nil {
			ours = append(ours, v)
		}
	}
	require.NotEmpty(tb, ours, "%s has no case for this game", name)
	return ours
}

func find(games []rules.Game, name string) rules.Game {
	for _, g := range games {
		if g.Name() == name {
			return g
		}
	}
	return nil
}

// each runs check on every case of a file, in parallel.
func each(t *testing.T, name string, games []rules.Game, check func(*testing.T, rules.Game, vector)) {
	t.Helper()
	for i, v := range load(t, name, games...) {
		t.Run(v.Game+"/"+strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			check(t, find(games, v.Game), v)
		})
	}
}

func parse(tb require.TestingT, g rules.Game, line string) rules.Position {
	p, err := g.Parse(line)
	require.NoError(tb, err, "%s %s", g.Name(), line)
	return p
}

// requirePosition compares a printed position with a reference, which for
// draughts may leave out the counters H and F.
func requirePosition(tb require.TestingT, want string, got rules.Position) {
	text := got.String()
	if strings.Contains(text, ":H") && !strings.Contains(want, ":H") {
		text, _, _ = strings.Cut(text, ":H")
	}
	require.Equal(tb, want, text)
}
