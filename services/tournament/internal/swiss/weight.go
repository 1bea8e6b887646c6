package swiss

import (
	"math/bits"

	"kydai.dev/services/tournament/internal/crosstable"
)

// layout is where the criteria have their bits in a weight: the most important
// first, each in a field that the sum over all pairs can't leave.
type layout struct {
	capacity int // bits of a word that may be used
	words    int
	used     int // bits of the last word
	fields   []named
}

// named is a field with the criterion that it counts.
type named struct {
	place
	criterion string
}

// place is a criterion's field; without width it counts nothing.
type place struct {
	word, shift, width int
}

// field reserves room for counts up to most.
func (l *layout) field(criterion string, most int) place {
	width := bits.Len(uint(most))
	if width == 0 {
		return place{}
	}
	if l.words == 0 || l.used+width > l.capacity {
		l.words++
		l.used = 0
	}
	l.used += width
	p := place{word: l.words - 1, shift: l.capacity - l.used, width: width}
	l.fields = append(l.fields, named{p, criterion})
	return p
}

// put adds to a field.
func (p place) put(weight []int64, n int) {
	if p.width > 0 && n > 0 {
		weight[p.word] += int64(n) << p.shift
	}
}

// byScore has a field for every score of the moved-down players, the highest
// first, so that higher ones count more.
type byScore map[crosstable.Points]place

// scheme is the layout of one bracket's weights. The comments name the criteria.
type scheme struct {
	layout
	complete   place   // C4, C2, C5
	inside     place   // C6
	insideBy   byScore // C7
	next       place   // C8: pairs that end in the next scoregroup
	nextBy     byScore // and by score
	nextOwn    place   // of residents
	byeRank    place   // C9
	difference place   // C10
	triple     place   // C11
	colour     place   // C12
	strong     place   // C13
	floats     [2]floatFields
}

// floatFields are the criteria about one past round.
type floatFields struct {
	residents  place   // C14, C16
	opponents  place   // C15, C17
	moved      byScore // C18, C20
	opponentBy byScore // C19, C21
}

// scheme measures what the bracket's criteria need.
func (g *graph) newScheme() {
	s := &g.scheme
	// A dual can add up the weights of a whole path; and weights are doubled.
	s.capacity = 61 - bits.Len(uint(len(g.vertices)))
	residents := len(g.members) - g.bracket.moved
	if g.scope == whole || g.scope == oneDown {
		s.complete = s.field("C4", len(g.vertices)/2)
	}
	s.inside = s.field("C6", residents)
	s.insideBy = g.byMoved("C7", func(*entrant) bool { return true })
	if g.scope == window || g.scope == whole {
		s.next = s.field("C8", len(g.bracket.next))
		s.nextBy = g.byMoved("C8", func(*entrant) bool { return true })
		s.nextOwn = s.field("C8", residents)
	}
	if g.c9 {
		most := 0
		for _, rank := range g.byeRanks {
			most += rank
		}
		s.byeRank = s.field("C9", most)
	}
	if g.last {
		s.difference, s.triple = s.field("C10", residents), s.field("C11", residents)
	}
	s.colour, s.strong = s.field("C12", residents), s.field("C13", residents)
	g.orderFloats(residents)
	s.words++ // for the order of generation
}

// orderFloats reserves C14 to C21.
func (g *graph) orderFloats(residents int) {
	s := &g.scheme
	for i := range s.floats {
		s.floats[i].residents = s.field([]string{"C14", "C16"}[i], g.countResidents(i, down))
		if g.bracket.moved > 0 && g.countResidents(i, up) > 0 {
			s.floats[i].opponents = s.field([]string{"C15", "C17"}[i], residents)
		}
	}
	for i := range s.floats {
		s.floats[i].moved = g.byMoved([]string{"C18", "C20"}[i], func(e *entrant) bool { return e.floats[i] == down })
		if g.countResidents(i, up) > 0 {
			s.floats[i].opponentBy = g.byMoved([]string{"C19", "C21"}[i], func(*entrant) bool { return true })
		}
	}
}

// byMoved reserves a field for each score of moved-down players.
func (g *graph) byMoved(criterion string, counts func(*entrant) bool) byScore {
	fields := byScore{}
	for i := 0; i < g.bracket.moved; {
		score, n := g.at(i).score, 0
		for ; i < g.bracket.moved && g.at(i).score == score; i++ {
			if counts(g.at(i)) {
				n++
			}
		}
		fields[score] = g.scheme.field(criterion, n)
	}
	return fields
}

func (g *graph) countResidents(round int, f float) int {
	n := 0
	for i := g.bracket.moved; i < len(g.members); i++ {
		if g.at(i).floats[round] == f {
			n++
		}
	}
	return n
}
