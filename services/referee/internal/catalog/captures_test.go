package catalog_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/referee/internal/catalog"
)

// tables are the captures of jungle by situation and hunter.
func tables(t *testing.T) map[string]map[string][]string {
	t.Helper()
	g, ok := games.Find("jungle")
	require.True(t, ok)
	found := map[string]map[string][]string{}
	for _, table := range catalog.Captures(g) {
		rows := map[string][]string{}
		for _, r := range table.Rows {
			rows[r.Kind] = r.Takes
		}
		require.Len(t, rows, 8)
		found[table.Situation] = rows
	}
	return found
}

// byStrength are the kinds of games.md §2, strong to weak.
var byStrength = []string{"elephant", "lion", "tiger", "leopard", "wolf", "dog", "cat", "rat"}

// ranked is what a kind takes by rank alone.
func ranked(kind string) []string {
	switch kind {
	case "elephant":
		return byStrength[:7]
	case "rat":
		return []string{"elephant", "rat"}
	default:
		return byStrength[slices.Index(byStrength, kind):]
	}
}

func TestCapturesOfJungle(t *testing.T) {
	t.Parallel()
	found := tables(t)
	require.Len(t, found, 8)
	for _, kind := range byStrength {
		for _, situation := range []string{"land", "enemy_in_own_trap", "from_trap"} {
			require.Equal(t, ranked(kind), found[situation][kind], "%s %s", situation, kind)
		}
		require.Equal(t, byStrength, found["enemy_in_trap"][kind], "any piece may capture it")
		require.Empty(t, found["into_water"][kind], "nothing captures across the water's edge")
		require.Empty(t, found["out_of_water"][kind])
		water, jump := []string(nil), []string(nil)
		switch kind {
		case "rat":
			water = []string{"rat"}
		case "lion", "tiger":
			jump = ranked(kind)
		}
		require.Equal(t, water, found["water"][kind], kind)
		require.Equal(t, jump, found["jump"][kind], kind)
	}
}

// ground tells the situation of a capture by the areas of the board alone.
type ground struct {
	areas map[string]map[string]bool // by role and owner
	jumps map[string]bool
}

func survey(b rules.Board) ground {
	g := ground{areas: map[string]map[string]bool{}, jumps: map[string]bool{}}
	for _, a := range b.Areas {
		squares := map[string]bool{}
		for _, s := range a.Squares {
			squares[s] = true
		}
		g.areas[a.Role+a.Owner] = squares
	}
	for _, j := range b.Jumps {
		g.jumps[j.From+j.To], g.jumps[j.To+j.From] = true, true
	}
	return g
}

func (g ground) situation(from, to string, hunter rules.Side) string {
	wet, intoWet := g.areas["river"][from], g.areas["river"][to]
	switch {
	case g.areas["trap"+hunter.String()][to]:
		return "enemy_in_trap"
	case g.areas["trap"+hunter.Other().String()][to]:
		return "enemy_in_own_trap"
	case g.areas["trap"+hunter.Other().String()][from]:
		return "from_trap"
	case g.jumps[from+to]:
		return "jump"
	case wet && intoWet:
		return "water"
	case intoWet:
		return "into_water"
	case wet:
		return "out_of_water"
	default:
		return "land"
	}
}

// In every position of random games, two enemies side by side take each other
// exactly where the table of their situation says so, and who jumps takes
// nothing but what it says.
func TestCapturesAreThoseOfPlay(t *testing.T) {
	t.Parallel()
	g, _ := games.Find("jungle")
	found, where := tables(t), survey(g.Describe().Board)
	rapid.Check(t, func(t *rapid.T) {
		line := rules.NewLine(g, g.Start())
		for range rapid.IntRange(20, 150).Draw(t, "plies") {
			if line.Verdict().Over() {
				return
			}
			checkCaptures(t, found, where, line.Position())
			_, err := line.Play(rapid.SampledFrom(line.Legal()).Draw(t, "move"))
			require.NoError(t, err)
		}
	})
}

func checkCaptures(t *rapid.T, found map[string]map[string][]string, where ground, p rules.Position) {
	pieces := p.Pieces()
	for _, hunter := range pieces {
		for _, prey := range pieces {
			if hunter.Side != p.Side() || prey.Side == p.Side() {
				continue
			}
			from, to := hunter.Square, prey.Square
			dx, dy := int(from[0])-int(to[0]), int(from[1])-int(to[1])
			legal := slices.Contains(p.Moves(), from+to)
			takes := slices.Contains(found[where.situation(from, to, p.Side())][hunter.Kind], prey.Kind)
			if dx*dx+dy*dy == 1 {
				require.Equal(t, takes, legal, "%s: %s%s", p, from, to)
			} else if legal {
				require.True(t, takes && where.jumps[from+to], "%s: %s%s", p, from, to)
			}
		}
	}
}

func TestNoTablesWithoutRanks(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		require.Equal(t, g.Name() == "jungle", len(catalog.Captures(g)) > 0, g.Name())
	}
}
