// Package solve finds the value of every position of a table at once, by
// retrograde analysis: from the positions in which the game is over, move by
// move backwards. It knows no game; a game describes its positions as a [Space].
//
// The method is Thompson's ("Retrograde Analysis of Certain Endgames", ICCA
// Journal 9(3), 1986) with counts of moves not yet refuted, as Gasser used it
// for nine men's morris ("Solving Nine Men's Morris", Games of No Chance, 1996)
// and Lake, Schaeffer and Lu for checkers ("Solving Large Retrograde Analysis
// Problems Using a Network of Workstations", 1994): tables are solved one
// material after another, from few pieces to many.
package solve

import "kydai.dev/services/search/internal/endgame/table"

// Space is the positions of one material, numbered from 0. Its methods are
// called by several threads at once.
type Space interface {
	// Len is how many numbers there are.
	Len() int
	// Moves fills m with what the moves from a position lead to; false where no
	// position has that number.
	Moves(entry uint32, m *Moves) bool
	// Before appends the positions of this space from which a move that does not
	// leave it leads here. One may come several times.
	Before(entry uint32, list []uint32) []uint32
}

// Moves is what the moves from one position lead to.
type Moves struct {
	// Inside are positions of the same space. One may come several times.
	Inside []uint32
	// Outside are the values of positions of other materials, to which moves lead
	// that set the counter of the game back, and of those in which it is over.
	Outside []table.Value
}

func (m *Moves) reset() { m.Inside, m.Outside = m.Inside[:0], m.Outside[:0] }

// Lookup is the value of a position of a material that has been solved.
type Lookup func(material int, entry uint32) table.Value

// Spot is where a position stands among those of all materials of its game.
type Spot struct {
	Material int
	Entry    uint32
	// Plies is the counter of the position, as [table.Value.Under] wants it.
	Plies int
}
