package jungle

import (
	"math/bits"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"

	"kydai.dev/services/search/internal/weights"
)

// distances is one more than the farthest that a square is from a den, in steps.
const distances = 12

// Evaluate implements [engine.Board].
func (b *Board) Evaluate() int {
	s := b.top()
	board := &s.board
	side := board.Side()
	sum := s.sum + b.eval.standing(board, rules.First) - b.eval.standing(board, rules.Second)
	if side == rules.Second {
		sum = -sum
	}
	sum += b.eval.tempo
	return sum.Blend(min(int(s.count), fullCount), fullCount)
}

// standing is the worth of how the pieces of a side stand to those of the other.
func (e *evaluation) standing(b *jungle.Board, side rules.Side) (sum weights.Pair) {
	other := side.Other()
	own := b.All(side)
	sum += e.mobility.Times(b.Mobility(side))
	sum += e.hunted.Times(bits.OnesCount64(b.Hunted(other)))
	attack, guard := nearest(own, other), nearest(b.All(other), other)
	sum += e.nearDen[attack]
	if guard > attack { // nobody is between
		sum += e.guard
	}
	rat, elephant := b.Own(side, jungle.Rat), b.Own(side, jungle.Elephant)
	if rat != 0 && b.Own(other, jungle.Elephant) != 0 {
		sum += e.ratAgainstElephant
	}
	if elephant != 0 && b.Own(other, jungle.Rat) == 0 {
		sum += e.elephantFree
	}
	if rat&jungle.River() != 0 && b.Own(other, jungle.Tiger)|b.Own(other, jungle.Lion) != 0 {
		sum += e.waterRat
	}
	if bits.OnesCount64(own) == 1 {
		sum += e.alone
	}
	return sum
}

// nearest is the distance from the den of a side to the nearest piece of a set.
func nearest(pieces uint64, denOf rules.Side) int {
	for d := range rings[denOf] {
		if rings[denOf][d]&pieces != 0 {
			return d
		}
	}
	return distances - 1
}

// rings are the squares by their distance in steps from the den of each side.
var rings = newRings()

func newRings() (r [2][distances]uint64) {
	for side := rules.First; side <= rules.Second; side++ {
		den := bits.TrailingZeros64(jungle.Den(side))
		for s := range jungle.Squares {
			d := distance(s, den)
			r[side][min(d, distances-1)] |= 1 << s
		}
	}
	return r
}

func distance(s, t int) int {
	return abs(s%jungle.Files-t%jungle.Files) + abs(s/jungle.Files-t/jungle.Files)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
