// Package morris is the endings of nine men's morris as spaces for retrograde
// analysis: all positions without stones in hand of 3 to 6 stones a side.
package morris

import (
	"math/bits"
	"sync"

	"kydai.dev/pkg/rules/morris"
	"kydai.dev/services/search/internal/endgame/combination"
)

const (
	points = 24
	fewest = 3 // a side with less has lost
	most   = 6
)

// turns are the symmetries of the board, ready for sets: by ring of the set.
var turns = prepareTurns()

type turn [points / 8][256]uint32

func (t *turn) apply(set uint32) uint32 {
	return t[0][set&255] | t[1][set>>8&255] | t[2][set>>16&255]
}

func prepareTurns() (list [16]turn) {
	for i, to := range morris.Symmetries() {
		for ring := range list[i] {
			for part := range list[i][ring] {
				for left := part; left != 0; left &= left - 1 {
					list[i][ring][part] |= 1 << to[ring*8+bits.TrailingZeros(uint(left))]
				}
			}
		}
	}
	return list
}

// pattern is a set of stones up to symmetry.
type pattern struct {
	stones uint32   // the first of the equal sets
	still  []uint16 // the symmetries, but the first one, that leave it as it is
}

// place is where a set stands among the patterns.
type place struct {
	pattern uint16
	turn    uint8 // makes the pattern of it
}

// book is the patterns of one number of stones.
type book struct {
	patterns []pattern
	places   []place // by rank of the set
}

// books are made when they are first asked for, as few processes ask.
var books = func() (list [most + 1]func() *book) {
	for size := fewest; size <= most; size++ {
		list[size] = sync.OnceValue(func() *book { return newBook(size) })
	}
	return list
}()

func newBook(size int) *book {
	b := &book{places: make([]place, combination.Count(points, size))}
	known := make([]bool, len(b.places))
	for rank := range b.places {
		if !known[rank] {
			b.add(uint32(combination.Subset(rank, size)), known)
		}
	}
	return b
}

// add makes a new pattern of a set, and finds the sets that are equal to it.
func (b *book) add(stones uint32, known []bool) {
	p := pattern{stones: stones}
	for i := range turns {
		turned := turns[i].apply(stones)
		if turned == stones && i > 0 {
			p.still = append(p.still, uint16(i))
		}
		rank := combination.Rank(uint64(turned))
		if !known[rank] {
			known[rank] = true
			b.places[rank] = place{uint16(len(b.patterns)), inverses[i]}
		}
	}
	b.patterns = append(b.patterns, p)
}

// inverses are the symmetries that undo each.
var inverses = func() (list [len(turns)]uint8) {
	for i := range list {
		list[i] = inverse(i)
	}
	return list
}()

func inverse(i int) uint8 {
	const told = 1<<0 | 1<<1 // a corner and a neighbour: no symmetry leaves them as they are
	for j := range turns {
		if turns[j].apply(turns[i].apply(told)) == told {
			return uint8(j)
		}
	}
	panic("the symmetries are no group")
}

// index numbers the positions of so many stones of the side to move and the
// other: the pattern of the one's, then the other's among the points left.
// Positions that are equal up to symmetry have one number, the least.
func index(own, enemy uint32) int {
	size := bits.OnesCount32(own)
	b := books[size]()
	at := b.places[combination.Rank(uint64(own))]
	p := &b.patterns[at.pattern]
	enemy = turns[at.turn].apply(enemy)
	rank := squeezed(enemy, p.stones)
	for _, i := range p.still {
		rank = min(rank, squeezed(turns[i].apply(enemy), p.stones))
	}
	return int(at.pattern)*combination.Count(points-size, bits.OnesCount32(enemy)) + rank
}

func squeezed(enemy, own uint32) int {
	return combination.Rank(combination.Squeeze(uint64(enemy), uint64(own)))
}

// length is how many numbers index gives.
func length(own, enemy int) int {
	return len(books[own]().patterns) * combination.Count(points-own, enemy)
}

// stones undoes index; false for a number that it never gives.
func stones(number, ownSize, enemySize int) (own, enemy uint32, ok bool) {
	perPattern := combination.Count(points-ownSize, enemySize)
	p := &books[ownSize]().patterns[number/perPattern]
	rank := number % perPattern
	enemy = uint32(combination.Spread(combination.Subset(rank, enemySize), uint64(p.stones)))
	for _, i := range p.still {
		if squeezed(turns[i].apply(enemy), p.stones) < rank {
			return 0, 0, false
		}
	}
	return p.stones, enemy, true
}
