package steward

import (
	"context"

	"kydai.dev/pkg/audit"
	"kydai.dev/services/rewards/internal/deeds"
)

// Run audits until its context ends.
func (s *Steward) Run(ctx context.Context) error { return audit.Every(ctx, s.every, s.log, s.Audit) }

// Audit walks the games that have ended since the last one and counts those of
// which no event came.
func (s *Steward) Audit(ctx context.Context) error {
	return audit.Walk(ctx, s.store, s.referee.Ended, s.repair)
}

func (s *Steward) repair(ctx context.Context, ended []deeds.Deed) error {
	missing, err := s.store.Missing(ctx, ended)
	if err != nil || len(missing) == 0 {
		return err
	}
	s.log.WarnContext(ctx, "no event came of games that ended, counting them now", "deeds", len(missing), "first", missing[0].Key)
	return s.Take(ctx, missing)
}
