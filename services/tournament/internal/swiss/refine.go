package swiss

import (
	"math/bits"
	"slices"
)

// refine settles what the criteria leave open by the order of generation
// (sections 4.2 to 4.4 of the rules). It never changes what the criteria gain.
func (g *graph) refine() {
	g.Prune()
	g.pairMoved(g.chooseMoved())
	g.pairRemainder()
}

// keep is more than any rank: who is to be paired stays so.
const keep = 1 << 20

func (g *graph) isResident(v int) bool { return v >= g.bracket.moved && v < len(g.members) }

// chooseMoved decides which of the moved-down players are paired: the higher ones
// where there is a choice.
func (g *graph) chooseMoved() []int {
	var chosen []int
	for v := range g.bracket.moved {
		if !slices.ContainsFunc(g.Neighbours(v), func(w int32) bool { return g.isResident(int(w)) }) {
			continue
		}
		if g.partner(v) < 0 {
			g.SetRow(v, func(w int) int64 { return int64(count(g.isResident(w))) })
		}
		in := g.partner(v) >= 0
		g.Drop(v, func(w int) bool { return g.isResident(w) != in })
		g.Settle()
		if in {
			g.Favour(v, keep)
			chosen = append(chosen, v)
		}
	}
	return chosen
}

// pairMoved gives each the highest opponent, in turn.
func (g *graph) pairMoved(chosen []int) {
	for _, v := range chosen {
		g.giveFirst(v, g.isResident)
	}
}

// giveFirst pairs a vertex with the first one that it can have, among some.
func (g *graph) giveFirst(v int, among func(w int) bool) {
	rank := map[int]int64{}
	list := g.Neighbours(v)
	first := -1
	for i, w := range list {
		if among(int(w)) && g.Possible(v, int(w)) {
			rank[int(w)] = int64(len(list) - i)
			if first < 0 {
				first = int(w)
			}
		}
	}
	if g.Mate(v) != first && !g.Exchange(v, first) {
		g.SetRow(v, func(w int) int64 { return rank[w] })
	}
	g.Fix(v, g.Mate(v))
}

// remainder is the homogeneous part of a bracket: the residents whom no moved-down
// player has. Its members have numbers from 0.
type remainder struct {
	*graph
	list   []int // vertices
	number map[int]int
	pairs  int // N1
	higher []bool
}

// pairRemainder finds the smallest exchange (4.3) and then the first transposition
// (4.2).
func (g *graph) pairRemainder() {
	r := &remainder{graph: g, number: map[int]int{}}
	for v := g.bracket.moved; v < len(g.members); v++ {
		if w := g.partner(v); w >= g.bracket.moved || w < 0 {
			r.number[v] = len(r.list)
			r.list = append(r.list, v)
			r.pairs += count(w > v)
		}
	}
	if r.pairs == 0 {
		return
	}
	r.higher = make([]bool, len(r.list))
	r.minimize()
	r.exchange()
	r.transpose()
}

// minimize lets as few players as possible change halves, and then such that their
// numbers change as little as possible.
func (r *remainder) minimize() {
	width := bits.Len(uint(len(r.list)))
	unit := int64(1) << width         // above all ranks of transpose
	flag := unit << (2 * uint(width)) // above all sums of numbers
	r.SetUpper(r.list, func(v int) int64 {
		n := r.number[v]
		low := -int64(n) * unit
		if n < r.pairs {
			low += flag
		}
		return low
	})
	r.Prune()
}

// leads tells whether a member is the higher one of a pair now.
func (r *remainder) leads(n int) bool {
	v := r.list[n]
	return r.partner(v) > v
}

// belowOf tells of a vertex whether it is a lower member than number n.
func (r *remainder) belowOf(n int) func(w int) bool {
	return func(w int) bool {
		number, ok := r.number[w]
		return ok && number > n
	}
}

// exchange decides who leaves the upper half, the lowest first, and who enters it,
// the highest first.
func (r *remainder) exchange() {
	exchanges := 0
	for n := r.pairs; n < len(r.list); n++ {
		exchanges += count(r.leads(n))
	}
	for n := range r.list {
		r.higher[n] = n < r.pairs
	}
	for n, left := r.pairs-1, exchanges; left > 0; n-- {
		if r.decide(n, -1); !r.higher[n] {
			left--
		}
	}
	for n, left := r.pairs, exchanges; left > 0; n++ {
		if r.decide(n, +1); r.higher[n] {
			left--
		}
	}
}

// decide tries to make a member lead a pair, or not, and drops the edges that
// contradict what came out.
func (r *remainder) decide(n int, bonus int64) {
	v, lower := r.list[n], r.belowOf(n)
	if r.leads(n) != (bonus > 0) {
		r.SetRow(v, func(w int) int64 { return bonus * int64(count(lower(w))) })
	}
	r.higher[n] = r.leads(n)
	r.Drop(v, func(w int) bool { return lower(w) != r.higher[n] })
	r.Settle()
}

// transpose gives each of the upper half the highest opponent of the lower half,
// in turn.
func (r *remainder) transpose() {
	for n, v := range r.list {
		if r.higher[n] {
			lower := r.belowOf(n)
			r.giveFirst(v, func(w int) bool { return lower(w) && !r.higher[r.number[w]] })
		}
	}
}
