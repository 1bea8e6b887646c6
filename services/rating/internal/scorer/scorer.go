// Package scorer is what rating does: it takes ended games in, each once, keeps
// the leaderboards up to date, and answers who stands where. What is missing it
// finds out from the referee.
package scorer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"kydai.dev/services/rating/internal/standing"
)

// Taker takes ended games in.
type Taker interface {
	// Take rates ended games and gives voided ones back, each once, all in one
	// transaction. It returns the changes.
	Take(ctx context.Context, games []standing.Game) ([]standing.Change, error)
	// Missing returns those of the games that Take would do something about.
	Missing(ctx context.Context, games []standing.Game) ([]standing.Game, error)
	// Cursor is how far the audit has come, and SetCursor moves it on.
	Cursor(ctx context.Context) (string, error)
	SetCursor(ctx context.Context, cursor string) error
}

// Store is everything that is kept; store.Store is it.
type Store interface {
	Taker
	Records
	Listings
}

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

// Scorer rates games.
type Scorer struct {
	store   Store
	referee Referee
	boards  *Boards
	every   time.Duration // an audit
	log     *slog.Logger
}

// New returns a scorer that audits so often.
func New(store Store, referee Referee, boards *Boards, every time.Duration, log *slog.Logger) *Scorer {
	return &Scorer{store: store, referee: referee, boards: boards, every: every, log: log}
}

// Take takes ended games in: all in one transaction, or one by one where one of
// them is in the way of the others. Those that change nothing are passed over.
func (s *Scorer) Take(ctx context.Context, games []standing.Game) error {
	games = mattering(games)
	if len(games) == 0 {
		return nil
	}
	err := s.take(ctx, games)
	if err == nil || len(games) == 1 {
		return err
	}
	err = nil
	for _, g := range games {
		if one := s.take(ctx, []standing.Game{g}); one != nil {
			err = errors.Join(err, fmt.Errorf("rate game %s: %w", g.ID, one))
		}
	}
	return err
}

func (s *Scorer) take(ctx context.Context, games []standing.Game) error {
	changes, err := s.store.Take(ctx, games)
	if err != nil || len(changes) == 0 {
		return err
	}
	if err := s.boards.Follow(ctx); err != nil { // the loop does it soon
		s.log.WarnContext(ctx, "leaderboards lag behind", "error", err)
	}
	return nil
}

func mattering(games []standing.Game) []standing.Game {
	var kept []standing.Game
	for _, g := range games {
		if g.Matters() {
			kept = append(kept, g)
		}
	}
	return kept
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

// Audit walks the games that have ended since the last one and takes in those
// of which no event came.
func (s *Scorer) Audit(ctx context.Context) error {
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

func (s *Scorer) repair(ctx context.Context, games []standing.Game) error {
	if len(games) == 0 {
		return nil
	}
	missing, err := s.store.Missing(ctx, games)
	if err != nil || len(missing) == 0 {
		return err
	}
	s.log.WarnContext(ctx, "no event came of games that ended, rating them now", "games", len(missing), "first", missing[0].ID)
	return s.Take(ctx, missing)
}
