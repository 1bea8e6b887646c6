package scorer

import (
	"context"

	"kydai.dev/pkg/audit"
	"kydai.dev/services/rating/internal/standing"
)

// Referee tells of all games that have ended, in the order of their ends.
type Referee interface {
	// Ended returns the games after a cursor; those that can change no rating are
	// left out.
	Ended(ctx context.Context, after string, limit int) (audit.Page[standing.Game], error)
}

// Audited is what the audit keeps.
type Audited interface {
	// Missing returns those of the games that Take would do something about.
	Missing(ctx context.Context, games []standing.Game) ([]standing.Game, error)
	audit.Bookmark
	Shelf
}

// Run audits until its context ends.
func (s *Scorer) Run(ctx context.Context) error { return audit.Every(ctx, s.every, s.log, s.Audit) }

// Audit finds what nobody told of: games that have ended since the last one, those
// that were set aside and are due, guests who have linked an account.
func (s *Scorer) Audit(ctx context.Context) error {
	if err := s.retry(ctx); err != nil {
		return err
	}
	if err := audit.Walk(ctx, s.store, s.referee.Ended, s.repair); err != nil {
		return err
	}
	return s.askForLinks(ctx)
}

// repair takes in what is missing: all at once, or one by one where a game is in
// the way of the others, which is then set aside.
func (s *Scorer) repair(ctx context.Context, ended []standing.Game) error {
	games := mattering(ended)
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
