package xiangqi_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/rulestest"
	"kydai.dev/pkg/rules/xiangqi"
)

// requireRule demands the refusal of an illegal move, with a rule and a reason.
func requireRule(t require.TestingT, err error, where ...any) {
	var refusal *rules.MoveError
	require.ErrorAs(t, err, &refusal, where...)
	require.Equal(t, rules.IllegalMove, refusal.Code, where...)
	require.Contains(t, rules.MoveRules(), refusal.Rule, where...)
	require.NotEmpty(t, refusal.Message, where...)
}

func TestRefusedMoves(t *testing.T) {
	t.Parallel()
	const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
	tests := map[string]struct {
		position, move string
		rule           rules.Rule
	}{
		"empty square":                {start, "e1e2", rules.NoPiece},
		"piece of the opponent":       {start, "e6e5", rules.NotYourPiece},
		"own piece on the target":     {start, "a0b0", rules.OwnPiece},
		"no move at all":              {start, "a0a0", rules.OwnPiece},
		"general leaves palace":       {"4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d0c0", rules.Palace},
		"general leaves palace ahead": {"3k5/9/9/9/9/9/9/4K4/9/9 w - - 0 1", "e2e3", rules.Palace},
		"general strides":             {"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "e0e2", rules.NotAdjacent},
		"general strides out":         {"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "e0e3", rules.Palace},
		"advisor leaves palace":       {"3k5/9/9/9/9/9/9/5A3/9/4K4 w - - 0 1", "f2g3", rules.Palace},
		"advisor goes straight":       {start, "d0d1", rules.NotAdjacent},
		"elephant crosses river":      {"3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1", "c4e6", rules.River},
		"elephant's eye":              {"3k5/9/9/9/9/9/9/9/3A5/2B1K4 w - - 0 1", "c0e2", rules.ElephantEye},
		"elephant hops":               {start, "c0d1", rules.NotAdjacent},
		"horse's leg":                 {start, "b0d1", rules.HorseLeg},
		"horse goes straight":         {start, "b0b1", rules.NotAdjacent},
		"chariot blocked":             {start, "a0a4", rules.PathBlocked},
		"chariot goes askew":          {start, "a0b1", rules.NotAdjacent},
		"cannon blocked":              {start, "b2b8", rules.PathBlocked},
		"cannon without screen":       {start, "b2b7", rules.CannonScreen},
		"cannon with two screens":     {"3k5/9/c8/9/p8/P8/9/9/C8/4K4 w - - 0 1", "a1a7", rules.CannonScreen},
		"cannon goes askew":           {start, "b2c4", rules.NotAdjacent},
		"soldier sideways at home":    {start, "a3b3", rules.River},
		"soldier goes back":           {start, "a3a2", rules.Backward},
		"soldier of black goes back":  {"4k4/9/9/9/9/9/3p5/9/9/5K3 b - - 0 1", "d3d4", rules.Backward},
		"soldier goes far":            {start, "a3a5", rules.NotAdjacent},
		"elephant far over the river": {"3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1", "c4c6", rules.River},

		"general captured":         {"R3k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "a9e9", rules.Occupied},
		"generals face":            {"4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d0e0", rules.GeneralsFace},
		"pinned piece leaves":      {"4r4/9/5k3/9/9/9/9/9/4R4/4K4 w - - 0 1", "e1d1", rules.LeavesCheck},
		"screen for a bare cannon": {"4c4/9/5k3/9/9/9/9/9/R8/4K4 w - - 0 1", "a1e1", rules.LeavesCheck},
		"second screen leaves":     {"4c4/9/5k3/4p4/9/9/9/9/4R4/4K4 w - - 0 1", "e1d1", rules.LeavesCheck},
		"horse's leg set free":     {"3k5/9/9/9/9/9/9/5n3/5R3/4K4 w - - 0 1", "f1g1", rules.LeavesCheck},
		"check not answered":       {"4r4/9/5k3/9/9/9/9/9/R8/4K4 w - - 0 1", "a1a2", rules.LeavesCheck},
		"general steps into check": {"5r3/9/3k5/9/9/9/9/9/9/4K4 w - - 0 1", "e0f0", rules.LeavesCheck},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := position(t, tt.position).Play(tt.move)
			requireRule(t, err)
			var refusal *rules.MoveError
			require.ErrorAs(t, err, &refusal)
			require.Equal(t, tt.rule, refusal.Rule, refusal.Message)
		})
	}
}

func TestEveryPairIsLegalOrRefused(t *testing.T) {
	t.Parallel()
	rulestest.WhyNot(t, func(points []string, _ rules.Position) []string {
		return rulestest.Pairs(points, "")
	}, xiangqi.New())
}

func TestMalformedMoves(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "h2", "h2e", "h2-e2", "H2E2", "h2e2 ", "j2e2", "h2ea", "2h2e", "h2e\u0662"} {
		_, err := xiangqi.New().Start().Play(text)
		var refusal *rules.MoveError
		require.ErrorAs(t, err, &refusal, text)
		require.Equal(t, rules.MalformedMove, refusal.Code, text)
	}
}
