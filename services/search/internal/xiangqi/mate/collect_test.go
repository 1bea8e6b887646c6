package mate_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	rulebook "kydai.dev/pkg/rules/xiangqi"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/xiangqi"
	"kydai.dev/services/search/internal/xiangqi/mate"
)

// kind is what a collected mate is like.
type kind struct {
	plies int
	quiet bool // no check begins it
}

// wanted is how many of each kind make a set of 50.
var wanted = map[kind]int{
	{3, false}: 9, {3, true}: 5, {5, false}: 11, {5, true}: 7, {7, false}: 11, {7, true}: 7,
}

// TestCollectMates writes the set anew, from games of the engine with itself:
//
//	KYDAI_MATES=1 go test -count=1 -timeout 60m -run CollectMates ./services/search/internal/xiangqi/mate
func TestCollectMates(t *testing.T) {
	if os.Getenv("KYDAI_MATES") == "" {
		t.Skip("KYDAI_MATES is not set")
	}
	c := collection{
		engine: engine.New(16, engine.Options{Traits: xiangqi.Traits(), Fresh: true}),
		seen:   map[string]bool{}, found: map[kind][]string{},
	}
	for seed := uint64(0); !c.full(); seed++ {
		c.play(t, seed)
		t.Log(seed, c.counts())
	}
	require.NoError(t, os.WriteFile("../testdata/mates.txt", []byte(c.text()), 0o644))
}

type collection struct {
	engine *engine.Engine
	seen   map[string]bool
	found  map[kind][]string
}

func (c *collection) full() bool {
	for k, n := range wanted {
		if len(c.found[k]) < n {
			return false
		}
	}
	return true
}

func (c *collection) counts() (list []string) {
	for k := range wanted {
		list = append(list, fmt.Sprint(k, len(c.found[k])))
	}
	slices.Sort(list)
	return list
}

// text lists the set, the shortest mates first.
func (c *collection) text() string {
	var lines []string
	for k, positions := range c.found {
		for _, p := range positions {
			lines = append(lines, fmt.Sprintf("%d %s\n", k.plies, p))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// play looks for mates in a game of slips, two of a kind at most.
func (c *collection) play(t *testing.T, seed uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 9))
	line := rules.NewLine(rulebook.New(), rulebook.New().Start())
	taken := map[kind]int{}
	for ply := 0; ply < 200 && !line.Verdict().Over(); ply++ {
		legal := line.Legal()
		move := legal[random.IntN(len(legal))]
		if ply >= 6 && random.IntN(8) > 0 {
			b, err := xiangqi.New(line.Position(), nil)
			require.NoError(t, err)
			r := c.engine.Search(b, engine.Limits{Nodes: 6000})
			c.look(t, line.Position(), r.Lines[0].Score.Mate, taken)
			move = b.Text(r.Lines[0].Moves[0])
		}
		_, err := line.Play(move)
		require.NoError(t, err)
	}
}

// look keeps a position in which the engine sees a mate, if all lines prove it.
func (c *collection) look(t *testing.T, p rules.Position, plies int, taken map[kind]int) {
	t.Helper()
	if plies != 3 && plies != 5 && plies != 7 {
		return
	}
	position := early(p.String())
	if c.seen[canonical(position)] || len(c.found[kind{plies, false}]) >= wanted[kind{plies, false}] && len(c.found[kind{plies, true}]) >= wanted[kind{plies, true}] {
		return
	}
	b := board(t, position)
	k := kind{plies, quiet(b, plies)}
	if len(c.found[k]) >= wanted[k] || taken[k] > 0 || mate.NewSolver(b, plies).Distance(plies) != plies {
		return
	}
	taken[k]++
	c.seen[canonical(position)] = true
	c.found[k] = append(c.found[k], position)
}

// early is a position with its counters set back.
func early(position string) string {
	fields := strings.Fields(position)
	return strings.Join(append(fields[:4:4], "0", "1"), " ")
}
