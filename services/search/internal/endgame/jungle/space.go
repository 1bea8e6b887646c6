package jungle

import (
	"math/bits"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"
	"kydai.dev/services/search/internal/endgame/solve"
	"kydai.dev/services/search/internal/endgame/table"
)

// letters are the kinds from the rat up.
const letters = "RCDWPTLE"

// material is the kinds of the two sides, one bit each; the side with more
// pieces, or else the stronger kind, first.
type material [2]uint8

// name is such as "EL-R".
func (m material) name() string {
	var text []byte
	for i, set := range m {
		if i > 0 {
			text = append(text, '-')
		}
		for kind := kinds - 1; kind >= 0; kind-- {
			if set>>kind&1 != 0 {
				text = append(text, letters[kind])
			}
		}
	}
	return string(text)
}

// materials in an order in which a capture always leads to an earlier one.
var materials = listMaterials()

func listMaterials() (list []material) {
	for pieces := 2; pieces <= most; pieces++ {
		for own := 1; own < 1<<kinds; own++ {
			for enemy := 1; enemy < 1<<kinds; enemy++ {
				m := material{uint8(own), uint8(enemy)}
				a, b := bits.OnesCount8(m[0]), bits.OnesCount8(m[1])
				if a+b == pieces && (a > b || a == b && own >= enemy) {
					list = append(list, m)
				}
			}
		}
	}
	return list
}

// numbers are the materials by the kinds of both sides.
var numbers = func() (list [1 << kinds][1 << kinds]int16) {
	for i, m := range materials {
		list[m[0]][m[1]], list[m[1]][m[0]] = int16(i), int16(i)
	}
	return list
}()

// Endings is the family of these endings.
type Endings struct{}

// Game is the name of the game.
func (Endings) Game() string { return "jungle" }

// Materials names the materials, such as "EL-R", in the order of solving.
func (Endings) Materials() []string {
	names := make([]string, len(materials))
	for i, m := range materials {
		names[i] = m.name()
	}
	return names
}

// Pieces is how many pieces a material has.
func (Endings) Pieces(number int) int {
	return bits.OnesCount8(materials[number][0]) + bits.OnesCount8(materials[number][1])
}

// Space is the positions of a material.
func (Endings) Space(number int, below solve.Lookup) solve.Space {
	m := materials[number]
	s := &space{material: m, below: below, orders: []order{orderOf(m[0], m[1])}}
	if m[0] != m[1] {
		s.orders = append(s.orders, orderOf(m[1], m[0]))
	}
	return s
}

// Find is the place of a position. The game has no counter.
func (Endings) Find(p rules.Position) (solve.Spot, bool) {
	b, ok := jungle.BoardOf(p)
	if !ok {
		return solve.Spot{}, false
	}
	return Place(&b)
}

// Place is the place of a board, unless it is decided, has too many pieces, a
// kind twice, or a piece where none can come.
func Place(b *jungle.Board) (solve.Spot, bool) {
	count := bits.OnesCount64(b.All(rules.First) | b.All(rules.Second))
	if count > most || b.Decided() {
		return solve.Spot{}, false
	}
	own, enemy, p := seen(b)
	o := orderOf(own, enemy)
	if o.all != count {
		return solve.Spot{}, false
	}
	for i, kind := range o.kinds[:count] {
		if !jungle.Stands(jungle.Kind(kind), uint8(p[i])) {
			return solve.Spot{}, false
		}
	}
	number := int(numbers[own][enemy])
	return solve.Spot{Material: number, Entry: materials[number].entry(own, &o, p)}, true
}

// entry numbers the positions of a material: first those in which its first
// side is to move.
func (m material) entry(own uint8, o *order, p placing) uint32 {
	entry := o.index(p)
	if own != m[0] {
		first := orderOf(m[0], m[1])
		entry += first.length()
	}
	return uint32(entry)
}

// space implements [solve.Space].
type space struct {
	material
	orders []order // by the side to move
	below  solve.Lookup
}

func (s *space) Len() int {
	n := 0
	for i := range s.orders {
		n += s.orders[i].length()
	}
	return n
}

func (s *space) at(entry uint32) (b jungle.Board, ok bool) {
	number, o := int(entry), &s.orders[0]
	if first := o.length(); number >= first {
		number, o = number-first, &s.orders[1]
	}
	p, ok := o.placing(number)
	if !ok {
		return b, false
	}
	for i, kind := range o.kinds[:o.all] {
		side := rules.First
		if i >= o.own {
			side = rules.Second
		}
		b.Put(side, jungle.Kind(kind), uint8(p[i]))
	}
	return b, true
}

func (s *space) Moves(entry uint32, m *solve.Moves) bool {
	b, ok := s.at(entry)
	if !ok {
		return false
	}
	var room [16]jungle.Move
	for _, move := range b.Moves(room[:0]) {
		next := b
		next.Play(move)
		if next.Decided() {
			m.Outside = append(m.Outside, table.Lost)
			continue
		}
		spot, _ := Place(&next)
		if _, taken := move.Pieces(); taken != jungle.Nothing {
			m.Outside = append(m.Outside, s.below(spot.Material, spot.Entry))
		} else {
			m.Inside = append(m.Inside, spot.Entry)
		}
	}
	return true
}

func (s *space) Before(entry uint32, list []uint32) []uint32 {
	b, _ := s.at(entry)
	var room [16]jungle.Board
	for _, earlier := range b.Before(room[:0]) {
		spot, _ := Place(&earlier)
		list = append(list, spot.Entry)
	}
	return list
}
