package jungle

import "kydai.dev/pkg/rules"

// Ending is a board as a database of endings sees it: a value, with squares as
// numbers from a1 along the ranks (b1 is 1, a2 is 7) and kinds by strength from
// the rat, 0, to the elephant, 7, and the moves to and from it. The zero Ending
// is an empty board with the first side to move.
type Ending struct{ board board }

// Outcome is what one move makes of an ending.
type Outcome struct {
	Ending
	// Captures says that the move has taken a piece.
	Captures bool
}

// EndingOf is the board of a position of this game.
func EndingOf(p rules.Position) (Ending, bool) {
	at, ok := p.(position)
	return Ending{at.board}, ok
}

// Put sets up a piece on an empty square.
func (e *Ending) Put(s rules.Side, strength, at int) {
	e.board.flip(s, kind(strength), square(at))
}

// Side is the side to move.
func (e *Ending) Side() rules.Side { return e.board.side }

// Pieces is the squares of the pieces of one kind of a side, one bit each.
func (e *Ending) Pieces(s rules.Side, strength int) uint64 {
	return uint64(e.board.sides[s] & e.board.kinds[strength])
}

// Count is how many pieces are on the board.
func (e *Ending) Count() int { return (e.board.sides[0] | e.board.sides[1]).size() }

// Decided reports whether a den has been entered or a side has no piece left:
// the side to move has lost then, unless the position was read so.
func (e *Ending) Decided() bool { return e.board.decided().Over() }

// After appends what the legal moves lead to; nothing where it is decided.
func (e *Ending) After(list []Outcome) []Outcome {
	if e.Decided() {
		return list
	}
	var room [128]move
	for _, m := range e.board.moves(room[:0]) {
		next := Outcome{*e, m.taken != nothing}
		next.board.play(m)
		list = append(list, next)
	}
	return list
}

// Before appends the undecided endings from which a move that takes nothing
// leads here. Such moves go both ways, into a den apart.
func (e *Ending) Before(list []Ending) []Ending {
	back := e.board
	back.pass()
	dens := ground.dens[0] | ground.dens[1]
	free := ^(back.sides[0] | back.sides[1] | dens)
	for k, pieces := range back.kinds {
		for left := pieces & back.sides[back.side]; left != 0; left &= left - 1 {
			to := left.first()
			for from := back.reach(kind(k), to) & free; from != 0; from &= from - 1 {
				earlier := Ending{back}
				earlier.board.flip(back.side, kind(k), to)
				earlier.board.flip(back.side, kind(k), from.first())
				list = append(list, earlier)
			}
		}
	}
	return list
}

// Stands reports whether a piece of a kind can stand on a square of an undecided
// ending: only the rat in the river, none in a den.
func Stands(strength, at int) bool {
	q := square(at)
	return !(ground.dens[0] | ground.dens[1]).has(q) && (kind(strength) == rat || !ground.river.has(q))
}
