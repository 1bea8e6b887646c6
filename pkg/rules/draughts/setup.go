package draughts

import (
	"math/bits"

	"kydai.dev/pkg/rules"
)

// CheckSetup implements [rules.Position] (games.md §5, validity of a set-up).
func (p *position) CheckSetup() error {
	for _, field := range []string{black, white} {
		if err := p.checkPieces(field); err != nil {
			return err
		}
	}
	if !p.variant.movable(&p.board) {
		return rules.BadSetup("board", rules.NoLegalMove, p.variant.label(p.board.own), "the side to move has no legal move")
	}
	return nil
}

// checkPieces looks at how many pieces a list has and where its men stand.
func (p *position) checkPieces(field string) error {
	s := p.variant.sideOf(letter(field))
	pieces, most := p.board.pieces(s), bits.OnesCount64(p.variant.home[s])
	switch n := bits.OnesCount64(pieces); {
	case n == 0:
		return rules.BadSetup(field, rules.NoPiecesLeft, "", "no piece at all")
	case n > most:
		surplus := pieces
		for range most {
			surplus &= surplus - 1
		}
		return rules.BadSetup(field, rules.TooManyPieces, p.variant.label(surplus), "%d pieces, at most %d may stand there", n, most)
	}
	if men := pieces &^ p.board.kings & p.variant.far[s]; men != 0 {
		at := p.variant.label(men)
		return rules.BadSetup(field, rules.PromotionRow, at, "the man on %s stands on its promotion row", at)
	}
	return nil
}

// Without implements [rules.Position].
func (p *position) Without(name string) (rules.Position, error) {
	at, rest, ok := p.variant.square(name)
	b := &p.board
	if !ok || rest != "" || (b.own|b.opp)&at == 0 {
		return nil, rules.BadRemoval(name)
	}
	next := *p
	next.board = newBoard(b.side, b.own&^at, b.opp&^at, b.kings&^at)
	return &next, nil
}
