// Package oracle lets the engine ask databases of endings.
package oracle

import (
	"math/bits"

	"kydai.dev/pkg/rules"
	rulesmorris "kydai.dev/pkg/rules/morris"
	"kydai.dev/services/search/internal/draughts"
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/jungle"
	"kydai.dev/services/search/internal/morris"
)

// More pieces than these no table knows, which is seen before it is asked.
const (
	mostBeasts = 3
	mostMen    = 4
)

// New returns what tables know, as an option of the engine. They are asked for
// anew each time, so that they may grow meanwhile.
func New(tables func() *endgame.Tables) func(engine.Board) (engine.Certain, bool) {
	return func(b engine.Board) (engine.Certain, bool) {
		value, counter, ok := ask(tables(), b)
		switch {
		case !ok:
			return engine.Certain{}, false
		case value.Outcome == endgame.Draw:
			return engine.Certain{Leaning: int(value.Theory)}, true
		}
		return engine.Certain{Outcome: int(value.Outcome), Plies: way(value, counter)}, true
	}
}

// detour is longer than any way to the end of a game.
const detour = 256

// way is how long the way to the end of the game is. Where the counter would be
// full before, the winner must first come to a move that sets it back: such a
// position is always further from the end than one that is not, and nearest just
// after that move, however long the next stretch is.
func way(v endgame.Value, c rules.Counter) int {
	switch {
	case c.Limit == 0 || int(v.Plies) <= c.Limit-c.Plies:
		return int(v.Plies)
	case c.Plies == 0:
		return detour
	}
	return detour + int(v.Zeroing)
}

// ask returns what the tables know of a board, and its counter.
func ask(t *endgame.Tables, b engine.Board) (v endgame.Value, c rules.Counter, ok bool) {
	switch b := b.(type) {
	case *morris.Board:
		board, plies := b.Ending()
		if board.Hand(rules.First) > 0 || board.Hand(rules.Second) > 0 {
			return v, c, false
		}
		c = rules.Counter{Plies: plies, Limit: rulesmorris.DrawPlies}
		v, ok = t.Morris(board.Stones(board.Side()), board.Stones(board.Side().Other()), plies)
	case *jungle.Board:
		if board, pieces := b.Ending(); pieces <= mostBeasts {
			v, ok = t.Jungle(board)
		}
	case *draughts.Board:
		board, plies := b.Ending()
		first, _ := board.Pieces(rules.First)
		second, _ := board.Pieces(rules.Second)
		if bits.OnesCount64(first|second) <= mostMen {
			c = rules.Counter{Plies: plies, Limit: board.Ground().DrawPlies}
			v, ok = t.Draughts(board, plies)
		}
	}
	return v, c, ok
}
