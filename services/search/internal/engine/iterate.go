package engine

import "slices"

// rootLine is a move of the root and what the search knows of it.
type rootLine struct {
	move            Move
	pv              []Move
	score, last     int  // of this iteration and the one before; -infinite for worse than another
	shown           int  // the last score that was exact
	most            int  // what the last search of it has left possible
	worse           bool // found to be worse than another since the search of the root began
	depth, selDepth int
}

// become makes the line the same as another one, in its own memory.
func (r *rootLine) become(other *rootLine) {
	pv := append(r.pv[:0], other.pv...)
	*r = *other
	r.pv = pv
}

func (r *rootLine) line() Line {
	moves := append([]Move{r.move}, r.pv...)
	return Line{Moves: moves, Score: newScore(r.shown), Depth: r.depth, SelDepth: r.selDepth}
}

// iterate searches deeper and deeper until the search is to end.
func (w *worker) iterate() {
	for w.deepen(); !w.stopped; {
		for i := w.from; i < len(w.root); i++ {
			w.root[i].score = -infinite
		}
		score := w.search(w.alpha, w.beta, max(1, w.reach), 0, false)
		if w.stopped {
			w.job.follow(w)
		} else {
			w.job.advance(w, score)
		}
	}
	w.sortRoot()
	w.shared.Store(int64(w.nodes))
}

// deepen begins an iteration with what the last one found.
func (w *worker) deepen() {
	if w.depth > 0 {
		w.before.become(&w.root[0])
	}
	w.depth++
	w.from = 0
	for i := range w.root {
		w.root[i].last = w.root[i].score
	}
	w.aspire()
}

// aspire begins a line with a narrow window around its last score.
func (w *worker) aspire() {
	w.alpha, w.beta, w.width, w.reach, w.selDepth = -infinite, infinite, 18, w.depth, 0
	if last := w.root[w.from].last; w.depth >= 5 && !w.job.Plain && last > -infinite {
		w.alpha, w.beta = max(last-w.width, -infinite), min(last+w.width, infinite)
	}
}

// settle takes the score of a stage in. It is true when that was the last one of
// its line; else the window is widened where the score has fallen outside.
func (w *worker) settle(score int) bool {
	switch {
	case score <= w.alpha && w.alpha > -infinite:
		w.alpha, w.beta, w.reach = max(score-w.width, -infinite), (w.alpha+w.beta)/2, w.depth
	case score >= w.beta && w.beta < infinite:
		w.sortRoot()
		w.beta = min(score+w.width, infinite)
		w.reach = max(w.reach-1, w.depth-3)
	default:
		w.sortRoot()
		return true
	}
	w.width += w.width / 2
	return false
}

// sortRoot puts the best of the lines searched just now in its place. Moves that
// were only found to be worse keep their order.
func (w *worker) sortRoot() {
	slices.SortStableFunc(w.root[w.from:], func(a, b rootLine) int {
		if a.score != b.score {
			return b.score - a.score
		}
		return b.last - a.last
	})
}

// rootMoves appends the moves of the root that are searched now.
func (w *worker) rootMoves(list []Move) []Move {
	for i := w.from; i < len(w.root); i++ {
		w.root[i].worse = false
		list = append(list, w.root[i].move)
	}
	return list
}

// note remembers the score of a move of the root.
func (w *worker) note(n *node, a *attempt, score int) {
	i := slices.IndexFunc(w.root, func(r rootLine) bool { return r.move == a.move })
	r := &w.root[i]
	if r.most = score; score >= n.beta {
		r.most = infinite
	}
	if a.count > 1 && score <= n.alpha {
		r.score, r.worse = -infinite, true
		return
	}
	r.score, r.shown, r.depth, r.selDepth = score, score, w.depth, w.selDepth
	r.pv = append(r.pv[:0], w.frames[1].pv...)
}

// doubt is by how much more or less time the position deserves than others: less
// while the best move stays the same, more after the score has dropped.
func (w *worker) doubt() float64 {
	best := &w.root[0]
	factor := 0.75
	if w.favourite != best.move {
		w.favourite, factor = best.move, 1.3
	}
	if best.last > -infinite && best.score < best.last-30 {
		factor += 0.4
	}
	return factor
}
