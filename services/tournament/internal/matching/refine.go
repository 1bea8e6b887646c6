package matching

// Prune drops the edges that no matching of the present weight uses. From then on
// only low weights may change: by less than a unit of the words above them.
func (m *Matcher) Prune() {
	for v := range int32(m.n) {
		kept := m.adjacent[v][:0]
		for _, w := range m.adjacent[v] {
			if m.Possible(int(v), int(w)) {
				kept = append(kept, w)
			} else {
				m.kind[int(v)*m.n+int(w)] = 0
			}
		}
		m.adjacent[v] = kept
	}
}

// Favour adds low weight to all edges of a vertex, so that it won't be single.
func (m *Matcher) Favour(v int, weight int64) {
	m.low.own[v] += weight
	m.dualOf(int32(v))[m.words-1] += 2 * weight // no edge is looser for it
}

// SetUpper gives the edges among some vertices low weights by their smaller
// vertex, and matches anew. What SetRow set is gone.
func (m *Matcher) SetUpper(inside []int, upper func(v int) int64) {
	for v := range int32(m.n) {
		m.dissolve(v)
	}
	m.low.row = none
	clear(m.low.inside)
	for _, v := range inside {
		m.low.inside[v] = true
		m.low.upper[v] = upper(v)
		// The weight is the smaller vertex's alone, and so is what it adds to the duals.
		m.dualOf(int32(v))[m.words-1] += 2 * max(0, upper(v))
	}
	for v := range int32(m.n) {
		if w := m.mate[v]; w == none {
			m.pending = append(m.pending, v)
		} else if !m.fixed[v] && !m.tight(v, w) {
			m.divorce(v)
		}
	}
	m.settle()
}

// SetRow gives the edges of one vertex low weights of their own, in addition, and
// matches anew. Another vertex's are gone.
func (m *Matcher) SetRow(v int, special func(w int) int64) {
	old := m.low.row
	row := int32(v)
	m.dissolve(row)
	if old != none && old != row {
		m.dissolve(old)
	}
	m.low.row = row
	for _, w := range m.adjacent[row] {
		m.low.special[w] = special(int(w))
	}
	if old != none && old != row {
		m.mend(old)
	}
	m.mend(row)
	m.settle()
}

// Possible tells of an edge whether a matching of the largest weight may have it:
// not if it has slack, unless it lies within a blossom. Within one the duals around
// its ends count as well.
func (m *Matcher) Possible(v, w int) bool {
	a, b := int32(v), int32(w)
	return !m.fixed[b] && (m.top[a] == m.top[b] || m.tight(a, b))
}

// Exchange makes two vertices partners, and their partners too, if that is of the
// same weight. It is no search: false says only that it isn't as easy as that.
func (m *Matcher) Exchange(v, w int) bool {
	a, b := int32(v), int32(w)
	x, y := m.mate[a], m.mate[b]
	if !m.bare(a) || !m.bare(b) || !m.tight(a, b) || !m.canLeave(x, y) {
		return false
	}
	m.mate[a], m.mate[b] = b, a
	if x != none {
		m.mate[x] = y
	}
	if y != none {
		m.mate[y] = x
	}
	return true
}

// canLeave tells whether two can become partners, or one of them single, with all
// duals as they are.
func (m *Matcher) canLeave(x, y int32) bool {
	switch {
	case x == none && y == none:
		return true
	case x == none:
		return m.bare(y) && sign(m.dualOf(y)) == 0
	case y == none:
		return m.bare(x) && sign(m.dualOf(x)) == 0
	}
	return m.bare(x) && m.bare(y) && m.Connected(int(x), int(y)) && m.tight(x, y)
}

// bare tells whether a vertex is in no blossom.
func (m *Matcher) bare(v int32) bool { return m.top[v] == v }

// mend makes the duals fit after the weights of a vertex's edges have changed.
func (m *Matcher) mend(v int32) {
	m.raise(v)
	if w := m.mate[v]; w == none {
		m.pending = append(m.pending, v)
	} else if !m.tight(v, w) {
		m.divorce(v)
	}
}

// raise makes a dual as large as the edges of its vertex need.
func (m *Matcher) raise(v int32) {
	lack := m.smallest
	clear(lack)
	for _, w := range m.adjacent[v] {
		if m.fixed[w] {
			continue
		}
		if m.slack(v, w, m.scratch); less(m.scratch, lack) {
			copy(lack, m.scratch)
		}
	}
	subtract(m.dualOf(v), lack)
}

// Fix keeps two partners together and takes them out of the graph. They stay in
// the lists of their neighbours, where they are passed over.
func (m *Matcher) Fix(v, w int) {
	a, b := int32(v), int32(w)
	for _, u := range []int32{a, b} {
		m.dissolve(u)
		m.adjacent[u] = nil
	}
	if m.mate[a] != b {
		m.divorce(a)
		m.divorce(b)
	}
	m.mate[a], m.mate[b] = b, a
	m.fixed[a], m.fixed[b] = true, true
	if m.low.row == a || m.low.row == b {
		m.low.row = none
	}
	m.settle()
}

// Drop takes edges of a vertex out of the graph, by their other end. The matching
// is put right by the next change.
func (m *Matcher) Drop(v int, which func(w int) bool) {
	a := int32(v)
	m.dissolve(a)
	kept := m.adjacent[a][:0]
	for _, b := range m.adjacent[a] {
		if !which(int(b)) {
			kept = append(kept, b)
			continue
		}
		m.kind[v*m.n+int(b)], m.kind[int(b)*m.n+v] = 0, 0
		m.forget(b, a)
		if m.mate[a] == b {
			m.divorce(a)
		}
	}
	m.adjacent[a] = kept
}

// forget takes a neighbour out of a list, keeping the order.
func (m *Matcher) forget(v, w int32) {
	list := m.adjacent[v]
	for i, x := range list {
		if x == w {
			m.adjacent[v] = append(list[:i], list[i+1:]...)
			return
		}
	}
}

// Settle puts the matching right after edges were dropped.
func (m *Matcher) Settle() { m.settle() }
