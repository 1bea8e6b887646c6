package xiangqi_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/rulestest"
	"kydai.dev/pkg/rules/xiangqi"
)

func TestAPositionHasAGeneralASide(t *testing.T) {
	t.Parallel()
	for line, square := range map[string]string{
		"9/9/9/9/9/9/9/9/9/4K4 w - - 0 1":      "",
		"4k4/9/9/9/9/9/9/9/9/9 w - - 0 1":      "",
		"3k1k3/9/9/9/9/9/9/9/9/4K4 w - - 0 1":  "f9",
		"3k5/9/9/9/9/9/9/4K4/4K4/9 w - - 0 1":  "e2",
		"3k5/3P5/9/9/9/9/K8/9/9/4K4 w - - 0 1": "a3",
	} {
		_, err := xiangqi.New().Parse(line)
		var refusal *rules.PositionError
		require.ErrorAs(t, err, &refusal, line)
		require.Equal(t, []any{"board", rules.OneGeneral, square, false}, []any{refusal.Field, refusal.Rule, refusal.Square, refusal.Setup}, line)
	}
}

// TestRefusedSetups: reading is not choosy, starting a game is.
func TestRefusedSetups(t *testing.T) {
	t.Parallel()
	cases := map[string]rulestest.Setup{
		"a third chariot":            {Position: "rrr1k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", Rule: rules.TooManyPieces, Square: "c9"},
		"a third cannon":             {Position: "4k4/9/9/9/9/9/C8/C8/C8/3K5 w - - 0 1", Rule: rules.TooManyPieces, Square: "a3"},
		"a third horse":              {Position: "3k5/9/9/9/9/N7N/9/N8/9/4K4 w - - 0 1", Rule: rules.TooManyPieces, Square: "i4"},
		"a third advisor":            {Position: "3k5/9/9/9/9/9/9/3A5/4A4/3AK4 w - - 0 1", Rule: rules.TooManyPieces, Square: "d2"},
		"a sixth soldier":            {Position: "3k5/9/9/9/PPPPPP3/9/9/9/9/4K4 w - - 0 1", Rule: rules.TooManyPieces, Square: "f5"},
		"general astray":             {Position: "9/9/9/9/k8/9/9/9/9/4K4 w - - 0 1", Rule: rules.WrongPoint, Square: "a5"},
		"general in the other's":     {Position: "3K5/9/9/9/9/9/9/9/9/4k4 w - - 0 1", Rule: rules.WrongPoint, Square: "d9"},
		"advisor beside its points":  {Position: "3k5/9/9/9/9/9/9/9/3A5/4K4 w - - 0 1", Rule: rules.WrongPoint, Square: "d1"},
		"elephant beside its points": {Position: "3k5/9/9/9/9/9/9/9/B8/4K4 w - - 0 1", Rule: rules.WrongPoint, Square: "a1"},
		"elephant over the river":    {Position: "3k5/9/9/2B6/9/9/9/9/9/4K4 w - - 0 1", Rule: rules.WrongPoint, Square: "c6"},
		"soldier behind its start":   {Position: "3k5/9/9/9/9/9/9/P8/9/4K4 w - - 0 1", Rule: rules.WrongPoint, Square: "a2"},
		"soldier between the files":  {Position: "3k5/9/9/9/9/1P7/9/9/9/4K4 w - - 0 1", Rule: rules.WrongPoint, Square: "b4"},
		"black soldier behind":       {Position: "3k5/9/p8/9/9/9/9/9/9/4K4 w - - 0 1", Rule: rules.WrongPoint, Square: "a7"},
		"generals facing":            {Position: "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", Rule: rules.SetupGeneralsFace, Square: "e9"},
		"generals facing, black's":   {Position: "4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1", Rule: rules.SetupGeneralsFace, Square: "e0"},
		"check out of turn":          {Position: "R3k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", Rule: rules.WaitingSideInCheck, Square: "e9"},
		"checkmated":                 {Position: "3R5/9/b2kb4/9/6p2/8P/4p1P2/5C2B/4K1N2/5A3 b - - 0 36", Rule: rules.NoLegalMove, Square: "d7"},
		"stalemated":                 {Position: "3k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1", Rule: rules.NoLegalMove, Square: "d9"},
	}
	for name, tt := range cases {
		tt.Game, tt.Field = xiangqi.New(), "board"
		cases[name] = tt
	}
	rulestest.RefuseSetups(t, cases)
}
