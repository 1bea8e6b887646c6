package jungle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"
	"kydai.dev/pkg/rules/rulestest"
)

func TestJungle(t *testing.T) { rulestest.Run(t, jungle.New()) }

func FuzzParse(f *testing.F)      { rulestest.FuzzParse(f, jungle.New()) }
func FuzzMove(f *testing.F)       { rulestest.FuzzMove(f, jungle.New()) }
func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, jungle.New()) }

func BenchmarkReferee(b *testing.B) { rulestest.BenchReferee(b, jungle.New()) }

func position(t *testing.T, line string) rules.Position {
	t.Helper()
	p, err := jungle.New().Parse(line)
	require.NoError(t, err)
	return p
}

func TestTrapsAndEqualRanks(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		line, move string
		want       rules.Verdict
		final      string
	}{
		"the enemy's trap takes all strength": {
			line: "2E4/2c4/7/7/7/7/7/7/7 b 0 1", move: "c8c9",
			want: rules.Win(rules.Second, rules.NoPieces), final: "2c4/7/7/7/7/7/7/7/7 r 0 2",
		},
		"of two equals only the one taken goes": {
			line: "7/7/3w3/3W3/7/7/7/7/7 r 0 1", move: "d6d7",
			want: rules.Win(rules.First, rules.NoPieces), final: "7/7/3W3/7/7/7/7/7/7 b 0 1",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			step, err := position(t, tt.line).Play(tt.move)
			require.NoError(t, err)
			require.Equal(t, tt.want, step.Next.Standing())
			require.Equal(t, tt.final, step.Next.String())
			require.True(t, step.Irreversible)
			_, err = step.Next.Play("a1a2")
			var refusal *rules.MoveError
			require.ErrorAs(t, err, &refusal)
			require.Equal(t, rules.GameOver, refusal.Code)
		})
	}
}

func TestOwnTrapKeepsRank(t *testing.T) {
	t.Parallel()
	p := position(t, "7/7/7/7/7/7/3d3/3W3/7 b 0 1")
	require.Equal(t, []string{"d3c3", "d3d4", "d3e3"}, p.Moves())
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	const start = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1"
	tests := map[string]struct {
		line, move string
		code       rules.MoveCode
		rule       rules.Rule
	}{
		"empty square":                       {start, "a2a3", rules.IllegalMove, rules.NoPiece},
		"the enemy's piece":                  {start, "a9a8", rules.IllegalMove, rules.NotYourPiece},
		"onto one's own":                     {"l6/7/7/7/7/7/7/E6/W6 r 0 1", "a1a2", rules.IllegalMove, rules.OwnPiece},
		"not moving at all":                  {start, "a1a1", rules.IllegalMove, rules.OwnPiece},
		"beyond one's own":                   {start, "a1a3", rules.IllegalMove, rules.OwnPiece},
		"two steps to nothing":               {start, "g3g5", rules.IllegalMove, rules.NotAdjacent},
		"round the edge":                     {start, "g1a2", rules.IllegalMove, rules.NotAdjacent},
		"own den":                            {"l6/7/7/7/7/7/7/7/2T4 r 0 1", "c1d1", rules.IllegalMove, rules.OwnDen},
		"wolf into the river":                {start, "c3c4", rules.IllegalMove, rules.OnlyRatSwims},
		"lion into the river":                {"l6/7/7/7/7/7/1L5/7/7 r 0 1", "b3b4", rules.IllegalMove, rules.OnlyRatSwims},
		"wolf far into the river":            {start, "c3c5", rules.IllegalMove, rules.OnlyRatSwims},
		"cat onto a rat in it":               {"l6/7/7/7/7/1r5/1C5/7/7 r 0 1", "b3b4", rules.IllegalMove, rules.OnlyRatSwims},
		"rat far into the river":             {start, "g3e4", rules.IllegalMove, rules.NotAdjacent},
		"far into the own den":               {start, "f2d1", rules.IllegalMove, rules.OwnDen},
		"blocked jump onto stronger":         {"7/7/1e5/7/1r5/7/1L5/7/7 r 0 1", "b3b7", rules.IllegalMove, rules.JumpBlocked},
		"rat in the river, elephant on land": {"7/7/7/7/7/eR5/7/7/7 r 0 1", "b4a4", rules.IllegalMove, rules.WaterEdge},
		"wolf over the river":                {"l6/7/7/7/7/7/1W5/7/7 r 0 1", "b3b7", rules.IllegalMove, rules.NotAdjacent},
		"own rat in the way":                 {"l6/7/7/1R5/7/7/1L5/7/7 r 0 1", "b3b7", rules.IllegalMove, rules.JumpBlocked},
		"a rat in the tiger's way":           {"l6/7/7/1r5/7/7/1T5/7/7 r 0 1", "b3b7", rules.IllegalMove, rules.JumpBlocked},
		"enemy rat in the way":               {"l6/7/7/7/L1r4/7/7/7/7 r 0 1", "a5d5", rules.IllegalMove, rules.JumpBlocked},
		"stronger piece":                     {"7/7/7/7/7/7/7/d6/C6 r 0 1", "a1a2", rules.IllegalMove, rules.StrongerPiece},
		"elephant takes rat":                 {"7/7/7/7/7/7/7/r6/E6 r 0 1", "a1a2", rules.IllegalMove, rules.StrongerPiece},
		"jump onto stronger":                 {"7/7/1e5/7/7/7/1L5/7/7 r 0 1", "b3b7", rules.IllegalMove, rules.StrongerPiece},
		"rat leaves the river":               {"7/7/7/7/7/rR5/7/7/7 r 0 1", "b4a4", rules.IllegalMove, rules.WaterEdge},
		"rat enters the river":               {"7/7/7/7/7/Rr5/7/7/7 r 0 1", "a4b4", rules.IllegalMove, rules.WaterEdge},
		"off the board":                      {start, "g1h1", rules.MalformedMove, ""},
		"one square":                         {start, "a1", rules.MalformedMove, ""},
		"upper case":                         {start, "A1A2", rules.MalformedMove, ""},
		"a capture mark":                     {start, "a1xa2", rules.MalformedMove, ""},
		"empty":                              {start, "", rules.MalformedMove, ""},
		"after the end":                      {"2E4/7/7/7/7/7/7/7/7 b 0 1", "a1a2", rules.GameOver, ""},
		"after the end, no move":             {"3E3/7/7/7/7/7/7/7/e6 b 0 1", "?", rules.GameOver, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := position(t, tt.line).Play(tt.move)
			var refusal *rules.MoveError
			require.ErrorAs(t, err, &refusal)
			require.Equal(t, tt.code, refusal.Code, refusal.Message)
			require.Equal(t, tt.rule, refusal.Rule, refusal.Message)
		})
	}
}

