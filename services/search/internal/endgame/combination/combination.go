// Package combination numbers the subsets of a small set, the base of every
// index of endings: the subsets of k elements of {0, 1, …} stand in the order
// of the combinatorial number system, the largest element first.
package combination

import "math/bits"

const (
	mostElements = 51 // all squares of the largest board, and none
	mostChosen   = 6
)

// pascal holds n over k.
var pascal = triangle()

func triangle() (t [mostElements][mostChosen + 1]uint32) {
	for n := range t {
		t[n][0] = 1
		for k := 1; k <= mostChosen && n > 0; k++ {
			t[n][k] = t[n-1][k-1] + t[n-1][k]
		}
	}
	return t
}

// Count is how many subsets of k elements a set of n elements has.
func Count(n, k int) int { return int(pascal[n][k]) }

// Rank is the number of a subset, of at most six elements, among those of its
// size.
func Rank(set uint64) int {
	sum := uint32(0)
	for k := 1; set != 0; k++ {
		sum += pascal[bits.TrailingZeros64(set)][k%(mostChosen+1)]
		set &= set - 1
	}
	return int(sum)
}

// Subset is the subset of k elements with that number: Rank undone.
func Subset(rank, k int) (set uint64) {
	left := uint32(rank)
	for n := mostElements - 1; k > 0; k-- {
		for pascal[n][k] > left {
			n--
		}
		left -= pascal[n][k]
		set |= 1 << n
	}
	return set
}

// Squeeze renumbers the elements of a set as if those of gone did not exist.
func Squeeze(set, gone uint64) (squeezed uint64) {
	for ; set != 0; set &= set - 1 {
		at := bits.TrailingZeros64(set)
		squeezed |= 1 << (at - bits.OnesCount64(gone&(1<<at-1)))
	}
	return squeezed
}

// Spread undoes Squeeze.
func Spread(squeezed, gone uint64) (set uint64) {
	for ; squeezed != 0; squeezed &= squeezed - 1 {
		at := bits.TrailingZeros64(squeezed)
		for g := gone; g != 0 && bits.TrailingZeros64(g) <= at; g &= g - 1 {
			at++
		}
		set |= 1 << at
	}
	return set
}
