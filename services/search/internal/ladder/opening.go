package ladder

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/bot"
)

// judgeNodes is what the engine looks at to judge an opening.
const judgeNodes = 10_000

// open makes n different beginnings: random moves after which the engine finds
// neither side much better. The same seed makes the same ones.
func (h *hall) open(ctx context.Context, n int) error {
	const tries = 1000 // for each
	random := rand.New(rand.NewPCG(h.Seed, 0))
	seen := map[string]bool{}
	for try := 0; len(h.openings) < n; try++ {
		if try == tries*n {
			return fmt.Errorf("there are only %d openings of %d plies within the balance, %d are needed", len(h.openings), h.Plies, n)
		}
		line := rules.NewLine(h.game.Rules, h.game.Rules.Start())
		for range h.Plies {
			if legal := line.Legal(); len(legal) > 0 {
				if _, err := line.Play(legal[random.IntN(len(legal))]); err != nil {
					return fmt.Errorf("opening: %w", err)
				}
			}
		}
		if line.Verdict().Over() || seen[line.Position().String()] {
			continue
		}
		seen[line.Position().String()] = true
		even, err := h.even(ctx, line)
		if err != nil {
			return fmt.Errorf("judge an opening: %w", err)
		}
		if even {
			h.openings = append(h.openings, slices.Clone(line.Moves()))
		}
	}
	return nil
}

func (h *hall) even(ctx context.Context, line *rules.Line) (bool, error) {
	found, err := h.bot.Think(ctx, bot.Task{Game: h.game.Rules.Name(), Moves: line.Moves(), Nodes: judgeNodes})
	if err != nil {
		return false, err
	}
	score := found.Lines[0].Score.Value
	return max(score, -score) <= h.Balance, nil
}
