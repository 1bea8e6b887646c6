package morris

import "kydai.dev/pkg/rules"

// NewBoard is a board without stones in hand: those of the side to move, which
// is the first, and the other's.
func NewBoard(own, enemy uint32) Board {
	var b Board
	for s, stones := range [2]set{set(own), set(enemy)} {
		for ; stones != 0; stones &= stones - 1 {
			b.flip(rules.Side(s), stones.first())
		}
	}
	return b
}

// Before appends the boards without stones in hand from which a move that makes
// no mill leads here.
func (b *Board) Before(list []Board) []Board {
	back := b.board
	back.pass()
	own := back.stones[back.side]
	for left := own &^ own.inMills(); left != 0; left &= left - 1 { // else its arrival would have made the mill
		to := left.first()
		for from := back.reach(to); from != 0; from &= from - 1 {
			earlier := Board{back}
			earlier.flip(back.side, to)
			earlier.flip(back.side, from.first())
			list = append(list, earlier)
		}
	}
	return list
}

// Symmetries are the 16 ways to turn the board onto itself, each as the point
// to which every point goes: the rings are turned by quarters, mirrored, and
// the inner one changed for the outer.
func Symmetries() (list [16][points]uint8) {
	for i := range list {
		for p := range points {
			ring, place := p/onRing, p%onRing
			if i&1 != 0 {
				ring = rings - 1 - ring
			}
			if i&2 != 0 {
				place = onRing - place
			}
			list[i][p] = uint8(ring*onRing + (place+i/4*2)%onRing)
		}
	}
	return list
}
