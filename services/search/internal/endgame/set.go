package endgame

import (
	"fmt"
	"slices"
	"strings"
)

// Set is tables that are built together: those of a game with up to a number of
// pieces. Later sets of a game contain the earlier ones.
type Set struct {
	// Name is what the command line calls it, such as "morris-5-4".
	Name string
	// Game is the name of the game.
	Game string
	// Tables is how many there are.
	Tables int
	// Small says that it is built in less than half a minute, cheap enough for the first
	// start.
	Small bool

	family int // its place in families
}

// Pieces is the most pieces that a position of the set has.
func (s Set) Pieces() int { return families[s.family].Pieces(s.Tables - 1) }

// Sets lists all sets, game by game, from small to large.
func Sets() []Set {
	var list []Set
	for i, f := range families {
		for material := range f.names {
			if name, ends := f.setEnding(material); ends {
				list = append(list, Set{
					Name: name, Game: f.Game(), Tables: material + 1,
					Small: f.Pieces(material) <= f.small, family: i,
				})
			}
		}
	}
	return list
}

// setEnding is the name of the set whose last table is that of a material: in
// morris every material ends one, elsewhere the last one with so many pieces.
func (f *family) setEnding(material int) (string, bool) {
	if f.Game() == families[morrisFamily].Game() {
		return f.Game() + "-" + f.names[material], true
	}
	last := material == len(f.names)-1 || f.Pieces(material+1) > f.Pieces(material)
	return fmt.Sprintf("%s-%d", f.Game(), f.Pieces(material)), last
}

// FindSets finds sets by their names; "small" and "all" are the largest of each
// game that are small, or at all.
func FindSets(names ...string) ([]Set, error) {
	var found []Set
	for _, name := range names {
		switch i := slices.IndexFunc(Sets(), func(s Set) bool { return s.Name == name }); {
		case name == "all":
			found = append(found, largest(func(Set) bool { return true })...)
		case name == "small":
			found = append(found, largest(func(s Set) bool { return s.Small })...)
		case i < 0:
			return nil, fmt.Errorf("there is no set of endings %q, only small, all, %s", name, strings.Join(setNames(), ", "))
		default:
			found = append(found, Sets()[i])
		}
	}
	return found, nil
}

// largest picks the largest set of each game among some.
func largest(among func(Set) bool) (found []Set) {
	for _, s := range Sets() {
		switch last := len(found) - 1; {
		case !among(s):
		case last >= 0 && found[last].Game == s.Game:
			found[last] = s
		default:
			found = append(found, s)
		}
	}
	return found
}

func setNames() (names []string) {
	for _, s := range Sets() {
		names = append(names, s.Name)
	}
	return names
}
