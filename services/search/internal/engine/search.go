package engine

// search returns the score of the position, exact within the window and a bound
// outside of it. With cut it is expected to fail high.
func (w *worker) search(alpha, beta, depth, ply int, cut bool) int {
	return w.without(0, alpha, beta, depth, ply, cut)
}

// without searches as if the move of a tag were not there.
func (w *worker) without(excluded uint16, alpha, beta, depth, ply int, cut bool) int {
	if depth <= 0 {
		return w.leaf(alpha, beta, ply)
	}
	n := node{
		alpha: alpha, beta: beta, depth: min(depth, maxPly-1), ply: ply, pv: beta-alpha > 1, cut: cut,
		excluded: excluded, side: w.board.Side(),
	}
	if score, done := w.enter(&n); done {
		return score
	}
	number := w.mark(&n)
	return w.settled(number, w.within(&n))
}

// within searches a position of which too little is known.
func (w *worker) within(n *node) int {
	w.assess(n)
	if score, done := w.prune(n); done {
		return score
	}
	w.prepare(n)
	w.loop(n)
	return w.leave(n)
}

// leaf is the score where the depth is used up.
func (w *worker) leaf(alpha, beta, ply int) int {
	if !w.job.Plain {
		return w.quiesce(alpha, beta, ply)
	}
	w.frames[ply].pv = w.frames[ply].pv[:0]
	if score, over := w.over(ply); over {
		return score
	}
	return w.board.Evaluate()
}

// enter finds what can be said without a search.
func (w *worker) enter(n *node) (score int, done bool) {
	w.frames[n.ply].pv = w.frames[n.ply].pv[:0]
	w.selDepth = max(w.selDepth, n.ply)
	if n.ply > 0 {
		if score, over := w.over(n.ply); over {
			return score, true
		}
		if score, known := w.certain(n.ply); known {
			return score, true
		}
		if n.ply >= maxPly-1 {
			return w.board.Evaluate(), true
		}
		n.alpha = max(n.alpha, lossIn(n.ply)) // no line is better than a mate that is nearer
		n.beta = min(n.beta, -lossIn(n.ply+1))
		if n.alpha >= n.beta {
			return n.alpha, true
		}
	}
	n.key = w.board.Key()
	n.entry, n.known = w.job.table.probe(n.key, w.job.Fresh)
	n.entry.score = fromTable(n.entry.score, n.ply)
	if n.pv || n.excluded != 0 || !n.known || n.entry.depth < n.depth || w.job.Plain {
		return 0, false
	}
	return n.entry.score, n.entry.fails(n.beta)
}

// fails reports whether the score of an entry settles a window of one below beta.
func (f *found) fails(beta int) bool {
	if f.score >= beta {
		return f.bound&lowerBound != 0
	}
	return f.bound&upperBound != 0
}

// assess evaluates the position where that means something.
func (w *worker) assess(n *node) {
	n.forced = w.board.Forced()
	n.static, n.value = noValue, noValue
	if !n.forced {
		n.static = w.evaluate(n.known, n.entry)
		n.value = n.static
		if n.known && n.entry.bound != noBound && n.entry.fails(n.value+1) && !decided(n.entry.score) {
			n.value = n.entry.score
		}
		if n.ply >= 2 {
			before := w.frames[n.ply-2].static
			n.improving = before == noValue || n.static > before
		}
	}
	w.frames[n.ply].static = n.static
}

// evaluate asks the table before the board.
func (w *worker) evaluate(known bool, f found) int {
	if known && f.value != noValue {
		return f.value
	}
	return max(min(w.board.Evaluate(), ruleFloor-1), 1-ruleFloor)
}

// prepare decides about the depth before moves are tried.
func (w *worker) prepare(n *node) {
	if w.job.Plain || n.excluded != 0 {
		return
	}
	if !n.known || n.entry.tag == 0 {
		if n.depth >= 4 && (n.pv || n.cut) && !n.forced { // with no move to begin with, a look less deep finds one
			n.depth--
			n.spared = number(w.job.busy != nil)
		}
		return
	}
	w.testSingular(n)
}

