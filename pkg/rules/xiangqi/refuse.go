package xiangqi

import "kydai.dev/pkg/rules"

// refuse says why a move does not go, the safety of the general aside; nil if
// it does. The order is that of [rules.Rule].
func (b *board) refuse(m move) error {
	p, victim := b.squares[m.from], b.squares[m.to]
	switch {
	case p == noPiece:
		return rules.Illegal(rules.NoPiece, "there is no piece on %s", m.from)
	case p.owner() != b.side:
		return rules.Illegal(rules.NotYourPiece, "the %s on %s is not yours", p.kind(), m.from)
	case victim != noPiece && victim.owner() == b.side:
		return rules.Illegal(rules.OwnPiece, "your own %s stands on %s", victim.kind(), m.to)
	case !b.way(m.from, b.occupied()).Meets(one[m.to]):
		return b.refuseWay(m)
	case victim.kind() == general: // only where the other side is in check and not to move
		return rules.Illegal(rules.Occupied, "a general is never captured")
	}
	return nil
}

// refuseDanger says what is wrong with the position after a move, in which the
// general that has just been left must not be attacked.
func (b *board) refuseDanger() error {
	switch {
	case !b.inCheck(b.side.Other()):
		return nil
	case b.facing():
		return rules.Illegal(rules.GeneralsFace, "the generals would face each other")
	default:
		return rules.Illegal(rules.LeavesCheck, "your general would be in check")
	}
}

// facing reports whether the generals see each other along a file.
func (b *board) facing() bool {
	first, second := b.generals[rules.First], b.generals[rules.Second]
	return first.file() == second.file() && !paths[first][second].Meets(b.occupied())
}

// refuseWay says why a piece does not move so.
func (b *board) refuseWay(m move) error {
	kind := b.squares[m.from].kind()
	if err := b.refusePlace(kind, m.to); err != nil {
		return err
	}
	switch {
	case kind == elephant && elephants[m.from].all().Meets(one[m.to]):
		return rules.Illegal(rules.ElephantEye, "a piece in the elephant's eye blocks its way to %s", m.to)
	case kind == horse && horses[m.from].all().Meets(one[m.to]):
		return rules.Illegal(rules.HorseLeg, "a piece beside the horse blocks its leap to %s", m.to)
	case kind == chariot && lines[m.from].Meets(one[m.to]):
		return rules.Illegal(rules.PathBlocked, "a piece stands between %s and %s", m.from, m.to)
	case kind == cannon && lines[m.from].Meets(one[m.to]):
		return b.refuseCannon(m)
	case kind == soldier:
		return b.refuseSoldier(m)
	}
	return refuseFar(kind, m)
}

// refusePlace refuses to leave the palace or to cross the river for those that
// never do.
func (b *board) refusePlace(k kind, to square) error {
	switch {
	case (k == general || k == advisor) && !palaces[b.side].Meets(one[to]):
		return rules.Illegal(rules.Palace, "the %s stays in its palace", k)
	case k == elephant && !homes[b.side].Meets(one[to]):
		return rules.Illegal(rules.River, "an elephant does not cross the river")
	}
	return nil
}

func (b *board) refuseCannon(m move) error {
	if b.squares[m.to] == noPiece {
		return rules.Illegal(rules.PathBlocked, "a piece stands between %s and %s", m.from, m.to)
	}
	return rules.Illegal(rules.CannonScreen, "a cannon captures over exactly one piece")
}

func (b *board) refuseSoldier(m move) error {
	d := m.step()
	switch {
	case d.rank*forward(b.side).rank < 0:
		return rules.Illegal(rules.Backward, "a soldier does not go back")
	case d.rank == 0 && d.file*d.file == 1:
		return rules.Illegal(rules.River, "a soldier steps sideways only beyond the river")
	}
	return refuseFar(soldier, m)
}

func refuseFar(k kind, m move) error {
	return rules.Illegal(rules.NotAdjacent, "no %s moves from %s to %s", k, m.from, m.to)
}
