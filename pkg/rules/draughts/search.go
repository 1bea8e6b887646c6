package draughts

import "kydai.dev/pkg/rules"

// Board is the board of a position as an engine searches it: a value, moved on in
// place. Squares are bits of words; see [layout] for their order.
type Board struct {
	board
	game *variant
}

// Move is a legal move of a Board.
type Move = move

// NewMove is the move of a Board with these parts.
func NewMove(from, to uint8, taken uint64, crowned bool) Move {
	return Move{from: from, to: to, taken: taken, crowned: crowned}
}

// Ends are the squares where the move begins and ends.
func (m Move) Ends() (from, to uint8) { return m.from, m.to }

// Taken is the pieces that the move takes.
func (m Move) Taken() uint64 { return m.taken }

// Crowned reports whether the move makes a man a king.
func (m Move) Crowned() bool { return m.crowned }

// BoardOf returns the board of a position of draughts.
func BoardOf(p rules.Position) (Board, bool) {
	q, ok := p.(*position)
	if !ok {
		return Board{}, false
	}
	return Board{board: q.board, game: q.variant}, true
}

// Side is the side to move.
func (b *Board) Side() rules.Side { return b.side }

// Key is the hash of the position.
func (b *Board) Key() uint64 { return b.hash }

// Pieces are the squares of a side, and Kings those of them that are kings.
func (b *Board) Pieces(s rules.Side) (all, kings uint64) {
	all = b.pieces(s)
	return all, all & b.kings
}

// Moves appends the legal moves, none where a side has no pieces.
func (b *Board) Moves(list []Move) []Move {
	if b.own == 0 || b.opp == 0 {
		return list
	}
	return b.game.moves(&b.board, list)
}

// MustTake reports whether the side to move can capture, and so must.
func (b *Board) MustTake() bool { return b.game.takers(&b.board, b.game.free(&b.board)) != 0 }

// Threatens reports whether the side that is not to move could capture, were it
// to move.
func (b *Board) Threatens() bool {
	other := b.board
	other.own, other.opp, other.side = b.opp, b.own, b.side.Other()
	return b.game.takers(&other, b.game.free(&other)) != 0
}

// Play makes a legal move.
func (b *Board) Play(m Move) { b.board = b.after(m) }

// Spell is the canonical text of a legal move.
func (b *Board) Spell(m Move) string {
	p := position{variant: b.game, board: b.board}
	return p.spell(m)
}

// Ground is the geometry of a game for an engine.
type Ground struct {
	// Size is how many ranks and files there are, Flying whether kings move and
	// capture at any distance.
	Size   int
	Flying bool
	// ManResets: a quiet move of a man sets the counter back.
	ManResets bool
	// DrawPlies is the counter that draws.
	DrawPlies int
	// All is every square, Far where the men of a side are crowned.
	All uint64
	Far [2]uint64
	// Steps are the rotations to the north-east, north-west, south-east and
	// south-west.
	Steps [4]int
}

// Ground returns the geometry of the board's game.
func (b *Board) Ground() Ground {
	v := b.game
	return Ground{
		Size: v.size, Flying: v.flying, ManResets: v.kingPlies, DrawPlies: v.drawPlies,
		All: v.all, Far: v.far, Steps: v.steps,
	}
}

// At is the bit of the dark square on file and rank, counted from 0.
func (b *Board) At(file, rank int) int { return b.game.index(file, rank) }
