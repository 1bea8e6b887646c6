package jungle

import "kydai.dev/pkg/rules"

// Board is the board of a position as an engine searches it: a value, moved on in
// place. Squares are numbers (7*rank+file, a1 is 0), sets have one bit a square.
type Board struct{ board }

// Kind is what a piece is, in order of strength.
type Kind = kind

// The kinds of pieces; Nothing is what a quiet move takes.
const (
	Rat      = rat
	Cat      = cat
	Dog      = dog
	Wolf     = wolf
	Leopard  = leopard
	Tiger    = tiger
	Lion     = lion
	Elephant = elephant
	Nothing  = nothing
	Kinds    = kinds
	Squares  = squares
	Files    = files
)

// Move is a legal move of a Board.
type Move = move

// NewMove is the move of a Board with these parts.
func NewMove(from, to uint8, piece, taken Kind) Move {
	return Move{from: square(from), to: square(to), piece: piece, taken: taken}
}

// Ends are the squares where the move begins and ends.
func (m Move) Ends() (from, to uint8) { return uint8(m.from), uint8(m.to) }

// Pieces are what moves and what it takes.
func (m Move) Pieces() (piece, taken Kind) { return m.piece, m.taken }

// BoardOf returns the board of a position of jungle.
func BoardOf(p rules.Position) (Board, bool) {
	q, ok := p.(position)
	return Board{q.board}, ok
}

// Side is the side to move.
func (b *Board) Side() rules.Side { return b.side }

// Key is the hash of the position.
func (b *Board) Key() uint64 { return b.hash }

// Own is the pieces of one kind of a side, All its pieces.
func (b *Board) Own(s rules.Side, k Kind) uint64 { return uint64(b.sides[s] & b.kinds[k]) }

// All is the pieces of a side.
func (b *Board) All(s rules.Side) uint64 { return uint64(b.sides[s]) }

// KindAt is the kind of the piece on a square.
func (b *Board) KindAt(q uint8) Kind { return b.kindAt(square(q)) }

// Lost reports that the side to move has lost, but for want of moves.
func (b *Board) Lost() bool {
	v := b.decided()
	return v.Over() && v.Winner != b.side.Wins()
}

// Decided reports that the game is over, but for want of moves.
func (b *Board) Decided() bool { return b.decided().Over() }

// Moves appends the legal moves, none once the game is decided.
func (b *Board) Moves(list []Move) []Move {
	if b.decided().Over() {
		return list
	}
	return b.moves(list)
}

// Mobility is the number of moves that a side would have, were it to move.
func (b *Board) Mobility(s rules.Side) int {
	other := b.board
	other.side = s
	return other.count()
}

// Play makes a legal move.
func (b *Board) Play(m Move) { b.play(m) }

// Pass gives the turn to the other side.
func (b *Board) Pass() { b.pass() }

// Hunted returns the pieces of a side that the other one could take, were it to
// move.
func (b *Board) Hunted(s rules.Side) uint64 {
	other := b.board
	other.side = s.Other()
	own := other.sides[other.side]
	hunted := set(0)
	for k, prey := range other.prey() {
		for left := own & other.kinds[k]; left != 0; left &= left - 1 {
			from := left.first()
			hunted |= other.reach(kind(k), from) & prey & ground.medium[from]
		}
	}
	return uint64(hunted)
}

// Den is the den of a side, Traps the traps that it owns, River the water.
func Den(s rules.Side) uint64 { return uint64(ground.dens[s]) }

// Traps is the traps of a side.
func Traps(s rules.Side) uint64 { return uint64(ground.traps[s]) }

// River is the water.
func River() uint64 { return uint64(ground.river) }
