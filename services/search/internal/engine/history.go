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

// histories is what a thread has learned about moves, whatever the position. Each has
// its own, since what two threads write into one place goes back and forth between
// their caches; what the others learn it is told (lesson).
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
func (h *histories) counter(side rules.Side, last Move) Move { return h.counters[side][last.arrival()] }

// noisyScore is what the histories say of a capture.
func (h *histories) noisyScore(m Move) int { return int(h.noisy[m.arrival()][m.Victim()]) }

// quietScore is what the histories say of a quiet move.
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
func (w *worker) learn(n *node, best Move) {
	f := &w.frames[n.ply]
	if best.quiet() {
		f.refute(best)
	}
	l := lesson{move: best, side: n.side, bonus: int16(bonus(n.depth)), refutes: true}
	for back := range l.last {
		l.last[back] = -1
		if m := w.past(n.ply, back+1); m != 0 {
			l.last[back] = int16(m.arrival())
		}
	}
	w.draw(&l)
	l.bonus, l.refutes = -l.bonus, false
	for _, l.move = range f.tried {
		if l.move != best && (best.quiet() || !l.move.quiet()) {
			w.draw(&l)
		}
	}
}

// refute remembers a quiet move that refuted.
func (f *frame) refute(m Move) {
	if f.killers[0] != m {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
}
