package match

import (
	"context"
	"fmt"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search"
)

// openings makes different openings in which our own engine finds neither side
// better by more than the balance.
func openings(ctx context.Context, c *Config, judge *engine, n int) ([][]string, error) {
	budget := fmt.Sprintf("nodes %d", c.JudgeNodes)
	return search.Openings(c.Game, c.Plies, n, c.Seed, func(line *rules.Line) (bool, error) {
		_, s, err := judge.move(ctx, line, budget)
		return s.known && max(s.value, -s.value) <= c.Balance, err
	})
}
