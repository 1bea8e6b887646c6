package desk

import (
	"context"
	"errors"
	"time"

	"kydai.dev/services/tournament/internal/tourney"
)

// Enter notes how games ended, whoever tells it and however often. Games of
// tournaments that there are not are nobody's.
func (d *Desk) Enter(ctx context.Context, games []Game) error {
	for _, g := range games {
		if !g.Over {
			continue
		}
		_, err := d.change(ctx, g.Tournament, func(t *tourney.Tournament) (tourney.Decision, error) {
			return t.EnterResult(g.End, d.now())
		})
		if err != nil && !errors.Is(err, ErrNoTournament) {
			return err
		}
	}
	return nil
}

// runAudit asks for what nobody has told, more often while nothing can be heard.
func (d *Desk) runAudit(ctx context.Context) {
	var last time.Time
	d.every(ctx, min(d.cfg.Deaf, d.cfg.Audit), "audit", func(ctx context.Context) error {
		if d.Bus.Connected() && time.Since(last) < d.cfg.Audit {
			return nil
		}
		last = time.Now()
		return d.Audit(ctx)
	})
}

// audited is how many tournaments are looked at in one go.
const audited = 100

// Audit asks the referee for the games under way of all tournaments, enters those that
// have ended, and forfeits those to which the second side has not come.
func (d *Desk) Audit(ctx context.Context) error {
	var failed error
	after := ""
	for {
		ids, err := d.store.Running(ctx, after, audited)
		if err != nil {
			return err
		}
		for _, id := range ids {
			failed = errors.Join(failed, d.auditOne(ctx, id))
		}
		if len(ids) < audited || ctx.Err() != nil {
			return failed
		}
		after = ids[len(ids)-1]
	}
}

func (d *Desk) auditOne(ctx context.Context, id string) error {
	t, err := d.load(ctx, id)
	if err != nil {
		return err
	}
	open := t.OpenGames()
	if len(open) == 0 {
		return nil
	}
	games, err := d.look(ctx, open)
	if err != nil {
		return err
	}
	for _, g := range games {
		if g.Over || d.now().Sub(g.Moved) < t.Settings().NoShow {
			continue
		}
		_, err := d.change(ctx, id, func(t *tourney.Tournament) (tourney.Decision, error) { return t.NoShow(g.End, d.now()) })
		if err != nil {
			return err
		}
	}
	return d.Enter(ctx, games)
}
