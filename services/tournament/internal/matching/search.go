package matching

import "slices"

// label is what a node is in the tree of a search.
type label uint8

const (
	free  label = iota // not in the tree
	outer              // at an even distance from the root
	inner              // at an odd one
)

// tree is the state of one search.
type tree struct {
	label []label // by outermost node
	via   []edge  // by outermost node: the edge by which it came in
	queue []int32 // outer vertices to look from

	nearest   []int32 // by vertex that is not outer: the outer end of its best edge
	distance  []int64 // and that edge's slack
	across    []int32 // by outer vertex: the other end of its best edge to an outer one
	crossing  []int64 // and that edge's slack
	scratch   []int64
	smallest  []int64
	mentioned []bool // scratch of meet
}

func (t *tree) init(n, words int) {
	t.label, t.via = make([]label, 2*n), make([]edge, 2*n)
	t.nearest, t.distance = make([]int32, n), make([]int64, n*words)
	t.across, t.crossing = make([]int32, n), make([]int64, n*words)
	t.scratch, t.smallest = make([]int64, words), make([]int64, words)
	t.mentioned = make([]bool, 2*n)
}

func (m *Matcher) distanceOf(v int32) []int64 {
	return m.distance[int(v)*m.words : int(v+1)*m.words]
}

func (m *Matcher) crossingOf(v int32) []int64 {
	return m.crossing[int(v)*m.words : int(v+1)*m.words]
}

// search finds the best change for a single vertex: a partner, or staying
// single, with all duals as they must be.
func (m *Matcher) search(root int32) {
	clear(m.label)
	for v := range m.n {
		m.nearest[v], m.across[v] = none, none
	}
	m.queue = m.queue[:0]
	m.setOuter(m.top[root], edge{none, none})
	for done := false; !done; {
		if len(m.queue) == 0 {
			done = m.adjust()
			continue
		}
		v := m.queue[len(m.queue)-1]
		m.queue = m.queue[:len(m.queue)-1]
		done = m.look(v)
	}
	m.openWeightless()
}

func (m *Matcher) setOuter(node int32, via edge) {
	m.label[node], m.via[node] = outer, via
	m.leaves(node, func(v int32) { m.queue = append(m.queue, v) })
}

// look goes through the edges of an outer vertex; true ends the search.
func (m *Matcher) look(v int32) bool {
	for _, w := range m.adjacent[v] {
		node := m.top[w]
		if node == m.top[v] || m.fixed[w] {
			continue
		}
		m.slack(v, w, m.scratch)
		loose := sign(m.scratch) != 0
		switch {
		case m.label[node] == outer && !loose:
			m.meet(v, w)
		case m.label[node] == outer:
			m.noteCrossing(v, w)
		case m.label[node] == free && !loose:
			if m.grow(v, w) {
				return true
			}
		default:
			m.noteNearest(v, w)
		}
	}
	return false
}

func (m *Matcher) noteCrossing(v, w int32) {
	if m.across[v] == none || less(m.scratch, m.crossingOf(v)) {
		m.across[v] = w
		copy(m.crossingOf(v), m.scratch)
	}
}

func (m *Matcher) noteNearest(v, w int32) {
	if m.nearest[w] == none || less(m.scratch, m.distanceOf(w)) {
		m.nearest[w] = v
		copy(m.distanceOf(w), m.scratch)
	}
}

// grow takes a free node and its partner's into the tree, or ends the search with
// a node that has no partner.
func (m *Matcher) grow(v, w int32) bool {
	node := m.top[w]
	base := m.base[node]
	if m.mate[base] == none {
		m.turn(node, w)
		m.mate[w] = v
		m.rematch(v, w)
		return true
	}
	m.setInner(v, w)
	return false
}

// setInner labels a node that is reached from v, and its partner's.
func (m *Matcher) setInner(v, w int32) {
	node := m.top[w]
	m.label[node], m.via[node] = inner, edge{v, w}
	base := m.base[node]
	m.setOuter(m.top[m.mate[base]], edge{base, m.mate[base]})
}

// rematch gives an outer vertex a partner, or none, and changes the pairs on the
// way to the root.
func (m *Matcher) rematch(v, partner int32) {
	for {
		node := m.top[v]
		m.turn(node, v)
		m.mate[v] = partner
		if m.via[node].from == none {
			return
		}
		between := m.top[m.via[node].from]
		e := m.via[between]
		m.turn(between, e.to)
		m.mate[e.to] = e.from
		v, partner = e.from, e.to
	}
}

// meet shrinks the odd cycle that an edge between two outer nodes closes.
func (m *Matcher) meet(v, w int32) {
	common := m.ancestor(v, w)
	var children []int32
	edges := []edge{{v, w}}
	for node := m.top[v]; node != common; node = m.top[m.via[node].from] {
		children = append(children, node)
		edges = append(edges, m.via[node])
	}
	children = append(children, common)
	slices.Reverse(children)
	slices.Reverse(edges)
	for node := m.top[w]; node != common; node = m.top[m.via[node].from] {
		children = append(children, node)
		edges = append(edges, m.via[node].back())
	}
	for _, c := range children {
		if m.label[c] == inner {
			m.leaves(c, func(u int32) { m.queue = append(m.queue, u) })
		}
	}
	b := m.makeBlossom(children, edges)
	m.label[b], m.via[b] = outer, m.via[common]
}

// ancestor is the outer node where the ways of two vertices to the root join.
func (m *Matcher) ancestor(v, w int32) int32 {
	var way []int32
	for node := m.top[v]; ; node = m.top[m.via[node].from] {
		m.mentioned[node] = true
		way = append(way, node)
		if m.via[node].from == none {
			break
		}
	}
	node := m.top[w]
	for !m.mentioned[node] {
		node = m.top[m.via[node].from]
	}
	for _, n := range way {
		m.mentioned[n] = false
	}
	return node
}
