package morris_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/morris"
	"kydai.dev/pkg/rules/rulestest"
)

func TestProof(t *testing.T) {
	t.Parallel()
	d := morris.New().Describe()
	rulestest.Prove(t, rulestest.Proof{
		Game:    morris.New(),
		Naive:   func(line string) rulestest.Naive { return newNaivePosition(line) },
		Scatter: scatter,
		Print: func(p rules.Position, pieces []rules.Piece, side rules.Side, swapped bool) string {
			hands := strings.Fields(p.String())[2:4]
			if swapped {
				hands[0], hands[1] = hands[1], hands[0]
			}
			return rulestest.Rows(d, pieces) + " " + "wb"[side:side+1] + " " + strings.Join(hands, " ") + " 0 1"
		},
		Turns: turns(),
	})
}

// turns are the symmetries of the board: four rotations, each with and without a
// mirror, each with and without the rings inside out; and all of them with the
// colours exchanged, because nothing but the turn tells the sides apart.
func turns() (all []rulestest.Turn) {
	for quarters := range 4 {
		for _, mirrored := range []bool{false, true} {
			for _, inverted := range []bool{false, true} {
				u := rulestest.Turn{
					Name:  fmt.Sprintf("%d quarters, mirrored %t, inside out %t", quarters, mirrored, inverted),
					Point: func(name string) string { return turned(name, quarters, mirrored, inverted) },
				}
				swapped := rulestest.Turn{Name: u.Name + ", swapped", Point: u.Point, Swap: true}
				all = append(all, u, swapped)
			}
		}
	}
	return all
}

func turned(name string, quarters int, mirrored, inverted bool) string {
	x, y := int(name[0])-'d', int(name[1])-'4' // from the centre
	for range quarters {
		x, y = y, -x
	}
	if mirrored {
		x = -x
	}
	if inverted { // the outermost ring is 3 from the centre, the innermost 1
		ring := max(x, -x, y, -y)
		x, y = x/ring*(4-ring), y/ring*(4-ring)
	}
	return string([]byte{byte('d' + x), byte('4' + y)})
}

// scatter sets up any number of stones of each side. The hands go with the turn,
// except in one set-up of eight.
func scatter(r *rand.Rand) string {
	n := naive{side: "WB"[r.IntN(2)], plies: r.IntN(50), number: 1 + r.IntN(80)}
	if r.IntN(2) == 0 {
		n.hands = [2]int{r.IntN(7)}
		n.hands[1] = n.hands[0]
		if n.side == 'B' {
			n.hands[1]++
		}
	}
	if r.IntN(8) == 0 {
		n.hands[r.IntN(2)] = r.IntN(10)
	}
	points := r.Perm(len(n.stones))
	for _, side := range []byte("WB") {
		for range min(2+r.IntN(8), 9-*n.hand(side)+r.IntN(2)*r.IntN(2)) {
			n.stones[points[0]], points = side, points[1:]
		}
	}
	return n.line()
}
