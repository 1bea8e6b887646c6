package jungle_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"
	"kydai.dev/pkg/rules/rulestest"
)

func TestProof(t *testing.T) {
	t.Parallel()
	d := jungle.New().Describe()
	rulestest.Prove(t, rulestest.Proof{
		Game:    jungle.New(),
		Naive:   func(line string) rulestest.Naive { return newNaive(line) },
		Scatter: scatter,
		Print: func(_ rules.Position, pieces []rules.Piece, side rules.Side, _ bool) string {
			return rulestest.Rows(d, pieces) + " " + "rb"[side:side+1] + " 0 1"
		},
		Turns: []rulestest.Turn{
			{Name: "mirroring", Point: func(s string) string { return name('a'+'g'-s[0], s[1]) }},
			{Name: "rotating", Point: func(s string) string { return name('a'+'g'-s[0], '1'+'9'-s[1]) }, Swap: true},
		},
	})
}

// scatter sets up any part of the pieces, in half of the set-ups all about the
// river. In one of eight also other pieces than rats stand in
// the river, pieces in dens, and some kinds twice.
func scatter(r *rand.Rand) string {
	n := naive{pieces: map[string]byte{}, blue: r.IntN(2) == 1, plies: r.IntN(50), number: 1 + r.IntN(80)}
	keep, crowded, astray := 1+r.IntN(6), r.IntN(2) == 0, r.IntN(8) == 0
	pieces := strength + strings.ToLower(strength)
	if astray {
		pieces += pieces[r.IntN(len(pieces)):]
	}
	for _, c := range []byte(pieces) {
		rank := byte('1' + r.IntN(9))
		if crowded {
			rank = byte('3' + r.IntN(5))
		}
		s := name(byte('a'+r.IntN(7)), rank)
		misplaced := isWater(s) && c != 'R' && c != 'r' || s == redDen || s == blueDen
		if _, full := n.pieces[s]; !full && r.IntN(6) < keep && (astray || !misplaced) {
			n.pieces[s] = c
		}
	}
	return n.line()
}
