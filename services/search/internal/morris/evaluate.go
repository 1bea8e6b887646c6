package morris

import (
	_ "embed"
	"math/bits"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/morris"

	"kydai.dev/services/search/internal/weights"
)

// Weights is the text with the numbers of the evaluation.
//
//go:embed weights.txt
var Weights string

// phase is a part of a side's game.
type phase int

const (
	placingPhase phase = iota
	movingPhase
	flyingPhase
	phases
)

// evaluation is the weights of a phase.
type evaluation struct {
	stone, mill, closing, double, free, stuck, crossing, tempo int
}

// evaluations are the weights of all phases.
type evaluations [phases]evaluation

// usual is the evaluation by the weights of the package.
var usual = newEvaluations(weights.MustParse(Weights))

func newEvaluations(set weights.Set) *evaluations {
	e := new(evaluations)
	for p := range phases {
		one := func(name string) int { return set.List(name, int(phases))[p].Begin() }
		e[p] = evaluation{
			stone: one("stone"), mill: one("mill"), closing: one("closing"), double: one("double-mill"),
			free: one("free-neighbour"), stuck: one("stuck"), crossing: one("crossing"), tempo: one("tempo"),
		}
	}
	return e
}

// crossings are the points with four neighbours.
var crossings = newCrossings()

func newCrossings() (set uint32) {
	for p := range uint8(morris.Points) {
		if bits.OnesCount32(morris.Neighbours(p)) == 4 {
			set |= 1 << p
		}
	}
	return set
}

// Evaluate implements [engine.Board].
func (b *Board) Evaluate() int {
	s := b.top()
	side := s.board.Side()
	score := b.evals.worth(&s.board, side) - b.evals.worth(&s.board, side.Other())
	score += b.evals[phaseOf(&s.board, side)].tempo
	return score * (2*morris.DrawPlies - int(s.plies)) / (2 * morris.DrawPlies) // a long calm leads to a draw
}

func phaseOf(b *morris.Board, s rules.Side) phase {
	const fliers = 3
	switch {
	case b.Hand(s) > 0:
		return placingPhase
	case bits.OnesCount32(b.Stones(s)) <= fliers:
		return flyingPhase
	}
	return movingPhase
}

// worth is what a side has.
func (all *evaluations) worth(b *morris.Board, s rules.Side) int {
	e := &all[phaseOf(b, s)]
	own, mills, closing := b.Stones(s), b.InMills(s), b.Closing(s)
	free := ^(own | b.Stones(s.Other()))
	sum := e.stone * (bits.OnesCount32(own) + b.Hand(s))
	sum += e.mill * bits.OnesCount32(mills)
	sum += e.closing * bits.OnesCount32(closing)
	sum += e.crossing * bits.OnesCount32(own&crossings)
	for rest := own; rest != 0; rest &= rest - 1 {
		at := uint8(bits.TrailingZeros32(rest))
		around := morris.Neighbours(at) & free
		sum += e.free * bits.OnesCount32(around)
		if around == 0 {
			sum -= e.stuck
		}
		if mills>>at&1 != 0 && closing&around != 0 { // it can step from one mill into another
			sum += e.double
		}
	}
	return sum
}
