package engine

import "kydai.dev/pkg/rules"

// Bounds of what histories remember. A value moves towards the bound by less the
// nearer it is.
const (
	historyMost = 1 << 14
	bonusMost   = 1800
)

// pairs remembers how good an arrival was after another one.
type pairs [2][arrivals][arrivals]int16

// histories is what the threads of an engine have learned about moves, whatever the
// position. They read and write it together without a lock, since two threads that
// learn from each other come to a depth in fewer positions than two that do not. A
// value is no longer than a word, so that a reader finds one that was written (The
// Go Memory Model, "Implementation Restrictions for Programs Containing Data Races");
// that a bonus is lost now and then is of no weight, for all of this is guesses.
// The functions at work here, and no others, are kept from the race detector.
type histories struct {
	quiet    [2][ways]int16              // by side and from–to
	arrive   [2][arrivals]int16          // by side and piece–to
	noisy    [arrivals][victims]int16    // by piece–to and what is taken
	counters [2][arrivals]Move           // the answer that refuted a move
	follow   [followed]pairs             // after the moves one and two plies ago
	written  [followed][2][arrivals]bool // the rows of follow in which something is
}

// forget makes the histories as they were when they were new. A short search
// writes few rows of the many.
func (h *histories) forget() {
	for back := range h.written {
		for side := range h.written[back] {
			for arrival, written := range h.written[back][side] {
				if written {
					h.follow[back][side][arrival] = [arrivals]int16{}
				}
			}
		}
	}
	h.quiet, h.arrive, h.noisy = [2][ways]int16{}, [2][arrivals]int16{}, [arrivals][victims]int16{}
	h.counters, h.written = [2][arrivals]Move{}, [followed][2][arrivals]bool{}
}

// followed are the plies back that a quiet move is seen to follow.
const followed = 2

// adjust moves a value of a history by a bonus.
//
//go:norace
func adjust(value *int16, bonus int) {
	v := int(*value)
	*value = int16(v + bonus - v*abs(bonus)/historyMost)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// bonus is what a move that refuted at a depth is given, and the others lose.
func bonus(depth int) int { return min(bonusMost, 170*depth-90) }

// past returns the move some plies before ply, None at the edge of the search.
func (w *worker) past(ply, back int) Move {
	if ply < back {
		return 0
	}
	return w.frames[ply-back].move
}

// counter is the answer that refuted a move last.
//
//go:norace
func (h *histories) counter(side rules.Side, last Move) Move { return h.counters[side][last.arrival()] }

// noisyScore is what the histories say of a capture.
//
//go:norace
func (h *histories) noisyScore(m Move) int { return int(h.noisy[m.arrival()][m.Victim()]) }

// quietScore is what the histories say of a quiet move.
//
//go:norace
func (w *worker) quietScore(side rules.Side, m Move, ply int) int {
	h := w.histories
	arrival := m.arrival()
	score := int(h.quiet[side][m.way()]) + int(h.arrive[side][arrival])/2
	for back := range followed {
		if last := w.past(ply, back+1); last != 0 {
			score += int(h.follow[back][side][last.arrival()][arrival])
		}
	}
	return score
}

// learn credits the move that refuted the side's last one and debits those that
// were tried before it.
//
//go:norace
func (w *worker) learn(n *node, best Move) {
	b := bonus(n.depth)
	if best.quiet() {
		w.refute(n, best)
		w.credit(n, best, b)
		for _, m := range w.frames[n.ply].tried {
			if m != best && m.quiet() {
				w.credit(n, m, -b)
			}
		}
	} else {
		adjust(&w.histories.noisy[best.arrival()][best.Victim()], b)
	}
	for _, m := range w.frames[n.ply].tried {
		if m != best && !m.quiet() {
			adjust(&w.histories.noisy[m.arrival()][m.Victim()], -b)
		}
	}
}

// refute remembers a quiet move that refuted.
//
//go:norace
func (w *worker) refute(n *node, m Move) {
	f := &w.frames[n.ply]
	if f.killers[0] != m {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
	if last := w.past(n.ply, 1); last != 0 {
		w.histories.counters[n.side][last.arrival()] = m
	}
}

// credit adjusts what is known of a quiet move. A row is marked as written only once,
// since a write takes the line of the cache away from the other threads.
//
//go:norace
func (w *worker) credit(n *node, m Move, bonus int) {
	h := w.histories
	arrival := m.arrival()
	adjust(&h.quiet[n.side][m.way()], bonus)
	adjust(&h.arrive[n.side][arrival], bonus)
	for back := range followed {
		if last := w.past(n.ply, back+1); last != 0 {
			if written := &h.written[back][n.side][last.arrival()]; !*written {
				*written = true
			}
			adjust(&h.follow[back][n.side][last.arrival()][arrival], bonus)
		}
	}
}
