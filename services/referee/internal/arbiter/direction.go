package arbiter

import (
	"context"
	"time"

	"kydai.dev/pkg/rules"
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

// Give adjusts the clock of a tournament's game.
func (a *Arbiter) Give(ctx context.Context, id string, t game.GiveTime, arrival time.Time) (Stored, error) {
	return stored(a.decide(ctx, id, arrival, func(g *game.Game, at time.Time) ([]game.Event, error) {
		return g.Give(t, at)
	}))
}

// Decide ends a tournament's game as its director wants.
func (a *Arbiter) Decide(ctx context.Context, id string, winner rules.Winner, by game.Act, arrival time.Time) (Stored, error) {
	return stored(a.decide(ctx, id, arrival, func(g *game.Game, at time.Time) ([]game.Event, error) {
		return g.Decide(winner, by, at)
	}))
}
