package matching

import "slices"

// blossoms are the odd cycles that are shrunk to one node. Nodes below n are
// vertices, the others blossoms.
type blossoms struct {
	top      []int32 // the outermost node around each vertex
	parent   []int32
	base     []int32 // the vertex of a node whose partner is outside
	children [][]int32
	edges    [][]edge // edges[i] leads from children[i] to the next child
	weight   []int64  // duals of blossoms, by node
	unused   []int32
	alive    []int32 // blossoms, in the order of making
}

type edge struct{ from, to int32 }

func (e edge) back() edge { return edge{e.to, e.from} }

func (b *blossoms) init(n, words int) {
	size := 2 * n
	b.top, b.parent, b.base = make([]int32, n), make([]int32, size), make([]int32, size)
	b.children, b.edges = make([][]int32, size), make([][]edge, size)
	b.weight = make([]int64, size*words)
	for i := range size {
		b.parent[i], b.base[i] = none, none
		if i < n {
			b.top[i], b.base[i] = int32(i), int32(i)
		} else {
			b.unused = append(b.unused, int32(i))
		}
	}
}

func (m *Matcher) isBlossom(node int32) bool { return int(node) >= m.n }

// zOf is the dual of a blossom.
func (m *Matcher) zOf(node int32) []int64 {
	return m.weight[int(node)*m.words : int(node+1)*m.words]
}

// leaves calls f with every vertex of a node.
func (m *Matcher) leaves(node int32, f func(int32)) {
	if !m.isBlossom(node) {
		f(node)
		return
	}
	for _, c := range m.children[node] {
		m.leaves(c, f)
	}
}

// makeBlossom shrinks a cycle; the first child holds the base.
func (m *Matcher) makeBlossom(children []int32, edges []edge) int32 {
	b := m.unused[len(m.unused)-1]
	m.unused = m.unused[:len(m.unused)-1]
	m.alive = append(m.alive, b)
	m.children[b], m.edges[b] = children, edges
	m.parent[b], m.base[b] = none, m.base[children[0]]
	clear(m.zOf(b))
	for _, c := range children {
		m.parent[c] = b
	}
	m.leaves(b, func(v int32) { m.top[v] = b })
	return b
}

// open lets the children of an outermost blossom stand for themselves.
func (m *Matcher) open(b int32) {
	for _, c := range m.children[b] {
		m.parent[c] = none
		m.leaves(c, func(v int32) { m.top[v] = c })
	}
	m.children[b], m.edges[b], m.base[b] = nil, nil, none
	m.unused = append(m.unused, b)
	m.alive = slices.DeleteFunc(m.alive, func(other int32) bool { return other == b })
}

// openWeightless opens the outermost blossoms whose dual is zero.
func (m *Matcher) openWeightless() {
	for i := len(m.alive) - 1; i >= 0; i-- {
		if b := m.alive[i]; m.parent[b] == none && sign(m.zOf(b)) == 0 {
			m.open(b) // its children are older: they come later in this loop
		}
	}
}

// turn matches inside a node so that one of its vertices has its partner outside.
func (m *Matcher) turn(node, v int32) {
	if !m.isBlossom(node) {
		return
	}
	at := m.childAt(node, v)
	children, edges := m.children[node], m.edges[node]
	m.turn(children[at], v)
	way := m.wayToBase(node, at)
	for i := 1; i < len(way); i += 2 {
		e := way[i]
		m.turn(children[m.childAt(node, e.from)], e.from)
		m.turn(children[m.childAt(node, e.to)], e.to)
		m.mate[e.from], m.mate[e.to] = e.to, e.from
	}
	m.children[node] = append(slices.Clone(children[at:]), children[:at]...)
	m.edges[node] = append(slices.Clone(edges[at:]), edges[:at]...)
	m.base[node] = v
}

// childAt is the place of the child of a blossom that holds a vertex.
func (m *Matcher) childAt(b, v int32) int {
	for m.parent[v] != b {
		v = m.parent[v]
	}
	return slices.Index(m.children[b], v)
}

// wayToBase lists the edges between the children of a blossom, the even way round
// from one of them to the base.
func (m *Matcher) wayToBase(b int32, at int) []edge {
	edges := m.edges[b]
	if at%2 != 0 {
		return edges[at:]
	}
	way := make([]edge, 0, at)
	for i := at - 1; i >= 0; i-- {
		way = append(way, edges[i].back())
	}
	return way
}

// dissolve makes a vertex stand for itself. The duals of the blossoms around it
// go to their vertices, which keeps the edges inside as they are and loosens those
// that lead out; what loses its partner by that is searched for again.
func (m *Matcher) dissolve(v int32) {
	for m.top[v] != v {
		b := m.top[v]
		if z := m.zOf(b); sign(z) != 0 {
			half := m.scratch
			for i := range half {
				half[i] = z[i] / 2
			}
			m.leaves(b, func(w int32) { add(m.dualOf(w), half) })
			m.divorce(m.base[b])
		}
		m.open(b)
	}
}

// divorce makes a vertex and its partner single.
func (m *Matcher) divorce(v int32) {
	m.pending = append(m.pending, v)
	if w := m.mate[v]; w != none {
		m.mate[v], m.mate[w] = none, none
		m.pending = append(m.pending, w)
	}
}
