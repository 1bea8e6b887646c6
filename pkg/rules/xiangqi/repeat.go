package xiangqi

import (
	"cmp"
	"slices"

	"kydai.dev/pkg/rules"
)

// Breaches implements [rules.RepetitionJudge] (§3 "Repetition in xiangqi").
func (game) Breaches(s rules.Span) (breaches []rules.Breach) {
	bySide := plies(s)
	for _, side := range []rules.Side{rules.First, rules.Second} {
		if b, broken := breach(side, bySide[side]); broken {
			breaches = append(breaches, b)
		}
	}
	return breaches
}

// ply is one move of a span, with the boards that it joins.
type ply struct {
	number        int
	move          move
	before, after *board
	// origins tells where the piece on each square after the move stood when
	// the span began, which names it for the whole of the span.
	origins [squares]square
}

// plies reads the moves of a span, those of each side.
func plies(s rules.Span) (bySide [2][]ply) {
	p := ply{number: s.Ply, before: boardOf(s.Positions[0])}
	for i := range p.origins {
		p.origins[i] = square(i)
	}
	for i, text := range s.Moves {
		p.move, _ = parseMove(text)
		p.origins[p.move.to] = p.origins[p.move.from]
		p.after = boardOf(s.Positions[i+1])
		bySide[p.before.side] = append(bySide[p.before.side], p)
		p.number, p.before = p.number+1, p.after
	}
	return bySide
}

func boardOf(p rules.Position) *board { return &p.(*Position).board }

// breach judges the plies of one side. Checks and chases mixed break nothing,
// nor does a side without a move.
func breach(side rules.Side, own []ply) (b rules.Breach, broken bool) {
	b.Side = side
	switch countChecks(own) {
	case len(own):
		b.Rule, broken = rules.BreachCheck, len(own) > 0
	case 0:
		b.Rule = rules.BreachChase
		b.Target, broken = quarry(own)
	}
	for i := range own {
		b.Plies = append(b.Plies, own[i].number)
	}
	return b, broken
}

func countChecks(own []ply) (checks int) {
	for i := range own {
		if own[i].checks() {
			checks++
		}
	}
	return checks
}

// quarry finds the piece that every one of the plies chases. There is a ply, and
// none is a check.
func quarry(own []ply) (rules.Target, bool) {
	attacks := make([][]move, len(own))
	attacks[0] = own[0].attacks()
	chased := own[0].targets(attacks[0])
	for i := 1; i < len(own) && chased.Any(); i++ {
		attacks[i] = own[i].attacks()
		chased = chased.And(own[i].targets(attacks[i]))
	}
	if !chased.Any() {
		return rules.Target{}, false
	}
	origin, kind := own[0].dearest(attacks[0], chased)
	target := rules.Target{Kind: kind.String(), From: origin.String()}
	for i := range own {
		target.Chases = append(target.Chases, own[i].chase(origin, attacks[i]))
	}
	return target, true
}

// targets returns the origins of the pieces under the attacks.
func (p *ply) targets(attacks []move) (targets set) {
	for _, a := range attacks {
		targets = targets.Or(one[p.origins[a.to]])
	}
	return targets
}

// dearest picks one of the chased pieces, known by their origins, all of which
// the ply attacks: the most valuable, of like ones the first by origin.
func (p *ply) dearest(attacks []move, chased set) (square, kind) {
	on := slices.DeleteFunc(slices.Clone(attacks), func(a move) bool { return !chased.Meets(one[p.origins[a.to]]) })
	best := slices.MinFunc(on, func(a, b move) int {
		dearer := worth[p.after.squares[b.to].kind()] - worth[p.after.squares[a.to].kind()]
		return cmp.Or(dearer, p.origins[a.to].order()-p.origins[b.to].order())
	})
	return p.origins[best.to], p.after.squares[best.to].kind()
}

// worth is the value of a kind as a target.
var worth = [kinds]int{chariot: 6, cannon: 5, horse: 4, advisor: 3, elephant: 2, soldier: 1}

// chase is the evidence of the attacks on one target.
func (p *ply) chase(origin square, attacks []move) rules.Chase {
	c := rules.Chase{Ply: p.number}
	for _, a := range attacks {
		if p.origins[a.to] == origin {
			c.Square = a.to.String()
			c.Attackers = append(c.Attackers, p.after.squares[a.from].on(a.from))
		}
	}
	return c
}
