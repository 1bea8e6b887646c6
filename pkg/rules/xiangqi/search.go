package xiangqi

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/bitboard"
)

// Kind is what a piece is, as a [Board] has it.
type Kind = uint8

// The kinds of pieces; 0 is an empty square.
const (
	General  = Kind(general)
	Advisor  = Kind(advisor)
	Elephant = Kind(elephant)
	Horse    = Kind(horse)
	Chariot  = Kind(chariot)
	Cannon   = Kind(cannon)
	Soldier  = Kind(soldier)
	Kinds    = Kind(kinds)
)

// Board is the board of a position as an engine searches it: a value with
// squares as numbers (9*rank+file, a0 is 0), moved on in place. It checks
// nothing; only moves that Reaches lists may be played.
type Board struct{ board }

// Reach is a piece and the squares that it may legally go to.
type Reach struct {
	From uint8
	To   bitboard.Set90
}

// Board returns a copy of the board.
func (p *Position) Board() Board { return Board{p.board} }

// Side is the side to move.
func (b *Board) Side() rules.Side { return b.side }

// Key is [Position.Hash].
func (b *Board) Key() uint64 { return b.hash }

// At is the kind of the piece on a square and, where there is one, its owner.
func (b *Board) At(s uint8) (Kind, rules.Side) {
	p := b.squares[s]
	return Kind(p.kind()), p.owner()
}

// Pieces is the pieces of one kind of a side.
func (b *Board) Pieces(s rules.Side, k Kind) bitboard.Set90 { return b.own(s, kind(k)) }

// Of is all pieces of a side.
func (b *Board) Of(s rules.Side) bitboard.Set90 { return b.sides[s] }

// Occupied is all pieces.
func (b *Board) Occupied() bitboard.Set90 { return b.occupied() }

// General is where the general of a side stands.
func (b *Board) General(s rules.Side) uint8 { return uint8(b.generals[s]) }

// InCheck reports whether the side to move is in check.
func (b *Board) InCheck() bool { return b.inCheck(b.side) }

// Play makes a legal move.
func (b *Board) Play(from, to uint8) { b.play(move{square(from), square(to)}) }

// Pass gives the move to the other side.
func (b *Board) Pass() { b.turn() }

// Reaches appends every piece of the side to move with its legal targets.
func (b *Board) Reaches(list []Reach) []Reach {
	var buffer [maxReaches]reach
	for _, r := range b.appendReaches(buffer[:0]) {
		list = append(list, Reach{uint8(r.from), r.to})
	}
	return list
}

// Way is where a piece could go from a square by its own way of moving, were the
// board occupied so; squares of own pieces are among them.
func Way(k Kind, side rules.Side, s uint8, occupied bitboard.Set90) bitboard.Set90 {
	return wayOf(pieceOf(kind(k), side), square(s), occupied)
}

// Attackers is the pieces of both sides that could capture on a square by their
// own way of moving, were the board occupied so. Generals do not fly.
func (b *Board) Attackers(s uint8, occupied bitboard.Set90) bitboard.Set90 {
	at := square(s)
	found := b.kinds[chariot].And(chariots.targets(at, occupied))
	found = found.Or(b.kinds[cannon].And(cannons.targets(at, occupied)))
	for from, rest := 0, b.kinds[horse].And(horses[at].all()); rest.Any(); {
		from, rest = rest.Pop()
		if !paths[at][from].Meets(occupied) {
			found = found.Or(one[from])
		}
	}
	for side := range b.sides {
		near := b.kinds[soldier].And(soldiersTo[side][at])
		if palaces[side].Meets(one[at]) {
			near = near.Or(b.kinds[advisor].And(advisorSteps[side][at]))
			near = near.Or(b.kinds[general].And(generalSteps[side][at]))
		}
		if homes[side].Meets(one[at]) {
			near = near.Or(b.kinds[elephant].And(elephants[at].targets(occupied)))
		}
		found = found.Or(near.And(b.sides[side]))
	}
	return found.And(occupied)
}

// Breaking tells which sides break a rule of repetition over a cycle of plies
// (§3): boards[i] stood before the ply from[i]–to[i], one more board after the
// last. It agrees with the judge of the game.
func Breaking(boards []Board, from, to []uint8) (broken [2]bool) {
	bySide := [2][]ply{}
	p := ply{before: &boards[0].board}
	for i := range p.origins {
		p.origins[i] = square(i)
	}
	for i := range from {
		p.move = move{square(from[i]), square(to[i])}
		p.origins[p.move.to] = p.origins[p.move.from]
		p.after = &boards[i+1].board
		bySide[p.before.side] = append(bySide[p.before.side], p)
		p.before = p.after
	}
	for side, own := range bySide {
		_, broken[side] = breach(rules.Side(side), own)
	}
	return broken
}

// Between is the squares between two on a rank or file.
func Between(s, t uint8) bitboard.Set90 { return paths[s][t] }
