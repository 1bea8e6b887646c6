package draughts

import (
	_ "embed"
	"math/bits"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"

	"kydai.dev/services/search/internal/weights"
)

// Weights is the text with the numbers of the evaluations.
//
//go:embed weights.txt
var Weights string

// evaluations are those of the boards and kinds of kings that there are.
type evaluations struct{ flying8, walking8, flying10 *evaluation }

// usual is the evaluations by the weights of the package.
var usual = newEvaluations(weights.MustParse(Weights))

func newEvaluations(set weights.Set) *evaluations {
	return &evaluations{
		flying8:  newEvaluation(set, "flying-8", 8),
		walking8: newEvaluation(set, "walking-8", 8),
		flying10: newEvaluation(set, "flying-10", 10),
	}
}

// of is the evaluation of a board's game.
func (all *evaluations) of(b *draughts.Board) *evaluation {
	e := all.flying8
	switch g := b.Ground(); {
	case g.Size == all.flying10.size:
		e = all.flying10
	case !g.Flying:
		e = all.walking8
	}
	e.once.Do(func() { e.survey(b) })
	return e
}

// Evaluate implements [engine.Board].
func (b *Board) Evaluate() int {
	s, e := b.top(), b.eval
	side := s.board.Side()
	own, ownKings := s.board.Pieces(side)
	opp, oppKings := s.board.Pieces(side.Other())
	count := bits.OnesCount64(own | opp)
	sum := e.side(side, own, ownKings, own|opp) - e.side(side.Other(), opp, oppKings, own|opp) + e.tempo
	if s.board.Threatens() {
		sum -= e.threatened
	}
	score := sum.Blend(min(count, e.full), e.full)
	return e.scaled(score, own, ownKings, opp, oppKings)
}

// side is the worth of the pieces of a side, but for threats.
func (e *evaluation) side(s rules.Side, all, kings, occupied uint64) (sum weights.Pair) {
	men := all &^ kings
	for rest := men; rest != 0; rest &= rest - 1 {
		sum += e.men[s&1][bits.TrailingZeros64(rest)&63]
	}
	for rest := kings; rest != 0; rest &= rest - 1 {
		sum += e.kings[bits.TrailingZeros64(rest)&63]
	}
	ahead, back := e.steps[2*s:2*s+2], e.steps[2*(s^1):2*(s^1)+2]
	sum += e.protected.Times(bits.OnesCount64(men & rotate(all, ahead[0]) & e.all))
	sum += e.protected.Times(bits.OnesCount64(men & rotate(all, ahead[1]) & e.all))
	free := e.all &^ occupied
	movable := rotate(free, back[0]) | rotate(free, back[1]) // squares with a free one ahead
	sum -= e.stuck.Times(bits.OnesCount64(men &^ movable))
	sum += e.guards[bits.OnesCount64(men&e.home[s&1])]
	sum += e.runaway(s, men, occupied)
	return sum
}

// runaway is the worth of men that nobody can stop any more: nothing stands in the
// widening way before them.
func (e *evaluation) runaway(s rules.Side, men, occupied uint64) (sum weights.Pair) {
	for rest := men & e.beyond[s&1]; rest != 0; rest &= rest - 1 {
		at := bits.TrailingZeros64(rest) & 63
		if e.cone[s&1][at]&occupied == 0 {
			sum += e.free
		}
	}
	return sum
}

// scaled takes account of endings that are hard or impossible to win: against a
// king, with few pieces more.
func (e *evaluation) scaled(score int, own, ownKings, opp, oppKings uint64) int {
	sign := 1
	if score < 0 {
		own, opp, ownKings, oppKings, sign = opp, own, oppKings, ownKings, -1
	}
	strong, weak := bits.OnesCount64(own), bits.OnesCount64(opp)
	switch {
	case !e.flying || oppKings == 0 || weak > 2:
		return score
	case weak == 1 && (strong <= 2 || strong == 3 && oppKings&e.road != 0):
		return score / 16
	case weak == 1 && strong == 3 && ownKings == own && e.size == 8: // on a larger board the prey gets away
		return sign * e.hunt(opp, own)
	case strong-weak <= 1:
		return score / 4
	}
	return score
}

func rotate(set uint64, step int) uint64 { return bits.RotateLeft64(set, step) }
