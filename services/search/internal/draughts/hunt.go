package draughts

import "math/bits"

// What a lone king that three hunt is left with, in hundredths of a man.
const (
	huntWon    = 400
	huntRefuge = 20 // a square that it can go to and live
	huntEdge   = 20 // a place at the edge, where it is seen from fewer sides
)

// hunt is what three kings have of hunting one that is not on the long road: it is won,
// though by a way longer than a search may see, and the nearer the fewer refuges
// the lone king has.
func (e *evaluation) hunt(prey, hunters uint64) int {
	free := e.all &^ hunters
	refuges := e.sweep(prey, free) &^ e.aimed(hunters, free)
	return huntWon - huntRefuge*bits.OnesCount64(refuges) - huntEdge*bits.OnesCount64(prey&e.edge)
}

// sweep is where flying kings can go to.
func (e *evaluation) sweep(kings, free uint64) (squares uint64) {
	for _, step := range e.steps {
		for at := rotate(kings, step) & free; at != 0; at = rotate(at, step) & free {
			squares |= at
		}
	}
	return squares
}

// aimed is where flying kings take a piece: in sight, with a free square behind.
func (e *evaluation) aimed(kings, free uint64) (squares uint64) {
	for _, step := range e.steps {
		for at := rotate(kings, step) & free; at != 0; at = rotate(at, step) & free {
			squares |= at & rotate(free, -step)
		}
	}
	return squares
}
