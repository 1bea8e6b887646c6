package xiangqi

import (
	"slices"

	"kydai.dev/pkg/rules"
)

// The rules that forbid a move, as MoveError names them.
const (
	ruleNoPiece      = "NO_PIECE"
	ruleNotYourPiece = "NOT_YOUR_PIECE"
	ruleOwnPiece     = "OWN_PIECE"
	rulePalace       = "PALACE"
	ruleRiver        = "RIVER"
	ruleElephantEye  = "ELEPHANT_EYE"
	ruleHorseLeg     = "HORSE_LEG"
	rulePathBlocked  = "PATH_BLOCKED"
	ruleCannonScreen = "CANNON_SCREEN"
	rulePieceMove    = "PIECE_MOVE" // any other move that its piece does not make
	ruleGeneralsFace = "GENERALS_FACE"
	ruleLeavesCheck  = "LEAVES_CHECK"
)

// refuse says why a move does not go, the safety of the general aside; nil if
// it does.
func (b *board) refuse(m move) error {
	p, victim := b.squares[m.from], b.squares[m.to]
	switch {
	case p == noPiece:
		return rules.Illegal(ruleNoPiece, "there is no piece on %s", m.from)
	case p.owner() != b.side:
		return rules.Illegal(ruleNotYourPiece, "the %s on %s is not yours", p.kind(), m.from)
	case m.from == m.to:
		return rules.Illegal(rulePieceMove, "a move leads to another square")
	case victim != noPiece && victim.owner() == b.side:
		return rules.Illegal(ruleOwnPiece, "your own %s stands on %s", victim.kind(), m.to)
	case !b.way(m.from, b.occupied()).Meets(one[m.to]):
		return b.refuseWay(m)
	case victim.kind() == general:
		return rules.Illegal(rulePieceMove, "a general is never captured")
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
		return rules.Illegal(ruleGeneralsFace, "the generals would face each other")
	default:
		return rules.Illegal(ruleLeavesCheck, "your general would be in check")
	}
}

// facing reports whether the generals see each other along a file.
func (b *board) facing() bool {
	first, second := b.generals[rules.First], b.generals[rules.Second]
	return first.file() == second.file() && !paths[first][second].Meets(b.occupied())
}

// refuseWay says why a piece does not move so.
func (b *board) refuseWay(m move) error {
	kind, d := b.squares[m.from].kind(), m.step()
	switch {
	case kind == general && slices.Contains(orthogonals, d), kind == advisor && slices.Contains(diagonals, d):
		return rules.Illegal(rulePalace, "the %s stays in its palace", kind)
	case kind == elephant && elephants[m.from].all().Meets(one[m.to]):
		return b.refuseElephant(m)
	case kind == horse && horses[m.from].all().Meets(one[m.to]):
		return rules.Illegal(ruleHorseLeg, "a piece beside the horse blocks its leap to %s", m.to)
	case kind == chariot && lines[m.from].Meets(one[m.to]):
		return rules.Illegal(rulePathBlocked, "a piece stands between %s and %s", m.from, m.to)
	case kind == cannon && lines[m.from].Meets(one[m.to]):
		return b.refuseCannon(m)
	case kind == soldier && d.rank == 0 && d.file*d.file == 1:
		return rules.Illegal(ruleRiver, "a soldier steps sideways only beyond the river")
	}
	return rules.Illegal(rulePieceMove, "no %s moves from %s to %s", kind, m.from, m.to)
}

func (b *board) refuseElephant(m move) error {
	if !homes[b.side].Meets(one[m.to]) {
		return rules.Illegal(ruleRiver, "an elephant does not cross the river")
	}
	return rules.Illegal(ruleElephantEye, "a piece in the elephant's eye blocks its way to %s", m.to)
}

func (b *board) refuseCannon(m move) error {
	if b.squares[m.to] == noPiece {
		return rules.Illegal(rulePathBlocked, "a piece stands between %s and %s", m.from, m.to)
	}
	return rules.Illegal(ruleCannonScreen, "a cannon captures over exactly one piece")
}
