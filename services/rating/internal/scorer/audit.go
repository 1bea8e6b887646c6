package scorer

import (
	"context"
	"time"

	"kydai.dev/services/rating/internal/standing"
)

// Referee tells of all games that have ended, in the order of their ends.
type Referee interface {
	// Ended returns the games after a cursor, and the cursor behind them; those
	// that can change no rating are left out.
	Ended(ctx context.Context, after string, limit int) (Ended, error)
}

// Ended is a page of the games that have ended.
type Ended struct {
	Games  []standing.Game
	Cursor string
	// More says that there may be another page.
	More bool
}

// Audited is what the audit keeps.
type Audited interface {
	// Missing returns those of the games that Take would do something about.
	Missing(ctx context.Context, games []standing.Game) ([]standing.Game, error)
	// Cursor is how far the audit has come, and SetCursor moves it on.
	Cursor(ctx context.Context) (string, error)
	SetCursor(ctx context.Context, cursor string) error
	Shelf
}

const (
	// auditPage and auditPages bound a round, so that a long history is walked
	// slowly.
	auditPage  = 200
	auditPages = 50
)

// Run audits until its context ends.
func (s *Scorer) Run(ctx context.Context) error {
	tick := time.NewTicker(s.every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
		if err := s.Audit(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "audit broke off", "error", err)
		}
	}
}

// Audit finds what nobody told of: games that have ended since the last one, those
// that were set aside and are due, guests who have linked an account.
func (s *Scorer) Audit(ctx context.Context) error {
	if err := s.retry(ctx); err != nil {
		return err
	}
	if err := s.auditGames(ctx); err != nil {
		return err
	}
	return s.askForLinks(ctx)
}

// auditGames walks the games that have ended and takes in those of which no event
// came.
func (s *Scorer) auditGames(ctx context.Context) error {
	cursor, err := s.store.Cursor(ctx)
	if err != nil {
		return err
	}
	for range auditPages {
		page, err := s.referee.Ended(ctx, cursor, auditPage)
		if err != nil {
			return err
		}
		if err := s.repair(ctx, mattering(page.Games)); err != nil {
			return err
		}
		cursor = page.Cursor
		if err := s.store.SetCursor(ctx, cursor); err != nil {
			return err
		}
		if !page.More {
			return nil
		}
	}
	return nil
}

// repair takes in what is missing: all at once, or one by one where a game is in
// the way of the others, which is then set aside.
func (s *Scorer) repair(ctx context.Context, games []standing.Game) error {
	if s.takeMissing(ctx, games) == nil {
		return nil
	}
	for _, g := range games {
		if err := s.takeMissing(ctx, []standing.Game{g}); err != nil {
			if err := s.setAside(ctx, Aside{Game: g}, err); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Scorer) takeMissing(ctx context.Context, games []standing.Game) error {
	if len(games) == 0 {
		return nil
	}
	missing, err := s.store.Missing(ctx, games)
	if err != nil || len(missing) == 0 {
		return err
	}
	s.log.WarnContext(ctx, "no event came of games that ended, rating them now", "games", len(missing), "first", missing[0].ID)
	return s.take(ctx, missing)
}
