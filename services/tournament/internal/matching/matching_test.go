package matching

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const testWords = 3 // the last one is for low weights

// graph is drawn at random; weights are small so that ties abound.
type graph struct {
	n      int
	weight map[[2]int][]int64
	low    func(v, w int) int64

	favoured []int64
}

func drawGraph(t *rapid.T) graph {
	g := graph{n: rapid.IntRange(1, 9).Draw(t, "n"), weight: map[[2]int][]int64{}, low: func(int, int) int64 { return 0 }}
	g.favoured = make([]int64, g.n)
	density := rapid.IntRange(3, 10).Draw(t, "density")
	span := rapid.SampledFrom([]int64{0, 1, 2, 6}).Draw(t, "span")
	for i := range g.n {
		for j := i + 1; j < g.n; j++ {
			if rapid.IntRange(1, 10).Draw(t, "edge") <= density {
				g.weight[[2]int{i, j}] = []int64{
					rapid.Int64Range(1, 1+span).Draw(t, "high"), rapid.Int64Range(-span, span).Draw(t, "next"), 0,
				}
			}
		}
	}
	return g
}

func (g graph) matcher() *Matcher {
	m := New(g.n, testWords)
	for i := range g.n {
		for j := i + 1; j < g.n; j++ {
			if w, ok := g.weight[[2]int{i, j}]; ok {
				m.Connect(i, j, m.Weight(w))
			}
		}
	}
	return m
}

// best is the largest weight of all matchings, by trying them all.
func (g graph) best(used []bool, from int) []int64 {
	for from < g.n && used[from] {
		from++
	}
	if from >= g.n {
		return make([]int64, testWords)
	}
	used[from] = true
	best := g.best(used, from+1)
	for j := from + 1; j < g.n; j++ {
		w, ok := g.weight[[2]int{from, j}]
		if !ok || used[j] {
			continue
		}
		used[j] = true
		sum := g.best(used, from+1)
		add(sum, w)
		sum[testWords-1] += g.low(from, j) + g.favoured[from] + g.favoured[j]
		if less(best, sum) {
			best = sum
		}
		used[j] = false
	}
	used[from] = false
	return best
}

func (g graph) total(t require.TestingT, m *Matcher) []int64 {
	sum := make([]int64, testWords)
	for v := range g.n {
		w := m.Mate(v)
		if w < 0 {
			continue
		}
		require.Equal(t, v, m.Mate(w))
		if v < w {
			weight, ok := g.weight[[2]int{v, w}]
			require.True(t, ok, "%d and %d have no edge", v, w)
			add(sum, weight)
			sum[testWords-1] += g.low(v, w) + g.favoured[v] + g.favoured[w]
		}
	}
	return sum
}

func (g graph) check(t require.TestingT, m *Matcher) {
	require.Equal(t, g.best(make([]bool, g.n), 0), g.total(t, m))
}

func TestSolveFindsTheLargestWeight(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		m := g.matcher()
		first := rapid.IntRange(0, g.n).Draw(t, "first part")
		m.Solve([][]int{nil, {first}, {first, rapid.IntRange(first, g.n).Draw(t, "second part")}}[rapid.IntRange(0, 2).Draw(t, "parts")]...)
		g.check(t, m)
	})
}

// An edge is possible if a matching of the largest weight can have it, and what an
// exchange gives is such a matching.
func TestExchangeKeepsTheWeight(t *testing.T) {
	t.Parallel()
	exchanged := 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		m := g.matcher()
		m.Solve()
		best := g.best(make([]bool, g.n), 0)
		for e, weight := range g.weight {
			used := make([]bool, g.n)
			used[e[0]], used[e[1]] = true, true
			with := g.best(used, 0)
			add(with, weight)
			if !m.Possible(e[0], e[1]) {
				require.True(t, less(with, best), "%v is in a matching of the largest weight", e)
			}
		}
		for range 10 {
			v, w := rapid.IntRange(0, g.n-1).Draw(t, "v"), rapid.IntRange(0, g.n-1).Draw(t, "w")
			if m.Connected(v, w) && m.Exchange(v, w) {
				require.Equal(t, w, m.Mate(v))
				exchanged++
			}
			g.check(t, m)
		}
	})
	require.NotZero(t, exchanged)
}

// Low weights decide among the matchings of the largest weight, through all the
// changes that a pairing makes.
func TestRefinementsKeepTheWeight(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		m := g.matcher()
		m.Solve()
		m.Prune()
		upper := rapid.SliceOfN(rapid.Int64Range(-3, 3), g.n, g.n).Draw(t, "upper")
		var inside []int
		for v := range g.n {
			if rapid.Bool().Draw(t, "inside") {
				inside = append(inside, v)
			}
		}
		base := func(v, w int) int64 {
			if slices.Contains(inside, v) && slices.Contains(inside, w) {
				return upper[min(v, w)]
			}
			return 0
		}
		g.low = base
		m.SetUpper(inside, func(v int) int64 { return upper[v] })
		g.check(t, m)
		for range rapid.IntRange(1, 6).Draw(t, "changes") {
			g.change(t, m, base)
		}
	})
}

func (g *graph) change(t *rapid.T, m *Matcher, base func(v, w int) int64) {
	row := rapid.IntRange(0, g.n-1).Draw(t, "row")
	if m.fixed[row] {
		return
	}
	special := rapid.SliceOfN(rapid.Int64Range(-2, 3), g.n, g.n).Draw(t, "special")
	g.low = func(v, w int) int64 {
		switch row {
		case v:
			return base(v, w) + special[w]
		case w:
			return base(v, w) + special[v]
		}
		return base(v, w)
	}
	m.SetRow(row, func(w int) int64 { return special[w] })
	g.check(t, m)
	mate := m.Mate(row)
	if mate < 0 {
		return
	}
	switch rapid.IntRange(0, 3).Draw(t, "then") {
	case 0:
		before := g.total(t, m)
		m.Fix(row, mate)
		require.Equal(t, before, g.total(t, m))
		for other := range g.n { // nobody else can have them
			for _, x := range []int{row, mate} {
				if e := [2]int{min(x, other), max(x, other)}; e != [2]int{min(row, mate), max(row, mate)} {
					delete(g.weight, e)
				}
			}
		}
	case 1:
		m.Drop(row, func(w int) bool { return w != mate })
		m.Settle()
		for other := range g.n {
			if other != mate {
				delete(g.weight, [2]int{min(row, other), max(row, other)})
			}
		}
		g.check(t, m)
	case 2:
		m.Favour(row, 20)
		g.favoured[row] += 20
		g.check(t, m)
	}
}

func TestCardinalityLeavesAsFewSingleAsPossible(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		rows := make([]Set, g.n)
		var all []int
		for i := range g.n {
			rows[i] = NewSet(g.n)
			all = append(all, i)
		}
		for e := range g.weight {
			rows[e[0]].Add(e[1])
			rows[e[1]].Add(e[0])
			g.weight[e] = []int64{1, 0, 0}
		}
		c := NewCardinality(rows)
		single := c.Match(all)
		require.Equal(t, g.best(make([]bool, g.n), 0)[0], int64(g.n-single)/2)
		for v := range g.n {
			if w := c.Mate(v); w >= 0 {
				require.Equal(t, v, c.Mate(w))
				require.True(t, rows[v].Has(w))
			}
		}
	})
}
