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
	"kydai.dev/services/search/internal/weights"
	"kydai.dev/services/search/internal/xiangqi"
)

// Game is a game that the engine plays.
type Game struct {
	Rules rules.Game
	brain
}

// brain is what the search needs of a game.
type brain struct {
	Traits engine.Traits
	// Board returns the board after moves from a position, the moves in canonical
	// spelling.
	Board func(start rules.Position, moves []string) (engine.Board, error)
	// Weights is the text with the numbers of the evaluation, Evaluator the
	// evaluation with others in their place, as the side to move sees it; it is
	// used by one thread.
	Weights   string
	Evaluator func(weights.Set) func(rules.Position) int
}

// brains are what the search needs, by name of the game.
var brains = map[string]brain{
	"xiangqi":                {xiangqi.Traits(), xiangqi.New, xiangqi.Weights, xiangqi.Evaluator},
	"jungle":                 {jungle.Traits(), jungle.New, jungle.Weights, jungle.Evaluator},
	"morris":                 {morris.Traits(), morris.New, morris.Weights, morris.Evaluator},
	"draughts-brazilian":     {draughts.Traits(), draughts.New, draughts.Weights, draughts.Evaluator},
	"draughts-american":      {draughts.Traits(), draughts.New, draughts.Weights, draughts.Evaluator},
	"draughts-russian":       {draughts.Traits(), draughts.New, draughts.Weights, draughts.Evaluator},
	"draughts-international": {draughts.Traits(), draughts.New, draughts.Weights, draughts.Evaluator},
}

// All returns the games in the order in which the hall shows them.
func All() (list []Game) {
	for _, r := range games.All() {
		if b, ok := brains[r.Name()]; ok {
			list = append(list, Game{Rules: r, brain: b})
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
