package xiangqi_test

import (
	"fmt"
	"math/rand/v2"
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

// placesOf are the points where a piece of the first side may stand when a game
// starts, and how many of them there may be.
var placesOf = []struct {
	letter byte
	most   int
	places string
}{
	{'A', 2, "d0 f0 e1 d2 f2"},
	{'B', 2, "c0 g0 a2 e2 i2 c4 g4"},
	{'N', 2, ""},
	{'R', 2, ""},
	{'C', 2, ""},
	{'P', 5, ""},
}

// scatterSetup sets up each side with any part of its pieces on points of
// theirs; chariots, horses, cannons and soldiers stand anywhere, soldiers at
// home on their files. In one set-up of eight also those at home stand anywhere.
func scatterSetup(r *rand.Rand) string {
	n := naive{black: r.IntN(2) == 1}
	astray := r.IntN(8) == 0
	n.drop(false, 'K', 3+r.IntN(3)+9*r.IntN(3))
	n.drop(true, 'K', 3+r.IntN(3)+9*r.IntN(3))
	for _, black := range []bool{false, true} {
		keep := r.IntN(3) // of three
		for _, p := range placesOf {
			for range p.most {
				s := r.IntN(90)
				if places := strings.Fields(p.places); p.places != "" && !astray {
					s = squareNumber(places[r.IntN(len(places))])
				}
				if soldier := p.letter == 'P' && s < 45 && !astray; soldier {
					s = 9*(3+r.IntN(2)) + 2*r.IntN(5)
				}
				if r.IntN(3) <= keep {
					n.drop(black, p.letter, s)
				}
			}
		}
	}
	return strings.TrimSuffix(n.line(), "0 1") + fmt.Sprintf("%d %d", r.IntN(101), 1+r.IntN(80))
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
