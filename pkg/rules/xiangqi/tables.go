package xiangqi

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/bitboard"
)

// Geometry, built once. Tables with a side in front are seen by that side.
var (
	one       = bySquare(func(s square) set { return bitboard.Of90(int(s)) })
	lines     = bySquare(newLine) // the rank and the file through a square, without it
	fileLines = bySquare(newFileLine)
	homes     = [2]set{boxSet(0, 0, 8, 4), boxSet(0, 5, 8, 9)}

	palaces        = [2]set{boxSet(3, 0, 5, 2), boxSet(3, 7, 5, 9)}
	advisorPoints  = [2]set{pointSet("d0 f0 e1 d2 f2"), pointSet("d9 f9 e8 d7 f7")}
	elephantPoints = [2]set{pointSet("c0 g0 a2 e2 i2 c4 g4"), pointSet("c9 g9 a7 e7 i7 c5 g5")}
	soldierPoints  = [2]set{newSoldierPoints(rules.First), newSoldierPoints(rules.Second)}

	generalSteps = bySide(newPalaceSteps(orthogonals))
	advisorSteps = bySide(newPalaceSteps(diagonals))
	soldierSteps = bySide(newSoldierSteps)
	soldiersTo   = inverse(soldierSteps) // from where a soldier of the side steps to a square
)

// step is a way over the board: files to the right, ranks up.
type step struct{ file, rank int }

var (
	orthogonals = []step{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}
	diagonals   = []step{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}
)

// from returns the set of the square one step away: empty beyond the edge.
func (d step) from(s square) set {
	file, rank := int(s.file())+d.file, int(s.rank())+d.rank
	if file < 0 || file >= files || rank < 0 || rank >= ranks {
		return set{}
	}
	return one[squareAt(file, rank)]
}

func bySquare(build func(square) set) (t [squares]set) {
	for s := range t {
		t[s] = build(square(s))
	}
	return t
}

func bySide(build func(rules.Side, square) set) (t [2][squares]set) {
	for _, side := range []rules.Side{rules.First, rules.Second} {
		t[side] = bySquare(func(s square) set { return build(side, s) })
	}
	return t
}

// inverse turns squares that can be reached into squares from where they are.
func inverse(steps [2][squares]set) (t [2][squares]set) {
	for side := range steps {
		for from, all := range steps[side] {
			for to, rest := 0, all; rest.Any(); {
				to, rest = rest.Pop()
				t[side][to] = t[side][to].Or(one[from])
			}
		}
	}
	return t
}

// boxSet returns the squares of a rectangle.
func boxSet(left, bottom, right, top int) set {
	var box set
	for rank := bottom; rank <= top; rank++ {
		for file := left; file <= right; file++ {
			box = box.Or(one[squareAt(file, rank)])
		}
	}
	return box
}

// pointSet reads squares parted by spaces.
func pointSet(text string) set {
	var points set
	for i := 0; i < len(text); i += 3 {
		s, _ := parseSquare(text[i], text[i+1])
		points = points.Or(one[s])
	}
	return points
}

func newLine(s square) set {
	return newFileLine(s).Or(bitboard.OnRank90(s.rank(), 1<<files-1).Without(one[s]))
}

func newFileLine(s square) set {
	return bitboard.OnFile90(s.file(), 1<<ranks-1).Without(one[s])
}

func newPalaceSteps(steps []step) func(rules.Side, square) set {
	return func(side rules.Side, s square) set {
		var to set
		for _, d := range steps {
			to = to.Or(d.from(s))
		}
		return to.And(palaces[side])
	}
}

// forward is the step of a soldier.
func forward(side rules.Side) step { return step{0, 1 - 2*int(side)} }

// newSoldierSteps: forward one step, beyond the river also sideways.
func newSoldierSteps(side rules.Side, s square) set {
	to := forward(side).from(s)
	if homes[side.Other()].Meets(one[s]) {
		to = to.Or(step{-1, 0}.from(s)).Or(step{1, 0}.from(s))
	}
	return to
}

// newSoldierPoints: the five files from the start rank to the river, and all
// beyond it.
func newSoldierPoints(side rules.Side) set {
	points := homes[side.Other()]
	for file := 0; file < files; file += 2 {
		start := squareAt(file, 3+3*int(side))
		points = points.Or(one[start]).Or(forward(side).from(start))
	}
	return points
}
