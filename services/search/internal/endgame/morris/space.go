package morris

import (
	"fmt"
	"math/bits"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/morris"
	"kydai.dev/services/search/internal/endgame/solve"
	"kydai.dev/services/search/internal/endgame/table"
)

// material is the stones of the two sides, the more first.
type material [2]int

// materials in an order in which a mill always leads to an earlier one.
var materials = []material{{3, 3}, {4, 3}, {4, 4}, {5, 3}, {5, 4}, {5, 5}, {6, 3}, {6, 4}, {6, 5}, {6, 6}}

// numbers are the materials by both numbers of stones.
var numbers = func() (list [most + 1][most + 1]int) {
	for i, m := range materials {
		list[m[0]][m[1]], list[m[1]][m[0]] = i, i
	}
	return list
}()

// Endings is the family of these endings.
type Endings struct{}

// Game is the name of the game.
func (Endings) Game() string { return "morris" }

// Materials names the materials, such as "5-4", in the order of solving.
func (Endings) Materials() []string {
	names := make([]string, len(materials))
	for i, m := range materials {
		names[i] = fmt.Sprintf("%d-%d", m[0], m[1])
	}
	return names
}

// Pieces is how many stones a material has.
func (Endings) Pieces(number int) int { return materials[number][0] + materials[number][1] }

// Space is the positions of a material.
func (Endings) Space(number int, below solve.Lookup) solve.Space {
	return &space{materials[number], below}
}

// Find is the place of a position, and its counter.
func (Endings) Find(p rules.Position) (solve.Spot, bool) {
	b, ok := morris.BoardOf(p)
	if !ok || b.Hand(rules.First) > 0 || b.Hand(rules.Second) > 0 {
		return solve.Spot{}, false
	}
	own, enemy := stonesOf(&b)
	return Place(own, enemy, p.Counter().Plies)
}

// stonesOf are those of the side to move and the other's.
func stonesOf(b *morris.Board) (own, enemy uint32) {
	return b.Stones(b.Side()), b.Stones(b.Side().Other())
}

// Place is the place of the position with these stones of the side to move and
// of the other, bits as package morris of the rules numbers points, and so many
// plies since the last mill.
func Place(own, enemy uint32, plies int) (solve.Spot, bool) {
	a, b := bits.OnesCount32(own), bits.OnesCount32(enemy)
	if a < fewest || a > most || b < fewest || b > most {
		return solve.Spot{}, false
	}
	return solve.Spot{Material: numbers[a][b], Entry: entryOf(own, enemy), Plies: plies}, true
}

// entryOf numbers the positions of a material: first those in which the side
// with more stones is to move.
func entryOf(own, enemy uint32) uint32 {
	entry := index(own, enemy)
	if a, b := bits.OnesCount32(own), bits.OnesCount32(enemy); a < b {
		entry += length(b, a)
	}
	return uint32(entry)
}

// space implements [solve.Space].
type space struct {
	material
	below solve.Lookup
}

func (s *space) Len() int {
	n := length(s.material[0], s.material[1])
	if s.material[0] != s.material[1] {
		n += length(s.material[1], s.material[0])
	}
	return n
}

func (s *space) at(entry uint32) (morris.Board, bool) {
	number, a, b := int(entry), s.material[0], s.material[1]
	if first := length(a, b); number >= first {
		number, a, b = number-first, b, a
	}
	own, enemy, ok := stones(number, a, b)
	return morris.NewBoard(own, enemy), ok
}

func (s *space) Moves(entry uint32, m *solve.Moves) bool {
	b, ok := s.at(entry)
	if !ok {
		return false
	}
	var room [128]morris.Move
	for _, move := range b.Moves(room[:0]) {
		next := b
		next.Play(move)
		own, enemy := stonesOf(&next)
		switch _, _, _, mill := move.Parts(); {
		case next.Lost():
			m.Outside = append(m.Outside, table.Lost)
		case mill:
			spot, _ := Place(own, enemy, 0)
			m.Outside = append(m.Outside, s.below(spot.Material, spot.Entry))
		default:
			m.Inside = append(m.Inside, entryOf(own, enemy))
		}
	}
	return true
}

func (s *space) Before(entry uint32, list []uint32) []uint32 {
	b, _ := s.at(entry)
	var room [128]morris.Board
	for _, earlier := range b.Before(room[:0]) {
		list = append(list, entryOf(stonesOf(&earlier)))
	}
	return list
}
