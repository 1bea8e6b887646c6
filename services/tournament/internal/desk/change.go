package desk

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// ErrBusy is what a command is told that others were quicker than, again and again.
var ErrBusy = errs.New(errs.Unavailable, "TOURNAMENT_BUSY", "too much happens in the tournament at this moment").After(time.Second)

const (
	// tries is how often a command is decided anew because others were first.
	tries = 20
	// politeTries is how often that which takes long lets others go first.
	politeTries = 3
	// ponderLimit is how long a round may be pondered over.
	ponderLimit = 30 * time.Minute
)

// decide is what a command makes of a tournament.
type decide func(t *tourney.Tournament) (tourney.Decision, error)

// change decides on a tournament and stores that, again where others were first, and
// returns the tournament as it is then.
func (d *Desk) change(ctx context.Context, id string, decide decide) (*tourney.Tournament, error) {
	return d.settle(ctx, id, "", decide)
}

// settle is a change that is also the outcome of a chore, if there is one.
func (d *Desk) settle(ctx context.Context, id, chore string, decide decide) (*tourney.Tournament, error) {
	done, err := d.turns.take(ctx, id)
	if err != nil {
		return nil, err
	}
	defer done()
	for range tries {
		t, err := d.load(ctx, id)
		if err != nil {
			return nil, err
		}
		next, err := d.attempt(ctx, t, chore, decide)
		if !errors.Is(err, record.ErrStale) {
			return next, err
		}
	}
	return nil, ErrBusy
}

// attempt decides on a tournament and stores that.
func (d *Desk) attempt(ctx context.Context, t *tourney.Tournament, chore string, decide decide) (*tourney.Tournament, error) {
	decision, err := safely(t, decide)
	if err != nil || empty(decision) {
		return t, err
	}
	return d.add(ctx, t, chore, decision)
}

// add stores what was decided on a tournament.
func (d *Desk) add(ctx context.Context, t *tourney.Tournament, chore string, decision tourney.Decision) (*tourney.Tournament, error) {
	next, err := added(t.ID(), t, decision.Events)
	if err != nil {
		return nil, err
	}
	a, err := record.Decided(next, decision)
	if err != nil {
		return nil, fmt.Errorf("sum tournament %s up: %w", t.ID(), err)
	}
	a.Done, a.Time = chore, d.now()
	if err := d.store.Append(ctx, a); err != nil {
		return nil, err // the log tells what came of it
	}
	d.remember(next)
	if len(a.Chores) > 0 || !a.Due.IsZero() && !a.Due.After(d.now()) {
		d.wake()
	}
	return next, nil
}

// ponder is a change that may take long: a pairing of thousands takes minutes. Others
// go on meanwhile. Who has asked may go, too: what was begun is stored when it is done.
func (d *Desk) ponder(ctx context.Context, id string, decide decide) (*tourney.Tournament, error) {
	type outcome struct {
		t   *tourney.Tournament
		err error
	}
	found := make(chan outcome, 1)
	d.pondering.Go(func() error {
		t, err := d.pondered(ctx, id, decide)
		found <- outcome{t, err}
		return nil
	})
	select {
	case o := <-found:
		return o.t, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// pondered waits until nobody else ponders over the tournament. Whoever has gone by
// then wants nothing any more.
func (d *Desk) pondered(ctx context.Context, id string, decide decide) (*tourney.Tournament, error) {
	done, err := d.thoughts.take(ctx, id)
	if err != nil {
		return nil, err
	}
	defer done()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), ponderLimit)
	defer cancel()
	timed := func(t *tourney.Tournament) (tourney.Decision, error) {
		begun := time.Now()
		decision, err := decide(t)
		if paired(decision) {
			d.metrics.paired(time.Since(begun))
		}
		return decision, err
	}
	for range politeTries {
		t, err := d.politely(ctx, id, timed)
		if !errors.Is(err, record.ErrStale) {
			return t, err
		}
	}
	return d.change(ctx, id, timed) // the others of this process wait
}

// politely decides while others go on, and takes its turn to store alone.
func (d *Desk) politely(ctx context.Context, id string, decide decide) (*tourney.Tournament, error) {
	t, err := d.load(ctx, id)
	if err != nil {
		return nil, err
	}
	decision, err := safely(t, decide)
	if err != nil || empty(decision) {
		return t, err
	}
	done, err := d.turns.take(ctx, id)
	if err != nil {
		return nil, err
	}
	defer done()
	return d.add(ctx, t, "", decision)
}

// safely decides. A tournament in which that panics must not take the others with it,
// which would happen again and again where nobody but the runner waits.
func safely(t *tourney.Tournament, decide decide) (decision tourney.Decision, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("tournament %s: panic after event %d: %v\n%s", t.ID(), t.Seq(), r, debug.Stack())
		}
	}()
	return decide(t)
}

// empty reports whether all is so already.
func empty(d tourney.Decision) bool { return len(d.Events) == 0 && len(d.Chores) == 0 }

func paired(d tourney.Decision) bool {
	for _, e := range d.Events {
		if _, ok := e.Kind.(tourney.Paired); ok {
			return true
		}
	}
	return false
}
