package xiangqi

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/bitboard"
)

type set = bitboard.Set90

// board is the pieces and the side to move: what repetition compares. It is a
// value; copies are independent.
type board struct {
	kinds    [kinds]set // squares of each kind, of both sides
	sides    [2]set     // squares of each side
	squares  [squares]piece
	generals [2]square
	side     rules.Side
	hash     uint64
}

// put sets up a piece on an empty square.
func (b *board) put(p piece, s square) {
	at := one[s]
	b.kinds[p.kind()] = b.kinds[p.kind()].Or(at)
	b.sides[p.owner()] = b.sides[p.owner()].Or(at)
	b.squares[s] = p
	b.hash ^= pieceKeys[p][s]
	if p.kind() == general {
		b.generals[p.owner()] = s
	}
}

// take takes the piece off a square.
func (b *board) take(s square) {
	p, at := b.squares[s], one[s]
	b.kinds[p.kind()] = b.kinds[p.kind()].Without(at)
	b.sides[p.owner()] = b.sides[p.owner()].Without(at)
	b.squares[s] = noPiece
	b.hash ^= pieceKeys[p][s]
}

// turn gives the move to the other side.
func (b *board) turn() {
	b.side ^= 1
	b.hash ^= sideKey
}

// play makes a move that at least follows the way of the piece, and turns. The
// pieces captured must not be a general.
func (b *board) play(m move) {
	p, victim := b.squares[m.from], b.squares[m.to]
	if victim != noPiece {
		at := one[m.to]
		b.kinds[victim.kind()] = b.kinds[victim.kind()].Xor(at)
		b.sides[victim.owner()] = b.sides[victim.owner()].Xor(at)
		b.hash ^= pieceKeys[victim][m.to]
	}
	way := one[m.from].Xor(one[m.to])
	b.kinds[p.kind()] = b.kinds[p.kind()].Xor(way)
	b.sides[p.owner()] = b.sides[p.owner()].Xor(way)
	b.squares[m.from], b.squares[m.to] = noPiece, p
	b.hash ^= pieceKeys[p][m.from] ^ pieceKeys[p][m.to]
	if p.kind() == general {
		b.generals[p.owner()] = m.to
	}
	b.turn()
}

func (b *board) occupied() set { return b.sides[rules.First].Or(b.sides[rules.Second]) }

// own returns the squares of the side's pieces of one kind.
func (b *board) own(s rules.Side, k kind) set { return b.sides[s].And(b.kinds[k]) }
