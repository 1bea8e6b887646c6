package xiangqi

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/bitboard"
	"kydai.dev/pkg/rules/xiangqi"

	"kydai.dev/services/search/internal/weights"
)

type set = bitboard.Set90

// view is a position while it is evaluated.
type view struct {
	eval     *evaluation
	board    *xiangqi.Board
	occupied set
	// attacks is what each side attacks or protects, lesser the part of it by
	// soldiers, advisors and elephants, middle by horses and cannons.
	attacks, lesser, middle [2]set
	// siege is the weight of the attacks around the other general, besiegers how
	// many pieces they come from.
	siege, besiegers [2]int
}

// Evaluate implements [engine.Board].
func (b *Board) Evaluate() int {
	s := b.top()
	v := view{eval: b.eval, board: &s.board, occupied: s.board.Occupied()}
	sum := s.sum + v.pieces(rules.First) - v.pieces(rules.Second)
	sum += v.formation(rules.First) - v.formation(rules.Second)
	sum += v.threats(rules.First) - v.threats(rules.Second)
	side := s.board.Side()
	if side == rules.First {
		sum += b.eval.tempo
	} else {
		sum -= b.eval.tempo
	}
	phase := int(min(s.phase, fullPhase))
	score := sum.Blend(phase, fullPhase)
	score += (v.besieged(rules.First) - v.besieged(rules.Second)) * phase / fullPhase
	score = v.scaled(score) * (drawPlies*2 - int(s.plies)) / (drawPlies * 2) // a long calm leads to a draw
	if side == rules.Second {
		return -score
	}
	return score
}

// pieces is the mobility of the pieces of a side; it notes what they attack.
func (v *view) pieces(side rules.Side) (sum weights.Pair) {
	b := v.board
	zone := zones[side.Other()]
	rest := b.Of(side)
	for from := 0; rest.Any(); {
		from, rest = rest.Pop()
		kind, _ := b.At(uint8(from))
		way := xiangqi.Way(kind, side, uint8(from), v.occupied)
		switch kind {
		case xiangqi.Chariot:
			sum += v.eval.chariot[way.Without(b.Of(side)).Count()]
			v.besiege(side, kind, way.And(zone))
		case xiangqi.Horse:
			sum += v.eval.horse[way.Without(b.Of(side)).Count()]
			v.besiege(side, kind, way.And(zone))
			v.middle[side] = v.middle[side].Or(way)
		case xiangqi.Cannon:
			sum += v.eval.cannon[min(way.Without(v.occupied).Count(), lineReach-1)] + v.cannon(side, uint8(from))
			v.besiege(side, kind, way.And(zone))
			way = way.And(v.occupied)
			v.middle[side] = v.middle[side].Or(way)
		case xiangqi.Soldier:
			v.besiege(side, kind, way.And(zone))
			v.lesser[side] = v.lesser[side].Or(way)
		case xiangqi.Advisor, xiangqi.Elephant:
			v.lesser[side] = v.lesser[side].Or(way)
		}
		v.attacks[side] = v.attacks[side].Or(way)
	}
	return sum
}

// besiege counts attacks around the general of the other side.
func (v *view) besiege(side rules.Side, kind xiangqi.Kind, hits set) {
	if hits.Any() {
		v.siege[side] += v.eval.siege[kind] * hits.Count()
		v.besiegers[side]++
	}
}

// cannon is what a cannon is worth against the general by the line between them.
func (v *view) cannon(side rules.Side, at uint8) weights.Pair {
	general := v.board.General(side.Other())
	sameFile, sameRank := at%bitboard.Files90 == general%bitboard.Files90, at/bitboard.Files90 == general/bitboard.Files90
	if !sameFile && !sameRank {
		return 0
	}
	between := xiangqi.Between(at, general).And(v.occupied).Count()
	switch {
	case sameFile && between == 0:
		return v.eval.hollowCannon
	case sameFile && between == 2:
		return v.eval.centralCannon
	case sameRank && between != 1:
		return v.eval.sunkCannon
	}
	return 0
}

