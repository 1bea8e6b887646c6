package engine

// quiesce searches on until nothing decides the position at once. Where the side
// to move is not forced it may leave it at the evaluation.
func (w *worker) quiesce(alpha, beta, ply int) int {
	n := node{alpha: alpha, beta: beta, ply: ply, pv: beta-alpha > 1, side: w.board.Side()}
	f := &w.frames[ply]
	f.pv = f.pv[:0]
	w.selDepth = max(w.selDepth, ply)
	if score, over := w.over(ply); over {
		return score
	}
	if score, known := w.certain(ply); known {
		return score
	}
	if ply >= maxPly-1 {
		return w.board.Evaluate()
	}
	n.key = w.board.Key()
	n.entry, n.known = w.job.table.probe(n.key, w.job.Fresh)
	n.entry.score = fromTable(n.entry.score, ply)
	if !n.pv && n.known && n.entry.fails(beta) {
		return n.entry.score
	}
	w.assess(&n)
	if n.best = n.value; n.best >= beta {
		return n.best
	}
	n.alpha = max(alpha, n.best)
	if n.forced {
		n.best = -infinite
		f.moves = w.board.Moves(f.moves[:0])
	} else {
		f.moves = w.board.Noisy(f.moves[:0])
	}
	w.resolve(&n, f)
	if n.forced && n.best == -infinite && !w.stopped {
		return lossIn(ply)
	}
	return w.leave(&n)
}

// resolve tries the moves of a quiescence.
func (w *worker) resolve(n *node, f *frame) {
	w.promote(n, f)
	for i := range f.moves {
		m := w.next(n, f, i)
		if n.best > -ruleFloor && w.hopeless(n, m, f.scores[i], i) {
			continue
		}
		if !w.make(m, n.ply) {
			return
		}
		score := -w.quiesce(-n.beta, -n.alpha, n.ply+1)
		w.unmake()
		if w.stopped {
			return
		}
		if score <= n.best {
			continue
		}
		n.best = score
		if score > n.alpha {
			n.move = m
			if n.pv {
				w.extend(n.ply, m)
			}
			if score >= n.beta {
				return
			}
			n.alpha = score
		}
	}
}

// hopeless reports whether a move cannot bring the score up, by what it takes.
func (w *worker) hopeless(n *node, m Move, rank, i int) bool {
	const escapes = 6 // from a threat; with fewer of them a mate is seen up to three iterations later
	if n.forced {
		return m.quiet() && i >= escapes
	}
	if rank < 0 {
		return true
	}
	top := n.static + w.job.Traits.Worth[m.Victim()] + deltaMargin
	if top > n.alpha {
		return false
	}
	n.best = max(n.best, top)
	return true
}
