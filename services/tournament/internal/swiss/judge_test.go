package swiss

import (
	"cmp"
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
)

// judge pairs a small field by trying everything, as the text of the rules says
// it: all complete pairings, the criteria one by one, and what is left in the
// order of generation. It shares nothing with the pairer but players and colours.
type judge struct {
	*field
	complete []pairing // all that are legal and still possible
}

// pairing has each entrant's opponent, itself for the bye.
type pairing []int

func (j *judge) run() ([][2]int, int, bool) {
	j.enumerate(make(pairing, len(j.entrants)), 0, make([]bool, len(j.entrants)), -1)
	j.lowestBye()
	if len(j.complete) == 0 {
		return nil, -1, false
	}
	groups := (&pairer{field: j.field}).groups()
	var pairs [][2]int
	var moved []int
	for i, group := range groups {
		var next []int
		if i+1 < len(groups) {
			next = groups[i+1]
		}
		chosen := j.bracket(moved, group, next)
		pairs = append(pairs, chosen...)
		moved = leftOver(append(slices.Clone(moved), group...), chosen)
	}
	single := -1
	if len(moved) == 1 {
		single = moved[0]
	}
	return pairs, single, true
}

func (j *judge) enumerate(p pairing, from int, used []bool, single int) {
	for from < len(p) && used[from] {
		from++
	}
	if from == len(p) {
		j.complete = append(j.complete, slices.Clone(p))
		return
	}
	used[from] = true
	for i := from + 1; i < len(p); i++ {
		if !used[i] && j.legal[from].Has(i) {
			used[i], p[from], p[i] = true, i, from
			j.enumerate(p, from+1, used, single)
			used[i] = false
		}
	}
	if single < 0 && len(p)%2 != 0 && j.entrants[from].eligible {
		p[from] = from
		j.enumerate(p, from+1, used, from)
	}
	used[from] = false
}

// lowestBye is C5.
func (j *judge) lowestBye() {
	if len(j.entrants)%2 == 0 || len(j.complete) == 0 {
		return
	}
	bye := func(p pairing) crosstable.Points {
		for i, o := range p {
			if i == o {
				return j.entrants[i].score
			}
		}
		return 0
	}
	lowest := bye(j.complete[0])
	for _, p := range j.complete {
		lowest = min(lowest, bye(p))
	}
	j.complete = slices.DeleteFunc(j.complete, func(p pairing) bool { return bye(p) != lowest })
}

