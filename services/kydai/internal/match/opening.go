package match

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"kydai.dev/pkg/rules"
)

// openings makes different beginnings of games: random moves after which our own
// engine finds neither side better by more than the balance. The same seed makes
// the same openings.
func openings(ctx context.Context, c *Config, judge *engine, n int) (list [][]string, err error) {
	const tries = 1000 // for each
	random := rand.New(rand.NewPCG(c.Seed, 0))
	seen := map[string]bool{}
	for try := 0; len(list) < n; try++ {
		if try == tries*n {
			return nil, fmt.Errorf("there are only %d openings of %d plies within the balance, %d are needed", len(list), c.Plies, n)
		}
		line := rules.NewLine(c.Game, c.Game.Start())
		for range c.Plies {
			if legal := line.Legal(); len(legal) > 0 {
				if _, err := line.Play(legal[random.IntN(len(legal))]); err != nil {
					return nil, fmt.Errorf("opening: %w", err)
				}
			}
		}
		if line.Verdict().Over() || seen[line.Position().String()] {
			continue
		}
		seen[line.Position().String()] = true
		_, s, err := judge.move(ctx, line, fmt.Sprintf("nodes %d", c.JudgeNodes))
		if err != nil {
			return nil, fmt.Errorf("judge an opening: %w", err)
		}
		if s.known && max(s.value, -s.value) <= c.Balance {
			list = append(list, slices.Clone(line.Moves()))
		}
	}
	return list, nil
}
