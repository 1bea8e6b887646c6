package matching

import "math/bits"

// Set is a set of small numbers.
type Set []uint64

// NewSet makes room for the numbers below n.
func NewSet(n int) Set { return make(Set, (n+63)/64) }

// Add puts a number in.
func (s Set) Add(i int) { s[i>>6] |= 1 << (i & 63) }

// Remove takes a number out.
func (s Set) Remove(i int) { s[i>>6] &^= 1 << (i & 63) }

// Has tells whether a number is in it.
func (s Set) Has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// Cardinality finds matchings with as many pairs as possible, whatever they
// weigh. Some vertices can be left out, so that one graph answers many questions.
type Cardinality struct {
	rows   []Set
	inside Set
	mate   []int32

	// of one search
	parent, base []int32
	outer        []bool
	queue        []int32
	free         Set
}

// NewCardinality takes the neighbours of each vertex; the rows stay the caller's.
func NewCardinality(rows []Set) *Cardinality {
	n := len(rows)
	c := &Cardinality{
		rows: rows, inside: NewSet(n), mate: make([]int32, n), free: NewSet(n),
		parent: make([]int32, n), base: make([]int32, n), outer: make([]bool, n),
	}
	for i := range n {
		c.mate[i] = none
	}
	return c
}

// Match matches the vertices of a list among each other and returns how many
// stay single.
func (c *Cardinality) Match(vertices []int) int {
	clear(c.inside)
	clear(c.free)
	for _, v := range vertices {
		c.inside.Add(v)
		c.free.Add(v)
		c.mate[v] = none
	}
	for _, v := range vertices {
		if c.mate[v] == none {
			c.greedy(int32(v))
		}
	}
	single := 0
	for _, v := range vertices {
		if c.mate[v] == none && !c.Augment(v) {
			single++
		}
	}
	return single
}

// greedy takes the first free neighbour.
func (c *Cardinality) greedy(v int32) {
	for i, word := range c.rows[v] {
		if word &= c.free[i]; word != 0 {
			w := int32(i<<6 + bits.TrailingZeros64(word))
			c.mate[v], c.mate[w] = w, v
			c.free.Remove(int(v))
			c.free.Remove(int(w))
			return
		}
	}
}

// Mate is the partner of a vertex, or -1.
func (c *Cardinality) Mate(v int) int { return int(c.mate[v]) }

// Join lets one more vertex take part, as yet single.
func (c *Cardinality) Join(v int) {
	c.inside.Add(v)
	c.mate[v] = none
}

// Augment looks for an alternating path from a single vertex to another one.
func (c *Cardinality) Augment(root int) bool {
	for i := range c.base {
		c.base[i], c.parent[i], c.outer[i] = int32(i), none, false
	}
	c.outer[root] = true
	c.queue = append(c.queue[:0], int32(root))
	for len(c.queue) > 0 {
		v := c.queue[0]
		c.queue = c.queue[1:]
		for i, word := range c.rows[v] {
			for word &= c.inside[i]; word != 0; word &= word - 1 {
				w := int32(i<<6 + bits.TrailingZeros64(word))
				if c.look(v, w) {
					return true
				}
			}
		}
	}
	return false
}

// look follows one edge out of an outer vertex; true when the path is complete.
func (c *Cardinality) look(v, w int32) bool {
	if c.base[v] == c.base[w] || c.mate[v] == w {
		return false
	}
	if c.outer[w] {
		c.shrink(v, w)
		return false
	}
	if c.parent[w] != none {
		return false
	}
	c.parent[w] = v
	if c.mate[w] == none {
		c.flip(w)
		return true
	}
	c.outer[c.mate[w]] = true
	c.queue = append(c.queue, c.mate[w])
	return false
}

func (c *Cardinality) flip(w int32) {
	for w != none {
		v := c.parent[w]
		next := c.mate[v]
		c.mate[v], c.mate[w] = w, v
		w = next
	}
}

// shrink makes an odd cycle one vertex.
func (c *Cardinality) shrink(v, w int32) {
	base := c.meeting(v, w)
	inside := make([]bool, len(c.base))
	c.mark(v, base, w, inside)
	c.mark(w, base, v, inside)
	for i := range c.base {
		if !inside[c.base[i]] {
			continue
		}
		c.base[i] = base
		if !c.outer[i] {
			c.outer[i] = true
			c.queue = append(c.queue, int32(i))
		}
	}
}

func (c *Cardinality) meeting(v, w int32) int32 {
	seen := make([]bool, len(c.base))
	for {
		v = c.base[v]
		seen[v] = true
		if c.mate[v] == none || c.parent[c.mate[v]] == none {
			break
		}
		v = c.parent[c.mate[v]]
	}
	for w = c.base[w]; !seen[w]; w = c.base[w] {
		w = c.parent[c.mate[w]]
	}
	return w
}

func (c *Cardinality) mark(v, base, child int32, inside []bool) {
	for c.base[v] != base {
		inside[c.base[v]] = true
		inside[c.base[c.mate[v]]] = true
		c.parent[v] = child
		child = c.mate[v]
		v = c.parent[c.mate[v]]
	}
}
