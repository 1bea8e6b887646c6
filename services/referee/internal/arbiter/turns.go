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
	// answered in time; auditMost bounds one look, auditLimit how long it takes, and
	// queueLimit how long the queue may take to tell what is in it.
	auditEvery = 200 * time.Millisecond
	auditMost  = 200
	auditLimit = 5 * time.Second
	queueLimit = time.Second
)

// Queue is where engines' turns wait for a worker; events.Queue is it.
type Queue interface {
	// Standing is up to which event of each game its turn was told; games that have
	// none in the queue are left out.
	Standing(ctx context.Context, games ...string) (map[string]int, error)
}

// Turns shows fn the games in which an engine has something to do, the most urgent
// first.
func (a *Arbiter) Turns(ctx context.Context, limit int, fn func(*game.Game, game.Turn)) error {
	waiting, err := a.records.Turns(ctx, limit)
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

// RunTurns issues engines' turns again that were not answered in time and are not in
// the queue any more, until its context ends.
func (a *Arbiter) RunTurns(ctx context.Context, q Queue) error {
	tick := time.NewTicker(auditEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := a.AuditTurns(ctx, q); err != nil && ctx.Err() == nil {
				a.logger.WarnContext(ctx, "engines' turns not looked through", "error", err)
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// AuditTurns holds what engines should have done against what they did. The turns of
// one look are written together.
func (a *Arbiter) AuditTurns(ctx context.Context, q Queue) error {
	ctx, cancel := context.WithTimeout(ctx, auditLimit)
	defer cancel()
	late, err := a.records.LateTurns(ctx, a.now(), auditMost)
	if err != nil || len(late) == 0 {
		return err
	}
	var due []record.Reissue
	for _, t := range late {
		r := record.Reissue{Turn: t}
		err := a.View(ctx, t.ID, game.Viewer{Service: true}, func(g *game.Game) error { return a.reissue(g, &r) })
		if errors.Is(err, errAnswered) {
			continue
		}
		if err != nil {
			return err
		}
		due = append(due, r)
	}
	if len(due) == 0 {
		return nil
	}
	again := a.keepStanding(ctx, q, due)
	a.logger.DebugContext(ctx, "engines' turns looked at", "due", len(due), "issued_again", again)
	return a.log.Reissue(ctx, due...)
}

// keepStanding takes the messages out of those turns that are in the queue as they
// should be: issued again they would be the last in it, and who waits for long would
// wait for ever. It returns how many are left. Where the queue can't be asked, all are.
func (a *Arbiter) keepStanding(ctx context.Context, q Queue, due []record.Reissue) (again int) {
	ctx, cancel := context.WithTimeout(ctx, queueLimit)
	defer cancel()
	ids := make([]string, len(due))
	for i, r := range due {
		ids[i] = r.ID
	}
	standing, err := q.Standing(ctx, ids...)
	if err != nil {
		a.logger.DebugContext(ctx, "the queue of engines' turns can't be asked", "error", err)
		return len(due)
	}
	for i, r := range due {
		if standing[r.ID] >= r.Seq { // or another replica has told the next one
			due[i].Message = nil
			continue
		}
		again++
	}
	return again
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
	r.Seq, r.Message, r.Next = g.Seq(), message, g.TurnDue(turn, a.now())
	return nil
}
