package xiangqi

import "kydai.dev/pkg/rules"

// reach is a piece and where it may go.
type reach struct {
	from square
	to   set
}

// maxReaches and maxMoves are enough for any position in which a game may
// start; other positions make the buffers grow.
const (
	maxReaches = 16
	maxMoves   = 128
)

// way returns where the piece on a square could go if only its own way of
// moving mattered, own pieces included.
func (b *board) way(s square, occupied set) set { return wayOf(b.squares[s], s, occupied) }

// wayOf returns where a piece could go from a square.
func wayOf(p piece, s square, occupied set) set {
	switch p.kind() {
	case general:
		return generalSteps[p.owner()][s]
	case advisor:
		return advisorSteps[p.owner()][s]
	case elephant:
		return elephants[s].targets(occupied).And(homes[p.owner()])
	case horse:
		return horses[s].targets(occupied)
	case chariot:
		return chariots.targets(s, occupied)
	case cannon:
		return cannons.targets(s, occupied)
	case soldier:
		return soldierSteps[p.owner()][s]
	}
	return set{}
}

// appendReaches appends the legal moves of every piece of the side to move.
func (b *board) appendReaches(to []reach) []reach {
	g, occupied := b.guard(), b.occupied()
	closed := b.sides[b.side].Or(one[b.generals[b.side.Other()]])
	open := g.open.Without(closed)
	at := b.generals[b.side]
	to = append(to, reach{at, b.haven(at, generalSteps[b.side][at].Without(closed))})
	for from, rest := 0, b.sides[b.side].Without(g.tied).Without(one[at]); rest.Any(); {
		from, rest = rest.Pop()
		to = append(to, reach{square(from), b.way(square(from), occupied).And(open)})
	}
	for from, rest := 0, g.tied; rest.Any(); {
		from, rest = rest.Pop()
		way := b.way(square(from), occupied).Without(closed)
		to = append(to, reach{square(from), way.And(b.leash(square(from)))})
	}
	return to
}

// haven returns the squares among those given where the general of the side to
// move is not attacked once it has left its own.
func (b *board) haven(at square, steps set) (safe set) {
	occupied := b.occupied().Without(one[at])
	for to, rest := 0, steps; rest.Any(); {
		to, rest = rest.Pop()
		if !b.attacked(b.side.Other(), square(to), occupied) {
			safe = safe.Or(one[to])
		}
	}
	return safe
}

// appendMoves appends the legal moves.
func (b *board) appendMoves(moves []move) []move {
	var buffer [maxReaches]reach
	for _, r := range b.appendReaches(buffer[:0]) {
		for to, rest := 0, r.to; rest.Any(); {
			to, rest = rest.Pop()
			moves = append(moves, move{r.from, square(to)})
		}
	}
	return moves
}

// countMoves returns the number of legal moves.
func (b *board) countMoves() (n int) {
	var buffer [maxReaches]reach
	for _, r := range b.appendReaches(buffer[:0]) {
		n += r.to.Count()
	}
	return n
}

// stuck reports whether the side to move has no legal move.
func (b *board) stuck() bool { return b.countMoves() == 0 }

// inCheck reports whether the general of a side is attacked.
func (b *board) inCheck(s rules.Side) bool {
	return b.attacked(s.Other(), b.generals[s], b.occupied())
}

// perft counts the sequences of depth moves, depth at least 1.
func (b *board) perft(depth int) (leaves uint64) {
	if depth == 1 {
		return uint64(b.countMoves())
	}
	var buffer [maxMoves]move
	var next board // out here, or every one would go to the heap
	for _, m := range b.appendMoves(buffer[:0]) {
		next = *b
		next.play(m)
		leaves += next.perft(depth - 1)
	}
	return leaves
}
