package store

import (
	"context"
	"fmt"
	"time"
)

const (
	sweepSessions = `
		DELETE FROM sessions WHERE expires_at <= ? AND id IN
			(SELECT id FROM sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`
	sweepSpent = `
		DELETE FROM spent_tokens WHERE (session_id, hash) IN
			(SELECT session_id, hash FROM spent_tokens WHERE spent_at < ? ORDER BY spent_at LIMIT ?)`
)

// Sweep deletes some sessions that ended by now and some spent tokens of before
// stale, at most limit of each, and reports how many.
func (s *Store) Sweep(ctx context.Context, now, stale time.Time, limit int) (int, error) {
	db := s.db.Write().WithContext(ctx)
	sessions := db.Exec(sweepSessions, now, now, limit) // with their spent tokens
	if sessions.Error != nil {
		return 0, fmt.Errorf("sweep sessions: %w", sessions.Error)
	}
	spent := db.Exec(sweepSpent, stale, limit)
	if spent.Error != nil {
		return 0, fmt.Errorf("sweep spent tokens: %w", spent.Error)
	}
	return int(sessions.RowsAffected + spent.RowsAffected), nil
}
