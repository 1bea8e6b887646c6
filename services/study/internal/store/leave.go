package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kydai.dev/services/study/internal/analysis"
)

// Cancel ends an analysis under way for an account that asked for it. While others
// want it, it only leaves the account's list.
func (s *Store) Cancel(ctx context.Context, id, account string, now time.Time) (analysis.Analysis, error) {
	var a analysis.Analysis
	err := s.tell(ctx, "cancel analysis", func(tx *gorm.DB) ([]analysis.Event, error) {
		if err := s.serial(tx); err != nil {
			return nil, err
		}
		r, err := one(s.alone(tx.Where("id = ?", id)))
		if err != nil {
			return nil, err
		}
		if a, err = r.analysis(); err != nil {
			return nil, err
		}
		if a.State.Ended() {
			return nil, analysis.ErrEnded.With("state", string(a.State))
		}
		others, err := wantedByOthers(tx, id, account)
		if err != nil {
			return nil, err
		}
		if others {
			return nil, leave(tx, id, account)
		}
		a.State, a.Ended = analysis.Cancelled, now
		return end(tx, r, analysis.Cancelled, "", now)
	})
	return a, err
}

// Delete takes an analysis off an account's list, and deletes it where nobody else
// wants it.
func (s *Store) Delete(ctx context.Context, id, account string, now time.Time) error {
	return s.tell(ctx, "delete analysis", func(tx *gorm.DB) ([]analysis.Event, error) {
		if err := s.serial(tx); err != nil {
			return nil, err
		}
		r, err := one(s.alone(tx.Where("id = ?", id)))
		if err != nil {
			return nil, err
		}
		others, err := wantedByOthers(tx, id, account)
		if err != nil {
			return nil, err
		}
		if others {
			return nil, leave(tx, id, account)
		}
		var events []analysis.Event
		if !analysis.State(r.State).Ended() {
			if events, err = end(tx, r, analysis.Cancelled, "", now); err != nil {
				return nil, err
			}
		}
		if err := tx.Where("id = ?", id).Delete(&row{}).Error; err != nil { // and what belongs to it
			return nil, fmt.Errorf("delete analysis: %w", err)
		}
		return events, nil
	})
}

func wantedByOthers(tx *gorm.DB, id, account string) (bool, error) {
	var count int64
	if err := tx.Model(&askerRow{}).Where("analysis = ? AND account <> ?", id, account).Count(&count).Error; err != nil {
		return false, fmt.Errorf("look for others: %w", err)
	}
	return count > 0, nil
}

func leave(tx *gorm.DB, id, account string) error {
	if err := tx.Where("analysis = ? AND account = ?", id, account).Delete(&askerRow{}).Error; err != nil {
		return fmt.Errorf("leave analysis: %w", err)
	}
	return nil
}
