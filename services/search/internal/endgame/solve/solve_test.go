package solve_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/search/internal/endgame/solve"
	"kydai.dev/services/search/internal/endgame/table"
)

// graph is a game on a few positions, drawn at random.
type graph struct {
	inside  [][]uint32
	outside [][]table.Value
	absent  []bool
}

func drawGraph(t *rapid.T) *graph {
	n := rapid.IntRange(1, 30).Draw(t, "positions")
	g := &graph{inside: make([][]uint32, n), outside: make([][]table.Value, n), absent: make([]bool, n)}
	present := rapid.Uint32Range(0, uint32(n-1))
	for i := range n {
		g.absent[i] = rapid.IntRange(0, 9).Draw(t, "absent") == 0
	}
	for i := range n {
		for _, next := range rapid.SliceOfN(present, 0, 3).Draw(t, "inside") {
			if !g.absent[next] {
				g.inside[i] = append(g.inside[i], next)
			}
		}
		if rapid.IntRange(0, 2).Draw(t, "leaves") == 0 {
			g.outside[i] = rapid.SliceOfN(rapid.Custom(drawOutside), 1, 3).Draw(t, "outside")
		}
	}
	return g
}

// drawOutside draws a value; what the counter spoils is a draw.
func drawOutside(t *rapid.T) table.Value {
	v := table.Value{Theory: rapid.SampledFrom([]table.Outcome{table.Loss, table.Draw, table.Win, table.Win, table.Win}).Draw(t, "theory")}
	v.Outcome = v.Theory
	if v.Theory != table.Draw {
		v.Plies = uint16(rapid.IntRange(0, 9).Draw(t, "plies"))
		if rapid.IntRange(0, 2).Draw(t, "spoilt") == 0 {
			v.Outcome = table.Draw
		}
	}
	return v
}

func (g *graph) Len() int { return len(g.inside) }

func (g *graph) Moves(entry uint32, m *solve.Moves) bool {
	m.Inside = append(m.Inside, g.inside[entry]...)
	m.Outside = append(m.Outside, g.outside[entry]...)
	return !g.absent[entry]
}

func (g *graph) Before(entry uint32, list []uint32) []uint32 {
	for i, inside := range g.inside {
		for _, next := range inside {
			if next == entry && !g.absent[i] {
				list = append(list, uint32(i), uint32(i))
			}
		}
	}
	return list
}

// over reports whether the side to move has lost for want of moves.
func (g *graph) over(entry uint32) bool { return len(g.inside[entry])+len(g.outside[entry]) == 0 }

// under plays a position out with the counter at plies.
func (g *graph) under(entry uint32, plies, limit int) table.Outcome {
	best := table.Loss
	for _, v := range g.outside[entry] {
		best = max(best, -v.Outcome)
	}
	for _, next := range g.inside[entry] {
		switch {
		case g.over(next):
			best = table.Win
		case plies+1 >= limit:
			best = max(best, table.Draw)
		default:
			best = max(best, -g.under(next, plies+1, limit))
		}
	}
	return best
}

// within says what a position is when the game must end within so many plies,
// else it is drawn.
func (g *graph) within(entry uint32, plies int, known map[[2]int]table.Outcome) table.Outcome {
	if g.over(entry) {
		return table.Loss
	}
	if plies == 0 {
		return table.Draw
	}
	if o, ok := known[[2]int{int(entry), plies}]; ok {
		return o
	}
	best := table.Loss
	for _, v := range g.outside[entry] {
		if int(v.Plies) >= plies {
			v.Theory = table.Draw
		}
		best = max(best, -v.Theory)
	}
	for _, next := range g.inside[entry] {
		best = max(best, -g.within(next, plies-1, known))
	}
	known[[2]int{int(entry), plies}] = best
	return best
}

// forever is longer than any shortest way of so few positions.
const forever = 99

func TestSolvedAsPlayedOut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			g, limit := drawGraph(t), rapid.IntRange(1, 6).Draw(t, "limit")
			o := solve.Options{Limit: limit, Threads: rapid.IntRange(0, 3).Draw(t, "threads")}
			solved, err := solve.Solve(t.Context(), g, o)
			require.NoError(t, err)
			g.check(t, solved, limit)
		}
	})
}

// check plays every position out.
func (g *graph) check(t *rapid.T, solved *solve.Solved, limit int) {
	known := map[[2]int]table.Outcome{}
	for entry := range uint32(g.Len()) {
		v := solved.Value(int(entry))
		if g.absent[entry] {
			require.Equal(t, table.Value{}, v)
			continue
		}
		for plies := range limit {
			require.Equal(t, g.under(entry, plies, limit), v.Under(plies, limit).Outcome, "position %d at %d", entry, plies)
		}
		require.Equal(t, g.within(entry, forever, known), v.Theory, "position %d", entry)
		if v.Theory != table.Draw {
			require.Equal(t, v.Theory, g.within(entry, int(v.Plies), known))
		}
		if v.Plies > 0 {
			require.Equal(t, table.Draw, g.within(entry, int(v.Plies)-1, known))
		}
		var m solve.Moves
		inside := func(entry uint32) table.Value { return solved.Value(int(entry)) }
		require.Equal(t, v, solve.Derive(g, entry, &m, inside, limit))
	}
}

func TestSolvingStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := solve.Solve(ctx, &graph{inside: make([][]uint32, 1), outside: make([][]table.Value, 1), absent: make([]bool, 1)}, solve.Options{Threads: 1})
	require.ErrorIs(t, err, context.Canceled)
}
