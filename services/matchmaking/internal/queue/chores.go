package queue

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/services/matchmaking/internal/ticket"
)

// Matches are pairs on the way to their games.
type Matches interface {
	// Begun notes the games of matches; a match without a game is refused, and
	// its tickets are gone.
	Begun(ctx context.Context, matches []ticket.Match, now time.Time) error
	// Starting lists matches that have waited for their game since before a
	// time, those that have waited longest first.
	Starting(ctx context.Context, before time.Time, limit int) ([]ticket.Match, error)
	// PutOff puts matches behind the others that wait.
	PutOff(ctx context.Context, matches []ticket.Match, now time.Time) error
	// Lapse ends the waiting tickets whose owners were not seen since a time.
	Lapse(ctx context.Context, since, now time.Time) error
	// Forget deletes what is older than its time.
	Forget(ctx context.Context, old Old) error
}

// Old says from when on things are no longer needed.
type Old struct{ Tickets, Standings time.Time }

const (
	careEvery   = time.Second
	forgetEvery = time.Minute
	// startLimit is how long beginning a match may take: after it, nobody is at
	// it.
	startLimit = 3 * time.Second
	// helped bounds the matches of one round.
	helped = 100

	keepTickets   = 7 * 24 * time.Hour
	keepStandings = 90 * 24 * time.Hour
)

// Run pairs and looks after tickets until its context ends.
func (q *Queue) Run(ctx context.Context) error {
	var group errgroup.Group
	group.Go(func() error { q.every(ctx, pairEvery, "pair", q.Pair); return nil })
	group.Go(func() error {
		q.every(ctx, careEvery, "look after tickets", func(ctx context.Context) error {
			return errors.Join(q.Lapse(ctx), q.Mend(ctx))
		})
		return nil
	})
	group.Go(func() error { q.every(ctx, forgetEvery, "forget tickets", q.Forget); return nil })
	return group.Wait()
}

// every does something again and again; of failures that follow each other the
// first is told.
func (q *Queue) every(ctx context.Context, pause time.Duration, chore string, do func(context.Context) error) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	failed := false
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		err := do(ctx)
		if err != nil && !failed && ctx.Err() == nil {
			q.log.WarnContext(ctx, "a chore of quick play fails", "chore", chore, "error", err)
		}
		failed = err != nil
	}
}

// watch says since when it has been possible to be seen. A hall that was away
// has seen nobody, which must not end the tickets that it finds again.
type watch struct{ last, since time.Time }

// gap is a pause in which somebody may have tried in vain to be seen.
const gap = 4 * careEvery

func (w *watch) look(now time.Time) (since time.Time) {
	if now.Sub(w.last) > gap {
		w.since = now
	}
	w.last = now
	return w.since
}

// Lapse ends the tickets of those who are gone.
func (q *Queue) Lapse(ctx context.Context) error {
	now := q.now()
	if now.Sub(q.watch.look(now)) < q.cfg.Life {
		return nil
	}
	if err := q.store.Lapse(ctx, now.Add(-q.cfg.Life), now); err != nil {
		q.watch.last = time.Time{} // the store is away, for others too
		return err
	}
	return nil
}

// Mend begins the games of matches that were cut short.
func (q *Queue) Mend(ctx context.Context) error {
	matches, err := q.store.Starting(ctx, q.now().Add(-startLimit), helped)
	if err != nil || len(matches) == 0 {
		return err
	}
	if err := q.begin(ctx, matches); err != nil {
		return errors.Join(err, q.store.PutOff(ctx, matches, q.now()))
	}
	return nil
}

// Forget deletes what is old.
func (q *Queue) Forget(ctx context.Context) error {
	now := q.now()
	return q.store.Forget(ctx, Old{Tickets: now.Add(-keepTickets), Standings: now.Add(-keepStandings)})
}
