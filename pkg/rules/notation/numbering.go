package notation

import (
	"strconv"

	"kydai.dev/pkg/rules"
)

// Corner is where square 1 of a numbered board lies, as the side that moves
// first sees it; the numbers run on along the row. The values are the digits of
// the notation in PDN's GameType tag: N2 is numeric from the top left.
type Corner uint8

// The four corners.
const (
	BottomLeft Corner = iota
	BottomRight
	TopLeft
	TopRight
)

// board is how PDN 3.0 writes the squares of a draughts game, and its captures.
type board struct {
	size   int
	corner Corner
	// mark joins the squares of a capture; readers take x and the colon alike.
	mark string
}

// boards are the boards by the name of the game. The first mover sits at the
// bottom in all of them, as in games.md §5, so in Brazilian, where white begins
// elsewhere and black here, numbers mean the same squares for the side that
// begins. For types 25 and 26 the standard fixes algebraic squares only; those
// who number them nevertheless do it from the top left.
var boards = map[string]board{
	"draughts-international": {size: 10, corner: TopLeft, mark: "x"},    // type 20: white on 31–50 begins
	"draughts-american":      {size: 8, corner: BottomRight, mark: "x"}, // type 21: black on 1–12 begins
	"draughts-russian":       {size: 8, corner: TopLeft, mark: ":"},     // type 25: white on 21–32 begins
	"draughts-brazilian":     {size: 8, corner: TopLeft, mark: "x"},     // type 26: black, here, on 21–32 begins
}

// Number is the number of a square of a draughts game: 11 for c3 in American.
func Number(g rules.Game, square string) (int, bool) { return boards[g.Name()].number(square) }

// Square is the square of a draughts game that has a number.
func Square(g rules.Game, number int) (string, bool) { return boards[g.Name()].square(number) }

// number is false for what is no dark square of the board.
func (b board) number(square string) (int, bool) {
	file, rank, ok := b.coordinates(square)
	if !ok || (file+rank)%2 != 0 {
		return 0, false
	}
	row, column := b.turn(rank, file/2)
	return row*b.size/2 + column + 1, true
}

// coordinates counts file and rank of a square from 0.
func (b board) coordinates(square string) (file, rank int, ok bool) {
	if square == "" {
		return 0, 0, false
	}
	number, err := strconv.Atoi(square[1:])
	file, rank = int(square[0])-'a', number-1
	ok = err == nil && strconv.Itoa(number) == square[1:]
	return file, rank, ok && file >= 0 && file < b.size && rank >= 0 && rank < b.size
}

func (b board) square(number int) (string, bool) {
	if number < 1 || number > b.size*b.size/2 {
		return "", false
	}
	rank, column := b.turn((number-1)/(b.size/2), (number-1)%(b.size/2))
	return string(rune('a'+2*column+rank%2)) + strconv.Itoa(rank+1), true
}

// turn counts rows from the other side, or the dark squares of a row, where the
// corner asks for it. It is its own inverse.
func (b board) turn(row, column int) (int, int) {
	if b.corner == TopLeft || b.corner == TopRight {
		row = b.size - 1 - row
	}
	if b.corner == BottomRight || b.corner == TopRight {
		column = b.size/2 - 1 - column
	}
	return row, column
}
