package draughts_test

import (
	"testing"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
	"kydai.dev/pkg/rules/rulestest"
)

func TestRefusedSetups(t *testing.T) {
	t.Parallel()
	brazilian, international := draughts.Brazilian(), draughts.International()
	rulestest.RefuseSetups(t, map[string]rulestest.Setup{
		"no black piece":                      {Game: brazilian, Position: "B:B:Wa7", Field: "black", Rule: rules.NoPiecesLeft},
		"no white piece":                      {Game: brazilian, Position: "B:Ba1:W", Field: "white", Rule: rules.NoPiecesLeft},
		"a thirteenth piece":                  {Game: brazilian, Position: "B:Ba1,a3,a5,b2,b4,c1,c3,d2,e1,e3,f2,g1,g3:Wh8", Field: "black", Rule: rules.TooManyPieces, Square: "g3"},
		"a twenty-first piece":                {Game: international, Position: "W:Ba9:Wa1,a3,a5,b2,b4,c1,c3,c5,d2,d4,e1,e3,e5,f2,f4,g1,g3,g5,h2,h4,i1", Field: "white", Rule: rules.TooManyPieces, Square: "i1"},
		"a black man on its promotion row":    {Game: brazilian, Position: "B:Bb8:Wa5", Field: "black", Rule: rules.PromotionRow, Square: "b8"},
		"a white man on its promotion row":    {Game: brazilian, Position: "B:Ba3:Wa1,g1", Field: "white", Rule: rules.PromotionRow, Square: "a1"},
		"promotion on the other side's start": {Game: draughts.Russian(), Position: "W:Bg1:Wa3", Field: "black", Rule: rules.PromotionRow, Square: "g1"},
		"shut in":                             {Game: brazilian, Position: "B:Ba5:Wb6,c7", Field: "board", Rule: rules.NoLegalMove, Square: "a5"},
	})
}
