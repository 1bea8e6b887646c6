package xiangqi_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
)

func red(kind, square string) rules.Piece {
	return rules.Piece{Square: square, Kind: kind, Side: rules.First}
}

func black(kind, square string) rules.Piece {
	return rules.Piece{Square: square, Kind: kind, Side: rules.Second}
}

func chase(ply int, square string, attackers ...rules.Piece) rules.Chase {
	return rules.Chase{Ply: ply, Square: square, Attackers: attackers}
}

// chases is a breach by chasing, with its plies.
func chases(side rules.Side, kind, from string, list ...rules.Chase) rules.Breach {
	b := rules.Breach{Side: side, Rule: rules.BreachChase, Target: rules.Target{Kind: kind, From: from, Chases: list}}
	for _, c := range list {
		b.Plies = append(b.Plies, c.Ply)
	}
	return b
}

func checks(side rules.Side, plies ...int) rules.Breach {
	return rules.Breach{Side: side, Rule: rules.BreachCheck, Plies: plies}
}

func TestEvidence(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		position, moves string
		reason          rules.Reason
		equal           []int
		want            []rules.Breach
	}{
		"perpetual check, though the other side's moves end checks": {
			position: "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1", moves: "i8i9 e9e8 i9i8 e8e9 i8i9 e9e8 i9i8 e8e9",
			reason: rules.PerpetualCheck, equal: []int{0, 4, 8},
			want: []rules.Breach{checks(rules.First, 1, 3, 5, 7)},
		},
		"perpetual chase": {
			position: "3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1", moves: "h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9",
			reason: rules.PerpetualChase, equal: []int{0, 4, 8},
			want: []rules.Breach{chases(rules.First, "horse", "i9",
				chase(1, "i9", red("chariot", "i0")), chase(3, "h7", red("chariot", "h0")),
				chase(5, "i9", red("chariot", "i0")), chase(7, "h7", red("chariot", "h0")))},
		},
		"attack on a protected chariot": {
			position: "4k4/9/9/9/9/r1r6/3C5/4B4/9/5K3 w - - 0 1", moves: "d3f3 c4g4 f3d3 g4c4 d3f3 c4g4 f3d3 g4c4",
			reason: rules.Repetition, equal: []int{0, 4, 8},
		},
		"the start of a set-up counts": {
			position: "4k4/9/9/9/9/9/9/9/R8/5K3 w - - 0 1", moves: "a1a2 e9e8 a2a1 e8e9 a1a2 e9e8 a2a1 e8e9",
			reason: rules.Repetition, equal: []int{0, 4, 8},
		},
		"a move before the cycle": {
			position: "3k4n/9/9/9/9/9/9/9/9/4KR3 w - - 0 1", moves: "f0h0 d9d8 h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9",
			reason: rules.PerpetualChase, equal: []int{2, 6, 10},
			want: []rules.Breach{chases(rules.First, "horse", "i9",
				chase(3, "i9", red("chariot", "i0")), chase(5, "h7", red("chariot", "h0")),
				chase(7, "i9", red("chariot", "i0")), chase(9, "h7", red("chariot", "h0")))},
		},
		"the target goes first": {
			position: "3k4n/9/9/9/9/9/9/9/9/4K3R b - - 0 1", moves: "i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9 h0i0",
			reason: rules.PerpetualChase, equal: []int{0, 4, 8},
			want: []rules.Breach{chases(rules.First, "horse", "i9",
				chase(2, "h7", red("chariot", "h0")), chase(4, "i9", red("chariot", "i0")),
				chase(6, "h7", red("chariot", "h0")), chase(8, "i9", red("chariot", "i0")))},
		},
		"a cannon given a screen, then left with one of two": {
			position: "9/4k4/b6C1/9/9/c8/9/1C7/9/5K3 w - - 0 1", moves: "b2b7 e8e7 b7b2 e7e8 b2b7 e8e7 b7b2 e7e8",
			reason: rules.PerpetualChase, equal: []int{0, 4, 8},
			want: []rules.Breach{chases(rules.First, "elephant", "a7",
				chase(1, "a7", red("cannon", "h7")), chase(3, "a7", red("cannon", "h7")),
				chase(5, "a7", red("cannon", "h7")), chase(7, "a7", red("cannon", "h7")))},
		},
		"a chariot leaves the line of two others": {
			position: "n8/5k3/9/9/9/9/9/9/4K1c2/nRR4C1 b - - 0 1", moves: "g1g3 b0b2 g3g1 b2b0 g1g3 b0b2 g3g1 b2b0",
			reason: rules.PerpetualChase, equal: []int{0, 4, 8},
			want: []rules.Breach{chases(rules.First, "horse", "a0",
				chase(2, "a0", red("chariot", "c0"), red("cannon", "h0")), chase(4, "a0", red("chariot", "b0")),
				chase(6, "a0", red("chariot", "c0"), red("cannon", "h0")), chase(8, "a0", red("chariot", "b0")))},
		},
		"attackers sorted by square": {
			position: "3k5/9/9/9/R4c3/3NR4/4N4/9/9/5K3 w - - 0 1", moves: "e4e5 d9d8 e5e4 d8d9 e4e5 d9d8 e5e4 d8d9",
			reason: rules.PerpetualChase, equal: []int{0, 4, 8},
			want: []rules.Breach{chases(rules.First, "cannon", "f5",
				chase(1, "f5", red("horse", "d4"), red("horse", "e3"), red("chariot", "e5")), chase(3, "f5", red("chariot", "a5")),
				chase(5, "f5", red("horse", "d4"), red("horse", "e3"), red("chariot", "e5")), chase(7, "f5", red("chariot", "a5")))},
		},
		"a soldier that could take the chariot before it": {
			position: "5k3/9/9/9/9/9/3p5/4R4/9/3K5 w - - 0 1", moves: "e2d2 d3e3 d2e2 e3d3 e2d2 d3e3 d2e2 e3d3",
			reason: rules.PerpetualChase, equal: []int{0, 4, 8},
			want: []rules.Breach{chases(rules.First, "soldier", "d3",
				chase(1, "d3", red("chariot", "d2")), chase(3, "e3", red("chariot", "e2")),
				chase(5, "d3", red("chariot", "d2")), chase(7, "e3", red("chariot", "e2")))},
		},
		"one attack in two gives check as well": {
			position: "9/4k4/2NR5/1c6R/9/9/9/9/9/5K3 w - - 0 1", moves: "d7d6 e8e9 d6d7 e9e8 d7d6 e8e9 d6d7 e9e8",
			reason: rules.Repetition, equal: []int{0, 4, 8},
		},
		"one side checks, the other chases": {
			position: "3k5/3C2P2/9/9/9/3r5/3C5/2p6/4K4/6r2 w - - 0 1", moves: "d8e8 d4g4 e8d8 g4d4 d8e8 d4g4 e8d8 g4d4",
			reason: rules.Repetition, equal: []int{0, 4, 8},
			want: []rules.Breach{checks(rules.First, 1, 3, 5, 7), chases(rules.Second, "soldier", "g8",
				chase(2, "g8", black("chariot", "g4")), chase(4, "g8", black("chariot", "g0")),
				chase(6, "g8", black("chariot", "g4")), chase(8, "g8", black("chariot", "g0")))},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			line, _ := watch(t, position(t, tt.position), strings.Fields(tt.moves))
			require.Equal(t, &rules.Evidence{Rule: tt.reason, Equal: tt.equal, Breaches: tt.want}, line.Evidence())
			require.Equal(t, tt.reason, line.Verdict().Reason)
		})
	}
}

