package steward

import (
	"context"
	"errors"

	"kydai.dev/pkg/audit"
	"kydai.dev/services/rewards/internal/deeds"
)

// Ended is a tournament that has finished; Seq is the number of its last event.
type Ended struct {
	ID  string
	Seq int
}

// Tournaments tells of those that have finished.
type Tournaments interface {
	// Finished lists those that have finished last.
	Finished(ctx context.Context) ([]Ended, error)
	// Places returns what one was to its players.
	Places(ctx context.Context, of Ended) ([]deeds.Deed, error)
}

// Run audits until its context ends.
func (s *Steward) Run(ctx context.Context) error { return audit.Every(ctx, s.every, s.log, s.Audit) }

// Audit walks the games that have ended since the last one, and looks at the latest
// tournaments, and counts those of which no event came.
func (s *Steward) Audit(ctx context.Context) error {
	return errors.Join(audit.Walk(ctx, s.store, s.referee.Ended, s.repair), s.auditTournaments(ctx))
}

// auditTournaments looks at each of the latest tournaments once. There are few: a
// process that has just started looks at all of them again, which counts nothing
// twice.
func (s *Steward) auditTournaments(ctx context.Context) error {
	latest, err := s.tournaments.Finished(ctx)
	if err != nil {
		return err
	}
	looked := map[string]bool{}
	for _, t := range latest {
		looked[t.ID] = true
		if s.looked[t.ID] {
			continue
		}
		places, err := s.tournaments.Places(ctx, t)
		if err != nil {
			return err
		}
		if err := s.repair(ctx, places); err != nil {
			return err
		}
	}
	s.looked = looked
	return nil
}

func (s *Steward) repair(ctx context.Context, ended []deeds.Deed) error {
	missing, err := s.store.Missing(ctx, ended)
	if err != nil || len(missing) == 0 {
		return err
	}
	s.log.WarnContext(ctx, "no event came of what has ended, counting it now", "deeds", len(missing), "first", missing[0].Key)
	return s.Take(ctx, missing)
}
