package swiss

import (
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
)

// bracket is a scoregroup with those who were moved down to it.
type bracket struct {
	*pairer
	members []int // in ranking order, the moved-down ones first
	moved   int   // how many those are
	next    []int // the next scoregroup
	rest    []int // everybody below that
}

// scope is how much of the field a matching looks at. The smaller, the faster; a
// result of a smaller one counts only if it can be shown to be that of the whole.
type scope int

const (
	alone   scope = iota // the bracket
	oneDown              // and a place for one who floats down
	window               // and the next scoregroup
	whole                // and everybody below
)

// score is that of the residents.
func (b *bracket) score() crosstable.Points { return b.entrants[b.members[b.moved]].score }

// pair returns the pairs of the bracket and who floats down from it.
func (b *bracket) pair() (pairs [][2]int, floaters []int) {
	if b.thorough {
		return b.pairWhole()
	}
	// Where everybody finds an opponent inside, the others are nobody's concern,
	// as long as they can be paired themselves.
	if len(b.next) > 0 && len(b.members)%2 == 0 && b.completes(slices.Concat(b.next, b.rest)) {
		g := b.graph(alone, false)
		if g.solve(); g.floaters() == 0 {
			g.refine()
			return g.pairs(), nil
		}
	}
	// The same where all but one do, if the next bracket can't do better with
	// another one.
	if len(b.next) > 0 && len(b.members)%2 != 0 && !b.byeInWindow() {
		g := b.graph(oneDown, false)
		if g.solve(); b.passesOn(g.floating()) {
			if g.refine(); b.passesOn(g.floating()) {
				return g.pairs(), g.floating()
			}
		}
	}
	// A pairing that ignores those below is the best one of all if they can still
	// be paired after it.
	if len(b.rest) > 0 && !b.byeInWindow() {
		g := b.graph(window, false)
		if g.solve(); b.completes(g.remaining()) {
			if g.refine(); b.completes(g.remaining()) {
				return g.pairs(), g.floating()
			}
		}
	}
	return b.pairWhole()
}

// passesOn tells whether there is only one who floats down, the next bracket can
// pair all of its players or all but one resident, and everybody left can still be
// paired then.
func (b *bracket) passesOn(floaters []int) bool {
	if len(floaters) != 1 {
		return false
	}
	list := slices.Concat(floaters, b.next)
	single := b.reach.Match(list)
	if single > 1 {
		return false
	}
	left := slices.Clone(b.rest)
	for i, place := range list {
		if b.reach.Mate(place) < 0 {
			if i == 0 {
				return false
			}
			left = append(left, place)
		}
	}
	return b.completes(left)
}

// pairWhole looks at everybody.
func (b *bracket) pairWhole() (pairs [][2]int, floaters []int) {
	g := b.graph(whole, false)
	g.solve()
	if b.odd && b.byeScore >= b.score() && g.floaters() == 1 {
		g = b.graph(whole, true) // C9
		g.solve()
	}
	g.refine()
	return g.pairs(), g.floating()
}

// byeInWindow tells whether the bye may go to somebody of the bracket or the next
// scoregroup.
func (b *bracket) byeInWindow() bool {
	lowest := b.score()
	if len(b.next) > 0 {
		lowest = b.entrants[b.next[0]].score
	}
	return b.odd && b.byeScore >= lowest
}
