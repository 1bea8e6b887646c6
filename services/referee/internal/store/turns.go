package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kydai.dev/pkg/outbox"
	"kydai.dev/services/referee/internal/record"
)

// patience is how long a turn waits at most before it is as urgent as one whose time
// is over: whoever has no clock, or a slow one, has a turn all the same.
const patience = 20 * time.Second

// urgency is when an engine's turn should be answered at the latest.
var urgency = fmt.Sprintf("CASE WHEN deadline < as_of + %[1]d THEN deadline ELSE as_of + %[1]d END", patience.Microseconds())

// Turns lists the games in which an engine has something to do, the most urgent
// first: the order is that of their deadlines, or of patience where that ends before.
func (s *Store) Turns(ctx context.Context, limit int) ([]record.Turn, error) {
	return s.turns(ctx, s.db.Read().Where("turn_due IS NOT NULL").Order(urgency), limit)
}

// LateTurns lists those that should have been done before a time, the latest first.
func (s *Store) LateTurns(ctx context.Context, now time.Time, limit int) ([]record.Turn, error) {
	return s.turns(ctx, s.db.Read().Where("turn_due IS NOT NULL AND turn_due < ?", micros(now)).Order("turn_due"), limit)
}

func (s *Store) turns(ctx context.Context, which *gorm.DB, limit int) ([]record.Turn, error) {
	var found []record.Turn
	err := which.WithContext(ctx).Table("game_heads").Select("game_id AS id, turn_due").Limit(limit).Scan(&found).Error
	if err != nil {
		return nil, fmt.Errorf("list engines' turns: %w", err)
	}
	return found, nil
}

// Reissue puts turns off that are as they were when they were listed, and sends
// those once more that have a message. Of several replicas one does it: the time at
// which a turn is due is the lock.
func (c *Committer) Reissue(ctx context.Context, turns ...record.Reissue) error {
	var sent []outbox.Message
	err := c.transact(ctx, func(tx *gorm.DB) error {
		sent = nil
		for _, t := range turns {
			set := tx.Exec("UPDATE game_heads SET turn_due = ? WHERE game_id = ? AND turn_due = ?", micros(t.Next), t.ID, t.TurnDue)
			if set.Error != nil {
				return fmt.Errorf("put off turn of game %s: %w", t.ID, set.Error)
			}
			if set.RowsAffected == 1 && t.Message != nil {
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
