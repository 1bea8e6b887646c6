package draughts

import "math/bits"

// moves appends the legal moves of b to out.
func (v *variant) moves(b *board, out []move) []move {
	free := v.free(b)
	if takers := v.takers(b, free); takers != 0 {
		return v.captures(b, takers, free, out)
	}
	return v.quiet(b, free, out)
}

// free is the empty squares.
func (v *variant) free(b *board) uint64 { return v.all &^ (b.own | b.opp) }

// movable reports whether b has a legal move.
func (v *variant) movable(b *board) bool {
	free := v.free(b)
	return v.takers(b, free) != 0 || v.countQuiet(b, free) != 0
}

// count is the number of legal moves of b; out is room for captures, whose
// double routes can only be told apart by listing them.
func (v *variant) count(b *board, out []move) int {
	free := v.free(b)
	if takers := v.takers(b, free); takers != 0 {
		return len(v.captures(b, takers, free, out)) - len(out)
	}
	return v.countQuiet(b, free)
}

// countQuiet is the number of moves that capture nothing.
func (v *variant) countQuiet(b *board, free uint64) (n int) {
	men := b.own &^ b.kings
	for _, step := range v.steps[b.ahead() : b.ahead()+2] {
		n += bits.OnesCount64(shift(men, step) & free)
	}
	if kings := b.own & b.kings; kings != 0 {
		for _, step := range v.steps {
			n += bits.OnesCount64(v.slide(kings, step, free))
		}
	}
	return n
}

// slide is where the kings of a set can go in one direction without capturing.
// No square is reached by two kings, for the nearer one is in the way.
func (v *variant) slide(kings uint64, step int, free uint64) uint64 {
	reach := shift(kings, step) & free
	if v.flying {
		for p := reach; p != 0; reach |= p {
			p = shift(p, step) & free
		}
	}
	return reach
}

// quiet appends the moves that capture nothing.
func (v *variant) quiet(b *board, free uint64, out []move) []move {
	men, far := b.own&^b.kings, v.far[b.side&1]
	for _, step := range v.steps[b.ahead() : b.ahead()+2] {
		for p := shift(men, step) & free; p != 0; p &= p - 1 {
			to := indexOf(p)
			out = append(out, move{from: uint8((to - step) & 63), to: uint8(to), crowned: far>>to&1 != 0})
		}
	}
	for p := b.own & b.kings; p != 0; p &= p - 1 {
		from := uint8(indexOf(p))
		for _, step := range v.steps {
			for q := v.slide(lowest(p), step, free); q != 0; q &= q - 1 {
				out = append(out, move{from: from, to: uint8(indexOf(q))})
			}
		}
	}
	return out
}

// takers are the pieces to move that can capture. With flying kings it holds
// all kings if one of them can.
func (v *variant) takers(b *board, free uint64) (takers uint64) {
	walkers := b.own
	if kings := b.own & b.kings; kings != 0 && v.flying {
		walkers &^= kings
		for _, step := range v.steps {
			before := kings | v.slide(kings, step, free)
			if shift(shift(before, step)&b.opp, step)&free != 0 {
				takers |= kings
			}
		}
	}
	for d, step := range v.steps {
		who := walkers
		if !v.backward && d&2 != b.ahead() {
			who &= b.kings
		}
		takers |= shift(shift(free, -step)&b.opp, -step) & who
	}
	return takers
}

// perft counts the sequences of depth moves from b, depth at least 1.
// The board is passed by value, for by address each would be put on the heap.
func (v *variant) perft(b board, depth int, room []move) (n uint64) {
	if depth == 1 {
		return uint64(v.count(&b, room))
	}
	list := v.moves(&b, room)
	for _, m := range list[len(room):] {
		n += v.perft(b.after(m), depth-1, list)
	}
	return n
}
