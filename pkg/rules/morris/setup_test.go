package morris_test

import (
	"testing"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/morris"
	"kydai.dev/pkg/rules/rulestest"
)

func TestRefusedSetups(t *testing.T) {
	t.Parallel()
	g := morris.New()
	rulestest.RefuseSetups(t, map[string]rulestest.Setup{
		"hands differ, white to move":     {Game: g, Position: "WW1/BB1/3/6/3/3/3 w 3 4 0 1", Field: "hand_black", Rule: rules.HandsDiffer},
		"hands equal, black to move":      {Game: g, Position: "WW1/BB1/3/6/3/3/3 b 3 3 0 1", Field: "hand_black", Rule: rules.HandsDiffer},
		"two stones of white":             {Game: g, Position: "WW1/BBB/3/6/3/3/3 w 0 0 0 1", Field: "board", Rule: rules.TooFewPieces},
		"two stones of black, one placed": {Game: g, Position: "WWW/B2/3/6/3/3/3 w 1 1 0 1", Field: "board", Rule: rules.TooFewPieces},
		"ten stones on the board":         {Game: g, Position: "WWW/WWW/WWW/BBBW2/3/3/3 w 0 0 0 1", Field: "board", Rule: rules.TooManyPieces, Square: "e4"},
		"no room for the third":           {Game: g, Position: "WWW/BB1/3/6/3/3/3 w 7 7 0 1", Field: "board", Rule: rules.TooManyPieces, Square: "g7"},
		"ten in hand":                     {Game: g, Position: "3/3/3/6/3/3/3 w 10 10 0 1", Field: "board", Rule: rules.TooManyPieces},
		"shut in":                         {Game: g, Position: "WBW/3/3/B4B/3/3/WBW w 0 0 0 1", Field: "side", Rule: rules.NoLegalMove, Square: "a1"},
	})
}
