package pairing

import (
	"cmp"
	"slices"
)

// line is the tickets side by side, by rating; who is paired steps out of it.
type line struct {
	tickets []Ticket
	apart   Apart
	slots   []slot
	// widest is the longest reach of all.
	widest int32
	pairs  []Pair
}

// slot is a place in the line: what is asked of a ticket most often, close
// together, and the neighbours that have not stepped out. The ends of the line
// are -1 and its length.
type slot struct {
	rating, least, most int32 // its own, and the range of its opponents'
	reach, looks        int32
	ticket              int32
	before, after       int32
	out                 bool
}

// most is beyond every rating, reach and number of tickets.
const most = 1 << 28

func newLine(tickets []Ticket, apart Apart) *line {
	l := &line{tickets: tickets, apart: apart, slots: make([]slot, len(tickets)), pairs: make([]Pair, 0, len(tickets)/2)}
	for p, i := range byRating(tickets) {
		t := &tickets[i]
		l.slots[p] = slot{
			rating: small(t.Rating), least: small(t.Rating - t.Below), most: small(t.Rating + t.Above),
			reach: small(t.reach()), looks: small(t.looks()), ticket: i, before: small(p - 1), after: small(p + 1),
		}
		l.widest = max(l.widest, l.slots[p].reach)
	}
	return l
}

func small(n int) int32 { return int32(max(-most, min(n, most))) } //nolint:gosec // just bounded

// byRating are the tickets from the lowest rating to the highest, equal ones by
// id. Sorting numbers is what keeps a round of very many short.
func byRating(tickets []Ticket) []int32 {
	order := make([]int32, len(tickets))
	for i := range order {
		order[i] = small(i)
	}
	slices.SortFunc(order, func(i, j int32) int { return cmp.Compare(tickets[i].ID, tickets[j].ID) }) // most often they are given so
	keys := make([]uint64, len(order))
	for rank, i := range order {
		keys[rank] = uint64(small(tickets[i].Rating)+most)<<32 | uint64(rank) //nolint:gosec // not below zero
	}
	slices.Sort(keys)
	sorted := make([]int32, len(order))
	for p, key := range keys {
		sorted[p] = order[uint32(key)] //nolint:gosec // the lower half is the rank
	}
	return sorted
}

// turns is the order in which tickets choose: those that had better not meet
// one of the others first, while there is a choice; then those that have waited
// longest.
func (l *line) turns() []int {
	const free = 1 << 63
	keys := make([]uint64, len(l.slots))
	for p, s := range l.slots {
		t := &l.tickets[s.ticket]
		waited := small(int(t.Waited.Milliseconds()))
		keys[p] = uint64(most-waited)<<32 | uint64(p) //nolint:gosec // not below zero
		if !t.tied() {
			keys[p] |= free
		}
	}
	slices.Sort(keys)
	turns := make([]int, len(keys))
	for n, key := range keys {
		turns[n] = int(uint32(key)) //nolint:gosec // the lower half is the place
	}
	return turns
}

// remove lets a ticket step out.
func (l *line) remove(p int) {
	s := &l.slots[p]
	s.out = true
	if s.before >= 0 {
		l.slots[s.before].after = s.after
	}
	if int(s.after) < len(l.slots) {
		l.slots[s.after].before = s.before
	}
}

// suits reports whether the tickets at two places may become a game; again is
// judged apart.
func (l *line) suits(p, q int) bool {
	s, o := &l.slots[p], &l.slots[q]
	if 2*abs(s.rating-o.rating) > s.reach+o.reach || o.rating < s.least || o.rating > s.most || s.rating < o.least || s.rating > o.most {
		return false
	}
	one, other := l.tickets[s.ticket].Account, l.tickets[o.ticket].Account
	return one != other && !l.apart.Has(one, other)
}

func (l *line) again(p, q int) bool {
	return l.tickets[l.slots[p].ticket].again(&l.tickets[l.slots[q].ticket])
}

// nearest is the place of the ticket nearest in rating that still waits and
// suits, or -1. Of two that are as near it is the weaker. A third game running
// counts only where again says so.
func (l *line) nearest(p int, again bool) int {
	if l.slots[p].out {
		return -1
	}
	down := l.seek(p, again, func(s *slot) int32 { return s.before })
	if down >= 0 && l.distance(p, down) == 0 {
		return down
	}
	up := l.seek(p, again, func(s *slot) int32 { return s.after })
	if down < 0 || (up >= 0 && l.distance(p, up) < l.distance(p, down)) {
		return up
	}
	return down
}

func (l *line) distance(p, q int) int32 { return abs(l.slots[p].rating - l.slots[q].rating) }

// seek walks along one side.
func (l *line) seek(p int, again bool, step func(*slot) int32) int {
	s := &l.slots[p]
	q := int(step(s))
	for left := s.looks; left > 0 && q >= 0 && q < len(l.slots) && 2*l.distance(p, q) <= s.reach+l.widest; left-- {
		if l.suits(p, q) && (again || !l.again(p, q)) {
			return q
		}
		q = int(step(&l.slots[q]))
	}
	return -1
}

// alone reports whether nobody of the round suits a ticket but the one other,
// or another one whom it would meet for the third time running: those paired
// meanwhile have waited too, and others like them will come.
func (l *line) alone(p, other int) bool {
	s := &l.slots[p]
	for d := 1; d <= int(s.looks); d++ {
		for _, q := range [2]int{p - d, p + d} {
			if q >= 0 && q < len(l.slots) && q != other && l.suits(p, q) && !l.again(p, q) {
				return false
			}
		}
	}
	return true
}
