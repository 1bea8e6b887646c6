// Package games lists the games that kydai knows. A new game is added here,
// and everything that offers, judges or plays games finds it.
package games

import (
	"slices"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
	"kydai.dev/pkg/rules/jungle"
	"kydai.dev/pkg/rules/morris"
	"kydai.dev/pkg/rules/xiangqi"
)

var all = []rules.Game{
	xiangqi.New(),
	jungle.New(),
	morris.New(),
	draughts.Brazilian(),
	draughts.American(),
	draughts.Russian(),
	draughts.International(),
}

// All returns every game in the order in which the hall shows them. The slice
// is the caller's own.
func All() []rules.Game { return slices.Clone(all) }

// Find returns the game of that name in the API.
func Find(name string) (rules.Game, bool) {
	for _, g := range all {
		if g.Name() == name {
			return g, true
		}
	}
	return nil, false
}
