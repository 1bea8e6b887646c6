package engine

import "slices"

// rootLine is a move of the root and what the search knows of it.
type rootLine struct {
	move            Move
	pv              []Move
	score, last     int  // of this iteration and the one before; -infinite for worse than another
	shown           int  // the last score that was exact
	worse           bool // found to be worse than another since the search of the root began
	depth, selDepth int
}

func (r *rootLine) line() Line {
	moves := append([]Move{r.move}, r.pv...)
	return Line{Moves: moves, Score: newScore(r.shown), Depth: r.depth, SelDepth: r.selDepth}
}

// iterate searches deeper and deeper. A helper skips some depths at the
// beginning, so that the threads do not all do the same.
func (w *worker) iterate(skip int, enough func(*worker) bool) {
	most := maxPly - 1
	if w.job.Depth > 0 && (skip == 0 || w.limit >= 0) {
		most = min(most, w.job.Depth)
	}
	for w.depth = 1; w.depth <= most && !w.stopped; w.depth++ {
		if skip > 0 && w.depth > 3 && (w.depth+skip)%4 == 0 {
			continue
		}
		w.rankRoot()
		for w.from = 0; w.from < w.job.Lines; w.from++ {
			w.selDepth = 0
			w.aspire()
			w.sortRoot()
			if w.stopped {
				break
			}
		}
		if w.stopped {
			break
		}
		w.done = w.depth
		if skip == 0 && w.job.Report != nil {
			w.job.Report(w.job.report(w))
		}
		if enough != nil && enough(w) {
			break
		}
	}
	w.shared.Store(int64(w.nodes))
}

// rankRoot begins an iteration with what the last one found.
func (w *worker) rankRoot() {
	for i := range w.root {
		w.root[i].last = w.root[i].score
	}
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

// aspire searches the root in a narrow window around the last score, and widens it
// where the score falls outside.
func (w *worker) aspire() {
	alpha, beta, width := -infinite, infinite, 18
	if last := w.root[w.from].last; w.depth >= 5 && !w.job.Plain && last > -infinite {
		alpha, beta = max(last-width, -infinite), min(last+width, infinite)
	}
	depth := w.depth
	for {
		for i := w.from; i < len(w.root); i++ {
			w.root[i].score = -infinite
		}
		score := w.search(alpha, beta, max(1, depth), 0, false)
		if w.stopped {
			return
		}
		switch {
		case score <= alpha && alpha > -infinite:
			alpha, beta, depth = max(score-width, -infinite), (alpha+beta)/2, w.depth
		case score >= beta && beta < infinite:
			w.sortRoot()
			beta = min(score+width, infinite)
			depth = max(depth-1, w.depth-3)
		default:
			return
		}
		width += width / 2
	}
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
