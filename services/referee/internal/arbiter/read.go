package arbiter

import (
	"context"

	"kydai.dev/pkg/shortid"
	"kydai.dev/services/referee/internal/game"
)

// View shows a game to fn as a viewer may see it, no older than any answer
// that was given. The game is fn's only while fn runs.
func (a *Arbiter) View(ctx context.Context, id string, v game.Viewer, fn func(*game.Game) error) error {
	return a.look(ctx, id, v, func(g *game.Game) error {
		seen, err := g.Past(g.VisibleSeq(v, a.now()))
		if err != nil {
			return err
		}
		return fn(seen)
	})
}

// VisibleSeq is how far a viewer may read a game's log now.
func (a *Arbiter) VisibleSeq(ctx context.Context, id string, v game.Viewer) (seq int, err error) {
	err = a.look(ctx, id, v, func(g *game.Game) error {
		seq = g.VisibleSeq(v, a.now())
		return nil
	})
	return seq, err
}

// look gives fn a game that is as new as its log, if the viewer may see it.
func (a *Arbiter) look(ctx context.Context, id string, v game.Viewer, fn func(*game.Game) error) error {
	if !shortid.Valid(id) {
		return game.ErrNoSuchGame
	}
	e := a.entry(id)
	if err := e.hold(ctx); err != nil {
		return err
	}
	defer e.release()
	fresh, err := a.load(ctx, id, e)
	if err == nil && !fresh {
		err = a.refresh(ctx, e)
	}
	if err != nil {
		return err
	}
	if err := e.game.MaySee(v); err != nil {
		return err
	}
	return fn(e.game)
}

// refresh catches up with what other replicas have appended.
func (a *Arbiter) refresh(ctx context.Context, e *entry) error {
	heads, err := a.records.Heads(ctx, []string{e.game.ID()})
	if err != nil || heads[e.game.ID()] <= e.game.Seq() {
		return err
	}
	_, err = a.catchUp(ctx, e)
	return err
}
