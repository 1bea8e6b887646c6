package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/study/internal/analysis"
)

// ErrLost says that an analysis is not a worker's any more: it was cancelled, or
// the worker was silent for so long that another one has it.
var ErrLost = errors.New("the analysis is not this worker's any more")

const (
	// glance is how often search is asked whether others still wait.
	glance = 50 * time.Millisecond
	// anew is when an analysis is tried again that something was away for.
	anew = 2 * time.Second
	// partingLimit is how long giving an analysis back may take.
	partingLimit = 2 * time.Second
	// remembered is how long it counts that an analysis was begun.
	remembered = 24 * time.Hour
	// sweepEvery is how often what no longer counts is forgotten.
	sweepEvery = 10 * time.Minute
)

// Run does what is asked for until its context ends.
func (d *Desk) Run(ctx context.Context) error {
	var group errgroup.Group
	for i := range d.cfg.Jobs {
		group.Go(func() error { d.work(ctx, fmt.Sprintf("%s/%d", d.cfg.Replica, i)); return nil })
	}
	group.Go(func() error { d.sweep(ctx); return nil })
	return group.Wait()
}

func (d *Desk) sweep(ctx context.Context) {
	for ctx.Err() == nil {
		if err := d.store.Sweep(ctx, d.now().Add(-remembered)); err != nil && ctx.Err() == nil {
			d.log.WarnContext(ctx, "forget what no longer counts", "error", err)
		}
		wait(ctx, sweepEvery)
	}
}

// wait returns after a time, or when the context ends.
func wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// work does one analysis after the other.
func (d *Desk) work(ctx context.Context, worker string) {
	pause := time.NewTicker(d.cfg.Pause)
	defer pause.Stop()
	for ctx.Err() == nil {
		if d.next(ctx, worker) {
			continue
		}
		select {
		case <-pause.C:
		case <-d.woken:
		case <-ctx.Done():
		}
	}
}

// next does the next analysis, if there is one.
func (d *Desk) next(ctx context.Context, worker string) (found bool) {
	now := d.now()
	a, found, err := d.store.Claim(ctx, worker, now, now.Add(d.cfg.Lease))
	if err != nil {
		if ctx.Err() == nil {
			d.log.WarnContext(ctx, "look for analyses to do", "error", err)
		}
		return false
	}
	if !found {
		return false
	}
	if now.Sub(a.Created) > d.cfg.GiveUp {
		err = d.store.Fail(ctx, a.ID, worker, analysis.FailedLate, now)
	} else {
		err = d.do(ctx, worker, a)
	}
	d.part(ctx, worker, a, err)
	return true
}

// do looks at what is left of an analysis, and keeps it meanwhile.
func (d *Desk) do(ctx context.Context, worker string, a analysis.Analysis) error {
	ctx, stop := context.WithCancelCause(ctx)
	var keeping errgroup.Group
	keeping.Go(func() error { d.keep(ctx, worker, a.ID, stop); return nil })
	err := d.lookOn(ctx, worker, a)
	if errors.Is(context.Cause(ctx), ErrLost) {
		err = ErrLost
	}
	stop(nil)
	_ = keeping.Wait() // it has no error
	return err
}

// keep says every now and then that the worker lives, and stops it where that is
// of no use any more.
func (d *Desk) keep(ctx context.Context, worker, id string, stop context.CancelCauseFunc) {
	for {
		wait(ctx, d.cfg.Lease/3)
		if ctx.Err() != nil {
			return
		}
		err := d.store.Extend(ctx, id, worker, d.now().Add(d.cfg.Lease))
		if errors.Is(err, ErrLost) {
			stop(ErrLost)
		} else if err != nil && ctx.Err() == nil {
			d.log.WarnContext(ctx, "keep an analysis", "analysis_id", id, "error", err)
		}
	}
}

func (d *Desk) lookOn(ctx context.Context, worker string, a analysis.Analysis) error {
	for a.Looked < a.Positions {
		found, err := d.look(ctx, a)
		if err != nil {
			return err
		}
		if a, err = d.store.Note(ctx, a, worker, found); err != nil {
			return err
		}
	}
	return nil
}

// look looks at the next positions, some at a time.
func (d *Desk) look(ctx context.Context, a analysis.Analysis) ([]analysis.Found, error) {
	found := make([]analysis.Found, min(d.cfg.Parallel, a.Positions-a.Looked))
	group, ctx := errgroup.WithContext(ctx)
	for i := range found {
		group.Go(func() (err error) {
			found[i].Lines, err = d.ask(ctx, a, a.Looked+i)
			return err
		})
	}
	err := group.Wait()
	now := d.now()
	for i := range found {
		found[i].At = now
	}
	return found, err
}

// ask asks search about the position after some plies, with all that led to it,
// so that repetitions count.
func (d *Desk) ask(ctx context.Context, a analysis.Analysis, plies int) ([]analysis.Line, error) {
	if err := d.seats.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer d.seats.Release(1)
	if err := d.yield(ctx); err != nil {
		return nil, err
	}
	begun := time.Now()
	lines, err := d.Search.Look(ctx, Question{
		Game: a.Subject.Game.Name(), Start: a.Subject.Start, Moves: a.Subject.Moves[:plies], Budget: a.Budget,
	})
	if err == nil {
		d.counts.looked(time.Since(begun))
	}
	return lines, err
}

// yield lets engines' turns and hints go first at search, but not for ever.
func (d *Desk) yield(ctx context.Context) error {
	for limit := time.Now().Add(d.cfg.Patience); time.Now().Before(limit); {
		busy, err := d.Search.Busy(ctx)
		if err != nil || !busy {
			return err
		}
		d.counts.yielded()
		wait(ctx, glance)
	}
	return ctx.Err()
}

// part says what becomes of an analysis that a worker has left off.
func (d *Desk) part(ctx context.Context, worker string, a analysis.Analysis, err error) {
	stopping := ctx.Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), partingLimit)
	defer cancel()
	var refused *errs.Error
	switch {
	case err == nil:
		d.counts.done()
		return
	case errors.Is(err, ErrLost):
		return
	case stopping:
		err = d.store.Release(ctx, a.ID, worker, d.now())
	case errors.As(err, &refused) && final(refused):
		d.log.ErrorContext(ctx, "search refuses a position", "analysis_id", a.ID, "error", err)
		err = d.store.Fail(ctx, a.ID, worker, analysis.FailedSearch, d.now())
	default:
		d.log.WarnContext(ctx, "an analysis waits", "analysis_id", a.ID, "error", err)
		err = d.store.Release(ctx, a.ID, worker, d.now().Add(anew))
	}
	if err != nil && !errors.Is(err, ErrLost) {
		d.log.WarnContext(ctx, "leave an analysis", "analysis_id", a.ID, "error", err) // its lease ends by itself
	}
}

// final says that asking again would be answered the same.
func final(e *errs.Error) bool {
	return e.Kind == errs.Invalid || e.Kind == errs.State || e.Kind == errs.NotFound
}
