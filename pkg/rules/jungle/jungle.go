// Package jungle is the game of jungle (games.md §2) behind the common contract
// of package rules. A board is a small value of bit sets, one bit a square, so
// that the engine can copy and search it without allocation.
package jungle

import "kydai.dev/pkg/rules"

// repetitions is how often a position stands for a draw; the fourth time does
// not end the game (games.md §2).
const repetitions = 5

const startLine = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1"

type game struct{ start position }

// New returns the rules of jungle.
func New() rules.Game {
	start, err := parse(startLine)
	if err != nil {
		panic(err)
	}
	return game{start: start}
}

func (game) Name() string            { return "jungle" }
func (g game) Start() rules.Position { return g.start }
func (game) Repetitions() int        { return repetitions }

func (game) Parse(line string) (rules.Position, error) {
	p, err := parse(line)
	if err != nil {
		return nil, err
	}
	return p, nil
}
