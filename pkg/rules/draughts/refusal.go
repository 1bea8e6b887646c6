package draughts

import "kydai.dev/pkg/rules"

// The rules that a refused move can break, as [rules.MoveError] names them.
const (
	noPiece         = "NO_PIECE"
	notYourPiece    = "NOT_YOUR_PIECE"
	ownPiece        = "OWN_PIECE"
	occupied        = "OCCUPIED"
	notAdjacent     = "NOT_ADJACENT"
	backward        = "BACKWARD"
	nothingTaken    = "NOTHING_TAKEN"
	mustCapture     = "MUST_CAPTURE"
	mustCaptureMost = "MUST_CAPTURE_MOST"
	chainGoesOn     = "CHAIN_GOES_ON"
	ambiguous       = "AMBIGUOUS"
)

// refuse says why an attempt that spells no legal move is none.
func (p *position) refuse(a attempt) error {
	from := a.route[0]
	switch {
	case from&p.board.opp != 0:
		return rules.Illegal(notYourPiece, "the piece on %s is the opponent's", p.variant.label(from))
	case from&p.board.own == 0:
		return rules.Illegal(noPiece, "no piece stands where %.40s begins", a.text)
	case a.takes:
		return p.refuseCapture(a)
	default:
		return p.refuseStep(from, a.route[1])
	}
}

// refuseStep says why a move without capture is refused.
func (p *position) refuseStep(from, to uint64) error {
	legal := p.legal()
	for _, m := range legal {
		if m.taken != 0 && from == 1<<m.from && to == 1<<m.to {
			return rules.Illegal(mustCapture, "a capture is written with x: %s", p.spell(m))
		}
	}
	if err := p.refuseSquare(to); err != nil {
		return err
	}
	if err := p.refuseWay(from, to); err != nil {
		return err
	}
	return rules.Illegal(mustCapture, "a capture is due, as %s", p.spell(legal[0]))
}

// refuseSquare refuses to move onto a piece.
func (p *position) refuseSquare(to uint64) error {
	switch {
	case to&p.board.own != 0:
		return rules.Illegal(ownPiece, "a piece of one's own stands on %s", p.variant.label(to))
	case to&p.board.opp != 0:
		return rules.Illegal(occupied, "%s is occupied; a capture names the square behind the piece", p.variant.label(to))
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
		return rules.Illegal(notAdjacent, "a piece moves along a diagonal of dark squares")
	case !flies && distance > 1:
		return rules.Illegal(notAdjacent, "the piece on %s moves one square", p.variant.label(from))
	case !king && dir&2 != p.board.ahead():
		return rules.Illegal(backward, "a man moves forward")
	case p.variant.slide(from, p.variant.steps[dir], p.variant.free(&p.board))&to == 0:
		return rules.Illegal(occupied, "a piece stands between %s and %s", p.variant.label(from), p.variant.label(to))
	default:
		return nil
	}
}

// refuseCapture says why a capture is refused.
func (p *position) refuseCapture(a attempt) error {
	if err := p.refuseEnds(a); err != nil {
		return err
	}
	h := p.hunt(a.route[0])
	l, legs := h.walk(a.route)
	switch {
	case legs < len(a.route)-1:
		return p.refuseJump(a, legs, h.backward || l.king)
	case h.goesOn(l):
		return rules.Illegal(chainGoesOn, "the capture %.120s must go on", a.text)
	default:
		return rules.Illegal(mustCaptureMost, "another capture takes more pieces, as %s", p.spell(p.legal()[0]))
	}
}

// refuseEnds refuses a text that names only start and end of a capture of
// several pieces (games.md §5).
func (p *position) refuseEnds(a attempt) error {
	if len(a.route) != 2 {
		return nil
	}
	var same []move
	for _, m := range p.legal() {
		if a.route[0] == 1<<m.from && a.route[1] == 1<<m.to && m.taken != 0 {
			same = append(same, m)
		}
	}
	switch len(same) {
	case 0:
		return nil
	case 1:
		return rules.Illegal(chainGoesOn, "a capture of several pieces names every landing square: %s", p.spell(same[0]))
	default:
		return rules.Illegal(ambiguous, "%s is short for several captures, as %s and %s", a.text, p.spell(same[0]), p.spell(same[1]))
	}
}

// refuseJump refuses the first jump of a capture that is none, the one that
// follows the given number of good ones.
func (p *position) refuseJump(a attempt, good int, backwards bool) error {
	at, to := a.route[good], a.route[good+1]
	if err := p.refuseSquare(to &^ a.route[0]); err != nil {
		return err
	}
	switch dir, distance := p.variant.line(at, to); {
	case distance == 0:
		return rules.Illegal(notAdjacent, "jump %d of %.120s does not follow a diagonal", good+1, a.text)
	case !backwards && dir&2 != p.board.ahead():
		return rules.Illegal(backward, "a man captures forward")
	default:
		return rules.Illegal(nothingTaken, "jump %d of %.120s must take one piece", good+1, a.text)
	}
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
