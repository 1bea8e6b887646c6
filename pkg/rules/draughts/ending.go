package draughts

import (
	"math/bits"

	"kydai.dev/pkg/rules"
)

// Ending is a board as a database of endings sees it: a value, with its squares
// as bits in the order of [layout], and the moves to and from it.
type Ending struct {
	variant *variant
	board   board
}

// Outcome is what one move makes of an ending.
type Outcome struct {
	Ending
	// Converts says that the move has captured or crowned.
	Converts bool
}

// NewEnding is the ending of a draughts game in which the first side is to
// move; false where g is another game.
func NewEnding(g rules.Game, own, enemy, kings uint64) (Ending, bool) {
	v, ok := g.(*variant)
	return Ending{v, newBoard(rules.First, own, enemy, kings)}, ok
}

// EndingOf is the board of a position of draughts, with the counter H.
func EndingOf(p rules.Position) (e Ending, plies int, ok bool) {
	at, ok := p.(*position)
	if !ok {
		return Ending{}, 0, false
	}
	return Ending{at.variant, at.board}, at.plies, true
}

// Game is the name of the game.
func (e *Ending) Game() string { return e.variant.name }

// Count is how many pieces are on the board.
func (e *Ending) Count() int { return bits.OnesCount64(e.board.own | e.board.opp) }

// Seen is the board as the side to move sees it, moving up: its own pieces, the
// enemy's, and the kings among both.
func (e *Ending) Seen() (own, enemy, kings uint64) {
	b := &e.board
	if b.side == rules.First {
		return b.own, b.opp, b.kings
	}
	turn := func(set uint64) uint64 { return bits.Reverse64(set) >> bits.LeadingZeros64(e.variant.all) }
	return turn(b.own), turn(b.opp), turn(b.kings)
}

// After appends what the legal moves lead to; nothing where a side has no
// piece.
func (e *Ending) After(list []Outcome) []Outcome {
	if e.board.own == 0 || e.board.opp == 0 {
		return list
	}
	var room [64]move
	for _, m := range e.variant.moves(&e.board, room[:0]) {
		list = append(list, Outcome{Ending{e.variant, e.board.after(m)}, m.taken != 0 || m.crowned})
	}
	return list
}

// Before appends the endings from which a move that neither captures nor crowns
// leads here: nothing could be captured there.
func (e *Ending) Before(list []Ending) []Ending {
	back := e.board
	back.own, back.opp, back.side = back.opp, back.own, back.side.Other()
	free := e.variant.free(&back)
	for d, step := range e.variant.steps {
		movers := back.own & back.kings
		if d&2 != back.ahead() { // men come from behind
			movers = back.own
		}
		for ; movers != 0; movers &= movers - 1 {
			list = e.variant.retreats(&back, lowest(movers), step, free, list)
		}
	}
	return list
}

// retreats appends the boards in which the piece on to stood further off in the
// direction of step.
func (v *variant) retreats(b *board, to uint64, step int, free uint64, list []Ending) []Ending {
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
			list = append(list, Ending{v, earlier})
		}
	}
	return list
}

// Squares are the dark squares of a draughts game and, of them, the row on
// which the men of the first side and that on which those of the second are
// crowned.
func Squares(g rules.Game) (all uint64, far [2]uint64, ok bool) {
	v, ok := g.(*variant)
	if !ok {
		return 0, [2]uint64{}, false
	}
	return v.all, v.far, true
}
