package xiangqi

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/bitboard"
)

// aimed returns the pieces of a side that would attack a general on a square if
// what stands between allowed it. The other general is among them: facing it is
// an attack along the file (§3). Advisors and elephants never come near the
// palace of the other side.
func (b *board) aimed(by rules.Side, at square) set {
	aimed := b.kinds[chariot].Or(b.kinds[cannon]).And(lines[at])
	aimed = aimed.Or(b.kinds[general].And(fileLines[at]))
	aimed = aimed.Or(b.kinds[horse].And(horses[at].all()))
	aimed = aimed.Or(b.kinds[soldier].And(soldiersTo[by][at]))
	return aimed.And(b.sides[by])
}

// threat is a piece aimed at a general.
type threat struct {
	from    set
	path    set // what it passes on its way to the general
	between set // the pieces on that path
	// excess is how many pieces too many stand between: it attacks at 0. At -1
	// it is a cannon that lacks its screen.
	excess int
}

func (b *board) threat(from, at square, occupied set) threat {
	path := paths[at][from]
	between := path.And(occupied)
	return threat{
		from: one[from], path: path, between: between,
		excess: between.Count() - b.squares[from].kind().screens(),
	}
}

// stop is where another piece ends the attack: on the free squares of the path,
// or in the place of the attacker.
func (t *threat) stop() set { return t.path.Without(t.between).Or(t.from) }

// attacked reports whether a side attacks a general on a square, were the board
// occupied so.
func (b *board) attacked(by rules.Side, at square, occupied set) bool {
	for from, rest := 0, b.aimed(by, at); rest.Any(); {
		from, rest = rest.Pop()
		if t := b.threat(square(from), at, occupied); t.excess == 0 {
			return true
		}
	}
	return false
}

// guard tells where the pieces of the side to move may go, but for its general,
// lest the general be attacked.
type guard struct {
	open set // where any piece may go that is not tied
	tied set // pieces that leave the path of a threat: see leash
}

// guard looks at every threat by itself. One move changes the number of pieces
// on a path by one at most, so the number now tells what is safe.
func (b *board) guard() guard {
	g := guard{open: bitboard.All90}
	at, occupied := b.generals[b.side], b.occupied()
	for from, rest := 0, b.aimed(b.side.Other(), at); rest.Any(); {
		from, rest = rest.Pop()
		switch t := b.threat(square(from), at, occupied); t.excess {
		case -1:
			g.open = g.open.Without(t.path)
		case 0:
			g.open = g.open.And(t.stop())
			g.tied = g.tied.Or(t.between)
		case 1:
			g.tied = g.tied.Or(t.between)
		}
	}
	g.tied = g.tied.And(b.sides[b.side])
	return g
}

// leash returns where a tied piece may go lest its general be attacked.
func (b *board) leash(s square) set {
	leash := bitboard.All90
	at, occupied := b.generals[b.side], b.occupied()
	for from, rest := 0, b.aimed(b.side.Other(), at); rest.Any(); {
		from, rest = rest.Pop()
		t := b.threat(square(from), at, occupied)
		screens := t.between.Meets(one[s])
		switch {
		case t.excess == -1, t.excess == 0 && screens: // leaving the path takes the screen away
			leash = leash.Without(t.path)
		case t.excess == 0, t.excess == 1 && screens:
			leash = leash.And(t.stop())
		}
	}
	return leash
}
