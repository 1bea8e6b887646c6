package store

import (
	"context"
	"fmt"

	"kydai.dev/services/account/internal/session"
)

const (
	sweepSessions = `
		DELETE FROM sessions WHERE expires_at <= ? AND id IN
			(SELECT id FROM sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`
	sweepSpent = `
		DELETE FROM spent_tokens WHERE (session_id, hash) IN
			(SELECT session_id, hash FROM spent_tokens WHERE spent_at < ? ORDER BY spent_at LIMIT ?)`
	sweepPending = `
		DELETE FROM pending_sign_ins WHERE key IN
			(SELECT key FROM pending_sign_ins WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`
	sweepAllowances = `
		DELETE FROM allowances WHERE since < ? AND key IN
			(SELECT key FROM allowances WHERE since < ? ORDER BY since LIMIT ?)`
)

// Sweep deletes some of what has ended, at most limit of each kind, and reports
// how many.
func (s *Store) Sweep(ctx context.Context, old session.Old, limit int) (int, error) {
	queries := []struct {
		text string
		args []any
	}{
		{sweepSessions, []any{old.Ended, old.Ended, limit}}, // with their spent tokens
		{sweepSpent, []any{old.Spent, limit}},
		{sweepPending, []any{old.Ended, limit}},
		{sweepAllowances, []any{old.Counted, old.Counted, limit}},
	}
	swept := 0
	for _, q := range queries {
		done := s.db.Write().WithContext(ctx).Exec(q.text, q.args...)
		if done.Error != nil {
			return swept, fmt.Errorf("sweep: %w", done.Error)
		}
		swept += int(done.RowsAffected)
	}
	return swept, nil
}
