// Package morris is nine men's morris (games.md §4) behind the common contract
// of package rules. A board is a small value of bit sets, one bit a point, so
// that the engine can copy and search it without allocation.
package morris

import "kydai.dev/pkg/rules"

const (
	// repetitions is how often a position stands for a draw.
	repetitions = 3
	// quietPlies without a mill are a draw (games.md §4).
	quietPlies = 50
	// stones a side has at the start; with fewer than lostBelow it has lost.
	stones    = 9
	lostBelow = 3
)

const startLine = "3/3/3/6/3/3/3 w 9 9 0 1"

type game struct{ start position }

// New returns the rules of nine men's morris.
func New() rules.Game {
	start, err := parse(startLine)
	if err != nil {
		panic(err)
	}
	return game{start: start}
}

func (game) Name() string            { return "morris" }
func (g game) Start() rules.Position { return g.start }
func (game) Repetitions() int        { return repetitions }

func (game) Parse(line string) (rules.Position, error) {
	p, err := parse(line)
	if err != nil {
		return nil, err
	}
	return p, nil
}
