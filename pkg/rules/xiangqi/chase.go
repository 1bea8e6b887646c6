package xiangqi

import "slices"

// checks reports whether the ply gives check.
func (p *ply) checks() bool { return p.after.inCheck(p.after.side) }

// attacks lists the captures by which the ply chases, those that it newly
// threatens and that no exception excuses, as moves from attacker to target in
// the order of their texts (§3 "A move chases a target"). The ply must not be a
// check.
func (p *ply) attacks() (list []move) {
	next := *p.after
	prey := next.prey()
	next.turn() // as if the side that moved moved again
	var buffer [maxReaches]reach
	for _, r := range next.appendReaches(buffer[:0]) {
		targets := r.to.And(prey)
		if !targets.Any() || !next.chaser(r.from) {
			continue
		}
		for to, rest := 0, targets.Without(p.reached(r.from)); rest.Any(); {
			to, rest = rest.Pop()
			if a := (move{r.from, square(to)}); !p.after.excuses(a) {
				list = append(list, a)
			}
		}
	}
	slices.SortFunc(list, func(a, b move) int { return a.order() - b.order() })
	return list
}

// reached returns what the piece that now stands on a square reached before the
// ply. Its own way alone counts: a capture that only a pin or a check forbade
// is not new.
func (p *ply) reached(from square) set {
	if from == p.move.to {
		from = p.move.from
	}
	return p.before.way(from, p.before.occupied())
}

// prey returns the pieces of the side to move that can be chased: neither its
// general nor its soldiers that have not crossed the river.
func (b *board) prey() set {
	atHome := b.own(b.side, soldier).And(homes[b.side])
	return b.sides[b.side].Without(one[b.generals[b.side]]).Without(atHome)
}

// chaser reports whether the piece on a square can chase: generals and soldiers
// may attack what they like.
func (b *board) chaser(s square) bool {
	k := b.squares[s].kind()
	return k != general && k != soldier
}

// excuses reports whether an attack on a piece of the side to move is no chase:
// an offer to exchange, or the target is protected.
func (b *board) excuses(a move) bool {
	attacker, target := b.squares[a.from].kind(), b.squares[a.to].kind()
	switch {
	case target == chariot && (attacker == horse || attacker == cannon):
		return false
	case target == attacker && b.allows(move{a.to, a.from}):
		return true
	}
	return b.protects(a)
}

// allows reports whether the side to move may make a move.
func (b *board) allows(m move) bool {
	var buffer [maxReaches]reach
	for _, r := range b.appendReaches(buffer[:0]) {
		if r.from == m.from {
			return r.to.Meets(one[m.to])
		}
	}
	return false
}

// protects reports whether the side to move could recapture after an attack on
// one of its pieces is carried out.
func (b *board) protects(a move) bool {
	taken := *b
	taken.turn()
	taken.play(a)
	var buffer [maxReaches]reach
	for _, r := range taken.appendReaches(buffer[:0]) {
		if r.to.Meets(one[a.to]) {
			return true
		}
	}
	return false
}
