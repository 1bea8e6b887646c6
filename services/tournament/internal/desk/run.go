package desk

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/services/tournament/internal/tourney"
)

const (
	// keys are kept for a day (api.md, Idempotency-Key).
	keepKeys   = 24 * time.Hour
	sweepEvery = 10 * time.Minute
	countEvery = 15 * time.Second
	// steps bounds what a tournament does at once by itself: opens, starts, pairs.
	steps = 8
	// rested is how long a tournament is left alone that could not go on.
	rested = 5 * time.Second
)

// Run looks after tournaments until its context ends.
func (d *Desk) Run(ctx context.Context) error {
	var group errgroup.Group
	for _, loop := range []func(context.Context){d.runDue, d.runChores, d.runAudit, d.runSeries} {
		group.Go(func() error { loop(ctx); return nil })
	}
	group.Go(func() error { d.every(ctx, sweepEvery, "sweep", d.sweep); return nil })
	group.Go(func() error { d.every(ctx, countEvery, "count", d.count); return nil })
	_ = group.Wait()          // loops have no errors
	return d.pondering.Wait() // nor have those
}

// every does something again and again; of failures that follow each other the first
// is told.
func (d *Desk) every(ctx context.Context, pause time.Duration, what string, do func(context.Context) error) {
	failed := false
	for wait(ctx, pause) {
		err := do(ctx)
		if err != nil && !failed && ctx.Err() == nil {
			d.log.WarnContext(ctx, "looking after tournaments fails", "chore", what, "error", err)
		}
		failed = err != nil
	}
}

// wait waits, and reports whether the context goes on.
func wait(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (d *Desk) sweep(ctx context.Context) error { return d.store.Sweep(ctx, d.now().Add(-keepKeys)) }

// runDue lets tournaments go on that are due, some at a time.
func (d *Desk) runDue(ctx context.Context) {
	var group errgroup.Group
	group.SetLimit(max(d.cfg.Rounds, 1))
	d.every(ctx, d.cfg.Pause, "let tournaments go on", func(ctx context.Context) error {
		now := d.now()
		ids, err := d.store.Due(ctx, d.cfg.Replica, now, now.Add(d.cfg.Lease), max(d.cfg.Rounds, 1))
		for _, id := range ids {
			group.Go(func() error {
				d.goOn(ctx, id)
				return nil
			})
		}
		return err
	})
	_ = group.Wait() // nobody has an error
}

// goOn lets a tournament go on that is this worker's for a time, which is made longer
// while it ponders.
func (d *Desk) goOn(ctx context.Context, id string) {
	kept, stop := context.WithCancel(ctx)
	var keeping errgroup.Group
	keeping.Go(func() error { d.keep(kept, id); return nil })
	err := d.Tick(ctx, id)
	stop()
	_ = keeping.Wait() // has no error
	if err == nil || ctx.Err() != nil {
		return
	}
	d.log.WarnContext(ctx, "a tournament cannot go on", "tournament_id", id, "error", err)
	if err := d.store.Keep(ctx, id, d.cfg.Replica, d.now().Add(rested)); err != nil && ctx.Err() == nil {
		d.log.WarnContext(ctx, "leave a tournament", "tournament_id", id, "error", err) // its lease ends by itself
	}
}

// keep says every now and then that somebody is at a tournament.
func (d *Desk) keep(ctx context.Context, id string) {
	for wait(ctx, d.cfg.Lease/3) {
		if err := d.store.Keep(ctx, id, d.cfg.Replica, d.now().Add(d.cfg.Lease)); err != nil && ctx.Err() == nil {
			d.log.WarnContext(ctx, "keep a tournament", "tournament_id", id, "error", err)
		}
	}
}

// Tick lets a tournament do what is due.
func (d *Desk) Tick(ctx context.Context, id string) error {
	for range steps {
		t, err := d.load(ctx, id)
		if err != nil {
			return err
		}
		if due := t.Due(); due.IsZero() || due.After(d.now()) {
			return nil
		}
		if _, err := d.ponder(ctx, id, d.tick); err != nil {
			return err
		}
	}
	return nil
}

// tick lets a tournament decide by itself.
func (d *Desk) tick(t *tourney.Tournament) (tourney.Decision, error) { return t.Tick(d.now(), lot()) }

// lot is a number that nobody can guess.
func lot() uint64 {
	var lot [8]byte
	_, _ = rand.Read(lot[:]) // never fails
	return binary.LittleEndian.Uint64(lot[:])
}
