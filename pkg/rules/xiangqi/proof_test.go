package xiangqi_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/rulestest"
	"kydai.dev/pkg/rules/xiangqi"
)

func TestProof(t *testing.T) {
	t.Parallel()
	d := xiangqi.New().Describe()
	rulestest.Prove(t, rulestest.Proof{
		Game:    xiangqi.New(),
		Naive:   func(line string) rulestest.Naive { return newNaivePosition(line) },
		Scatter: scatterSetup,
		Print: func(_ rules.Position, pieces []rules.Piece, side rules.Side, _ bool) string {
			return rulestest.Rows(d, pieces) + " " + "wb"[side:side+1] + " - - 0 1"
		},
		Turns: []rulestest.Turn{
			{Name: "mirroring", Point: func(s string) string { return string([]byte{'a' + 'i' - s[0], s[1]}) }},
			{Name: "rotating", Point: func(s string) string { return string([]byte{'a' + 'i' - s[0], '0' + '9' - s[1]}) }, Swap: true},
		},
	})
}

// naivePosition is a naive board with its moves and the counters of its line.
type naivePosition struct {
	naive
	legal         []string
	plies, number int
}

func newNaivePosition(line string) *naivePosition {
	p := &naivePosition{naive: newNaive(line)}
	p.legal = p.moves()
	fields := strings.Fields(line)
	_, _ = fmt.Sscan(strings.Join(fields[4:], " "), &p.plies, &p.number) // the line has been read
	return p
}

func (p *naivePosition) Moves() []string { return p.legal }

func (p *naivePosition) Standing() rules.Verdict {
	loser := naiveSide(p.black)
	switch {
	case len(p.legal) > 0:
		return rules.Verdict{}
	case p.safe(p.black):
		return rules.Win(loser.Other(), rules.Stalemate)
	}
	return rules.Win(loser.Other(), rules.Checkmate)
}

func (p *naivePosition) SetsUp() bool {
	for _, black := range []bool{false, true} {
		counts := map[byte]int{}
		for s := range 90 {
			c := p.at(s)
			if c == 0 || isBlack(c) != black {
				continue
			}
			if black { // seen from its own side
				c, s = c&^0x20, 89-s
			}
			if counts[c]++; !standsWell(c, s) {
				return false
			}
		}
		for _, kind := range placesOf {
			if counts[kind.letter] > kind.most {
				return false
			}
		}
	}
	return p.safe(!p.black) && len(p.legal) > 0
}

// standsWell reports whether a piece of red may stand on a point when a game
// starts.
func standsWell(letter byte, s int) bool {
	file, rank := s%9, s/9
	switch letter {
	case 'K':
		return inPalace(false, file, rank)
	case 'A', 'B':
		kind := slices.IndexFunc(placesOf, func(p place) bool { return p.letter == letter })
		return strings.Contains(placesOf[kind].points, squareName(s))
	case 'P':
		return rank > 4 || rank > 2 && file%2 == 0
	}
	return true
}

func (p *naivePosition) After(move string) string {
	from, to := squareNumber(move[:2]), squareNumber(move[2:])
	next, plies, number := p.after(from, to), p.plies+1, p.number
	if p.at(to) != 0 {
		plies = 0
	}
	if p.black {
		number++
	}
	return strings.TrimSuffix(next.line(), "0 1") + fmt.Sprintf("%d %d", plies, number)
}

// place is how many pieces of a kind a side may have when a game starts, and the
// points for those of the first side; anywhere where there are none.
type place struct {
	letter byte
	most   int
	points string
}

var placesOf = []place{
	{'A', 2, "d0 f0 e1 d2 f2"},
	{'B', 2, "c0 g0 a2 e2 i2 c4 g4"},
	{'N', 2, ""},
	{'R', 2, ""},
	{'C', 2, ""},
	{'P', 5, ""},
}

// scatterSetup sets up each side with any part of its pieces on points of
// theirs; chariots, horses, cannons and soldiers stand anywhere, soldiers at
// home on their files. In one set-up of eight a side may have more of a kind,
// and those that have points of theirs stand anywhere.
func scatterSetup(r *rand.Rand) string {
	n := naive{black: r.IntN(2) == 1}
	astray := r.IntN(8) == 0
	n.drop(false, 'K', 3+r.IntN(3)+9*r.IntN(3))
	n.drop(true, 'K', 3+r.IntN(3)+9*r.IntN(3))
	for _, black := range []bool{false, true} {
		keep := r.IntN(3) // of three
		for _, kind := range placesOf {
			most := kind.most
			if astray {
				most += r.IntN(2)
			}
			for range most {
				if s := kind.draw(r, astray); r.IntN(3) <= keep {
					n.drop(black, kind.letter, s)
				}
			}
		}
	}
	return strings.TrimSuffix(n.line(), "0 1") + fmt.Sprintf("%d %d", r.IntN(101), 1+r.IntN(80))
}

// draw draws a point for a piece of the first side.
func (p place) draw(r *rand.Rand, astray bool) int {
	s, points := r.IntN(90), strings.Fields(p.points)
	switch {
	case astray:
	case len(points) > 0:
		return squareNumber(points[r.IntN(len(points))])
	case p.letter == 'P' && s < 45:
		return 9*(3+r.IntN(2)) + 2*r.IntN(5)
	}
	return s
}

// drop puts a piece on a point, counted from its own side, if nothing is there.
func (n *naive) drop(black bool, letter byte, s int) {
	if black {
		s, letter = 89-s, letter+'a'-'A'
	}
	if n.at(s) == 0 {
		n.grid[s/9][s%9] = letter
	}
}
