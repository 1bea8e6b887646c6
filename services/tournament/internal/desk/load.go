package desk

import (
	"context"
	"fmt"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/shortid"
	"kydai.dev/services/tournament/internal/tourney"
)

// ErrNoTournament is what those are told who name one that there is not.
var ErrNoTournament = errs.New(errs.NotFound, "NO_SUCH_TOURNAMENT", "there is no such tournament")

// loaded is how many events are read at a time.
const loaded = 5000

// load is a tournament as it stands now: what is remembered of it, and the events
// since. Nobody changes what it returns.
func (d *Desk) load(ctx context.Context, id string) (*tourney.Tournament, error) {
	if !shortid.Valid(id) {
		return nil, ErrNoTournament
	}
	t, _ := d.known.Get(id)
	for {
		after := 0
		if t != nil {
			after = t.Seq()
		}
		events, err := d.store.Log(ctx, id, after, loaded)
		if err != nil {
			return nil, err
		}
		if t == nil && len(events) == 0 {
			return nil, ErrNoTournament
		}
		if len(events) > 0 {
			if t, err = added(id, t, events); err != nil {
				return nil, err
			}
		}
		if len(events) < loaded {
			d.remember(t)
			return t, nil
		}
	}
}

// added is a tournament with some events more; nil begins with the first one.
func added(id string, t *tourney.Tournament, events []tourney.Event) (*tourney.Tournament, error) {
	if t == nil {
		t, err := tourney.Replay(id, events)
		if err != nil {
			return nil, fmt.Errorf("replay tournament %s: %w", id, err)
		}
		return t, nil
	}
	next := *t
	for _, e := range events {
		if e.Seq != next.Seq()+1 {
			return nil, fmt.Errorf("tournament %s: event %d after %d", id, e.Seq, next.Seq())
		}
		next.Apply(e)
	}
	return &next, nil
}

// remember keeps the latest that is known of a tournament.
func (d *Desk) remember(t *tourney.Tournament) {
	if old, ok := d.known.Peek(t.ID()); !ok || old.Seq() < t.Seq() {
		d.known.Add(t.ID(), t)
	}
}
