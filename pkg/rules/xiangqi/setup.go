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
	general, target := p.generals[p.side], p.generals[waiting]
	switch {
	case p.facing():
		return rules.BadSetup("board", rules.SetupGeneralsFace, target.String(), "the generals face each other")
	case p.inCheck(waiting):
		return rules.BadSetup("board", rules.WaitingSideInCheck, target.String(), "%s is in check and not to move", colours[waiting])
	case p.stuck():
		return rules.BadSetup("board", rules.NoLegalMove, general.String(), "%s has no legal move", colours[p.side])
	}
	return nil
}

// checkPieces looks at how many pieces a side has and where they stand.
func (p *Position) checkPieces(s rules.Side) error {
	for k := general; k < kinds; k++ {
		own := p.own(s, k)
		if n := own.Count(); n > kindTable[k].most {
			surplus := nth(own, kindTable[k].most)
			return rules.BadSetup("board", rules.TooManyPieces, surplus.String(), "%s has %d of at most %d %ss", colours[s], n, kindTable[k].most, k)
		}
		if astray := own.Without(points[k][s]); astray.Any() {
			at := nth(astray, 0)
			return rules.BadSetup("board", rules.WrongPoint, at.String(), "no %s of %s can stand on %s", k, colours[s], at)
		}
	}
	return nil
}

// nth returns the square of a set that n others come before.
func nth(all set, n int) square {
	at, rest := all.Pop()
	for range n {
		at, rest = rest.Pop()
	}
	return square(at)
}

// Without implements [rules.Position].
func (p *Position) Without(name string) (rules.Position, error) {
	at, ok := squareNamed(name)
	switch {
	case !ok || p.squares[at] == noPiece:
		return nil, rules.BadRemoval(name)
	case p.squares[at].kind() == general:
		return nil, rules.BadSetup("board", rules.GeneralStays, name, "the general on %s can't be removed", name)
	}
	next := *p
	next.take(at)
	return &next, nil
}

func squareNamed(name string) (square, bool) {
	if len(name) != 2 {
		return 0, false
	}
	return parseSquare(name[0], name[1])
}
