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
	e, ok := jungle.EndingOf(p)
	if !ok {
		return solve.Spot{}, false
	}
	return Place(&e)
}

// Place is the place of an ending, unless it is decided, has too many pieces, a
// kind twice, or a piece where none can come.
func Place(e *jungle.Ending) (solve.Spot, bool) {
	count := e.Count()
	if count > most || e.Decided() {
		return solve.Spot{}, false
	}
	own, enemy, p := seen(e)
	o := orderOf(own, enemy)
	if o.all != count {
		return solve.Spot{}, false
	}
	for i, kind := range o.kinds[:count] {
		if !jungle.Stands(kind, p[i]) {
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

func (s *space) at(entry uint32) (e jungle.Ending, ok bool) {
	number, o := int(entry), &s.orders[0]
	if first := o.length(); number >= first {
		number, o = number-first, &s.orders[1]
	}
	p, ok := o.placing(number)
	if !ok {
		return e, false
	}
	for i, kind := range o.kinds[:o.all] {
		side := rules.First
		if i >= o.own {
			side = rules.Second
		}
		e.Put(side, kind, p[i])
	}
	return e, true
}

func (s *space) Moves(entry uint32, m *solve.Moves) bool {
	e, ok := s.at(entry)
	if !ok {
		return false
	}
	var room [16]jungle.Outcome
	for _, next := range e.After(room[:0]) {
		if next.Decided() {
			m.Outside = append(m.Outside, table.Lost)
			continue
		}
		spot, _ := Place(&next.Ending)
		if next.Captures {
			m.Outside = append(m.Outside, s.below(spot.Material, spot.Entry))
		} else {
			m.Inside = append(m.Inside, spot.Entry)
		}
	}
	return true
}

func (s *space) Before(entry uint32, list []uint32) []uint32 {
	e, _ := s.at(entry)
	var room [16]jungle.Ending
	for _, earlier := range e.Before(room[:0]) {
		spot, _ := Place(&earlier)
		list = append(list, spot.Entry)
	}
	return list
}
