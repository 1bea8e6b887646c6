package morris

import "kydai.dev/pkg/rules"

// Board is the board of a position as an engine searches it: a value, moved on in
// place. Points are numbers below Points, sets have one bit a point.
type Board struct{ board }

// Move is a legal move of a Board.
type Move = move

const (
	// Points is how many points there are; it also stands for no point.
	Points = points
	// DrawPlies without a mill are a draw.
	DrawPlies = quietPlies
)

// NewMove is the move of a Board with these parts.
func NewMove(from, to, taken uint8, mill bool) Move {
	return Move{from: point(from), to: point(to), taken: point(taken), mill: mill}
}

// Parts are the points of the move, Points for none, and whether it makes a mill.
func (m Move) Parts() (from, to, taken uint8, mill bool) {
	return uint8(m.from), uint8(m.to), uint8(m.taken), m.mill
}

// BoardOf returns the board of a position of morris.
func BoardOf(p rules.Position) (Board, bool) {
	q, ok := p.(position)
	return Board{q.board}, ok
}

// Side is the side to move.
func (b *Board) Side() rules.Side { return b.side }

// Key is the hash of the position.
func (b *Board) Key() uint64 { return b.hash() }

// Stones is the stones of a side on the board.
func (b *Board) Stones(s rules.Side) uint32 { return uint32(b.stones[s]) }

// Hand is how many stones a side has in hand.
func (b *Board) Hand(s rules.Side) int { return int(b.hands[s]) }

// Lost reports that the side to move has too few stones.
func (b *Board) Lost() bool { return b.total(b.side) < lostBelow }

// Moves appends the legal moves, none once a side has too few stones.
func (b *Board) Moves(list []Move) []Move {
	if b.decided().Over() {
		return list
	}
	return b.moves(list)
}

// Closing is the free points where a side would make a mill with one more stone.
func (b *Board) Closing(s rules.Side) uint32 { return uint32(b.stones[s].closing() & b.free()) }

// InMills is the stones of a side that stand in a mill.
func (b *Board) InMills(s rules.Side) uint32 { return uint32(b.stones[s].inMills()) }

// Neighbours is the points one step from a point.
func Neighbours(p uint8) uint32 { return uint32(neighbours[p]) }

// Play makes a legal move.
func (b *Board) Play(m Move) { b.play(m) }

// Pass gives the turn to the other side.
func (b *Board) Pass() { b.pass() }