// formation is the worth of how the pieces of a side stand together.
func (v *view) formation(side rules.Side) (sum weights.Pair) {
	b, other := v.board, side.Other()
	advisors, elephants := b.Pieces(side, xiangqi.Advisor).Count(), b.Pieces(side, xiangqi.Elephant).Count()
	if advisors == 2 {
		sum += v.eval.advisors
	}
	if elephants == 2 {
		sum += v.eval.elephants
	}
	sum -= v.eval.chariotPerAdvisor.Times((2 - min(2, advisors)) * b.Pieces(other, xiangqi.Chariot).Count())
	sum -= v.eval.cannonPerElephant.Times((2 - min(2, elephants)) * b.Pieces(other, xiangqi.Cannon).Count())
	if horses := b.Pieces(side, xiangqi.Horse); horses.Count() == 2 {
		first, _ := horses.Pop()
		if xiangqi.Way(xiangqi.Horse, side, uint8(first), v.occupied).Meets(horses) {
			sum += v.eval.linkedHorses
		}
	}
	crossed := b.Pieces(side, xiangqi.Soldier).And(beyond[side])
	sum += v.eval.linkedSoldiers.Times(crossed.And(right(crossed)).Count())
	sum += v.eval.ribs.Times(b.Pieces(side, xiangqi.Chariot).And(ribs).Count())
	return sum
}

// right is the squares to the right of those of a set.
func right(s set) set {
	s = s.Without(lastFile)
	return set{Lo: s.Lo << 1, Hi: s.Hi << 1}
}

// threats is the worth of attacks on pieces that are not protected, or by pieces
// that are worth less.
func (v *view) threats(side rules.Side) (sum weights.Pair) {
	b, other := v.board, side.Other()
	prey := b.Of(other).Without(b.Pieces(other, xiangqi.Soldier)).Without(b.Pieces(other, xiangqi.General))
	sum += v.eval.hanging.Times(prey.And(v.attacks[side]).Without(v.attacks[other]).Count())
	chariots := b.Pieces(other, xiangqi.Chariot)
	middle := b.Pieces(other, xiangqi.Horse).Or(b.Pieces(other, xiangqi.Cannon))
	lesser := chariots.And(v.middle[side].Or(v.lesser[side])).Or(middle.And(v.lesser[side]))
	return sum + v.eval.attacked.Times(lesser.And(v.attacks[other]).Count())
}

// besieged is the worth of a side's siege of the other general.
func (v *view) besieged(side rules.Side) int {
	b, other := v.board, side.Other()
	siege := v.siege[side]
	if siege == 0 {
		return 0
	}
	siege += v.eval.bareAdvisors[2-min(2, b.Pieces(other, xiangqi.Advisor).Count())]
	siege += v.eval.bareElephants[2-min(2, b.Pieces(other, xiangqi.Elephant).Count())]
	return siege * v.eval.siegePieces[min(v.besiegers[side], besiegers-1)] / 64
}

// scaled takes account of what the side that is ahead still has to win with.
func (v *view) scaled(score int) int {
	side := rules.First
	if score < 0 {
		side = rules.Second
	}
	b := v.board
	soldiers := b.Pieces(side, xiangqi.Soldier).Count()
	middle := b.Pieces(side, xiangqi.Horse).Count() + b.Pieces(side, xiangqi.Cannon).Count()
	switch {
	case b.Pieces(side, xiangqi.Chariot).Any() || middle+soldiers >= 3:
		return score
	case middle+soldiers == 2:
		return score * 3 / 4
	case middle+soldiers == 1:
		return score / 3
	}
	return score / 16
}

// Geometry of the evaluation.
var (
	// zones are the palaces of the sides with the rank before them.
	zones = [2]set{box(3, 0, 5, 3), box(3, 6, 5, 9)}
	// beyond is the other side of the river.
	beyond   = [2]set{box(0, 5, 8, 9), box(0, 0, 8, 4)}
	ribs     = box(3, 0, 3, 9).Or(box(5, 0, 5, 9))
	lastFile = box(8, 0, 8, 9)
)

// box is the squares of a rectangle of files and ranks.
func box(left, bottom, right, top int) (s set) {
	for rank := bottom; rank <= top; rank++ {
		for file := left; file <= right; file++ {
			s = s.Or(bitboard.Of90(rank*bitboard.Files90 + file))
		}
	}
	return s
}
