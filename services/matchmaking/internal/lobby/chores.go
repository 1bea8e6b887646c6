package lobby

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kydai.dev/services/matchmaking/internal/room"
)

// Backlog is what waits for somebody to look after it.
type Backlog interface {
	// Waiting lists rooms that have been in a state since before a time, those
	// that have waited longest first.
	Waiting(ctx context.Context, s room.State, before time.Time, limit int) ([]room.Room, error)
	// CloseLapsed closes the rooms that nobody has joined in time.
	CloseLapsed(ctx context.Context, now time.Time) error
	// Forget deletes what is older than its time.
	Forget(ctx context.Context, old Old) error
}

// Old says from when on things are no longer needed.
type Old struct{ Keys, Tries, Rooms, News time.Time }

const (
	mendEvery = time.Second
	tidyEvery = time.Minute
	// startLimit is how long a join may take: after it, nobody is at it.
	startLimit = 3 * time.Second
	// auditAfter is how long a room is believed to play before the referee is
	// asked: the news of its end may have been lost.
	auditAfter = time.Hour
	// helped bounds the rooms of one round.
	helped = 100

	keepKeys  = 24 * time.Hour // api.md, Idempotency-Key
	keepRooms = 7 * 24 * time.Hour
	keepNews  = 31 * 24 * time.Hour // longer than the game stream
)

// Run looks after the rooms until its context ends.
func (l *Lobby) Run(ctx context.Context) error {
	mend, tidy := time.NewTicker(mendEvery), time.NewTicker(tidyEvery)
	defer mend.Stop()
	defer tidy.Stop()
	for {
		var err error
		select {
		case <-mend.C:
			err = l.Mend(ctx)
		case <-tidy.C:
			err = errors.Join(l.Tidy(ctx), l.Audit(ctx))
		case <-ctx.Done():
			return nil
		}
		if err != nil && ctx.Err() == nil {
			l.log.WarnContext(ctx, "looking after rooms failed", "error", err)
		}
	}
}

// Mend begins the games of rooms whose joining was cut short.
func (l *Lobby) Mend(ctx context.Context) error {
	return l.help(ctx, room.Starting, startLimit, func(r room.Room) error {
		_, err := l.begin(ctx, r)
		if errors.Is(err, room.ErrUnplayable) {
			return nil // said already
		}
		return err
	})
}

// Audit asks the referee for the ends that nobody told us.
func (l *Lobby) Audit(ctx context.Context) error {
	return l.help(ctx, room.Playing, auditAfter, func(r room.Room) error {
		over, err := l.referee.Over(ctx, r.GameID)
		if err != nil {
			return fmt.Errorf("ask for the game of room %s: %w", r.ID, err)
		}
		_, err = l.store.Change(ctx, r.ID, func(r room.Room) (room.Room, error) {
			if over {
				return r.Ended(r.GameID, l.now()), nil
			}
			return r.LookedAfter(l.now()), nil
		})
		return err
	})
}

// help does something for rooms that have been in a state for a while. A room
// that can't be helped goes to the end of the queue.
func (l *Lobby) help(ctx context.Context, s room.State, since time.Duration, do func(room.Room) error) error {
	waiting, err := l.store.Waiting(ctx, s, l.now().Add(-since), helped)
	if err != nil {
		return err
	}
	var failed error
	for _, r := range waiting {
		err := do(r)
		if err == nil {
			continue
		}
		failed = errors.Join(failed, err, l.putOff(ctx, r))
		if errors.Is(err, ErrNotBegun) {
			break // the others would wait for the same referee
		}
	}
	return failed
}

// putOff lets a room wait again, unless somebody has helped it meanwhile.
func (l *Lobby) putOff(ctx context.Context, tried room.Room) error {
	_, err := l.store.Change(ctx, tried.ID, func(r room.Room) (room.Room, error) {
		if r.State != tried.State {
			return r, nil
		}
		return r.LookedAfter(l.now()), nil
	})
	return err
}

// Tidy closes rooms that nobody has joined and forgets what is old.
func (l *Lobby) Tidy(ctx context.Context) error {
	now := l.now()
	if err := l.store.CloseLapsed(ctx, now); err != nil {
		return err
	}
	return l.store.Forget(ctx, Old{
		Keys: now.Add(-keepKeys), Tries: now.Add(-l.limits.CodeWindow), Rooms: now.Add(-keepRooms), News: now.Add(-keepNews),
	})
}
