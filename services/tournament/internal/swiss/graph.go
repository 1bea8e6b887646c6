package swiss

import (
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/matching"
)

// graph is a bracket's matching. Vertices are in ranking order: the members of
// the bracket, then what else its scope takes in.
type graph struct {
	*bracket
	*matching.Matcher
	scope    scope
	c9       bool
	vertices []int // places in the ranking
	scheme   scheme
	byeRanks map[int]int // C9: by vertex, more for more rounds without a game
	known    map[pairKey]int32
}

// pairKey is all of a pair that its weight depends on.
type pairKey struct {
	score      crosstable.Points // of the higher player
	kinds      [2]int8
	ranks      [2]int
	floats     [2][2]float
	violations violations
}

// graph weighs the pairs of a scope, and matches nothing as yet.
func (b *bracket) graph(s scope, c9 bool) *graph {
	g := &graph{bracket: b, scope: s, c9: c9, known: map[pairKey]int32{}}
	g.vertices = slices.Clone(b.members)
	switch s {
	case oneDown:
		g.vertices = append(g.vertices, nobody)
	case window:
		g.vertices = append(g.vertices, b.next...)
	case whole:
		g.vertices = slices.Concat(b.members, b.next, b.rest)
		if b.odd {
			g.vertices = append(g.vertices, nobody)
		}
	}
	if c9 {
		g.rankForBye()
	}
	g.newScheme()
	g.Matcher = matching.New(len(g.vertices), g.scheme.words)
	for i := range g.vertices {
		for j := i + 1; j < len(g.vertices); j++ {
			if g.vertices[j] == nobody {
				g.release(i, j)
			} else if b.legal[g.vertices[i]].Has(g.vertices[j]) {
				g.weigh(i, j)
			}
		}
	}
	return g
}

// solve finds a best pairing by the criteria.
func (g *graph) solve() {
	switch moved, inside, next := g.bracket.moved, len(g.members), len(g.bracket.next); g.scope {
	case alone:
		g.Solve(moved)
	case oneDown, window:
		g.Solve(moved, inside)
	case whole:
		g.Solve(moved, inside, inside+next, inside+next+len(g.rest))
	}
}

// nobody is at the vertex whose partner is released: from the bracket, or with the
// bye. So everybody has a partner, and there is no odd number to search around.
const nobody = -1

func (g *graph) release(v, to int) {
	if g.scope == whole && !g.mayGetBye(g.vertices[v]) {
		return
	}
	w := make([]int64, g.scheme.words)
	g.scheme.complete.put(w, 1)
	g.Connect(v, to, g.Weight(w))
}

// at is the entrant of a vertex.
func (g *graph) at(v int) *entrant { return &g.entrants[g.vertices[v]] }

// The parts of a graph.
const (
	movedDown int8 = iota
	resident
	nextGroup
	below
)

// kind says to which part a vertex belongs.
func (g *graph) kind(v int) int8 {
	switch {
	case v < g.bracket.moved:
		return movedDown
	case v < len(g.members):
		return resident
	case v < len(g.members)+len(g.bracket.next):
		return nextGroup
	}
	return below
}

// rankForBye ranks those with the score of who gets the bye by their rounds
// without a game.
func (g *graph) rankForBye() {
	var counts []int
	var candidates []int
	for v := range g.members {
		if e := g.at(v); e.score == g.byeScore {
			candidates = append(candidates, v)
			counts = append(counts, e.unplayed)
		}
	}
	slices.Sort(counts)
	counts = slices.Compact(counts)
	g.byeRanks = map[int]int{}
	for _, v := range candidates {
		g.byeRanks[v] = slices.Index(counts, g.at(v).unplayed)
	}
}

// weigh connects two vertices, i the higher ranked one.
func (g *graph) weigh(i, j int) {
	key := pairKey{kinds: [2]int8{g.kind(i), g.kind(j)}}
	if g.scope != whole && key.kinds[1] == movedDown {
		return // they never meet here
	}
	key.score = g.at(i).score
	if key.kinds[1] == resident {
		key.ranks = [2]int{g.byeRanks[i], g.byeRanks[j]}
		key.floats = [2][2]float{g.at(i).floats, g.at(j).floats}
		key.violations = g.violated(g.at(i), g.at(j))
	}
	number, ok := g.known[key]
	if !ok {
		number = g.Weight(g.scheme.weight(key))
		g.known[key] = number
	}
	g.Connect(i, j, number)
}

// weight fills the fields for a pair.
func (s *scheme) weight(k pairKey) []int64 {
	w := make([]int64, s.words)
	s.complete.put(w, 1)
	switch k.kinds[1] {
	case resident:
		s.weighInside(w, k)
	case nextGroup:
		s.next.put(w, 1)
		s.nextBy[k.score].put(w, count(k.kinds[0] == movedDown))
		s.nextOwn.put(w, count(k.kinds[0] == resident))
	}
	return w
}

func (s *scheme) weighInside(w []int64, k pairKey) {
	moved := k.kinds[0] == movedDown
	s.inside.put(w, 1)
	s.insideBy[k.score].put(w, count(moved))
	s.byeRank.put(w, k.ranks[0]+k.ranks[1])
	s.difference.put(w, count(!k.violations.difference))
	s.triple.put(w, count(!k.violations.triple))
	s.colour.put(w, count(!k.violations.colour))
	s.strong.put(w, count(!k.violations.strong))
	for i, f := range s.floats {
		higher, lower := k.floats[0][i], k.floats[1][i]
		f.residents.put(w, count(lower == down)+count(!moved && higher == down))
		f.opponents.put(w, count(!moved || lower != up))
		f.moved[k.score].put(w, count(moved && higher == down))
		f.opponentBy[k.score].put(w, count(moved && lower != up))
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// violations are the colour criteria that a pair breaks.
type violations struct {
	difference bool // C10
	triple     bool // C11
	colour     bool // C12
	strong     bool // C13
}

func (f *field) violated(a, b *entrant) violations {
	if !clash(a, b) {
		return violations{}
	}
	loser := b
	if f.colour(a, b) != a.wants {
		loser = a
	}
	v := violations{colour: true, strong: loser.strength == strong}
	if a.top || b.top {
		n := len(loser.colours)
		v.difference = abs(loser.difference) > 1 && (loser.difference > 0) == (loser.wants == crosstable.Black)
		v.triple = n > 1 && loser.colours[n-1] != loser.wants && loser.colours[n-2] != loser.wants
	}
	return v
}

// pairs are the pairs of the bracket.
func (g *graph) pairs() [][2]int {
	var list [][2]int
	for v := range g.members {
		if w := g.partner(v); w > v {
			list = append(list, [2]int{g.vertices[v], g.vertices[w]})
		}
	}
	return list
}

// partner is the opponent of a member within the bracket, or -1.
func (g *graph) partner(v int) int {
	w := g.Mate(v)
	if w < 0 || w >= len(g.members) || max(v, w) < g.bracket.moved {
		return -1
	}
	return w
}

// floating are the members without an opponent in the bracket.
func (g *graph) floating() []int {
	var list []int
	for v := range g.members {
		if g.partner(v) < 0 {
			list = append(list, g.vertices[v])
		}
	}
	return list
}

func (g *graph) floaters() int { return len(g.floating()) }

// remaining are those who are still to be paired if the matching stands.
func (g *graph) remaining() []int {
	var list []int
	for v, place := range g.vertices {
		if g.Mate(v) < 0 {
			list = append(list, place)
		}
	}
	return append(list, g.rest...)
}
