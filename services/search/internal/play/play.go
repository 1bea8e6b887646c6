// Package play lists the games that the engine plays, with what the search needs
// of each.
package play

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"

	"kydai.dev/services/search/internal/draughts"
	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/jungle"
	"kydai.dev/services/search/internal/morris"
	"kydai.dev/services/search/internal/xiangqi"
)

// Game is a game that the engine plays.
type Game struct {
	Rules  rules.Game
	Traits engine.Traits
	// Board returns the board after moves from a position, the moves in canonical
	// spelling.
	Board func(start rules.Position, moves []string) (engine.Board, error)
}

// brains are what the search needs, by name of the game.
var brains = map[string]Game{
	"xiangqi":                {Traits: xiangqi.Traits(), Board: xiangqi.New},
	"jungle":                 {Traits: jungle.Traits(), Board: jungle.New},
	"morris":                 {Traits: morris.Traits(), Board: morris.New},
	"draughts-brazilian":     {Traits: draughts.Traits(), Board: draughts.New},
	"draughts-american":      {Traits: draughts.Traits(), Board: draughts.New},
	"draughts-russian":       {Traits: draughts.Traits(), Board: draughts.New},
	"draughts-international": {Traits: draughts.Traits(), Board: draughts.New},
}

// All returns the games in the order in which the hall shows them.
func All() (list []Game) {
	for _, r := range games.All() {
		if g, ok := brains[r.Name()]; ok {
			g.Rules = r
			list = append(list, g)
		}
	}
	return list
}

// Find returns the game of that name in the API.
func Find(name string) (Game, bool) {
	for _, g := range All() {
		if g.Rules.Name() == name {
			return g, true
		}
	}
	return Game{}, false
}

// Names are the names of all games.
func Names() (names []string) {
	for _, g := range All() {
		names = append(names, g.Rules.Name())
	}
	return names
}
