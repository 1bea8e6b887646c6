// Package handicap makes start positions in which a side gives odds: pieces of
// its own are missing. Any pieces may be, and for xiangqi the usual odds have
// names.
package handicap

import "kydai.dev/pkg/rules"

// Remove takes pieces of either side off a position and returns it as a game
// starts from it. The error is a *rules.PositionError that names the square and
// the rule: nothing stands there (a square given twice included), it is a
// general, or no game may start without the pieces.
func Remove(from rules.Position, squares []string) (rules.Position, error) {
	p := from
	for _, square := range squares {
		next, err := p.Without(square)
		if err != nil {
			return nil, err
		}
		p = next
	}
	if err := p.CheckSetup(); err != nil {
		return nil, err
	}
	return p.Fresh(), nil
}
