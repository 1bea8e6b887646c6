package morris

import "kydai.dev/pkg/rules"

// Ending is a board without stones in hand as a database of endings sees it: a
// value, with points as bits 0–23 in the order of [names], and the moves to and
// from it. Endings that differ only in which side is to move are different.
type Ending struct{ board board }

// Outcome is what one move makes of an ending.
type Outcome struct {
	Ending
	// Mill says that the move has made a mill, which sets the counter back.
	Mill bool
}

// NewEnding is the ending with the stones of the side to move and the other's.
func NewEnding(own, enemy uint32) Ending {
	return Ending{board{stones: [2]set{set(own), set(enemy)}}}
}

// EndingOf is the ending that a position of this game is, with the plies since
// the last mill; false while stones are in hand.
func EndingOf(p rules.Position) (e Ending, plies int, ok bool) {
	at, ok := p.(position)
	return Ending{at.board}, at.plies, ok && at.board.hands == [2]int32{}
}

// Stones are those of the side to move and those of the other.
func (e *Ending) Stones() (own, enemy uint32) {
	us := e.board.side
	return uint32(e.board.stones[us]), uint32(e.board.stones[us.Other()])
}

// After appends what the legal moves lead to; nothing where a side has too few
// stones.
func (e *Ending) After(list []Outcome) []Outcome {
	if e.board.decided().Over() {
		return list
	}
	var room [128]move
	for _, m := range e.board.moves(room[:0]) {
		next := Outcome{*e, m.mill}
		next.board.play(m)
		list = append(list, next)
	}
	return list
}

// Before appends the endings from which a move that makes no mill leads here.
func (e *Ending) Before(list []Ending) []Ending {
	back := e.board
	back.pass()
	own := back.stones[back.side]
	for left := own &^ own.inMills(); left != 0; left &= left - 1 { // else its arrival would have made the mill
		to := left.first()
		for from := back.reach(to); from != 0; from &= from - 1 {
			earlier := Ending{back}
			earlier.board.flip(back.side, to)
			earlier.board.flip(back.side, from.first())
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
