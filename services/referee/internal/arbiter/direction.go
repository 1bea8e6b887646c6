package arbiter

import (
	"context"
	"time"

	"kydai.dev/services/referee/internal/game"
)

// Pause stops the clocks of a tournament's game.
func (a *Arbiter) Pause(ctx context.Context, id string, by game.Act, arrival time.Time) (Stored, error) {
	return stored(a.decide(ctx, id, arrival, func(g *game.Game, at time.Time) ([]game.Event, error) {
		return g.Pause(by, at)
	}))
}

// Resume lets the clocks of a tournament's game go on.
func (a *Arbiter) Resume(ctx context.Context, id string, by game.Act, arrival time.Time) (Stored, error) {
	return stored(a.decide(ctx, id, arrival, func(g *game.Game, at time.Time) ([]game.Event, error) {
		return g.Resume(by, at)
	}))
}