// TestTargetOfSeveral: a chariot on its way up and down leaves a line each time
// and comes upon another, so that both plies chase the same two pieces.
func TestTargetOfSeveral(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		position, moves, kind, from string
	}{
		"chariot before cannon":        {"5k3/9/9/9/CP3r3/2c1R3R/4N4/9/9/3K5", "e4e5 f9f8 e5e4 f8f9", "chariot", "f5"},
		"cannon before horse":          {"5k3/9/9/9/n5P1C/1c1R4R/9/9/9/4K4", "d4d5 f9f8 d5d4 f8f9", "cannon", "b4"},
		"horse before advisor":         {"5k3/9/9/9/a5P1C/1n1R4R/9/9/9/4K4", "d4d5 f9f8 d5d4 f8f9", "horse", "b4"},
		"advisor before elephant":      {"5k3/9/9/9/b5P1C/1a1R4R/9/9/9/4K4", "d4d5 f9f8 d5d4 f8f9", "advisor", "b4"},
		"elephant before soldier":      {"5k3/9/9/9/2b3P1C/1p1R4R/9/9/9/4K4", "d4d5 f9f8 d5d4 f8f9", "elephant", "c5"},
		"of like ones first by square": {"5k3/9/9/9/n5P1C/1n1R4R/9/9/9/4K4", "d4d5 f9f8 d5d4 f8f9", "horse", "a5"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			moves := strings.Fields(tt.moves)
			slow := newNaiveLine(tt.position + " w - - 0 1")
			for _, m := range moves {
				slow.play(m)
			}
			require.Len(t, slow.targets(0, []int{1, 3}), 2)
			breaches := judge.Breaches(spanOf(t, position(t, tt.position+" w - - 0 1"), moves))
			require.Len(t, breaches, 1)
			require.Equal(t, tt.kind, breaches[0].Target.Kind)
			require.Equal(t, tt.from, breaches[0].Target.From)
		})
	}
}

// TestWarning: what the warned side is shown is the cycle just completed, and
// what the span of the ruling adds comes later.
func TestWarning(t *testing.T) {
	t.Parallel()
	moves := strings.Fields("f0h0 d9d8 h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9")
	_, warnings := watch(t, position(t, "3k4n/9/9/9/9/9/9/9/9/4KR3 w - - 0 1"), moves)
	require.Equal(t, []rules.Warning{{Ply: 6, Since: 2, Breach: chases(rules.First, "horse", "i9",
		chase(3, "i9", red("chariot", "i0")), chase(5, "h7", red("chariot", "h0")))}}, warnings)
}

// TestNoMoveNoBreach: a side without a move in the span breaks nothing.
func TestNoMoveNoBreach(t *testing.T) {
	t.Parallel()
	start := position(t, "3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1")
	require.Empty(t, judge.Breaches(spanOf(t, start, nil)))
	require.Len(t, judge.Breaches(spanOf(t, start, []string{"h0i0"})), 1)
}
