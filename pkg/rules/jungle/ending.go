package jungle

import "kydai.dev/pkg/rules"

// Put sets up a piece on an empty square; the zero Board is empty, with the
// first side to move.
func (b *Board) Put(s rules.Side, k Kind, at uint8) { b.flip(s, k, square(at)) }

// Before appends the undecided boards from which a move that takes nothing
// leads here. Such moves go both ways, into a den apart.
func (b *Board) Before(list []Board) []Board {
	back := b.board
	back.pass()
	dens := ground.dens[0] | ground.dens[1]
	free := ^(back.sides[0] | back.sides[1] | dens)
	for k, pieces := range back.kinds {
		for left := pieces & back.sides[back.side]; left != 0; left &= left - 1 {
			to := left.first()
			for from := back.reach(kind(k), to) & free; from != 0; from &= from - 1 {
				earlier := Board{back}
				earlier.flip(back.side, kind(k), to)
				earlier.flip(back.side, kind(k), from.first())
				list = append(list, earlier)
			}
		}
	}
	return list
}

// Stands reports whether a piece of a kind can stand on a square of an undecided
// board: only the rat in the river, none in a den.
func Stands(k Kind, at uint8) bool {
	q := square(at)
	return !(ground.dens[0] | ground.dens[1]).has(q) && (k == rat || !ground.river.has(q))
}
