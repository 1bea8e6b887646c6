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

	"github.com/prometheus/client_golang/prometheus"

	"kydai.dev/services/rating/internal/standing"
)

// Taker takes ended games in.
type Taker interface {
	// Take rates ended games and gives voided ones back, each once, all in one
	// transaction. It returns the changes.
	Take(ctx context.Context, games []standing.Game) ([]standing.Change, error)
}

// Store is everything that is kept; store.Store is it.
type Store interface {
	Taker
	Audited
	Records
	Listings
	Members
}

// Scorer rates games.
type Scorer struct {
	store    Store
	referee  Referee
	accounts Accounts
	boards   *Boards
	every    time.Duration // an audit
	asked    string        // the last guest asked about by it
	aside    prometheus.Gauge
	log      *slog.Logger
}

// New returns a scorer that audits so often.
func New(store Store, referee Referee, accounts Accounts, boards *Boards, every time.Duration, metrics prometheus.Registerer, log *slog.Logger) *Scorer {
	return &Scorer{store: store, referee: referee, accounts: accounts, boards: boards, every: every, aside: asideGauge(metrics), log: log}
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
	if err != nil {
		return err
	}
	if err := s.boards.Took(changes); err != nil { // they are read again from the store
		s.log.ErrorContext(ctx, "leaderboards don't take changes", "error", err)
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
