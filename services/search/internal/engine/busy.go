package engine

import (
	"slices"
	"sync/atomic"
)

const (
	busySlots = 1 << 12
	// busyDepth is the depth from which on it pays to know what other threads do.
	busyDepth = 4
	// together is how many moves threads search one after another, with all hands,
	// where a fail high is expected: it mostly comes from one of the first moves, and
	// the others would be searched for nothing.
	together = 3
)

// busy is what the threads of a search are at, each a move of a position to a
// depth. A thread puts off a move that another one is searching: when it comes back
// to it the answer is mostly in the table. Errands that share a slot are forgotten,
// which costs no more than doing one twice. One thread alone has a nil one.
type busy [busySlots]atomic.Uint64

func (b *busy) slot(errand uint64) *atomic.Uint64 { return &b[errand>>32%busySlots] }

func (b *busy) begin(errand uint64) {
	if errand != 0 {
		b.slot(errand).Store(errand)
	}
}

func (b *busy) end(errand uint64) {
	if errand != 0 {
		b.slot(errand).CompareAndSwap(errand, 0)
	}
}

// putsOff reports whether a move waits until the others have been searched. The
// first one never does: what it brings tells how much effort the others deserve.
func (w *worker) putsOff(n *node, a *attempt) bool {
	const spread = 0x9e3779b97f4a7c15
	b := w.job.busy
	if b == nil || a.count == 1 || n.cut && a.count <= together || n.depth < busyDepth {
		return false
	}
	a.errand = n.key ^ (uint64(a.move)+uint64(n.depth)<<56)*spread
	if b.slot(a.errand).Load() != a.errand {
		return false
	}
	f := &w.frames[n.ply]
	f.later = append(f.later, *a)
	return true
}

// takeUp searches those of the moves put off that nobody is at any more: what was
// found about them is in the table, and may save the rest. With all it searches the
// others too. It is false when a move was the last one that matters.
func (w *worker) takeUp(n *node, f *frame, all bool) bool {
	for i := 0; i < len(f.later); {
		a := f.later[i]
		if b := w.job.busy; !all && b.slot(a.errand).Load() == a.errand {
			i++
			continue
		}
		f.later = slices.Delete(f.later, i, i+1)
		if !w.pursue(n, &a) {
			return false
		}
	}
	return true
}

// waypoint is a position of the line under search that other threads may be done
// with before this one.
type waypoint struct {
	key              uint64
	beta, depth, ply int
}

// mark notes a position at which others may be too, and returns its number; 0 for
// none.
func (w *worker) mark(n *node) int {
	if w.job.busy == nil || w.job.Plain || n.pv || n.excluded != 0 || n.depth < busyDepth {
		return 0
	}
	w.waypoints = append(w.waypoints, waypoint{n.key, n.beta, n.depth, n.ply})
	return len(w.waypoints)
}

// settled is the score of a position that a search comes back to. Where the thread was
// called back it is the one of the table, and the search goes on from here.
func (w *worker) settled(number, score int) int {
	if number == 0 {
		return score
	}
	w.waypoints = w.waypoints[:number-1]
	if w.recalled != number {
		return score
	}
	w.recalled, w.stopped = 0, false
	return w.recallScore
}

// recall reports whether another thread has settled a position of the line. The search
// then stops, as far back as the first such one.
func (w *worker) recall() bool {
	for i := range w.waypoints {
		s := &w.waypoints[i]
		e, known := w.job.table.probe(s.key, w.job.Fresh)
		e.score = fromTable(e.score, s.ply)
		if known && e.depth >= s.depth && e.fails(s.beta) {
			w.recalled, w.recallScore = i+1, e.score
			return true
		}
	}
	return false
}
