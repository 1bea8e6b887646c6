package draughts

import "math/bits"

// hunt is the search for the captures of one piece. Captured pieces stay on
// the board until the move ends, so nothing but the leap changes on the way.
type hunt struct {
	*variant
	from  uint64
	crown uint64 // where the piece is crowned if it is a man; empty for a king
	prey  uint64 // the pieces that can be captured
	free  uint64 // the empty squares, the start among them
	ahead int    // the first of the two directions in which men move
	first int    // where the captures of the position begin in the list
	best  int    // the most pieces that a capture has taken so far
}

// leap is a capture under way, just after a jump: the piece may stand on any
// square of land.
type leap struct {
	taken uint64
	land  uint64
	dir   int
	king  bool
}

// captures appends the legal captures of the pieces in takers.
func (v *variant) captures(b *board, takers, free uint64, out []move) []move {
	h := hunt{variant: v, prey: b.opp, ahead: b.ahead(), first: len(out)}
	for ; takers != 0; takers &= takers - 1 {
		out = h.start(b, lowest(takers), free).list(out)
	}
	return out
}

// start aims the hunt at the captures of the piece on from.
func (h *hunt) start(b *board, from, free uint64) *hunt {
	h.from, h.free, h.crown = from, free|from, 0
	if b.kings&from == 0 {
		h.crown = h.far[b.side&1]
	}
	return h
}

// king reports whether the piece began its capture as a king.
func (h *hunt) king() bool { return h.crown == 0 }

// list appends the captures of the piece.
func (h *hunt) list(out []move) []move {
	lo, hi := h.dirs(h.king())
	for dir := lo; dir < hi; dir++ {
		if l := h.jump(h.from, dir, leap{king: h.king()}); l.land != 0 {
			out = h.follow(l, out)
		}
	}
	return out
}

// follow appends every way to complete a capture. The chain must go on while
// some landing square of the last jump allows it (games.md §5).
func (h *hunt) follow(l leap, out []move) []move {
	complete := true
	if !h.stops(l) {
		lo, hi := h.dirs(l.king)
		skip := -1 // straight on is the same from every landing square
		for p := l.land; p != 0; p &= p - 1 {
			for dir := lo; dir < hi; dir++ {
				if dir == 3-l.dir || dir == skip {
					continue
				}
				if next := h.jump(lowest(p), dir, l); next.land != 0 {
					complete = false
					out = h.follow(next, out)
				}
			}
			skip = l.dir
		}
	}
	if complete {
		out = h.finish(l, out)
	}
	return out
}

// finish appends the captures that end with l, one for each landing square.
func (h *hunt) finish(l leap, out []move) []move {
	if h.most {
		n := bits.OnesCount64(l.taken)
		if n < h.best {
			return out
		}
		if n > h.best {
			h.best, out = n, out[:h.first]
		}
	}
	for p := l.land; p != 0; p &= p - 1 {
		out = h.add(h.end(l, lowest(p)), out)
	}
	return out
}

// end is the move that ends on square to.
func (h *hunt) end(l leap, to uint64) move {
	return move{
		from:    uint8(indexOf(h.from)),
		to:      uint8(indexOf(to)),
		taken:   l.taken,
		crowned: !h.king() && (l.king || to&h.crown != 0),
	}
}

// add appends m unless another route has led to it.
func (h *hunt) add(m move, out []move) []move {
	for _, other := range out[h.first:] {
		if other == m {
			return out
		}
	}
	return append(out, m)
}

// stops reports whether the capture is over because a man was crowned.
func (h *hunt) stops(l leap) bool {
	return h.crowning == crownAndStop && l.land&h.crown != 0
}

// dirs is the range of directions in which a man or a king captures.
func (h *hunt) dirs(king bool) (lo, hi int) {
	if king || h.backward {
		return 0, 4
	}
	return h.ahead, h.ahead + 2
}

// jump takes the next piece in direction dir of square at. Where there is none
// to be taken the leap has no landing square.
func (h *hunt) jump(at uint64, dir int, l leap) leap {
	step := h.steps[dir&3]
	flies := l.king && h.flying
	over := shift(at, step)
	for flies && over&h.free != 0 {
		over = shift(over, step)
	}
	over &= h.prey &^ l.taken
	next := leap{taken: l.taken | over, land: shift(over, step) & h.free, dir: dir, king: l.king}
	if flies {
		for p := next.land; p != 0; next.land |= p {
			p = shift(p, step) & h.free
		}
	}
	if h.crowning == crownAndGo && next.land&h.crown != 0 {
		next.king = true
	}
	return next
}
