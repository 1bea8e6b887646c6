package draughts

import (
	"slices"

	"kydai.dev/pkg/rules"
)

// Through lists the legal captures of p, in canonical spelling, that can be
// made from the first of the squares to the last, landing on those between in
// their order and perhaps on others. It is how a text that leaves out landing
// squares is understood. It is nil for a position of another game.
func Through(p rules.Position, squares []string) []string {
	q, ok := p.(*position)
	if !ok {
		return nil
	}
	route, ok := q.variant.squares(squares)
	if !ok || route[0]&q.board.own == 0 {
		return nil
	}
	var list []string
	h := q.hunt(route[0])
	for _, m := range q.legal() {
		if m.taken != 0 && route[0] == 1<<m.from && route[len(route)-1] == 1<<m.to {
			s := search{hunt: h, move: m, dead: map[step]bool{}}
			if s.passes(route[0], leap{king: h.king()}, route[1:]) {
				list = append(list, q.spell(m))
			}
		}
	}
	return list
}

// Route lists the squares of a legal capture of p, its start first: where the
// canonical route turns, the square right behind the piece taken where it goes
// straight on, and the end. It is how other programs list them. It is nil
// where the move is no legal capture.
func Route(p rules.Position, move string) []string {
	q, ok := p.(*position)
	if !ok {
		return nil
	}
	a, ok := q.variant.readMove(move)
	if !ok || !a.takes {
		return nil
	}
	if _, legal := q.find(a); !legal {
		return nil
	}
	names := make([]string, 0, len(a.route))
	for _, square := range q.hunt(a.route[0]).near(a.route) {
		names = append(names, q.variant.label(square))
	}
	return names
}

// squares are the squares of a route of two at least.
func (v *variant) squares(names []string) ([]uint64, bool) {
	route := make([]uint64, 0, len(names))
	for _, name := range names {
		square, rest, ok := v.square(name)
		if !ok || rest != "" || square == 0 {
			return nil, false
		}
		route = append(route, square)
	}
	return route, len(route) > 1
}

// near is a route of captures with the nearest landing square of every jump
// that the next one goes straight on from.
func (h *hunt) near(route []uint64) []uint64 {
	near := slices.Clone(route)
	before := leap{king: h.king()}
	last := before
	for i := range len(route) - 1 {
		next := h.leg(route[i], route[i+1], last)
		if i > 0 && next.dir == last.dir {
			near[i] = shift(last.taken&^before.taken, h.steps[last.dir])
		}
		before, last = last, next
	}
	return near
}

// search looks for a route of one move.
type search struct {
	*hunt
	move move
	// dead are the steps that are known to lead nowhere: without them the many
	// orders of a long capture would be tried one by one.
	dead map[step]bool
}

// step is a state of a search.
type step struct {
	at, taken uint64
	king      bool
	left      int
}

// passes reports whether the move can go on from square at so that it lands on
// the squares of via in their order. To strike one off as soon as it is met
// never spoils the rest.
func (s *search) passes(at uint64, l leap, via []uint64) bool {
	if l.taken == s.move.taken {
		return len(via) == 0 && at == 1<<s.move.to && !s.goesOn(l)
	}
	here := step{at: at, taken: l.taken, king: l.king, left: len(via)}
	if s.dead[here] {
		return false
	}
	lo, hi := s.dirs(l.king)
	for dir := lo; dir < hi && !s.stops(l); dir++ {
		next := s.jump(at, dir, l)
		if next.taken&^s.move.taken == 0 && s.lands(next, via) {
			return true
		}
	}
	s.dead[here] = true
	return false
}

// lands goes on from every landing square of a jump.
func (s *search) lands(l leap, via []uint64) bool {
	for p := l.land; p != 0; p &= p - 1 {
		rest := via
		if len(via) > 0 && via[0] == lowest(p) {
			rest = via[1:]
		}
		if s.passes(lowest(p), l, rest) {
			return true
		}
	}
	return false
}
