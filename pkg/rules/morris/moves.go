package morris

// A move is a ply of the side to move: from is none when a stone is placed,
// taken is none when no stone is removed.
type move struct {
	from, to, taken point
	mill            bool
}

func (m move) String() string {
	text := m.to.String()
	if m.from != none {
		text = m.from.String() + text
	}
	if m.taken != none {
		text += "x" + m.taken.String()
	}
	return text
}

// moves appends the legal moves of a board that is not decided.
func (b *board) moves(list []move) []move {
	own, removable := b.stones[b.side], b.removable()
	if b.placing() {
		return arrivals(list, none, b.free(), own.closing(), removable)
	}
	for left := own; left != 0; left &= left - 1 {
		from := left.first()
		list = arrivals(list, from, b.reach(from), (own &^ from.set()).closing(), removable)
	}
	return list
}

// arrivals appends the moves to the points of to; those on closing make a mill
// and take one of removable, or nothing where there is no enemy stone.
func arrivals(list []move, from point, to, closing, removable set) []move {
	for ; to != 0; to &= to - 1 {
		m := move{from: from, to: to.first(), taken: none}
		m.mill = closing.has(m.to)
		if !m.mill || removable == 0 {
			list = append(list, m)
			continue
		}
		for left := removable; left != 0; left &= left - 1 {
			m.taken = left.first()
			list = append(list, m)
		}
	}
	return list
}

// count is the number of moves, without listing them.
func (b *board) count() int {
	own := b.stones[b.side]
	perMill := max(1, b.removable().size())
	if b.placing() {
		return tally(b.free(), own.closing(), perMill)
	}
	n := 0
	for left := own; left != 0; left &= left - 1 {
		from := left.first()
		if to := b.reach(from); to != 0 {
			n += tally(to, (own &^ from.set()).closing(), perMill)
		}
	}
	return n
}

// tally counts what arrivals lists.
func tally(to, closing set, perMill int) int {
	return to.size() + (to&closing).size()*(perMill-1)
}

// play makes a move.
func (b *board) play(m move) {
	if m.from == none {
		b.hands[b.side]--
	} else {
		b.flip(b.side, m.from)
	}
	b.flip(b.side, m.to)
	if m.taken != none {
		b.flip(b.side.Other(), m.taken)
	}
	b.pass()
}

// perft counts the sequences of moves, the last ply without making it.
func (b board) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if b.decided().Over() {
		return 0
	}
	if depth == 1 {
		return uint64(b.count())
	}
	var room [128]move
	n := uint64(0)
	for _, m := range b.moves(room[:0]) {
		next := b
		next.play(m)
		n += next.perft(depth - 1)
	}
	return n
}