// inside are the pairs that a pairing makes within a bracket.
func (p pairing) inside(moved, residents []int) [][2]int {
	var pairs [][2]int
	for _, r := range residents {
		o := p[r]
		if slices.Contains(moved, o) || slices.Contains(residents, o) && o < r {
			pairs = append(pairs, [2]int{o, r})
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	return pairs
}

// bracket chooses the pairs, and keeps the complete pairings that have them.
func (j *judge) bracket(moved, residents, next []int) [][2]int {
	var best []float64
	var choices [][][2]int
	for _, p := range j.complete {
		pairs := p.inside(moved, residents)
		if slices.ContainsFunc(choices, func(c [][2]int) bool { return slices.Equal(c, pairs) }) {
			continue
		}
		v := j.criteria(pairs, moved, residents, next)
		if best == nil || slices.Compare(v, best) < 0 {
			best, choices = v, nil
		}
		if slices.Compare(v, best) == 0 {
			choices = append(choices, pairs)
		}
	}
	chosen := j.earliest(choices, moved, residents)
	j.complete = slices.DeleteFunc(j.complete, func(p pairing) bool {
		return !slices.Equal(p.inside(moved, residents), chosen)
	})
	return chosen
}

func leftOver(members []int, pairs [][2]int) []int {
	return slices.DeleteFunc(slices.Clone(members), func(m int) bool {
		return slices.ContainsFunc(pairs, func(p [2]int) bool { return p[0] == m || p[1] == m })
	})
}

// floats are number and scores of who is left over, as C6 and C7 compare them.
func (j *judge) floats(left []int) []float64 {
	v := []float64{float64(len(left))}
	return append(v, descending(left, func(m int) float64 { return float64(j.entrants[m].score) })...)
}

func descending(list []int, value func(int) float64) []float64 {
	var v []float64
	for _, m := range list {
		v = append(v, value(m))
	}
	slices.Sort(v)
	slices.Reverse(v)
	return v
}

// end marks the end of a list, so that a shorter one is smaller.
const end = -1e9

// criteria are C6 to C21; smaller is better.
func (j *judge) criteria(pairs [][2]int, moved, residents, next []int) []float64 {
	members := append(slices.Clone(moved), residents...)
	left := leftOver(members, pairs)
	v := append(j.floats(left), end)
	v = append(v, j.nextBest(pairs, left, moved, residents, next)...)
	v = append(v, end, j.unplayedOfBye(pairs, left, moved, residents))
	v = append(v, j.colourCriteria(pairs)...)
	isMoved := func(m int) bool { return slices.Contains(moved, m) }
	for round := range 2 {
		v = append(v, j.floatCounts(pairs, left, isMoved, round)...)
	}
	for round := range 2 {
		v = append(v, j.floatScores(pairs, left, isMoved, round)...)
	}
	return v
}

// nextBest is C8.
func (j *judge) nextBest(pairs [][2]int, left, moved, residents, next []int) []float64 {
	var best []float64
	for _, p := range j.complete {
		if !slices.Equal(p.inside(moved, residents), pairs) {
			continue
		}
		members := append(slices.Clone(left), next...)
		v := j.floats(leftOver(members, p.inside(left, next)))
		if best == nil || slices.Compare(v, best) < 0 {
			best = v
		}
	}
	return best
}

// unplayedOfBye is C9.
func (j *judge) unplayedOfBye(pairs [][2]int, left, moved, residents []int) float64 {
	if len(left) != 1 {
		return 0
	}
	for _, p := range j.complete {
		if slices.Equal(p.inside(moved, residents), pairs) && p[left[0]] != left[0] {
			return 0
		}
	}
	return float64(j.entrants[left[0]].unplayed)
}

// colourCriteria are C10 to C13.
func (j *judge) colourCriteria(pairs [][2]int) []float64 {
	v := make([]float64, 4)
	for _, p := range pairs {
		a, b := &j.entrants[p[0]], &j.entrants[p[1]]
		c := j.colour(a, b)
		for _, x := range []struct {
			*entrant
			gets crosstable.Colour
		}{{a, c}, {b, c.Other()}} {
			after := append(slices.Clone(x.colours), x.gets)
			n := len(after)
			if a.top || b.top {
				// A difference that was beyond 2 before, and shrinks, isn't got by this game.
				v[0] += float64(count(abs(differenceOf(after)) > max(2, abs(x.difference))))
				v[1] += float64(count(n > 2 && after[n-2] == x.gets && after[n-3] == x.gets))
			}
			v[2] += float64(count(x.strength != nothing && x.wants != x.gets))
			v[3] += float64(count(x.strength == strong && x.wants != x.gets))
		}
	}
	return v
}

// floatCounts are C14 and C15, or C16 and C17.
func (j *judge) floatCounts(pairs [][2]int, left []int, isMoved func(int) bool, round int) []float64 {
	v := make([]float64, 2)
	for _, m := range left {
		v[0] += float64(count(!isMoved(m) && j.entrants[m].floats[round] == down))
	}
	for _, p := range pairs {
		v[1] += float64(count(isMoved(p[0]) && j.entrants[p[1]].floats[round] == up))
	}
	return v
}

// floatScores are C18 and C19, or C20 and C21.
func (j *judge) floatScores(pairs [][2]int, left []int, isMoved func(int) bool, round int) []float64 {
	var downs, ups []float64
	for _, m := range left {
		if isMoved(m) && j.entrants[m].floats[round] == down {
			downs = append(downs, 1e6+float64(j.entrants[m].score))
		}
	}
	for _, p := range pairs {
		if !isMoved(p[0]) {
			continue
		}
		gap := float64(j.entrants[p[0]].score - j.entrants[p[1]].score)
		if j.entrants[p[0]].floats[round] == down {
			downs = append(downs, gap)
		}
		if j.entrants[p[1]].floats[round] == up {
			ups = append(ups, gap)
		}
	}
	var v []float64
	for _, list := range [][]float64{downs, ups} {
		slices.Sort(list)
		slices.Reverse(list)
		v = append(append(v, list...), end)
	}
	return v
}

// earliest is the choice that is generated first.
func (j *judge) earliest(choices [][][2]int, moved, residents []int) [][2]int {
	keep := func(key func([][2]int) []int) {
		best := key(choices[0])
		for _, c := range choices {
			if k := key(c); slices.Compare(k, best) < 0 {
				best = k
			}
		}
		choices = slices.DeleteFunc(choices, func(c [][2]int) bool { return !slices.Equal(key(c), best) })
	}
	side := func(i int) func([][2]int) []int {
		return func(pairs [][2]int) []int {
			var list []int
			for _, p := range pairs {
				if slices.Contains(moved, p[0]) {
					list = append(list, p[i])
				}
			}
			return list
		}
	}
	keep(side(0))
	keep(side(1))
	opponents := side(1)(choices[0])
	rest := slices.DeleteFunc(slices.Clone(residents), func(m int) bool { return slices.Contains(opponents, m) })
	return generate(rest, choices, len(opponents))
}

// generate goes through exchanges and transpositions until one is among the
// choices.
func generate(rest []int, choices [][][2]int, movedPairs int) [][2]int {
	size := len(choices[0]) - movedPairs
	if size == 0 {
		return choices[0]
	}
	for _, upper := range exchanges(rest, size) {
		lower := slices.DeleteFunc(slices.Clone(rest), func(m int) bool { return slices.Contains(upper, m) })
		if c := transpositions(upper, lower, choices); c != nil {
			return c
		}
	}
	panic("no pairing is generated")
}

// exchanges are all upper halves in the order of 4.3.
func exchanges(rest []int, size int) [][]int {
	var all [][]int
	var choose func(from int, list []int)
	choose = func(from int, list []int) {
		if len(list) == size {
			all = append(all, slices.Clone(list))
			return
		}
		for i := from; i < len(rest); i++ {
			choose(i+1, append(list, rest[i]))
		}
	}
	choose(0, nil)
	original := rest[:size]
	key := func(upper []int) []int {
		var leaves, enters []int
		for i, m := range rest {
			was, is := slices.Contains(original, m), slices.Contains(upper, m)
			if was && !is {
				leaves = append(leaves, -i)
			}
			if is && !was {
				enters = append(enters, i)
			}
		}
		slices.Sort(leaves) // the lowest ranked first
		sum := 0
		for _, x := range append(slices.Clone(leaves), enters...) {
			sum += x
		}
		return slices.Concat([]int{len(enters), sum}, leaves, enters)
	}
	slices.SortStableFunc(all, func(a, b []int) int { return slices.Compare(key(a), key(b)) })
	return all
}

// transpositions tries all orders of the lower half.
func transpositions(upper, lower []int, choices [][][2]int) [][2]int {
	var found [][2]int
	var try func(i int, pairs [][2]int)
	try = func(i int, pairs [][2]int) {
		if found != nil {
			return
		}
		if i == len(upper) {
			found = among(pairs, choices)
			return
		}
		for _, m := range lower {
			if !slices.ContainsFunc(pairs, func(p [2]int) bool { return p[1] == m }) {
				try(i+1, append(slices.Clone(pairs), [2]int{upper[i], m}))
			}
		}
	}
	try(0, nil)
	return found
}

// among finds the choice that has these pairs in its remainder.
func among(pairs [][2]int, choices [][][2]int) [][2]int {
	for _, c := range choices {
		all := true
		for _, p := range pairs {
			all = all && (slices.Contains(c, p) || slices.Contains(c, [2]int{p[1], p[0]}))
		}
		if all {
			return c
		}
	}
	return nil
}