func TestEveryPairIsLegalOrRefused(t *testing.T) {
	t.Parallel()
	rulestest.WhyNot(t, func(points []string, _ rules.Position) []string {
		return rulestest.Pairs(points, "")
	}, jungle.New())
}

func TestStandingAsRead(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		line string
		want rules.Verdict
	}{
		"red in blue's den":         {"3L3/7/7/7/7/7/7/7/l6 b 0 1", rules.Win(rules.First, rules.Den)},
		"red in it and to move":     {"3L3/7/7/7/7/7/7/7/l6 r 0 1", rules.Win(rules.First, rules.Den)},
		"both dens entered":         {"3L3/7/7/7/7/7/7/7/3l3 r 0 1", rules.Win(rules.Second, rules.Den)},
		"a piece in its own den":    {"3l3/7/7/7/7/7/7/7/L6 r 0 1", rules.Verdict{}},
		"nothing on the board":      {"7/7/7/7/7/7/7/7/7 r 0 1", rules.Win(rules.Second, rules.NoPieces)},
		"shut in":                   {"5Pc/6W/7/7/7/7/7/7/7 b 0 1", rules.Win(rules.First, rules.NoMoves)},
		"the side waiting, shut in": {"5Pc/6W/7/7/7/7/7/7/7 r 0 1", rules.Verdict{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := position(t, tt.line)
			require.Equal(t, tt.want, p.Standing())
			require.Equal(t, tt.want.Over(), len(p.Moves()) == 0)
			require.Equal(t, tt.line, p.String())
		})
	}
}

func TestSideBelongsToThePosition(t *testing.T) {
	t.Parallel()
	p := position(t, "7/7/3w3/7/7/7/3W3/7/7 r 0 1")
	q := position(t, "7/7/3w3/7/7/7/3W3/7/7 b 0 1")
	require.False(t, p.Same(q))
	require.NotEqual(t, p.Hash(), q.Hash())
}
