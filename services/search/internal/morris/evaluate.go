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
	stone, mill, closing, ready, fork, open, double, swing, safe, free, stuck, crossing, tempo int
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
			stone: one("stone"), mill: one("mill"), closing: one("closing"),
			ready: one("ready"), fork: one("fork"), open: one("open-line"), double: one("double-mill"),
			swing: one("swing"), safe: one("safe-swing"),
			free: one("free-neighbour"), stuck: one("stuck"), crossing: one("crossing"), tempo: one("tempo"),
		}
	}
	return e
}

// crossings are the points with four neighbours.
const crossings = midSides & (outermost << ring)

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
	own, other := points(b.Stones(s)), points(b.Stones(s.Other()))
	mills, closing, free := points(b.InMills(s)), points(b.Closing(s)), everywhere&^(own|other)
	beside := free.beside()
	sum := e.stone * (own.size() + b.Hand(s))
	sum += e.mill * mills.size()
	sum += e.closing * closing.size()
	sum += e.fork * max(0, closing.size()-1)
	sum += e.ready * ready(own, free).size()
	sum += e.open * open(own, other)
	sum += e.double * (mills & closing.beside()).size() // can step from one mill into another
	sum += e.swing * (mills & beside).size()
	sum += e.safe * (mills & beside &^ other.beside()).size() // nobody can step in behind it
	sum += e.free * steps(own, free)
	sum -= e.stuck * (own &^ beside).size()
	return sum + e.crossing*(own&crossings).size()
}
