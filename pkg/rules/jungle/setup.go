package jungle

import "kydai.dev/pkg/rules"

// CheckSetup implements [rules.Position] (games.md §2, validity of a set-up).
func (p position) CheckSetup() error {
	b := p.board
	for s := range b.sides {
		if err := b.checkPieces(rules.Side(s)); err != nil {
			return err
		}
	}
	all := b.sides[0] | b.sides[1]
	if wet := all & ground.river &^ b.kinds[rat]; wet != 0 {
		return rules.BadSetup("board", rules.NotInRiver, wet.first().String(), "only rats may stand in the river, not the piece on %s", wet.first())
	}
	if home := all & (ground.dens[0] | ground.dens[1]); home != 0 {
		return rules.BadSetup("board", rules.DenTaken, home.first().String(), "a piece stands in the den %s", home.first())
	}
	if b.count() == 0 {
		stuck := b.sides[b.side].first()
		return rules.BadSetup("side", rules.NoLegalMove, stuck.String(), "%s is to move and has no legal move", colours[b.side])
	}
	return nil
}

// checkPieces looks at how many pieces a side has.
func (b *board) checkPieces(s rules.Side) error {
	pieces := b.sides[s]
	if pieces == 0 {
		return rules.BadSetup("board", rules.NoPiecesLeft, "", "%s has no piece", colours[s])
	}
	for k, all := range b.kinds {
		own := all & pieces
		if n := own.size(); n > 1 {
			second := (own & (own - 1)).first()
			return rules.BadSetup("board", rules.TooManyPieces, second.String(), "%s has %d of the kind %s", colours[s], n, kind(k))
		}
	}
	return nil
}

// Without implements [rules.Position].
func (p position) Without(name string) (rules.Position, error) {
	if len(name) == 2 {
		if at, ok := parseSquare(name); ok && p.board.kindAt(at) != nothing {
			p.board.flip(p.board.sideAt(at), p.board.kindAt(at), at)
			return p, nil
		}
	}
	return nil, rules.BadRemoval(name)
}
