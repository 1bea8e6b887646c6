package draughts

import (
	"slices"

	"kydai.dev/pkg/rules"
)

// refuse says why an attempt that spells no legal move is none. The order is
// that of [rules.Rule].
func (p *position) refuse(a attempt) error {
	from := a.route[0]
	switch {
	case from&p.board.opp != 0:
		return rules.Illegal(rules.NotYourPiece, "the piece on %s is the opponent's", p.variant.label(from))
	case from&p.board.own == 0:
		return rules.Illegal(rules.NoPiece, "no piece stands where %.40s begins", a.text)
	case a.takes:
		return p.refuseCapture(a)
	default:
		return p.refuseStep(from, a.route[1])
	}
}

// refuseStep says why a move without capture is refused.
func (p *position) refuseStep(from, to uint64) error {
	if err := p.refuseTarget(to); err != nil {
		return err
	}
	if err := p.refuseWay(from, to); err != nil {
		return err
	}
	return rules.Illegal(rules.MustCapture, "a capture is due, as %s", p.spell(p.legal()[0]))
}

// refuseTarget refuses to move onto a piece.
func (p *position) refuseTarget(to uint64) error {
	switch {
	case to&p.board.own != 0:
		return rules.Illegal(rules.OwnPiece, "a piece of one's own stands on %s", p.variant.label(to))
	case to&p.board.opp != 0:
		return rules.Illegal(rules.Occupied, "%s is occupied; a capture names the square behind the piece", p.variant.label(to))
	default:
		return nil
	}
}

// refuseWay refuses what is no step of a man or of a king.
func (p *position) refuseWay(from, to uint64) error {
	king := from&p.board.kings != 0
	flies := king && p.variant.flying
	dir, distance := p.variant.line(from, to)
	switch {
	case distance == 0:
		return rules.Illegal(rules.NotAdjacent, "a piece moves along a diagonal of dark squares")
	case !king && dir&2 != p.board.ahead():
		return rules.Illegal(rules.Backward, "a man moves forward")
	case !flies && distance > 1:
		return rules.Illegal(rules.NotAdjacent, "the piece on %s moves one square; a capture is written with x", p.variant.label(from))
	case p.variant.slide(from, p.variant.steps[dir], p.variant.free(&p.board))&to == 0:
		return rules.Illegal(rules.PathBlocked, "a piece stands between %s and %s", p.variant.label(from), p.variant.label(to))
	default:
		return nil
	}
}

// refuseCapture says why a capture is refused. What is legal as far as it goes
// is taken at its word before it is thought short for something longer.
func (p *position) refuseCapture(a attempt) error {
	h := p.hunt(a.route[0])
	l, legs := h.walk(a.route)
	switch {
	case legs < len(a.route)-1:
		if err := p.refuseEnds(a); err != nil {
			return err
		}
		return p.refuseJump(a, legs, h, l)
	case h.goesOn(l):
		return rules.Illegal(rules.ChainGoesOn, "the capture %.120s must go on", a.text)
	default:
		return rules.Illegal(rules.MustCaptureMost, "another capture takes more pieces, as %s", p.spell(p.legal()[0]))
	}
}

// refuseEnds refuses a text that names only start and end of a capture of
// several pieces (games.md §5).
func (p *position) refuseEnds(a attempt) error {
	if len(a.route) != 2 {
		return nil
	}
	same := slices.DeleteFunc(p.legal(), func(m move) bool {
		return a.route[0] != 1<<m.from || a.route[1] != 1<<m.to || m.taken == 0
	})
	switch len(same) {
	case 0:
		return nil
	case 1:
		return rules.Illegal(rules.ChainGoesOn, "a capture of several pieces names every landing square: %s", p.spell(same[0]))
	default:
		return rules.Illegal(rules.Ambiguous, "%s is short for several captures, as %s and %s", a.text, p.spell(same[0]), p.spell(same[1]))
	}
}

// refuseJump refuses the first jump of a capture that is none, the one that
// follows the given number of good ones, which have led to l.
func (p *position) refuseJump(a attempt, good int, h *hunt, l leap) error {
	at, to := a.route[good], a.route[good+1]
	if at == to {
		return rules.Illegal(rules.OwnPiece, "jump %d of %.120s leads nowhere", good+1, a.text)
	}
	if err := p.refuseTarget(to &^ a.route[0]); err != nil {
		return err
	}
	flies := l.king && h.flying
	dir, distance := p.variant.line(at, to)
	switch {
	case distance == 0:
		return rules.Illegal(rules.NotAdjacent, "jump %d of %.120s does not follow a diagonal", good+1, a.text)
	case !h.backward && !l.king && dir&2 != h.ahead:
		return rules.Illegal(rules.Backward, "a man captures forward")
	case distance > 2 && !flies:
		return rules.Illegal(rules.NotAdjacent, "jump %d of %.120s is too long", good+1, a.text)
	case p.variant.between(at, to, dir)&^h.free == 0:
		return rules.Illegal(rules.NoPiece, "jump %d of %.120s takes no piece", good+1, a.text)
	default:
		return rules.Illegal(rules.PathBlocked, "jump %d of %.120s passes what it can't take", good+1, a.text)
	}
}

// between is the squares strictly between two on a diagonal.
func (l *layout) between(from, to uint64, dir int) (set uint64) {
	for p := shift(from, l.steps[dir]); p != to; p = shift(p, l.steps[dir]) {
		set |= p
	}
	return set
}

// line is the direction from one square to another and the number of steps, 0
// if they do not share a diagonal.
func (l *layout) line(from, to uint64) (dir, distance int) {
	for dir, step := range l.steps {
		distance := 1
		for p := shift(from, step) & l.all; p != 0; p = shift(p, step) & l.all {
			if p == to {
				return dir, distance
			}
			distance++
		}
	}
	return 0, 0
}
