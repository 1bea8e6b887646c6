package jungle

import "kydai.dev/pkg/rules/jungle"

// Ending is the board as a database of endings asks for it, with the number of
// pieces. It changes with the next move.
func (b *Board) Ending() (board *jungle.Board, pieces int) {
	s := b.top()
	return &s.board, int(s.count)
}
