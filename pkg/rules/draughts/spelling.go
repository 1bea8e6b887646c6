package draughts

import "strings"

// attempt is the text of a move as read: its squares, an empty set for a light
// one, and whether it is written as a capture.
type attempt struct {
	text  string
	route []uint64
	takes bool
}

// readMove reads the form of a move: c3d4, or c3xe5xg7.
func (v *variant) readMove(text string) (attempt, bool) {
	a := attempt{text: text}
	from, rest, ok := v.square(text)
	if !ok {
		return a, false
	}
	a.route, a.takes = append(a.route, from), strings.HasPrefix(rest, "x")
	for next := true; next; next = rest != "" {
		if a.takes {
			rest, ok = strings.CutPrefix(rest, "x")
		}
		var square uint64
		if ok {
			square, rest, ok = v.square(rest)
		}
		if !ok || !a.takes && rest != "" {
			return a, false
		}
		a.route = append(a.route, square)
	}
	return a, true
}

// find is the legal move that an attempt spells.
func (p *position) find(a attempt) (move, bool) {
	if a.route[0]&p.board.own == 0 {
		return move{}, false
	}
	want := move{from: uint8(indexOf(a.route[0])), to: uint8(indexOf(a.route[len(a.route)-1]))}
	if a.takes {
		h := p.hunt(a.route[0])
		l, legs := h.walk(a.route)
		if legs < len(a.route)-1 || h.goesOn(l) {
			return move{}, false
		}
		want.taken = l.taken
	}
	for _, m := range p.legal() {
		if m.from == want.from && m.to == want.to && m.taken == want.taken {
			return m, true
		}
	}
	return move{}, false
}

// hunt is the hunt of the piece to move on from.
func (p *position) hunt(from uint64) *hunt {
	b := &p.board
	h := &hunt{variant: p.variant, prey: b.opp, ahead: b.ahead()}
	return h.start(b, from, p.variant.free(b))
}

// spell is the canonical text of a legal move.
func (p *position) spell(m move) string {
	from := uint64(1) << m.from
	if m.taken == 0 {
		return p.variant.names[m.from] + p.variant.names[m.to]
	}
	h := p.hunt(from)
	var text strings.Builder
	text.WriteString(p.variant.names[m.from])
	for _, square := range h.route(m, from, leap{king: h.king()}, nil) {
		text.WriteByte('x')
		text.WriteString(p.variant.label(square))
	}
	return text.String()
}

// route is the way of m onward from square at whose squares sort first; nil
// where there is none. Trying the lowest square first finds it.
func (h *hunt) route(m move, at uint64, l leap, path []uint64) []uint64 {
	if l.taken == m.taken {
		if indexOf(at) != int(m.to) || h.goesOn(l) {
			return nil
		}
		return path
	}
	var jumps [4]leap
	var land uint64
	lo, hi := h.dirs(l.king)
	for dir := lo; dir < hi && !h.stops(l); dir++ {
		if next := h.jump(at, dir, l); next.taken&^m.taken == 0 {
			jumps[dir] = next
			land |= next.land
		}
	}
	for ; land != 0; land &= land - 1 {
		for _, next := range jumps {
			if next.land&lowest(land) == 0 {
				continue
			}
			if found := h.route(m, lowest(land), next, append(path, lowest(land))); found != nil {
				return found
			}
		}
	}
	return nil
}

// walk follows a route, whose first square is the piece's, as long as every
// leg takes a piece, and returns the number of such legs.
func (h *hunt) walk(route []uint64) (l leap, legs int) {
	l.king = h.king()
	for legs < len(route)-1 {
		next := h.leg(route[legs], route[legs+1], l)
		if next.land == 0 {
			break
		}
		l = next
		legs++
	}
	return l, legs
}

// leg is the jump from square at to square to; without landing squares if
// there is none.
func (h *hunt) leg(at, to uint64, l leap) leap {
	lo, hi := h.dirs(l.king)
	for dir := lo; dir < hi && !h.stops(l); dir++ {
		if next := h.jump(at, dir, l); next.land&to != 0 {
			return next
		}
	}
	return leap{}
}

// goesOn reports whether a landing square of the last jump allows another.
func (h *hunt) goesOn(l leap) bool {
	lo, hi := h.dirs(l.king)
	for p := l.land; p != 0 && !h.stops(l); p &= p - 1 {
		for dir := lo; dir < hi; dir++ {
			if h.jump(lowest(p), dir, l).land != 0 {
				return true
			}
		}
	}
	return false
}
