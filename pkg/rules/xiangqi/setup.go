package xiangqi

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/bitboard"
)

// points are where each kind may stand when a game starts, by side.
var points = [kinds][2]set{
	general:  palaces,
	advisor:  advisorPoints,
	elephant: elephantPoints,
	horse:    {bitboard.All90, bitboard.All90},
	chariot:  {bitboard.All90, bitboard.All90},
	cannon:   {bitboard.All90, bitboard.All90},
	soldier:  soldierPoints,
}

// CheckSetup implements [rules.Position] (§3 "Validity of a set-up"). Every rule
// is about the board.
func (p *Position) CheckSetup() error {
	for _, s := range []rules.Side{rules.First, rules.Second} {
		if err := p.checkPieces(s); err != nil {
			return err
		}
	}
	waiting := p.side.Other()
	switch {
	case p.facing():
		return rules.BadSetup("board", "the generals face each other")
	case p.inCheck(waiting):
		return rules.BadSetup("board", "%s is in check and not to move", colours[waiting])
	case p.stuck():
		return rules.BadSetup("board", "%s has no legal move", colours[p.side])
	}
	return nil
}

// checkPieces looks at how many pieces a side has and where they stand.
func (p *Position) checkPieces(s rules.Side) error {
	for k := general; k < kinds; k++ {
		own := p.own(s, k)
		if n := own.Count(); n > kindTable[k].most {
			return rules.BadSetup("board", "%s has %d of at most %d %ss", colours[s], n, kindTable[k].most, k)
		}
		if astray := own.Without(points[k][s]); astray.Any() {
			at, _ := astray.Pop()
			return rules.BadSetup("board", "no %s of %s can stand on %s", k, colours[s], square(at))
		}
	}
	return nil
}
