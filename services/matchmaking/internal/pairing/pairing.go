// Package pairing decides who plays whom among those who wait for the same
// kind of game. It is pure: the same tickets give the same pairs, wherever and
// however often they are asked for.
//
// A ticket looks for the nearest rating within its reach, which widens while it
// waits. Nobody meets himself, a blocked player, or somebody outside either
// one's range; nor the same opponent three times running while somebody else
// would suit.
package pairing

import (
	"hash/fnv"
	"time"
)

// Anyone is the range of a ticket that takes opponents of any strength.
const Anyone = 1 << 20

// Ticket is a wish that waits.
type Ticket struct {
	// ID is the ticket's, Account its owner's; an owner may have several.
	ID, Account string
	Rating      int
	// Below and Above are how much weaker and stronger an opponent may be.
	Below, Above int
	Waited       time.Duration
	// Balance is the owner's games as first less those as second.
	Balance int
	// Recent are the owner's last two opponents, the last one first.
	Recent [2]string
}

// Pair are two tickets, by their places among those given, that become a game.
type Pair struct{ First, Second int }

// Apart are the accounts that never meet.
type Apart map[[2]string]bool

// Keep keeps two accounts apart, whoever of them wished so.
func (a Apart) Keep(one, other string) { a[couple(one, other)] = true }

// Has reports whether two accounts are kept apart.
func (a Apart) Has(one, other string) bool { return len(a) > 0 && a[couple(one, other)] }

func couple(one, other string) [2]string {
	if other < one {
		return [2]string{other, one}
	}
	return [2]string{one, other}
}

// Two tickets reach each other where their ratings are no further apart than
// the mean of their reaches.
const (
	reachAtOnce    = 100
	reachPerSecond = 25
)

func (t *Ticket) reach() int { return reachAtOnce + int(reachPerSecond*t.Waited/time.Second) }

// A ticket looks at so many neighbours on each side, and at more of them the
// longer it waits: a round stays short, and nobody is overlooked for ever.
const (
	looksAtOnce    = 32
	looksPerSecond = 4
)

func (t *Ticket) looks() int { return looksAtOnce + int(looksPerSecond*t.Waited/time.Second) }

// again reports whether the two would meet for the third time running.
func (t *Ticket) again(o *Ticket) bool {
	return t.Recent == [2]string{o.Account, o.Account} || o.Recent == [2]string{t.Account, t.Account}
}

// tied reports whether there is an opponent whom the ticket had better not meet.
func (t *Ticket) tied() bool { return t.Recent[0] != "" && t.Recent[0] == t.Recent[1] }

// Round pairs what can be paired now. Of the tickets that suit each other none
// is left waiting, but for the bound on how far around it each one looks.
func Round(tickets []Ticket, apart Apart) []Pair {
	l := newLine(tickets, apart)
	turns := l.turns()
	for _, p := range turns {
		if q := l.nearest(p, false); q >= 0 {
			l.pair(p, q)
		}
	}
	for _, p := range turns {
		if q := l.nearest(p, true); q >= 0 && l.alone(p, q) && l.alone(q, p) {
			l.pair(p, q)
		}
	}
	return l.pairs
}

// pair makes a game of two tickets: who has been second more often is first.
func (l *line) pair(p, q int) {
	i, j := l.slots[p].ticket, l.slots[q].ticket
	a, b := &l.tickets[i], &l.tickets[j]
	if a.Balance > b.Balance || (a.Balance == b.Balance && heads(a.ID, b.ID)) {
		i, j = j, i
	}
	l.pairs = append(l.pairs, Pair{First: int(i), Second: int(j)})
	l.remove(p)
	l.remove(q)
}

// heads is a coin that falls the same way however often it is thrown for two
// tickets.
func heads(a, b string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(min(a, b) + max(a, b))) // never fails
	return (h.Sum32()&1 == 1) == (a < b)
}

func abs(n int32) int32 { return max(n, -n) }
