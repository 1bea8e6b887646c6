package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kydai.dev/pkg/outbox"
	"kydai.dev/services/referee/internal/record"
)

// Turns lists the games in which an engine has something to do that must be done
// before a time, the longest waiting first.
func (s *Store) Turns(ctx context.Context, before time.Time, limit int) ([]record.Turn, error) {
	var found []record.Turn
	err := s.db.Read().WithContext(ctx).Table("game_heads").Select("game_id AS id, turn_due").
		Where("turn_due IS NOT NULL AND turn_due < ?", micros(before)).Order("turn_due").Limit(limit).Scan(&found).Error
	if err != nil {
		return nil, fmt.Errorf("list engines' turns: %w", err)
	}
	return found, nil
}

// Reissue sends turns once more that are as they were when they were listed.
// Of several replicas one does it: the time at which a turn is due is the lock.
func (c *Committer) Reissue(ctx context.Context, turns ...record.Reissue) error {
	var sent []outbox.Message
	err := c.transact(ctx, func(tx *gorm.DB) error {
		sent = nil
		for _, t := range turns {
			set := tx.Exec("UPDATE game_heads SET turn_due = ? WHERE game_id = ? AND turn_due = ?", micros(t.Next), t.ID, t.TurnDue)
			if set.Error != nil {
				return fmt.Errorf("put off turn of game %s: %w", t.ID, set.Error)
			}
			if set.RowsAffected == 1 {
				sent = append(sent, c.turn(t.ID, t.Message))
			}
		}
		return outbox.Add(tx, sent...)
	})
	if err != nil {
		return err
	}
	c.relay.Hand(sent...)
	return nil
}
