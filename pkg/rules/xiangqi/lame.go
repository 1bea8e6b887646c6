package xiangqi

import "kydai.dev/pkg/rules/bitboard"

// lame is how a piece leaps that a neighbour can hobble, on one square: a horse
// by its legs, an elephant by its eyes.
type lame struct {
	near   set // the four neighbours that matter
	lo, hi uint64
	to     [16]set // targets by which neighbours are occupied
}

// hobble is one neighbour and the targets that are out of reach when it is
// occupied. Its bit in the index is chosen so that the multiplication in targets
// is exact: of two neighbours two squares apart, the lower has bit 2 or 3 and
// the higher 0 or 1; then every other product falls out of the word at the top
// or on a place of its own below the index.
type hobble struct {
	near step
	bit  int
	to   []step
}

const indexShift = 60

var (
	horseLegs = []hobble{
		{step{0, -1}, 3, []step{{-1, -2}, {1, -2}}},
		{step{-1, 0}, 2, []step{{-2, -1}, {-2, 1}}},
		{step{1, 0}, 0, []step{{2, -1}, {2, 1}}},
		{step{0, 1}, 1, []step{{-1, 2}, {1, 2}}},
	}
	elephantEyes = []hobble{
		{step{-1, -1}, 2, []step{{-2, -2}}},
		{step{1, -1}, 0, []step{{2, -2}}},
		{step{-1, 1}, 3, []step{{-2, 2}}},
		{step{1, 1}, 1, []step{{2, 2}}},
	}

	horses    = newLames(horseLegs)
	elephants = newLames(elephantEyes)
)

// targets gathers the occupied neighbours into an index by one multiplication a
// word.
func (l *lame) targets(occupied set) set {
	return l.to[((occupied.Lo&l.near.Lo)*l.lo+(occupied.Hi&l.near.Hi)*l.hi)>>indexShift]
}

// all returns the targets when nothing hobbles, which are also the squares from
// where a piece of the kind may leap here.
func (l *lame) all() set { return l.to[0] }

func newLames(hobbles []hobble) (t [squares]lame) {
	for s := range t {
		for _, h := range hobbles {
			t[s].add(h, square(s))
		}
	}
	return t
}

func (l *lame) add(h hobble, s square) {
	near := h.near.from(s)
	if !near.Any() {
		return
	}
	l.near = l.near.Or(near)
	at, _ := near.Pop()
	if near.Lo != 0 {
		l.lo |= 1 << (indexShift + h.bit - at)
	} else {
		l.hi |= 1 << (indexShift + h.bit - (at - bitboard.Squares90/2))
	}
	for index := range l.to {
		if index>>h.bit&1 == 0 {
			for _, to := range h.to {
				l.to[index] = l.to[index].Or(to.from(s))
			}
		}
	}
}
