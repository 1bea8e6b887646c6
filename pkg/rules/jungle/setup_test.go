package jungle_test

import (
	"testing"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"
	"kydai.dev/pkg/rules/rulestest"
)

func TestRefusedSetups(t *testing.T) {
	t.Parallel()
	g := jungle.New()
	rulestest.RefuseSetups(t, map[string]rulestest.Setup{
		"no piece of red":                    {Game: g, Position: "l6/7/7/7/7/7/7/7/7 r 0 1", Field: "board", Rule: rules.NoPiecesLeft},
		"no piece of blue":                   {Game: g, Position: "7/7/7/7/7/7/7/7/L6 r 0 1", Field: "board", Rule: rules.NoPiecesLeft},
		"two lions of blue":                  {Game: g, Position: "l5l/7/7/7/7/7/7/7/L6 r 0 1", Field: "board", Rule: rules.TooManyPieces, Square: "g9"},
		"a cat in the river":                 {Game: g, Position: "l6/7/7/7/2C4/7/7/7/L6 r 0 1", Field: "board", Rule: rules.NotInRiver, Square: "c5"},
		"a dog in the river, rats beside it": {Game: g, Position: "l6/7/7/1r2R2/5d1/7/7/7/L6 r 0 1", Field: "board", Rule: rules.NotInRiver, Square: "f5"},
		"in its own den":                     {Game: g, Position: "l6/7/7/7/7/7/7/7/3L3 r 0 1", Field: "board", Rule: rules.DenTaken, Square: "d1"},
		"in the enemy's den":                 {Game: g, Position: "3L3/7/7/7/7/7/7/7/l6 b 0 1", Field: "board", Rule: rules.DenTaken, Square: "d9"},
		"shut in":                            {Game: g, Position: "5Pc/6W/7/7/7/7/7/7/7 b 0 1", Field: "side", Rule: rules.NoLegalMove, Square: "g9"},
	})
}
