// Package xiangqi is the rules of xiangqi (games.md §3). The board is a set of
// bitboards. Legal moves are found from the checks and pins that the general
// faces, known beforehand, and never by trying a move and looking.
package xiangqi

import "kydai.dev/pkg/rules"

const startLine = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

// repetitions is how often a position stands until the game ends (§3).
const repetitions = 3

type game struct{ start *Position }

// New returns the rules of xiangqi.
func New() rules.Game {
	start, err := parse(startLine)
	if err != nil {
		panic(err) // the constant above is wrong
	}
	return game{start: start}
}

// Name implements [rules.Game].
func (game) Name() string { return "xiangqi" }

// Start implements [rules.Game].
func (g game) Start() rules.Position { return g.start }

// Repetitions implements [rules.Game].
func (game) Repetitions() int { return repetitions }

// Parse implements [rules.Game]. It also takes r for w, h for n and e for b.
func (game) Parse(line string) (rules.Position, error) {
	p, err := parse(line)
	if err != nil {
		return nil, err
	}
	return p, nil
}
