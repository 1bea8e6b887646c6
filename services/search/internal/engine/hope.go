package engine

// hope is for a search that ended when it had just seen that its best move loses,
// and had not yet looked at all others: that proves nothing about the position,
// and any of the others is better.
func (w *worker) hope() {
	lost := &w.root[0]
	if !w.stopped || w.from > 0 || lost.shown > -ruleFloor || lost.known() && lost.last <= -ruleFloor {
		return
	}
	for i := 1; i < len(w.root); i++ {
		other := &w.root[i]
		if other.worse || other.depth > 0 && other.shown <= -ruleFloor {
			continue
		}
		if lost.known() { // the others are no better, as far as was seen
			other.shown, other.depth = lost.last, w.depth-1
		}
		*lost, *other = *other, *lost
		return
	}
}

// known reports whether the iteration before found a score.
func (r *rootLine) known() bool { return r.last > -infinite }
