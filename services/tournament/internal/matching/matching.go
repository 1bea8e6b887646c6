// Package matching finds matchings in general graphs: with as many pairs as
// possible, and of the largest weight. It is pure and knows nothing of players.
//
// A weight is a short vector of integers that compare from the first to the last,
// so that a criterion can own a component, or some bits of one, without ever
// giving way to a lower one. The algorithm is Edmonds' with one tree at a time and
// explicit duals: they stay when a matching has been found, and a change of one
// vertex's weights costs one search more, not a new start.
package matching

const none = -1

// Matcher holds a graph and a matching in it.
type Matcher struct {
	n     int
	words int

	adjacent [][]int32 // neighbours
	kind     []int32   // n×n: the weight's place in the table, 0 without an edge
	weights  []int64   // the table
	low      lowWeights

	mate    []int32
	fixed   []bool  // with a partner for good
	dual    []int64 // of vertices, in half units of weight
	pending []int32 // single vertices that may have to be matched

	blossoms
	tree
}

// lowWeights are what is added to the last word of an edge's weight.
type lowWeights struct {
	own     []int64 // of all edges of a vertex
	upper   []int64 // of edges within the set, by their smaller vertex
	inside  []bool  // the set
	row     int32   // the one vertex whose edges have something of their own
	special []int64 // what, by the other vertex
}

// New makes a graph without edges. Weights have so many words.
func New(n, words int) *Matcher {
	m := &Matcher{
		n: n, words: words,
		adjacent: make([][]int32, n), kind: make([]int32, n*n), weights: make([]int64, words),
		low: lowWeights{
			own: make([]int64, n), upper: make([]int64, n), inside: make([]bool, n), row: none, special: make([]int64, n),
		},
		mate: make([]int32, n), fixed: make([]bool, n), dual: make([]int64, n*words),
	}
	for i := range n {
		m.mate[i] = none
	}
	m.blossoms.init(n, words)
	m.tree.init(n, words)
	return m
}

// Weight registers a weight for edges and returns its number. The weights of
// edges must be above zero.
func (m *Matcher) Weight(w []int64) int32 {
	number := int32(len(m.weights) / m.words)
	m.weights = append(m.weights, w...)
	return number
}

// weightOf is a registered weight.
func (m *Matcher) weightOf(number int32) []int64 {
	return m.weights[int(number)*m.words : int(number+1)*m.words]
}

// Connect puts an edge of a registered weight between two vertices.
func (m *Matcher) Connect(i, j int, weight int32) {
	m.kind[i*m.n+j], m.kind[j*m.n+i] = weight, weight
	m.adjacent[i] = append(m.adjacent[i], int32(j))
	m.adjacent[j] = append(m.adjacent[j], int32(i))
}

// Connected tells whether there is an edge.
func (m *Matcher) Connected(i, j int) bool { return m.kind[i*m.n+j] != 0 }

// Neighbours are the vertices with an edge to one, and some that are fixed; the
// caller must not keep them.
func (m *Matcher) Neighbours(v int) []int32 { return m.adjacent[v] }

// Mate is the partner of a vertex, or -1.
func (m *Matcher) Mate(v int) int { return int(m.mate[v]) }

// dualOf is the dual of a vertex.
func (m *Matcher) dualOf(v int32) []int64 {
	return m.dual[int(v)*m.words : int(v+1)*m.words]
}

// lowOf is what is added to the last word of an edge.
func (m *Matcher) lowOf(v, w int32) int64 {
	sum := m.low.own[v] + m.low.own[w]
	if m.low.inside[v] && m.low.inside[w] {
		sum += m.low.upper[min(v, w)]
	}
	switch m.low.row {
	case v:
		sum += m.low.special[w]
	case w:
		sum += m.low.special[v]
	}
	return sum
}

// slack writes how far the duals of an edge's ends are above its weight.
func (m *Matcher) slack(v, w int32, into []int64) {
	last := m.words - 1
	weight := m.weightOf(m.kind[int(v)*m.n+int(w)])
	a, b := m.dualOf(v), m.dualOf(w)
	for i := range into {
		into[i] = a[i] + b[i] - 2*weight[i]
	}
	into[last] -= 2 * m.lowOf(v, w)
}

// tight tells whether an edge between different blossoms has no slack.
func (m *Matcher) tight(v, w int32) bool {
	m.slack(v, w, m.scratch)
	return sign(m.scratch) == 0
}

// sign compares a vector with zero.
func sign(a []int64) int {
	for _, x := range a {
		if x != 0 {
			if x < 0 {
				return -1
			}
			return 1
		}
	}
	return 0
}

// less compares vectors.
func less(a, b []int64) bool {
	for i, x := range a {
		if x != b[i] {
			return x < b[i]
		}
	}
	return false
}

func add(a, b []int64) {
	for i := range a {
		a[i] += b[i]
	}
}

func subtract(a, b []int64) {
	for i := range a {
		a[i] -= b[i]
	}
}

// settle searches from every single vertex that could still be worth something.
func (m *Matcher) settle() {
	for len(m.pending) > 0 {
		v := m.pending[len(m.pending)-1]
		m.pending = m.pending[:len(m.pending)-1]
		if m.mate[v] == none && sign(m.dualOf(v)) > 0 {
			m.search(v)
		}
	}
}

// Total is the weight of the matching, without what low weights add.
func (m *Matcher) Total() []int64 {
	sum := make([]int64, m.words)
	for v, w := range m.mate {
		if int(w) > v {
			add(sum, m.weightOf(m.kind[v*m.n+int(w)]))
		}
	}
	return sum
}
