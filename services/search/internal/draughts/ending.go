package draughts

import "kydai.dev/pkg/rules/draughts"

// Ending is the board as a database of endings asks for it, with the counter H. It
// changes with the next move.
func (b *Board) Ending() (board *draughts.Board, plies int) {
	s := b.top()
	return &s.board, int(s.plies)
}
