package ladder

import (
	"context"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/opening"
)

// judgeNodes is what the engine looks at to judge an opening.
const judgeNodes = 10_000

// open makes n different openings that the engine finds even.
func (h *hall) open(ctx context.Context, n int) (err error) {
	h.openings, err = opening.Make(h.game.Rules, h.Plies, n, h.Seed, func(line *rules.Line) (bool, error) { return h.even(ctx, line) })
	return err
}

func (h *hall) even(ctx context.Context, line *rules.Line) (bool, error) {
	found, err := h.bot.Think(ctx, bot.Task{Game: h.game.Rules.Name(), Moves: line.Moves(), Nodes: judgeNodes})
	if err != nil {
		return false, err
	}
	score := found.Lines[0].Score.Value
	return max(score, -score) <= h.Balance, nil
}
