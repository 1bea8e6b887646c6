package xiangqi

import "kydai.dev/pkg/rules/bitboard"

const (
	files   = bitboard.Files90
	ranks   = bitboard.Ranks90
	squares = bitboard.Squares90
)

// square is 9*rank+file, so a0 is 0 and i9 is 89.
type square uint8

func squareAt(file, rank int) square { return square(rank*files + file) }

func (s square) file() uint8 { return uint8(s) % files }

func (s square) rank() uint8 { return uint8(s) / files }

// order sorts squares as their texts sort: file before rank.
func (s square) order() int { return int(s.file())*ranks + int(s.rank()) }

func (s square) String() string { return squareNames[s] }

// squareNames are the texts of all squares, made once.
var squareNames = newSquareNames()

func newSquareNames() (names [squares]string) {
	for s := range names {
		names[s] = string([]byte{'a' + square(s).file(), '0' + square(s).rank()})
	}
	return names
}

// move is two squares: where a piece goes from and to.
type move struct{ from, to square }

const moveLen = 4

// parseMove reads a move in coordinates such as h2e2.
func parseMove(text string) (move, bool) {
	if len(text) != moveLen {
		return move{}, false
	}
	from, ok := parseSquare(text[0], text[1])
	to, ok2 := parseSquare(text[2], text[3])
	return move{from, to}, ok && ok2
}

func parseSquare(file, rank byte) (square, bool) {
	if file < 'a' || file > 'i' || rank < '0' || rank > '9' {
		return 0, false
	}
	return squareAt(int(file-'a'), int(rank-'0')), true
}

func (m move) appendTo(text []byte) []byte {
	return append(text, 'a'+m.from.file(), '0'+m.from.rank(), 'a'+m.to.file(), '0'+m.to.rank())
}

// step is the way from one square of the move to the other.
func (m move) step() step {
	return step{int(m.to.file()) - int(m.from.file()), int(m.to.rank()) - int(m.from.rank())}
}

// order sorts moves as their texts sort.
func (m move) order() int { return m.from.order()*squares + m.to.order() }
