package jungle

// A move takes a piece of the side to move from one square to another.
type move struct {
	from, to square
	piece    kind
	taken    kind
}

func (m move) String() string { return m.from.String() + m.to.String() }

// prey returns, by the kind of the hunter, the enemy pieces that the side to
// move may take (games.md §2): those of no higher rank, but the rat takes the
// elephant and not the other way round, and all that stand in our traps.
func (b *board) prey() (prey [kinds]set) {
	enemy := b.sides[b.side^1]
	weaker := enemy & ground.traps[b.side]
	prey[rat] = weaker | enemy&b.kinds[elephant]
	for k := range prey {
		weaker |= enemy & b.kinds[k]
		prey[k] |= weaker
	}
	prey[elephant] &^= b.kinds[rat] &^ ground.traps[b.side]
	return prey
}

// reach returns where a piece could go from q if no other but the rats in the
// river were on the board.
func (b *board) reach(k kind, q square) set {
	switch k {
	case rat:
		return ground.swims[b.side][q]
	case tiger, lion:
		to := ground.walks[b.side][q]
		for _, j := range ground.jumps[q] {
			if b.kinds[rat]&j.over == 0 {
				to |= j.to.set()
			}
		}
		return to
	default:
		return ground.walks[b.side][q]
	}
}

// moves appends the legal moves of a board that is not decided.
func (b *board) moves(list []move) []move {
	own, enemy := b.sides[b.side], b.sides[b.side^1]
	free := ^(own | enemy)
	for k, prey := range b.prey() {
		for left := own & b.kinds[k]; left != 0; left &= left - 1 {
			from := left.first()
			// Nothing captures across the water's edge.
			for to := b.reach(kind(k), from) & (free | prey&ground.medium[from]); to != 0; to &= to - 1 {
				m := move{from: from, to: to.first(), piece: kind(k), taken: nothing}
				if enemy.has(m.to) {
					m.taken = b.kindAt(m.to)
				}
				list = append(list, m)
			}
		}
	}
	return list
}

// count is the number of moves, without listing them.
func (b *board) count() int {
	n := 0
	own := b.sides[b.side]
	free := ^(own | b.sides[b.side^1])
	for k, prey := range b.prey() {
		for left := own & b.kinds[k]; left != 0; left &= left - 1 {
			from := left.first()
			n += (b.reach(kind(k), from) & (free | prey&ground.medium[from])).size()
		}
	}
	return n
}

// play makes a move.
func (b *board) play(m move) {
	if m.taken != nothing {
		b.flip(b.side.Other(), m.taken, m.to)
	}
	b.flip(b.side, m.piece, m.from)
	b.flip(b.side, m.piece, m.to)
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
