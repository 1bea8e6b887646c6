package matching

import "slices"

// Solve finds a matching of the largest weight. Where the vertices come in parts,
// and edges to a later part are lighter than those within, it is quicker for
// knowing where all parts but the last one end.
func (m *Matcher) Solve(ends ...int) {
	parts := m.split(ends)
	m.guess(parts)
	for v := range int32(m.n) {
		if sign(m.dualOf(v)) == 0 {
			m.raise(v) // it has edges to earlier parts alone
		}
	}
	for _, p := range parts {
		m.fit(p)
	}
	for _, p := range parts {
		for v := p.first; v < p.end; v++ {
			if m.mate[v] == none {
				m.greedy(v, p)
			}
		}
	}
	for v := range int32(m.n) {
		if m.mate[v] == none {
			m.pending = append(m.pending, v)
		}
	}
	m.settle()
}

// part is a run of vertices.
type part struct{ first, end int32 }

func (m *Matcher) split(ends []int) []part {
	var parts []part
	first := int32(0)
	for _, end := range append(slices.Clip(ends), m.n) {
		parts = append(parts, part{first, int32(end)})
		first = int32(end)
	}
	return parts
}

// usual is which part of a vertex's edges may be heavier than what is taken for
// its usual weight.
const usual = 4

// guess gives every vertex half the usual weight of its edges, not counting those
// to earlier parts: half the largest one would leave nearly all edges with slack
// where few vertices have heavier edges than all others.
func (m *Matcher) guess(parts []part) {
	order, rank := m.rankWeights()
	counts := make([]int, len(order))
	for _, p := range parts {
		for v := p.first; v < p.end; v++ {
			clear(counts)
			edges := 0
			for _, w := range m.adjacent[v] {
				if w >= p.first {
					counts[rank[m.kind[int(v)*m.n+int(w)]]]++
					edges++
				}
			}
			heavier, place := 0, 0
			for ; usual*heavier < edges; place++ {
				heavier += counts[place]
			}
			if edges > 0 {
				copy(m.dualOf(v), m.weightOf(order[place-1]))
			}
		}
	}
}

// rankWeights sorts the registered weights, the largest first, and tells the place
// of each.
func (m *Matcher) rankWeights() (order []int32, rank []int) {
	order = make([]int32, len(m.weights)/m.words)
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return slices.Compare(m.weightOf(b), m.weightOf(a)) })
	rank = make([]int, len(order))
	for place, number := range order {
		rank[number] = place
	}
	return order, rank
}

// fit raises duals until no edge is heavier than those of its ends: first the
// largest ones, so that few have to be.
func (m *Matcher) fit(p part) {
	list := make([]int32, 0, p.end-p.first)
	for v := p.first; v < p.end; v++ {
		list = append(list, v)
	}
	slices.SortStableFunc(list, func(a, b int32) int { return slices.Compare(m.dualOf(b), m.dualOf(a)) })
	for _, v := range list {
		m.raise(v)
	}
}

// greedy matches along an edge without slack. It looks half a part further on
// first: the usual pairing is upper half against lower half.
func (m *Matcher) greedy(v int32, p part) {
	list := m.adjacent[v]
	from, _ := slices.BinarySearch(list, v+(p.end-p.first)/2)
	for i := range list {
		w := list[(i+from)%len(list)]
		if m.mate[w] == none && m.tight(v, w) {
			m.mate[v], m.mate[w] = w, v
			return
		}
	}
}
