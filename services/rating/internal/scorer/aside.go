package scorer

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"kydai.dev/services/rating/internal/standing"
)

// Aside is a game that could not be rated, and how often that was tried.
type Aside struct {
	Game  standing.Game
	Tries int
}

// Shelf keeps the games that were set aside, so that the audit can go on and
// none is lost.
type Shelf interface {
	// SetAside keeps a game until it is due, in the place of what was kept of it.
	SetAside(ctx context.Context, a Aside, due time.Time) error
	// Due returns some of the games that are due, the longest waiting first.
	Due(ctx context.Context, now time.Time, limit int) ([]Aside, error)
	// Settled forgets a game.
	Settled(ctx context.Context, game string) error
	// CountAside says how many games are set aside.
	CountAside(ctx context.Context) (int, error)
}

const (
	// retries is how many games are tried again in a round.
	retries = 100
	// longestPause is the one between late tries.
	longestPause = 6 * time.Hour
)

func asideGauge(into prometheus.Registerer) prometheus.Gauge {
	return promauto.With(into).NewGauge(prometheus.GaugeOpts{
		Name: "kydai_rating_games_aside", Help: "Ended games that could not be rated yet and are tried again.",
	})
}

// setAside keeps a game that could not be rated, the longer the more often it was
// tried. Where that is not possible either, it is not the game's fault.
func (s *Scorer) setAside(ctx context.Context, a Aside, cause error) error {
	pause := min(s.every<<min(a.Tries, 10), longestPause)
	a.Tries++
	if err := s.store.SetAside(ctx, a, time.Now().Add(pause)); err != nil {
		return fmt.Errorf("set game %s aside: %w", a.Game.ID, err)
	}
	s.log.ErrorContext(ctx, "a game can't be rated, it is tried again later", "game_id", a.Game.ID, "tries", a.Tries, "pause", pause, "error", cause)
	return nil
}

// retry takes in the games that were set aside and are due.
func (s *Scorer) retry(ctx context.Context) error {
	due, err := s.store.Due(ctx, time.Now(), retries)
	if err != nil {
		return err
	}
	for _, a := range due {
		if err := s.again(ctx, a); err != nil {
			return err
		}
	}
	n, err := s.store.CountAside(ctx)
	s.aside.Set(float64(n))
	return err
}

// again tries a game that was set aside.
func (s *Scorer) again(ctx context.Context, a Aside) error {
	if err := s.takeMissing(ctx, []standing.Game{a.Game}); err != nil {
		return s.setAside(ctx, a, err)
	}
	return s.store.Settled(ctx, a.Game.ID)
}
