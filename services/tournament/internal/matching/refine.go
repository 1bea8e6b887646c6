package matching

// Prune drops the edges that no matching of the present weight uses. From then on
// only low weights may change: by less than a unit of the words above them.
func (m *Matcher) Prune() {
	for v := range int32(m.n) {
		kept := m.adjacent[v][:0]
		for _, w := range m.adjacent[v] {
			// Within a blossom the duals around the ends count as well; such an edge stays.
			if m.top[v] == m.top[w] || m.tight(v, w) {
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

// mend makes the duals fit after the weights of a vertex's edges have changed.
func (m *Matcher) mend(v int32) {
	lack := m.smallest
	clear(lack)
	for _, w := range m.adjacent[v] {
		if m.slack(v, w, m.scratch); less(m.scratch, lack) {
			copy(lack, m.scratch)
		}
	}
	subtract(m.dualOf(v), lack)
	if w := m.mate[v]; w == none {
		m.pending = append(m.pending, v)
	} else if !m.tight(v, w) {
		m.divorce(v)
	}
}

// Fix keeps two partners together and takes them out of the graph.
func (m *Matcher) Fix(v, w int) {
	m.Drop(v, func(int) bool { return true })
	m.Drop(w, func(int) bool { return true })
	m.mate[v], m.mate[w] = int32(w), int32(v)
	m.fixed[v], m.fixed[w] = true, true
	if m.low.row == int32(v) || m.low.row == int32(w) {
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
