// Package bitboard holds sets of squares as machine words, on which the rules
// of several squares at once are a few instructions.
package bitboard

import "math/bits"

// The board of a Set90.
const (
	Files90   = 9
	Ranks90   = 10
	Squares90 = Files90 * Ranks90
)

const (
	half     = Squares90 / 2
	halfMask = 1<<half - 1
	rankMask = 1<<Files90 - 1
	fileMask = 1<<0 | 1<<9 | 1<<18 | 1<<27 | 1<<36 // file 0 of one word

	// gatherFile moves the five bits of file 0, nine apart, to bits 36–40:
	// the square of rank r times 2^(36-8r) lands on bit 36+r, and no other
	// product comes near or carries.
	gatherFile  = 1<<36 | 1<<28 | 1<<20 | 1<<12 | 1<<4
	gatherShift = 36
	// spreadFile is the way back: bit r times 2^(8r) lands on bit 9r.
	spreadFile = 1<<0 | 1<<8 | 1<<16 | 1<<24 | 1<<32
	fileBits   = 1<<(Ranks90/2) - 1
)

// Set90 is a set of squares of a board of nine files and ten ranks, numbered
// 9*rank+file. Ranks 0–4 are in Lo, ranks 5–9 in Hi, so that no rank is cut and
// the river of xiangqi runs between the words.
type Set90 struct{ Lo, Hi uint64 }

// All90 is the set of every square.
var All90 = Set90{halfMask, halfMask}

// Of90 returns the set of one square.
func Of90(square int) Set90 {
	if square < half {
		return Set90{Lo: 1 << square}
	}
	return Set90{Hi: 1 << (square - half)}
}

// And returns the squares in both sets.
func (s Set90) And(t Set90) Set90 { return Set90{s.Lo & t.Lo, s.Hi & t.Hi} }

// Or returns the squares in either set.
func (s Set90) Or(t Set90) Set90 { return Set90{s.Lo | t.Lo, s.Hi | t.Hi} }

// Xor returns the squares in one of the sets only.
func (s Set90) Xor(t Set90) Set90 { return Set90{s.Lo ^ t.Lo, s.Hi ^ t.Hi} }

// Without returns the squares of s that are not in t.
func (s Set90) Without(t Set90) Set90 { return Set90{s.Lo &^ t.Lo, s.Hi &^ t.Hi} }

// Any reports whether the set has a square.
func (s Set90) Any() bool { return s.Lo|s.Hi != 0 }

// Meets reports whether the sets share a square.
func (s Set90) Meets(t Set90) bool { return s.Lo&t.Lo|s.Hi&t.Hi != 0 }

// Count returns the number of squares.
func (s Set90) Count() int { return bits.OnesCount64(s.Lo) + bits.OnesCount64(s.Hi) }

// Pop returns the lowest square and the set without it. The set must not be
// empty.
func (s Set90) Pop() (int, Set90) {
	if s.Lo != 0 {
		return bits.TrailingZeros64(s.Lo), Set90{s.Lo & (s.Lo - 1), s.Hi}
	}
	return half + bits.TrailingZeros64(s.Hi), Set90{0, s.Hi & (s.Hi - 1)}
}

// Rank returns the squares of a rank as nine bits, file 0 lowest.
func (s Set90) Rank(rank uint8) uint {
	shift := rank * Files90
	return uint(s.Lo>>shift|s.Hi>>(shift-half)) & rankMask // one of the shifts is out of range and gives 0
}

// OnRank90 returns the set of squares of a rank whose nine bits are given.
func OnRank90(rank uint8, files uint) Set90 {
	shift := rank * Files90
	return Set90{uint64(files) << shift & halfMask, uint64(files) << (shift - half)}
}

// File returns the squares of a file as ten bits, rank 0 lowest.
func (s Set90) File(file uint8) uint {
	lo := s.Lo >> file & fileMask * gatherFile >> gatherShift & fileBits
	hi := s.Hi >> file & fileMask * gatherFile >> gatherShift & fileBits
	return uint(lo | hi<<(Ranks90/2))
}

// OnFile90 returns the set of squares of a file whose ten bits are given.
func OnFile90(file uint8, ranks uint) Set90 {
	lo := uint64(ranks) & fileBits * spreadFile & fileMask
	hi := uint64(ranks) >> (Ranks90 / 2) * spreadFile & fileMask
	return Set90{lo << file, hi << file}
}
