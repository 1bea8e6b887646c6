package handicap

import (
	"slices"

	"kydai.dev/pkg/rules"
)

// Preset is a handicap that has a name. The side that gives the odds usually is
// the first, which still makes the first move.
type Preset struct {
	// ID is its name in the API, in lower case: "one_horse".
	ID string
	// Kinds are the kinds of the pieces that are missing, a piece each.
	Kinds []string
	// Squares are where they stand at the start, for the first side.
	Squares []string

	game rules.Game
}

// row is a preset as the table has it.
type row struct {
	id      string
	squares []string
}

// tables are the presets by the name of the game, smaller odds first. Of two
// pieces the left one goes, as its owner sits: by tradition it is the left horse
// that is given.
var tables = map[string][]row{
	"xiangqi": {
		{"two_advisors", []string{"d0", "f0"}},
		{"two_elephants", []string{"c0", "g0"}},
		{"one_horse", []string{"b0"}},
		{"one_cannon", []string{"b2"}},
		{"two_advisors_two_elephants", []string{"c0", "d0", "f0", "g0"}},
		{"one_chariot", []string{"a0"}},
		{"two_horses", []string{"b0", "h0"}},
		{"horse_cannon", []string{"b0", "b2"}},
		{"two_cannons", []string{"b2", "h2"}},
		{"nine_pieces", []string{"a3", "c0", "c3", "d0", "e3", "f0", "g0", "g3", "i3"}},
		{"chariot_horse", []string{"a0", "b0"}},
		{"chariot_cannon", []string{"a0", "b2"}},
		{"two_chariots", []string{"a0", "i0"}},
		{"chariot_horse_cannon", []string{"a0", "b0", "b2"}},
	},
}

// Presets lists the presets of a game, smaller odds first; none where no odds
// are usual. The list is the caller's own.
func Presets(g rules.Game) []Preset {
	kinds := map[string]string{}
	for _, piece := range g.Start().Pieces() {
		kinds[piece.Square] = piece.Kind
	}
	var list []Preset
	for _, o := range tables[g.Name()] {
		p := Preset{ID: o.id, Squares: slices.Clone(o.squares), game: g}
		for _, square := range o.squares {
			p.Kinds = append(p.Kinds, kinds[square])
		}
		list = append(list, p)
	}
	return list
}

// Find returns the preset of a game that has an id.
func Find(g rules.Game, id string) (Preset, bool) {
	for _, p := range Presets(g) {
		if p.ID == id {
			return p, true
		}
	}
	return Preset{}, false
}

// Apply returns the start position in which a side gives the odds.
func (p Preset) Apply(side rules.Side) (rules.Position, error) {
	return Remove(p.game.Start(), p.Of(side))
}

// Of returns the squares of the pieces that are missing where a side gives the
// odds.
func (p Preset) Of(side rules.Side) []string {
	squares := slices.Clone(p.Squares)
	if side == rules.First {
		return squares
	}
	opposite := turned(p.game.Describe().Board)
	for i, square := range squares {
		squares[i] = opposite[square]
	}
	slices.Sort(squares)
	return squares
}

// turned maps every square to the one that stands in its place for whoever sits
// on the other side of the board.
func turned(b rules.Board) map[string]string {
	opposite := make(map[string]string, len(b.Points))
	for _, p := range b.Points {
		opposite[p.Name] = b.Files[len(b.Files)-1-p.X] + b.Ranks[len(b.Ranks)-1-p.Y]
	}
	return opposite
}
