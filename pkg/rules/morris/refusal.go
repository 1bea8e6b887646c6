package morris

import "kydai.dev/pkg/rules"

// refusal says why a move that is not in the list of legal ones is illegal. The
// order is that of [rules.Rule].
func (b *board) refusal(m move) error {
	own := b.stones[b.side]
	switch {
	case m.from == none && !b.placing():
		return rules.Illegal(rules.NoPiece, "no stone is left in hand: a stone on the board must move")
	case m.from != none && b.free().has(m.from):
		return rules.Illegal(rules.NoPiece, "there is no stone on %s", m.from)
	case m.from != none && !own.has(m.from):
		return rules.Illegal(rules.NotYourPiece, "the stone on %s is not yours", m.from)
	case !b.free().has(m.to):
		return rules.Illegal(rules.Occupied, "%s is not empty", m.to)
	case m.from != none && b.placing():
		return rules.Illegal(rules.NotAdjacent, "a stone is left in hand: it must be placed before any moves")
	case m.from != none && !b.reach(m.from).has(m.to):
		return rules.Illegal(rules.NotAdjacent, "no line joins %s and %s", m.from, m.to)
	}
	if m.from != none {
		own &^= m.from.set()
	}
	return b.refuseRemoval(m, own.closing().has(m.to))
}

// refuseRemoval says what is wrong with the removal, or with its absence, of a
// move that is otherwise legal.
func (b *board) refuseRemoval(m move, mill bool) error {
	switch {
	case m.taken == none:
		return rules.Illegal(rules.RemovalDue, "the move makes a mill: an enemy stone must be removed with it")
	case !mill:
		return rules.Illegal(rules.NoMill, "the move makes no mill: nothing may be removed")
	case b.stones[b.side].has(m.taken) || m.taken == m.to:
		return rules.Illegal(rules.OwnPiece, "the stone on %s is your own", m.taken)
	case b.free().has(m.taken):
		return rules.Illegal(rules.NoPiece, "there is no stone on %s to remove", m.taken)
	}
	return rules.Illegal(rules.InMill, "the stone on %s is in a mill, others are not", m.taken)
}
