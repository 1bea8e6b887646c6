package xiangqi

import "kydai.dev/pkg/rules/bitboard"

// slides is how a piece moves along ranks and files, by its place on the line
// and what stands on it.
type slides struct {
	ranks [files][1 << files]uint16
	files [ranks][1 << ranks]uint16
}

var (
	chariots = newSlides(chariot)
	cannons  = newSlides(cannon)
)

// targets returns the squares within reach, those of the first piece that may
// be captured in each direction among them, whoever owns it.
func (t *slides) targets(s square, occupied set) set {
	file, rank := s.file(), s.rank()
	alongRank := t.ranks[file][occupied.Rank(rank)]
	alongFile := t.files[rank][occupied.File(file)]
	return bitboard.OnRank90(rank, uint(alongRank)).Or(bitboard.OnFile90(file, uint(alongFile)))
}

func newSlides(k kind) *slides {
	var t slides
	for at := range t.ranks {
		for line := range t.ranks[at] {
			t.ranks[at][line] = lineTargets(k, at, line, files)
		}
	}
	for at := range t.files {
		for line := range t.files[at] {
			t.files[at][line] = lineTargets(k, at, line, ranks)
		}
	}
	return &t
}

func lineTargets(k kind, at, line, length int) uint16 {
	return rayTargets(k, at, 1, line, length) | rayTargets(k, at, -1, line, length)
}

// rayTargets walks along a line: up to the first piece, and on to the one that
// may be captured.
func rayTargets(k kind, at, way, line, length int) (to uint16) {
	passed := 0
	for at += way; at >= 0 && at < length; at += way {
		here := uint16(1) << at
		taken := line>>at&1 == 1
		switch {
		case taken && passed == k.screens():
			return to | here
		case taken:
			passed++
		case passed == 0:
			to |= here
		}
	}
	return to
}
