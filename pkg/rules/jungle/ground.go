package jungle

import "math/bits"

const (
	files   = 7
	ranks   = 9
	squares = files * ranks
)

// plan is the ground from rank 9 down, as a position string shows it: water,
// traps and dens.
var plan = [ranks]string{
	"..tdt..",
	"...t...",
	".......",
	".ww.ww.",
	".ww.ww.",
	".ww.ww.",
	".......",
	"...t...",
	"..tdt..",
}

// A square counts from a1 along the ranks: b1 is 1, a2 is 7.
type square uint8

func at(file, rank int) square { return square(rank*files + file) }

func (q square) file() int { return int(q) % files }
func (q square) rank() int { return int(q) / files }

func (q square) String() string {
	return string([]byte{'a' + byte(q.file()), '1' + byte(q.rank())})
}

// A set is a set of squares, one bit each.
type set uint64

func (q square) set() set { return 1 << q }

func (s set) has(q square) bool { return s&q.set() != 0 }
func (s set) size() int         { return bits.OnesCount64(uint64(s)) }
func (s set) first() square     { return square(bits.TrailingZeros64(uint64(s))) }

// A jump crosses the river in one move; a rat on any square of over blocks it.
type jump struct {
	to   square
	over set
}

// atlas is what the ground allows, whatever stands on it.
type atlas struct {
	river  set
	dens   [2]set // by owner
	traps  [2]set // by owner
	medium [squares]set
	walks  [2][squares]set // by side: steps of a piece that shuns water
	swims  [2][squares]set // by side: steps of the rat
	jumps  [squares][]jump
}

var ground = survey()

// survey draws the atlas from the plan.
func survey() *atlas {
	a := &atlas{}
	for q := range square(squares) {
		owner := 0
		if q.rank() > ranks/2 {
			owner = 1
		}
		switch plan[ranks-1-q.rank()][q.file()] {
		case 'w':
			a.river |= q.set()
		case 't':
			a.traps[owner] |= q.set()
		case 'd':
			a.dens[owner] |= q.set()
		}
	}
	for q := range square(squares) {
		a.explore(q)
	}
	return a
}

// explore fills in what the square q allows.
func (a *atlas) explore(q square) {
	a.medium[q] = ^a.river
	if a.river.has(q) {
		a.medium[q] = a.river
	}
	for _, d := range [4][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
		next, ok := beside(q, d)
		if !ok {
			continue
		}
		for s := range 2 {
			a.swims[s][q] |= next.set() &^ a.dens[s]
			a.walks[s][q] |= next.set() &^ a.dens[s] &^ a.river
		}
		if !a.river.has(q) && a.river.has(next) {
			a.jumps[q] = append(a.jumps[q], a.leap(next, d))
		}
	}
}

// leap crosses the water that begins at q.
func (a *atlas) leap(q square, d [2]int) jump {
	var over set
	for a.river.has(q) {
		over |= q.set()
		q, _ = beside(q, d) // every stretch of water has a bank behind it
	}
	return jump{to: q, over: over}
}

func beside(q square, d [2]int) (square, bool) {
	file, rank := q.file()+d[0], q.rank()+d[1]
	return at(file, rank), file >= 0 && file < files && rank >= 0 && rank < ranks
}
