package outbox

import (
	"fmt"
	"time"

	"gorm.io/gorm"
)

// Once records in the transaction of the effects that consumer has seen event
// seq of key (a game; or the event's own id, with seq 0), and reports whether
// this is the first time. Where it is not, the caller does nothing.
func Once(tx *gorm.DB, consumer, key string, seq int64) (fresh bool, err error) {
	const query = "INSERT INTO inbox (consumer, key, seq, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
	done := tx.Exec(query, consumer, key, seq, time.Now())
	if done.Error != nil {
		return false, fmt.Errorf("note event %s/%d for %s: %w", key, seq, consumer, done.Error)
	}
	return done.RowsAffected == 1, nil
}

// Forget drops entries made before a time by which no stream can deliver their
// events again.
func Forget(tx *gorm.DB, before time.Time) error {
	if err := tx.Exec("DELETE FROM inbox WHERE at < ?", before).Error; err != nil {
		return fmt.Errorf("forget old events: %w", err)
	}
	return nil
}
