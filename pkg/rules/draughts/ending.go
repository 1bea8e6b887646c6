package draughts

import (
	"math/bits"

	"kydai.dev/pkg/rules"
)

// NewBoard is a board of a draughts game in which the first side is to move;
// false where g is another game.
func NewBoard(g rules.Game, own, enemy, kings uint64) (Board, bool) {
	v, ok := g.(*variant)
	return Board{newBoard(rules.First, own, enemy, kings), v}, ok
}

// Game is the name of the game.
func (b *Board) Game() string { return b.game.name }

// Seen is the board as the side to move sees it, moving up: its own pieces, the
// enemy's, and the kings among both.
func (b *Board) Seen() (own, enemy, kings uint64) {
	if b.side == rules.First {
		return b.own, b.opp, b.kings
	}
	turn := func(set uint64) uint64 { return bits.Reverse64(set) >> bits.LeadingZeros64(b.game.all) }
	return turn(b.own), turn(b.opp), turn(b.kings)
}

// Before appends the boards from which a move that neither captures nor crowns
// leads here: nothing could be captured there.
func (b *Board) Before(list []Board) []Board {
	back := b.board
	back.own, back.opp, back.side = back.opp, back.own, back.side.Other()
	free := b.game.free(&back)
	for d, step := range b.game.steps {
		movers := back.own & back.kings
		if d&2 != back.ahead() { // men come from behind
			movers = back.own
		}
		for ; movers != 0; movers &= movers - 1 {
			list = b.game.retreats(&back, lowest(movers), step, free, list)
		}
	}
	return list
}

// retreats appends the boards in which the piece on to stood further off in the
// direction of step.
func (v *variant) retreats(b *board, to uint64, step int, free uint64, list []Board) []Board {
	king := b.kings & to
	far := shift(to, step) & free
	if king != 0 {
		far = v.slide(to, step, free)
	}
	for ; far != 0; far &= far - 1 {
		from := lowest(far)
		kings := b.kings &^ to
		if king != 0 {
			kings |= from
		}
		earlier := newBoard(b.side, b.own&^to|from, b.opp, kings)
		if v.takers(&earlier, v.free(&earlier)) == 0 {
			list = append(list, Board{earlier, v})
		}
	}
	return list
}

// Squares are the dark squares of a draughts game and, of them, the rows on
// which the men of the first and of the second side are crowned; false where g
// is another game.
func Squares(g rules.Game) (all uint64, far [2]uint64, ok bool) {
	v, ok := g.(*variant)
	if !ok {
		return 0, [2]uint64{}, false
	}
	return v.all, v.far, true
}
