package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kydai.dev/services/account/internal/session"
)

// selectFamily reads the session and its spent tokens in one statement: read
// one after the other they could be of two different moments, and an honest
// client would look like a thief.
const selectFamily = `
	SELECT s.id, s.player_id, s.device, s.created_at, s.refreshed_at, s.expires_at, s.family, s.current,
	       t.hash, t.spent_at, t.sealed
	FROM sessions s LEFT JOIN spent_tokens t ON t.session_id = s.id
	WHERE s.family = ?`

// familyRow is a session beside one of its spent tokens, if it has any.
type familyRow struct {
	Session sessionRow `gorm:"embedded"`
	Hash    []byte
	SpentAt *time.Time
	Sealed  []byte
}

// Family returns the session of a family of refresh tokens, or
// session.ErrBadRefresh.
func (s *Store) Family(ctx context.Context, family []byte) (session.Session, error) {
	var rows []familyRow
	if err := s.db.Read().WithContext(ctx).Raw(selectFamily, family).Scan(&rows).Error; err != nil {
		return session.Session{}, fmt.Errorf("load session of a token: %w", err)
	}
	if len(rows) == 0 {
		return session.Session{}, session.ErrBadRefresh
	}
	found := sessionFromRow(rows[0].Session)
	for _, r := range rows {
		if r.SpentAt != nil {
			found.Spent = append(found.Spent, session.Spent{Hash: r.Hash, At: *r.SpentAt, Sealed: r.Sealed})
		}
	}
	return found, nil
}

// errOvertaken takes a rotation back whose token is not the good one any more.
var errOvertaken = errors.New("overtaken")

// Rotate stores a rotation. It reports false, and stores nothing, where the
// spent token is not the good one any more.
func (s *Store) Rotate(ctx context.Context, r session.Rotation) (bool, error) {
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		done := tx.Model(&sessionRow{}).Where("id = ? AND current = ?", r.SessionID, r.Spent.Hash).
			Updates(map[string]any{"current": r.Current, "refreshed_at": r.Refreshed, "expires_at": r.Expires})
		if done.Error != nil {
			return done.Error
		}
		if done.RowsAffected == 0 {
			return errOvertaken
		}
		if err := tx.Delete(&spentRow{}, "session_id = ? AND spent_at < ?", r.SessionID, r.Stale).Error; err != nil {
			return err
		}
		return tx.Create(&spentRow{SessionID: r.SessionID, Hash: r.Spent.Hash, SpentAt: r.Spent.At, Sealed: r.Spent.Sealed}).Error
	})
	if errors.Is(err, errOvertaken) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("rotate token of session %s: %w", r.SessionID, uncertain(err))
	}
	return true, nil
}
