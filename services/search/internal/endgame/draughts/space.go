package draughts

import (
	"math/bits"
	"slices"
	"strings"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
	"kydai.dev/services/search/internal/endgame/solve"
	"kydai.dev/services/search/internal/endgame/table"
)

const most = 4 // pieces

// material is the forces of the two sides; the one with more pieces, or else
// with more kings, first.
type material [2]force

// name is such as "KKM-K".
func (m material) name() string {
	var sides [2]string
	for i, f := range m {
		sides[i] = strings.Repeat("K", f.kings) + strings.Repeat("M", f.men)
	}
	return sides[0] + "-" + sides[1]
}

func (m material) pieces() int { return m[0].pieces() + m[1].pieces() }
func (m material) men() int    { return m[0].men + m[1].men }

// materials in an order in which a capture or a crowning always leads to an
// earlier one.
var materials = listMaterials()

func listMaterials() (list []material) {
	forces := listForces()
	for _, a := range forces {
		for _, b := range forces {
			m := material{a, b}
			ordered := a.pieces() > b.pieces() || a.pieces() == b.pieces() && a.kings >= b.kings
			if ordered && m.pieces() <= most {
				list = append(list, m)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b material) int {
		if a.pieces() != b.pieces() {
			return a.pieces() - b.pieces()
		}
		return a.men() - b.men()
	})
	return list
}

func listForces() (list []force) {
	for pieces := 1; pieces < most; pieces++ {
		for men := range pieces + 1 {
			list = append(list, force{men, pieces - men})
		}
	}
	return list
}

// numbers are the materials by men and kings of the one side and of the other.
var numbers = func() (list [most][most][most][most]int) {
	for i, m := range materials {
		a, b := m[0], m[1]
		list[a.men][a.kings][b.men][b.kings], list[b.men][b.kings][a.men][a.kings] = i, i
	}
	return list
}()

// Endings is the family of these endings of one game.
type Endings struct{ board *board }

// New returns the endings of a draughts game on 64 squares in which the counter
// is set back by captures and crownings alone.
func New(g rules.Game) Endings { return Endings{newBoard(g)} }

// Game is the name of the game.
func (e Endings) Game() string { return e.board.game.Name() }

// Materials names the materials, such as "KKM-K", in the order of solving.
func (Endings) Materials() []string {
	names := make([]string, len(materials))
	for i, m := range materials {
		names[i] = m.name()
	}
	return names
}

// Pieces is how many pieces a material has.
func (Endings) Pieces(number int) int { return materials[number].pieces() }

// Space is the positions of a material.
func (e Endings) Space(number int, below solve.Lookup) solve.Space {
	return &space{e, materials[number], below}
}

// Find is the place of a position, and its counter.
func (e Endings) Find(p rules.Position) (solve.Spot, bool) {
	b, ok := draughts.BoardOf(p)
	if !ok {
		return solve.Spot{}, false
	}
	return e.Place(&b, p.Counter().Plies)
}

// Place is the place of a board with so many plies on its counter H, unless it
// is of another game, has too many pieces, or a man that should be a king.
func (e Endings) Place(at *draughts.Board, plies int) (solve.Spot, bool) {
	own, enemy, kings := at.Seen()
	if own == 0 || enemy == 0 || bits.OnesCount64(own|enemy) > most || at.Game() != e.Game() {
		return solve.Spot{}, false
	}
	number, ok := e.board.index(own, enemy, kings)
	a, b := forceOf(own, kings), forceOf(enemy, kings)
	spot := solve.Spot{Material: numbers[a.men][a.kings][b.men][b.kings], Entry: uint32(number), Plies: plies}
	if m := materials[spot.Material]; a != m[0] {
		spot.Entry += uint32(e.board.length(m[0], m[1]))
	}
	return spot, ok
}

func forceOf(pieces, kings uint64) force {
	return force{men: bits.OnesCount64(pieces &^ kings), kings: bits.OnesCount64(pieces & kings)}
}

// space implements [solve.Space]: first come the positions in which the first
// side of the material is to move.
type space struct {
	Endings
	material
	below solve.Lookup
}

func (s *space) Len() int {
	n := s.board.length(s.material[0], s.material[1])
	if s.material[0] != s.material[1] {
		n += s.board.length(s.material[1], s.material[0])
	}
	return n
}

func (s *space) at(entry uint32) (draughts.Board, bool) {
	number, a, b := int(entry), s.material[0], s.material[1]
	if first := s.board.length(a, b); number >= first {
		number, a, b = number-first, b, a
	}
	own, enemy, kings, ok := s.board.position(number, a, b)
	if !ok {
		return draughts.Board{}, false
	}
	return draughts.NewBoard(s.board.game, own, enemy, kings)
}

func (s *space) Moves(entry uint32, m *solve.Moves) bool {
	b, ok := s.at(entry)
	if !ok {
		return false
	}
	var room [64]draughts.Move
	for _, move := range b.Moves(room[:0]) {
		next := b
		next.Play(move)
		spot, ok := s.Place(&next, 0)
		switch {
		case !ok: // the last piece has been captured
			m.Outside = append(m.Outside, table.Lost)
		case move.Taken() != 0 || move.Crowned():
			m.Outside = append(m.Outside, s.below(spot.Material, spot.Entry))
		default:
			m.Inside = append(m.Inside, spot.Entry)
		}
	}
	return true
}

func (s *space) Before(entry uint32, list []uint32) []uint32 {
	b, _ := s.at(entry)
	var room [64]draughts.Board
	for _, earlier := range b.Before(room[:0]) {
		spot, _ := s.Place(&earlier, 0)
		list = append(list, spot.Entry)
	}
	return list
}
