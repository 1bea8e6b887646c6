// Package endgame is what the engine knows for certain: databases of all
// positions with few pieces, made by retrograde analysis from the rules alone.
//
// A [Set] is what is built together; it is a list of materials, each one file
// below the folder of its game. [Build] makes the files, [Open] maps them into
// memory, [Tables.Probe] and [Tables.Best] ask them. Nothing needs the files:
// where one is missing, Probe says that it does not know.
package endgame

import (
	"path/filepath"

	"kydai.dev/pkg/rules"
	rulesdraughts "kydai.dev/pkg/rules/draughts"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/search/internal/endgame/draughts"
	"kydai.dev/services/search/internal/endgame/jungle"
	"kydai.dev/services/search/internal/endgame/morris"
	"kydai.dev/services/search/internal/endgame/solve"
)

// endings is what a game brings along to have its endings solved.
type endings interface {
	// Game is the name of the game.
	Game() string
	// Materials names the materials, the later ones needing the earlier ones.
	Materials() []string
	// Pieces is how many pieces a material has.
	Pieces(material int) int
	// Space is the positions of a material; it looks up values of earlier ones.
	Space(material int, below solve.Lookup) solve.Space
	// Find is the place of a position of the game.
	Find(p rules.Position) (solve.Spot, bool)
}

// family is the endings of one game.
type family struct {
	endings
	// limit is the value of the game's counter that draws; 0 without one.
	limit int
	names []string // of the materials
	// small is the number of pieces up to which a first start may build them.
	small int
}

// The families, as the numbers of their places in [families].
const (
	morrisFamily = iota
	jungleFamily
	brazilianFamily
	americanFamily
	russianFamily
)

var families = listFamilies()

func listFamilies() []*family {
	list := make([]*family, russianFamily+1)
	small := [...]int{morrisFamily: 7, jungleFamily: 3, brazilianFamily: 4, russianFamily: 0} // measured: README of search
	for i, e := range [...]endings{
		morrisFamily:    morris.Endings{},
		jungleFamily:    jungle.Endings{},
		brazilianFamily: draughts.New(rulesdraughts.Brazilian()),
		americanFamily:  draughts.New(rulesdraughts.American()),
		russianFamily:   draughts.New(rulesdraughts.Russian()),
	} {
		g, _ := games.Find(e.Game())
		list[i] = &family{endings: e, limit: g.Start().Counter().Limit, names: e.Materials(), small: small[i]}
	}
	return list
}

// table is the name of the table of a material, which its file holds, too.
func (f *family) table(material int) string { return f.Game() + "/" + f.names[material] }

// path is the file of a table in a folder.
func (f *family) path(dir string, material int) string {
	return filepath.Join(dir, f.Game(), f.names[material]+".kye")
}
