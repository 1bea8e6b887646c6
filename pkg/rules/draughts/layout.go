package draughts

import (
	"math/bits"
	"strconv"

	"kydai.dev/pkg/rules"
)

// layout is the geometry of a board of dark squares in the bits of a word.
//
// Bits run file by file, and in a file rank by rank, so the lowest bit first is
// the order of squares of games.md §5. One bit stays unused between every two
// files; with it a diagonal step is the same rotation from every square, and a
// step over the edge ends outside of all:
//
//	file a   0 1 2 3 (4)    file c    9 10 11 12 (13)
//	file b     5 6 7 8      file d     14 15 16 17
type layout struct {
	size int
	all  uint64
	// steps are the rotations to the north-east, north-west, south-east and
	// south-west. Those of side s are steps[2*s] and steps[2*s+1]; direction d
	// is opposite to 3-d.
	steps [4]int
	// far is the row on which the men of a side are crowned.
	far [2]uint64
	// home is where the men of a side stand at the start.
	home  [2]uint64
	names [64]string
}

func newLayout(size int) *layout {
	half := size / 2
	l := &layout{size: size, steps: [4]int{half + 1, -half, half, -half - 1}}
	for file := range size {
		for rank := file % 2; rank < size; rank += 2 {
			l.add(file, rank)
		}
	}
	return l
}

// add puts the dark square on file and rank, counted from 0, on the board.
func (l *layout) add(file, rank int) {
	at := l.index(file, rank)
	bit := uint64(1) << at
	l.all |= bit
	l.names[at] = string(rune('a'+file)) + strconv.Itoa(rank+1)
	depth := [2]int{rank, l.size - 1 - rank} // rows from the first row of each side
	for s := rules.First; s <= rules.Second; s++ {
		if depth[s] < l.size/2-1 {
			l.home[s] |= bit
		}
		if depth[s] == l.size-1 {
			l.far[s] |= bit
		}
	}
}

// index is the bit of the dark square on file and rank, counted from 0.
func (l *layout) index(file, rank int) int {
	half := l.size / 2
	return file/2*(2*half+1) + file%2*(half+1) + rank/2
}

// label is the name of the lowest square of a set.
func (l *layout) label(square uint64) string { return l.names[indexOf(square)] }

// square reads the name of a square at the beginning of text. A light square
// is an empty set.
func (l *layout) square(text string) (square uint64, rest string, ok bool) {
	if len(text) < 2 {
		return 0, text, false
	}
	file, digits := int(text[0])-'a', 1
	if l.size > 9 && len(text) > 2 && text[1:3] == "10" {
		digits = 2
	}
	rank, err := strconv.Atoi(text[1 : 1+digits])
	if err != nil || file < 0 || file >= l.size || rank < 1 || rank > l.size {
		return 0, text, false
	}
	rest = text[1+digits:]
	if (file+rank)%2 == 0 { // rank counts from 1 here: a1 is dark
		return 0, rest, true
	}
	return 1 << l.index(file, rank-1), rest, true
}

// shift moves every square of a set one step.
func shift(set uint64, step int) uint64 { return bits.RotateLeft64(set, step) }

// indexOf is the bit of the lowest square of a set.
func indexOf(set uint64) int { return bits.TrailingZeros64(set) & 63 }

// lowest is the set of the lowest square of a set.
func lowest(set uint64) uint64 { return set & -set }
