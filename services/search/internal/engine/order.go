package engine

// Stages of the order of moves, as scores far enough apart.
const (
	firstScore   = 1 << 30
	gainScore    = 1 << 26
	killerScore  = 1 << 24
	counterScore = killerScore - 2
	lossScore    = -1 << 26
)

// list fills the moves of a frame and scores them.
func (w *worker) list(n *node) {
	f := &w.frames[n.ply]
	f.tried = f.tried[:0]
	if n.ply == 0 {
		f.moves = w.rootMoves(f.moves[:0])
		f.scores = f.scores[:0]
		for i := range f.moves { // in the order of the last iteration
			f.scores = append(f.scores, firstScore-i)
		}
		return
	}
	f.moves = w.board.Moves(f.moves[:0])
	w.promote(n, f)
}

// promote puts the move of the table at the front of a new list, where it is there.
func (w *worker) promote(n *node, f *frame) {
	f.scores = f.scores[:0]
	if !n.known || n.entry.tag == 0 {
		return
	}
	for i, m := range f.moves {
		if m.tag() == n.entry.tag {
			f.moves[0], f.moves[i] = m, f.moves[0]
			f.scores = append(f.scores, firstScore)
			return
		}
	}
}

// next brings the best of the moves from i on to place i. The move of the table
// comes first, and often the others need not be scored any more.
func (w *worker) next(n *node, f *frame, i int) Move {
	if len(f.scores) <= i {
		w.score(n, f)
	}
	return w.pick(f, i)
}

// score scores the moves of a frame that have no score yet.
func (w *worker) score(n *node, f *frame) {
	counter := Move(0)
	if last := w.past(n.ply, 1); last != 0 {
		counter = w.histories.counter(n.side, last)
	}
	for _, m := range f.moves[len(f.scores):] {
		s := 0
		switch {
		case !m.quiet():
			s = gainScore + w.noisyScore(m)
		case m == f.killers[0]:
			s = killerScore
		case m == f.killers[1]:
			s = killerScore - 1
		case m == counter:
			s = counterScore
		default:
			s = w.quietScore(n.side, m, n.ply)
		}
		f.scores = append(f.scores, s)
	}
}

// noisyScore puts the most valuable victim first, and among like ones what the
// history likes.
func (w *worker) noisyScore(m Move) int {
	return w.job.Traits.Worth[m.Victim()]*16 + w.histories.noisyScore(m) - m.Piece()
}

// pick brings the best of the moves from i on to place i. A capture that loses
// material goes behind the quiet moves, which is found out only now.
func (w *worker) pick(f *frame, i int) Move {
	for {
		best := i
		for j := i + 1; j < len(f.scores); j++ {
			if f.scores[j] > f.scores[best] {
				best = j
			}
		}
		f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
		f.scores[i], f.scores[best] = f.scores[best], f.scores[i]
		m := f.moves[i]
		if s := f.scores[i]; s < gainScore-historyMost*2 || s > gainScore<<2 || w.board.Gains(m, 0) {
			return m
		}
		f.scores[i] += lossScore - gainScore
	}
}