// testSingular looks whether all other moves are clearly worse than the one of
// the table, which then deserves a deeper look.
func (w *worker) testSingular(n *node) {
	e := &n.entry
	if n.ply == 0 || n.depth < 7 || e.bound&lowerBound == 0 || e.depth < n.depth-3 || decided(e.score) ||
		n.ply >= 2*w.depth {
		return
	}
	target := e.score - 2*n.depth
	score := w.without(e.tag, target-1, target, (n.depth-1)/2, n.ply, n.cut)
	w.frames[n.ply].pv = w.frames[n.ply].pv[:0]
	switch {
	case w.stopped:
	case score < target:
		n.singular = 1
		if !n.pv && score < target-25 {
			n.singular = 2
		}
	case e.score >= n.beta:
		n.singular = -2
	case n.cut:
		n.singular = -1
	}
}

// attempt is a move as it is tried.
type attempt struct {
	move   Move
	place  int // on the list
	rank   int // its score there
	count  int // how many were tried, this one included
	checks bool
	errand uint64 // its number among those that threads are at; 0 for none
}

// loop tries the moves one after another.
func (w *worker) loop(n *node) {
	n.best = -infinite
	w.list(n)
	f := &w.frames[n.ply]
	w.frames[n.ply+2].killers = [2]Move{}
	f.later = f.later[:0]
	a := attempt{}
	for ; a.place < len(f.moves); a.place++ {
		a.move = w.next(n, f, a.place)
		if n.excluded != 0 && a.move.tag() == n.excluded {
			continue
		}
		a.rank, a.checks = f.scores[a.place], w.board.Checks(a.move)
		if a.count > 0 && w.skips(n, &a) {
			continue
		}
		if !w.takeUp(n, f, false) {
			return
		}
		a.count++
		if !w.putsOff(n, &a) && !w.pursue(n, &a) {
			return
		}
	}
	if !w.takeUp(n, f, false) || !w.takeUp(n, f, true) {
		return
	}
	if n.best == -infinite { // no move
		n.best = lossIn(n.ply)
		if n.excluded != 0 {
			n.best = n.alpha
		}
	}
}

// pursue searches a move and takes its score in. It is false when that was the last
// one that matters.
func (w *worker) pursue(n *node, a *attempt) bool {
	score, ok := w.try(n, a)
	if !ok || w.take(n, a, score) {
		return false
	}
	f := &w.frames[n.ply]
	f.tried = append(f.tried, a.move)
	return true
}

// try searches one move.
func (w *worker) try(n *node, a *attempt) (score int, ok bool) {
	reach := w.extension(n, a)
	if !w.make(a.move, n.ply) {
		return 0, false
	}
	w.job.busy.begin(a.errand)
	score = w.descend(n, a, n.depth-1+reach)
	w.job.busy.end(a.errand)
	w.unmake()
	return score, !w.stopped
}

// take takes the score of a move in. It is true when the window is closed.
func (w *worker) take(n *node, a *attempt, score int) bool {
	if n.ply == 0 {
		w.note(n, a, score)
	}
	if score <= n.best {
		return false
	}
	n.best = score
	if score <= n.alpha {
		return false
	}
	n.move = a.move
	if n.pv {
		w.extend(n.ply, a.move)
	}
	if score >= n.beta {
		if !w.job.Plain {
			w.learn(n, a.move)
		}
		return true
	}
	n.alpha = score
	return false
}

// leave stores what was found.
func (w *worker) leave(n *node) int {
	if w.stopped || n.excluded != 0 || n.ply == 0 && w.from > 0 {
		return n.best
	}
	f := found{score: toTable(n.best, n.ply), value: n.static, depth: n.depth + n.spared}
	switch {
	case n.best >= n.beta:
		f.bound = lowerBound
	case n.pv && n.move != 0:
		f.bound = exactBound
	default:
		f.bound = upperBound
	}
	if n.move != 0 {
		f.tag = n.move.tag()
	}
	w.job.table.store(n.key, f, w.job.Fresh)
	return n.best
}
