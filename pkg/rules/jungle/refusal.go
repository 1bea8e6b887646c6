package jungle

import "kydai.dev/pkg/rules"

// refusal says why the move from one square to another is not legal. The order
// is that of [rules.Rule].
func (b *board) refusal(from, to square) error {
	own, enemy := b.sides[b.side], b.sides[b.side.Other()]
	switch {
	case enemy.has(from):
		return rules.Illegal(rules.NotYourPiece, "the piece on %s is not yours", from)
	case !own.has(from):
		return rules.Illegal(rules.NoPiece, "there is no piece on %s", from)
	case own.has(to):
		return rules.Illegal(rules.OwnPiece, "your own piece stands on %s", to)
	case ground.dens[b.side].has(to):
		return rules.Illegal(rules.OwnDen, "no piece enters its own den")
	}
	k := b.kindAt(from)
	if !b.reach(k, from).has(to) {
		return b.unreachable(k, from, to)
	}
	// Within reach, so an enemy that may not be taken stands there.
	prey := b.kindAt(to)
	if ground.medium[from] != ground.medium[to] {
		return rules.Illegal(rules.WaterEdge, "the %s on %s cannot take the %s across the water's edge", k, from, prey)
	}
	return rules.Illegal(rules.StrongerPiece, "the %s on %s cannot take the %s on %s", k, from, prey, to)
}

// unreachable says why a piece of kind k cannot get from one square to another.
func (b *board) unreachable(k kind, from, to square) error {
	if k != rat && ground.river.has(to) {
		return rules.Illegal(rules.OnlyRatSwims, "only the rat enters the river, the %s does not", k)
	}
	if k == lion || k == tiger {
		for _, j := range ground.jumps[from] {
			if j.to == to {
				return rules.Illegal(rules.JumpBlocked, "a rat in the river blocks the jump from %s to %s", from, to)
			}
		}
	}
	return rules.Illegal(rules.NotAdjacent, "the %s cannot get from %s to %s in one move", k, from, to)
}
