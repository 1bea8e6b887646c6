package morris

import "kydai.dev/pkg/rules"

// CheckSetup implements [rules.Position] (games.md §4, validity of a set-up).
func (p position) CheckSetup() error {
	b := p.board
	if err := b.checkHands(); err != nil {
		return err
	}
	for s := range b.stones {
		if err := b.checkStones(rules.Side(s)); err != nil {
			return err
		}
	}
	if b.count() == 0 {
		stuck := b.stones[b.side].first()
		return rules.BadSetup("side", rules.NoLegalMove, stuck.String(), "%s is to move and has no legal move", colours[b.side])
	}
	return nil
}

// checkHands: both sides have placed equally often, or neither has anything to
// place.
func (b *board) checkHands() error {
	white, black := b.hands[rules.First], b.hands[rules.Second]
	switch {
	case b.side == rules.First && white != black:
		return rules.BadSetup("hand_black", rules.HandsDiffer, "", "white is to move, so black has as many in hand as white, not %d and %d", black, white)
	case b.side == rules.Second && black != white+1 && (white != 0 || black != 0):
		return rules.BadSetup("hand_black", rules.HandsDiffer, "", "black is to move, so black has one more in hand than white, not %d and %d", black, white)
	}
	return nil
}

// checkStones looks at how many stones a side has, on the board and in hand.
func (b *board) checkStones(s rules.Side) error {
	const message = "%s has %d stones with those in hand, not %d to %d"
	switch n := b.total(s); {
	case n < lostBelow:
		return rules.BadSetup("board", rules.TooFewPieces, "", message, colours[s], n, lostBelow, stones)
	case n > stones:
		return rules.BadSetup("board", rules.TooManyPieces, b.surplus(s), message, colours[s], n, lostBelow, stones)
	}
	return nil
}

// surplus is the first stone on the board for which the hand leaves no room;
// empty where there is none.
func (b *board) surplus(s rules.Side) string {
	rest := b.stones[s]
	for range stones - int(b.hands[s]) {
		rest &= rest - 1
	}
	if rest == 0 {
		return ""
	}
	return rest.first().String()
}

// Without implements [rules.Position]. Stones in hand stay.
func (p position) Without(name string) (rules.Position, error) {
	if at, ok := parsePoint(name); ok {
		for s, stones := range p.board.stones {
			if stones.has(at) {
				p.board.flip(rules.Side(s), at)
				return p, nil
			}
		}
	}
	return nil, rules.BadRemoval(name)
}
