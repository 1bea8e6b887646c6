package engine

// hope is for a search that ended in the middle of an iteration when it had just
// seen that its best move loses, or loses sooner, and had not yet looked at all
// others: that proves nothing about the position. What the iteration before proved
// stands, and a move that is not refuted is better than one that is.
func (w *worker) hope() {
	if w.through || w.from > 0 || !lost(w.root[0].shown) {
		return
	}
	best := 0
	for i := range w.root {
		if w.promise(&w.root[i]) > w.promise(&w.root[best]) {
			best = i
		}
	}
	r := &w.root[best]
	switch promise := w.promise(r); {
	case promise == mostPromising:
		r.become(&w.before)
	case lost(promise):
		if r.shown != r.most {
			r.shown, r.pv, r.depth = r.most, nil, w.depth
		}
	case w.before.move != 0: // it is no better than the best one was, as far as was seen
		r.shown, r.depth = w.before.shown, w.before.depth
	}
	w.root[0], w.root[best] = *r, w.root[0]
}

// mostPromising is the promise of the best move of the iteration before.
const mostPromising = 3

// promise tells which move of a root whose search was cut short is to be preferred:
// the best of the iteration before, unless it was refuted since and not lost then;
// one that has not been compared; one that is worse than another. Of those that lose
// it is the one that does so last.
func (w *worker) promise(r *rootLine) int {
	switch {
	case r.move == w.before.move && (lost(w.before.shown) || !lost(r.most)):
		return mostPromising
	case lost(r.most):
		return r.most
	case !r.worse:
		return 2
	default:
		return 1
	}
}

// lost reports whether a score is that of a lost game.
func lost(score int) bool { return score <= -ruleFloor }
