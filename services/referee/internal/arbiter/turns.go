package arbiter

import (
	"context"
	"errors"
	"time"

	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/record"
)

const (
	// auditEvery is how often the referee looks for engines' turns that were not
	// answered in time; auditMost bounds one look, auditLimit how long it takes.
	auditEvery = 200 * time.Millisecond
	auditMost  = 200
	auditLimit = 5 * time.Second
	// allTurns lies behind every time at which a turn is due.
	allTurns = 100 * 365 * 24 * time.Hour
)

// Turns shows fn the games in which an engine has something to do, the longest
// waiting first.
func (a *Arbiter) Turns(ctx context.Context, limit int, fn func(*game.Game, game.Turn)) error {
	waiting, err := a.records.Turns(ctx, a.now().Add(allTurns), limit)
	if err != nil {
		return err
	}
	for _, w := range waiting {
		err := a.View(ctx, w.ID, game.Viewer{Service: true}, func(g *game.Game) error {
			if t, ok := g.Turn(); ok { // it may just have been answered
				fn(g, t)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Hint counts a hint for an account and shows fn the game that it is about.
func (a *Arbiter) Hint(ctx context.Context, id, account string, arrival time.Time, fn func(*game.Game)) (Stored, error) {
	return stored(a.decide(ctx, id, arrival, func(g *game.Game, at time.Time) ([]game.Event, error) {
		events, err := g.Hint(account, at)
		if err == nil {
			fn(g)
		}
		return events, err
	}))
}

// RunTurns issues engines' turns again that were not answered in time, until its
// context ends.
func (a *Arbiter) RunTurns(ctx context.Context) error {
	tick := time.NewTicker(auditEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := a.AuditTurns(ctx); err != nil && ctx.Err() == nil {
				a.logger.WarnContext(ctx, "engines' turns not looked through", "error", err)
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// AuditTurns holds what engines should have done against what they did. The turns of
// one look are written together.
func (a *Arbiter) AuditTurns(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, auditLimit)
	defer cancel()
	late, err := a.records.Turns(ctx, a.now(), auditMost)
	if err != nil || len(late) == 0 {
		return err
	}
	var again []record.Reissue
	for _, t := range late {
		r := record.Reissue{Turn: t}
		err := a.View(ctx, t.ID, game.Viewer{Service: true}, func(g *game.Game) error { return a.reissue(g, &r) })
		if errors.Is(err, errAnswered) {
			continue
		}
		if err != nil {
			return err
		}
		again = append(again, r)
	}
	if len(again) == 0 {
		return nil
	}
	a.logger.DebugContext(ctx, "engines' turns issued again", "turns", len(again))
	return a.log.Reissue(ctx, again...)
}

// errAnswered says that an engine has nothing to do any more.
var errAnswered = errors.New("the turn has been answered")

func (a *Arbiter) reissue(g *game.Game, r *record.Reissue) error {
	message, turn, err := a.codec.Turn(g)
	if err != nil {
		return err
	}
	if message == nil {
		return errAnswered
	}
	r.Message, r.Next = message, g.TurnDue(turn, a.now())
	return nil
}
