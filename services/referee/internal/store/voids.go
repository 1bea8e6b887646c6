package store

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"kydai.dev/services/referee/internal/record"
)

// insertVoids writes who annulled games, in the transaction that annuls them.
func insertVoids(tx *gorm.DB, batch []record.Append) error {
	for _, a := range batch {
		if a.Void == nil {
			continue
		}
		if err := tx.Table("voids").Create(a.Void).Error; err != nil {
			return err
		}
	}
	return nil
}

// Voids lists annulled games, those annulled last first.
func (s *Store) Voids(ctx context.Context, f record.VoidFilter) ([]record.Void, error) {
	q := s.db.Read().WithContext(ctx).Table("voids").Order("voided_at DESC, game_id DESC").Limit(f.Limit)
	if f.GameID != "" {
		q = q.Where("game_id = ?", f.GameID)
	}
	if !f.BeforeTime.IsZero() {
		at := micros(f.BeforeTime)
		q = q.Where("voided_at < ? OR (voided_at = ? AND game_id < ?)", at, at, f.BeforeID)
	}
	var found []record.Void
	if err := q.Scan(&found).Error; err != nil {
		return nil, fmt.Errorf("list annulled games: %w", err)
	}
	return found, nil
}
