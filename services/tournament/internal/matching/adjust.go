package matching

// change says what ends a change of duals.
type change struct {
	what label // outer: an outer vertex reaches zero; free: an edge to a free node
	v, w int32 // the vertices; w is -1 for a vertex alone
	open int32 // the inner blossom that reaches zero, or -1
}

// adjust changes the duals of the tree until something new is tight, and takes
// it; true ends the search.
func (m *Matcher) adjust() bool {
	c := m.findChange()
	m.shift()
	switch {
	case c.open != none:
		m.openInner(c.open)
		return false
	case c.w == none:
		m.rematch(c.v, none)
		return true
	case c.what == free:
		return m.grow(c.v, c.w)
	}
	m.meet(c.v, c.w)
	return false
}

// findChange looks for the smallest change, and leaves it in m.smallest.
func (m *Matcher) findChange() change {
	best := change{w: none, open: none}
	first := true
	offer := func(size []int64, c change) {
		if first || less(size, m.smallest) {
			copy(m.smallest, size)
			best, first = c, false
		}
	}
	for v := range int32(m.n) {
		switch m.label[m.top[v]] {
		case outer:
			offer(m.dualOf(v), change{what: outer, v: v, w: none, open: none})
			if m.refreshCrossing(v) {
				offer(m.halved(m.crossingOf(v)), change{what: outer, v: v, w: m.across[v], open: none})
			}
		case free:
			if m.nearest[v] != none {
				offer(m.distanceOf(v), change{what: free, v: m.nearest[v], w: v, open: none})
			}
		}
	}
	for _, b := range m.alive {
		if m.parent[b] == none && m.label[b] == inner {
			offer(m.halved(m.zOf(b)), change{w: none, open: b})
		}
	}
	return best
}

// halved is exact: what it is given is even.
func (m *Matcher) halved(a []int64) []int64 {
	for i := range a {
		m.scratch[i] = a[i] / 2
	}
	return m.scratch
}

// refreshCrossing looks for another edge between outer nodes when the best one
// has come to lie within a blossom.
func (m *Matcher) refreshCrossing(v int32) bool {
	if m.across[v] == none {
		return false
	}
	if m.top[m.across[v]] != m.top[v] {
		return true
	}
	m.across[v] = none
	for _, w := range m.adjacent[v] {
		if m.top[w] != m.top[v] && m.label[m.top[w]] == outer {
			m.slack(v, w, m.scratch)
			m.noteCrossing(v, w)
		}
	}
	return m.across[v] != none
}

// shift changes the duals by m.smallest.
func (m *Matcher) shift() {
	by := m.smallest
	if sign(by) == 0 {
		return
	}
	for v := range int32(m.n) {
		switch m.label[m.top[v]] {
		case outer:
			subtract(m.dualOf(v), by)
			if m.across[v] != none {
				subtract(m.crossingOf(v), by)
				subtract(m.crossingOf(v), by)
			}
		case inner:
			add(m.dualOf(v), by)
		case free:
			if m.nearest[v] != none {
				subtract(m.distanceOf(v), by)
			}
		}
	}
	for _, b := range m.alive {
		if m.parent[b] != none {
			continue
		}
		switch z := m.zOf(b); m.label[b] {
		case outer:
			add(z, by)
			add(z, by)
		case inner:
			subtract(z, by)
			subtract(z, by)
		}
	}
}

// openInner opens an inner blossom whose dual is zero. The children on the even
// way from its entry to its base stay in the tree, the others become free.
func (m *Matcher) openInner(b int32) {
	via := m.via[b]
	children := m.children[b]
	way := m.wayToBase(b, m.childAt(b, via.to))
	m.open(b)
	for _, c := range children {
		m.label[c] = free
	}
	for i, e := range way {
		if i%2 == 0 { // a pair: from an inner child to an outer one
			m.label[m.top[via.to]], m.via[m.top[via.to]] = inner, via
			m.setOuter(m.top[e.to], e)
		}
		via = e
	}
	m.label[children[0]], m.via[children[0]] = inner, via
}
