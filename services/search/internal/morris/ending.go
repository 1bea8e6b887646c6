package morris

import "kydai.dev/pkg/rules/morris"

// Ending is the board as a database of endings asks for it, with the plies since
// the last mill. It changes with the next move.
func (b *Board) Ending() (board *morris.Board, plies int) {
	s := b.top()
	return &s.board, int(s.plies)
}
