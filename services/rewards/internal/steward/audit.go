package steward

import (
	"context"
	"time"
)

const (
	// auditPage and auditPages bound a round, so that a long history is walked
	// slowly.
	auditPage  = 200
	auditPages = 50
)

// Run audits until its context ends.
func (s *Steward) Run(ctx context.Context) error {
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

// Audit walks the games that have ended since the last one and counts those of
// which no event came.
func (s *Steward) Audit(ctx context.Context) error {
	cursor, err := s.store.Cursor(ctx)
	if err != nil {
		return err
	}
	for range auditPages {
		page, err := s.referee.Ended(ctx, cursor, auditPage)
		if err != nil {
			return err
		}
		if err := s.repair(ctx, page); err != nil {
			return err
		}
		if cursor = page.Cursor; cursor != "" {
			if err := s.store.SetCursor(ctx, cursor); err != nil {
				return err
			}
		}
		if !page.More {
			return nil
		}
	}
	return nil
}

func (s *Steward) repair(ctx context.Context, page Ended) error {
	missing, err := s.store.Missing(ctx, page.Deeds)
	if err != nil || len(missing) == 0 {
		return err
	}
	s.log.WarnContext(ctx, "no event came of games that ended, counting them now", "deeds", len(missing), "first", missing[0].Key)
	return s.Take(ctx, missing)
}
