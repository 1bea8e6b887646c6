// Package oracle lets the engine ask databases of endings.
package oracle

import (
	"math/bits"

	"kydai.dev/pkg/rules"
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
		value, ok := ask(tables(), b)
		if !ok {
			return engine.Certain{}, false
		}
		if value.Outcome == endgame.Draw {
			return engine.Certain{Leaning: int(value.Theory)}, true
		}
		plies := int(value.Zeroing)
		if plies == 0 { // a game without a counter
			plies = int(value.Plies)
		}
		return engine.Certain{Outcome: int(value.Outcome), Plies: plies}, true
	}
}

func ask(t *endgame.Tables, b engine.Board) (endgame.Value, bool) {
	switch b := b.(type) {
	case *morris.Board:
		board, plies := b.Ending()
		if board.Hand(rules.First) > 0 || board.Hand(rules.Second) > 0 {
			return endgame.Value{}, false
		}
		return t.Morris(board.Stones(board.Side()), board.Stones(board.Side().Other()), plies)
	case *jungle.Board:
		if board, pieces := b.Ending(); pieces <= mostBeasts {
			return t.Jungle(board)
		}
	case *draughts.Board:
		board, plies := b.Ending()
		first, _ := board.Pieces(rules.First)
		second, _ := board.Pieces(rules.Second)
		if bits.OnesCount64(first|second) <= mostMen {
			return t.Draughts(board, plies)
		}
	}
	return endgame.Value{}, false
}
