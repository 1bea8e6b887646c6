package engine

import "sync/atomic"

const (
	busySlots = 1 << 12
	// busyDepth is the depth from which on it pays to know what other threads do.
	busyDepth = 3
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
