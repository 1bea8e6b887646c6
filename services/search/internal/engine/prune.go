package engine

import "math"

// Margins, in hundredths of the smallest piece.
const (
	razorMargin    = 260
	futilityMargin = 90
	quietMargin    = 120
	probeMargin    = 180
	deltaMargin    = 150
)

// prune gives up a position that is far too good or too bad for the window.
func (w *worker) prune(n *node) (score int, done bool) {
	if n.pv || n.forced || n.excluded != 0 || w.job.Plain || decided(n.beta) {
		return 0, false
	}
	if n.depth <= 3 && n.value+razorMargin*n.depth <= n.alpha {
		if score := w.quiesce(n.alpha, n.alpha+1, n.ply); score <= n.alpha {
			return score, true
		}
	}
	if n.depth <= 8 && n.value-futilityMargin*(n.depth-number(n.improving)) >= n.beta {
		return (n.value + n.beta) / 2, true
	}
	if score, done := w.tryPass(n); done {
		return score, true
	}
	return w.tryProbe(n)
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// tryPass sees whether the position is good enough even after a free move for
// the other side.
func (w *worker) tryPass(n *node) (score int, done bool) {
	const deep = 12
	if n.depth < 3 || n.value < n.beta || n.static < n.beta-20*n.depth+150 || n.ply < w.quietly ||
		w.past(n.ply, 1) == 0 || !w.board.MayPass() || !w.pass(n.ply) {
		return 0, w.stopped
	}
	less := n.depth - 4 - n.depth/4 - min((n.value-n.beta)/150, 3)
	score = -w.search(-n.beta, 1-n.beta, less, n.ply+1, !n.cut)
	w.unmake()
	switch {
	case w.stopped:
		return 0, true
	case score < n.beta:
		return 0, false
	case decided(score):
		score = n.beta
	}
	if n.depth < deep || w.quietly > 0 {
		return score, true
	}
	w.quietly = n.ply + 3*less/4 // verify without null moves nearby
	verified := w.search(n.beta-1, n.beta, less, n.ply, false)
	w.quietly = 0
	return score, verified >= n.beta
}

// tryProbe sees whether a capture refutes the last move by so much that a look
// less deep is enough to believe it.
func (w *worker) tryProbe(n *node) (score int, done bool) {
	target := n.beta + probeMargin
	if n.depth < 5 || decided(target) || n.known && n.entry.depth >= n.depth-3 && n.entry.score < target {
		return 0, false
	}
	f := &w.frames[n.ply]
	f.moves, f.scores = w.board.Noisy(f.moves[:0]), f.scores[:0]
	w.score(n, f)
	for i := range f.moves {
		m := w.pick(f, i)
		if f.scores[i] < 0 || m.quiet() || !w.board.Gains(m, target-n.static) {
			continue
		}
		if !w.make(m, n.ply) {
			return 0, true
		}
		score := -w.quiesce(-target, 1-target, n.ply+1)
		if score >= target {
			score = -w.search(-target, 1-target, n.depth-4, n.ply+1, !n.cut)
		}
		w.unmake()
		if w.stopped {
			return 0, true
		}
		if score >= target {
			w.job.table.store(n.key, found{
				score: toTable(score, n.ply), value: n.static, tag: m.tag(), depth: n.depth - 3, bound: lowerBound,
			}, w.job.Fresh)
			return score, true
		}
	}
	return 0, false
}

// skips reports whether a move, not the first one, is not worth a search.
func (w *worker) skips(n *node, a *attempt) bool {
	switch {
	case n.ply == 0 || n.best <= -ruleFloor || w.job.Plain:
		return false
	case !a.move.quiet():
		return n.depth <= 6 && a.rank < 0 && !w.board.Gains(a.move, -100*n.depth)
	case n.forced || a.checks:
		return false
	case n.depth <= 8 && a.count >= (4+n.depth*n.depth)/(2-number(n.improving)):
		w.dropQuiet(n, a.place+1)
		return true
	}
	depth := max(0, n.depth-reduction(n.depth, a.count))
	switch {
	case depth <= 6 && n.static+quietMargin*(depth+1) <= n.alpha:
		return true
	case depth <= 4 && a.rank < -4000*n.depth:
		return true
	}
	return depth <= 7 && !w.board.Gains(a.move, -25*depth*depth)
}

// dropQuiet takes the quiet moves from place i on off the list.
func (w *worker) dropQuiet(n *node, i int) {
	f := &w.frames[n.ply]
	kept := i
	for ; i < len(f.moves); i++ {
		if m := f.moves[i]; !m.quiet() || w.board.Checks(m) {
			f.moves[kept], f.scores[kept] = m, f.scores[i]
			kept++
		}
	}
	f.moves, f.scores = f.moves[:kept], f.scores[:kept]
}

// reductions are by how much a late move is searched less deep, by depth and by
// how many moves came before.
var reductions = newReductions()

func newReductions() (table [64][64]int8) {
	for depth := 1; depth < 64; depth++ {
		for count := 1; count < 64; count++ {
			table[depth][count] = int8(0.4 + math.Log(float64(depth))*math.Log(float64(count))/2.0)
		}
	}
	return table
}

func reduction(depth, count int) int { return int(reductions[min(depth, 63)][min(count, 63)]) }

// extension is by how much a move is searched deeper.
func (w *worker) extension(n *node, a *attempt) int {
	switch {
	case w.job.Plain || n.ply >= 2*w.depth:
		return 0
	case n.singular != 0 && a.move.tag() == n.entry.tag:
		return n.singular
	case n.forced && len(w.frames[n.ply].moves) == 1: // no choice
		return 1
	case n.pv && a.checks && w.board.Gains(a.move, 0): // elsewhere it costs more than it finds
		return 1
	}
	return 0
}

// descend searches the position after a move with the least effort that tells
// how it compares.
func (w *worker) descend(n *node, a *attempt, depth int) (score int) {
	if w.job.Plain {
		return -w.search(-n.beta, -n.alpha, depth, n.ply+1, false)
	}
	switch {
	case a.count > 1+number(n.pv) && n.depth >= 2 && (a.move.quiet() || a.rank < 0):
		less := max(1, min(depth, depth-w.lateness(n, a)))
		score = -w.search(-n.alpha-1, -n.alpha, less, n.ply+1, true)
		if score > n.alpha && less < depth {
			score = -w.search(-n.alpha-1, -n.alpha, depth, n.ply+1, !n.cut)
		}
	case !n.pv || a.count > 1:
		score = -w.search(-n.alpha-1, -n.alpha, depth, n.ply+1, !n.cut)
	}
	if n.pv && (a.count == 1 || score > n.alpha) {
		score = -w.search(-n.beta, -n.alpha, depth, n.ply+1, false)
	}
	return score
}

// lateness is by how much a late move is searched less deep.
func (w *worker) lateness(n *node, a *attempt) int {
	r := reduction(n.depth, a.count)
	r += number(n.cut) + number(!n.improving) - number(n.pv) - number(n.forced) - number(a.checks)
	if n.known && n.entry.tag != 0 && n.move != 0 && !n.move.quiet() {
		r++
	}
	switch {
	case !a.move.quiet():
		return r
	case a.rank >= counterScore:
		return r - 1
	}
	return r - a.rank/10000
}
