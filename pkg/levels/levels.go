// Package levels holds how well the engine plays, as data: the referee seats an
// engine at a level of its game, the catalogue tells of the levels, the search
// plays them. What they are called is in package texts.
//
// A level is bound by positions searched and plies looked ahead, never by time,
// so that it is equally strong on any machine.
package levels

import "strings"

// Level is how well an engine plays one game.
type Level struct {
	// ID names the level in the API: "1" is the weakest.
	ID string `json:"id"`
	// Name is what package texts knows it by.
	Name string `json:"name"`
	// Nodes is how many positions it searches for a move, Depth how many plies it
	// looks ahead at most; a depth of 0 is no limit.
	Nodes int `json:"nodes"`
	Depth int `json:"depth,omitempty"`
	// Slip is how it goes wrong; the zero Slip plays the best move that it finds.
	Slip Slip `json:"slip,omitzero"`
}

// Slip is how a weak level chooses among the moves that it finds: as people do,
// who take a good move for a better one more often the less there is between
// them, and seldom throw away what they see.
type Slip struct {
	// Lines is how many of the best moves it thinks of.
	Lines int `json:"lines"`
	// Spread is by how much worse a move must be, in hundredths of the game's
	// smallest piece, to be taken e times less often than the best.
	Spread int `json:"spread"`
	// Most is how much worse than the best a move may be at all.
	Most int `json:"most"`
}

// tables are the levels by family of games, the weakest first.
var tables = map[string][]Level{
	"xiangqi": {
		{ID: "1", Name: "novice", Nodes: 2_000, Depth: 1, Slip: Slip{Lines: 16, Spread: 170, Most: 500}},
		{ID: "2", Name: "elementary", Nodes: 3_000, Depth: 2, Slip: Slip{Lines: 10, Spread: 90, Most: 300}},
		{ID: "3", Name: "intermediate", Nodes: 5_000, Depth: 5, Slip: Slip{Lines: 3, Spread: 16, Most: 60}},
		{ID: "4", Name: "expert", Nodes: 7_000},
		{ID: "5", Name: "master", Nodes: 500_000},
	},
	"jungle": {
		{ID: "1", Name: "trial", Nodes: 1_000, Depth: 1, Slip: Slip{Lines: 20, Spread: 200, Most: 600}},
		{ID: "2", Name: "easy", Nodes: 1_500, Depth: 2, Slip: Slip{Lines: 12, Spread: 200, Most: 600}},
		{ID: "3", Name: "medium", Nodes: 3_000, Depth: 3, Slip: Slip{Lines: 5, Spread: 55, Most: 180}},
		{ID: "4", Name: "hard", Nodes: 3_800, Depth: 6, Slip: Slip{Lines: 2, Spread: 35, Most: 110}},
		{ID: "5", Name: "expert", Nodes: 5_500},
		{ID: "6", Name: "master", Nodes: 500_000},
	},
	"morris": {
		{ID: "1", Name: "novice", Nodes: 1_000, Depth: 1, Slip: Slip{Lines: 10, Spread: 110, Most: 400}},
		{ID: "2", Name: "elementary", Nodes: 1_500, Depth: 2, Slip: Slip{Lines: 8, Spread: 100, Most: 300}},
		{ID: "3", Name: "intermediate", Nodes: 2_500, Depth: 4, Slip: Slip{Lines: 4, Spread: 32, Most: 100}},
		{ID: "4", Name: "expert", Nodes: 4_000},
		{ID: "5", Name: "master", Nodes: 500_000},
	},
	"draughts": {
		{ID: "1", Name: "easy", Nodes: 1_000, Depth: 1, Slip: Slip{Lines: 12, Spread: 120, Most: 450}},
		{ID: "2", Name: "medium", Nodes: 1_500, Depth: 3, Slip: Slip{Lines: 8, Spread: 60, Most: 180}},
		{ID: "3", Name: "hard", Nodes: 2_500, Depth: 4, Slip: Slip{Lines: 4, Spread: 26, Most: 85}},
		{ID: "4", Name: "expert", Nodes: 4_000},
		{ID: "5", Name: "master", Nodes: 500_000},
	},
}

// Of lists the levels of a game, by its name in the API, the weakest first.
func Of(game string) []Level {
	family, _, _ := strings.Cut(game, "-")
	return append([]Level(nil), tables[family]...)
}

// Find is the level of a game with an id; ok is false where there is none.
func Find(game, id string) (l Level, ok bool) {
	for _, l := range Of(game) {
		if l.ID == id {
			return l, true
		}
	}
	return Level{}, false
}
