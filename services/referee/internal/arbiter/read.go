package arbiter

import (
	"context"
	"time"

	"kydai.dev/services/referee/internal/game"
)

// View shows a game to fn as a viewer may see it, no older than any answer
// that was given. The game is fn's only while fn runs.
func (a *Arbiter) View(ctx context.Context, id string, v game.Viewer, fn func(*game.Game) error) error {
	e := a.entry(id)
	if err := e.hold(ctx); err != nil {
		return err
	}
	defer e.release()
	fresh, err := a.load(ctx, id, e)
	if err != nil {
		return err
	}
	if !fresh {
		if err := a.refresh(ctx, e); err != nil {
			return err
		}
	}
	if err := e.game.MaySee(v); err != nil {
		return err
	}
	if delay := e.game.Delay(v); delay > 0 {
		return a.viewLate(ctx, id, a.now().Add(-delay), fn)
	}
	return fn(e.game)
}

// refresh catches up with what other replicas have appended.
func (a *Arbiter) refresh(ctx context.Context, e *entry) error {
	heads, err := a.records.Heads(ctx, []string{e.game.ID()})
	if err != nil || heads[e.game.ID()] <= e.game.Seq() {
		return err
	}
	if err := a.catchUp(ctx, e.game); err != nil {
		e.game = nil
		return err
	}
	return nil
}

// viewLate shows a game as it was at a time. A game that had not begun then
// does not exist yet.
func (a *Arbiter) viewLate(ctx context.Context, id string, at time.Time, fn func(*game.Game) error) error {
	data, err := a.records.Log(ctx, id, 0)
	if err != nil {
		return err
	}
	g := game.New(id)
	if err := a.codec.ReplayUntil(g, data, at); err != nil {
		return err
	}
	if g.Seq() == 0 {
		return game.ErrNoSuchGame
	}
	return fn(g)
}

// Sight is how far a viewer may read a game's log.
type Sight struct {
	// Head is the seq of the last event; Until is the last moment that the
	// viewer may know of, zero for no limit.
	Head  int
	Until time.Time
}

// Sight says how far a viewer may read a game's log now.
func (a *Arbiter) Sight(ctx context.Context, id string, v game.Viewer) (Sight, error) {
	var s Sight
	e := a.entry(id)
	if err := e.hold(ctx); err != nil {
		return s, err
	}
	defer e.release()
	if _, err := a.load(ctx, id, e); err != nil {
		return s, err
	}
	if err := e.game.MaySee(v); err != nil {
		return s, err
	}
	if err := a.refresh(ctx, e); err != nil {
		return s, err
	}
	s.Head = e.game.Seq()
	if delay := e.game.Delay(v); delay > 0 {
		s.Until = a.now().Add(-delay)
	}
	return s, nil
}
