package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/pkg/dbx"
	"kydai.dev/services/referee/internal/record"
)

// Gap is how long no referee may have been heard before it counts as downtime.
const Gap = time.Second

// Beat says that a referee is alive at a time. Where none was heard for longer
// than Gap it writes the downtime, once whichever replica comes first, and
// moves the deadlines of running games by the part of it that fell into their
// turns; a flag that fell before it stays down. It returns the downtimes that
// end after known.
func (s *Store) Beat(ctx context.Context, now, known time.Time) ([]record.Downtime, error) {
	var news []record.Downtime
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		last, err := s.lastBeat(tx)
		if err != nil {
			return err
		}
		if last > 0 && micros(now)-last > Gap.Microseconds() {
			if err := s.recordDowntime(tx, last, micros(now)); err != nil {
				return err
			}
		}
		if err := tx.Exec(`INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at
			WHERE heartbeat.at < excluded.at`, micros(now)).Error; err != nil {
			return fmt.Errorf("write heartbeat: %w", err)
		}
		return tx.Table("downtimes").Where("to_at > ?", micros(known)).Order("from_at").Scan(&news).Error
	})
	if err != nil {
		return nil, fmt.Errorf("beat: %w", err)
	}
	return news, nil
}

func (s *Store) lastBeat(tx *gorm.DB) (int64, error) {
	var last []int64
	q := tx.Table("heartbeat").Where("id = 1")
	if s.db.Dialect() == dbx.Postgres {
		q = q.Clauses(clause.Locking{Strength: "UPDATE"})
	}
	if err := q.Pluck("at", &last).Error; err != nil {
		return 0, fmt.Errorf("read heartbeat: %w", err)
	}
	if len(last) == 0 {
		return 0, nil
	}
	return last[0], nil
}

func (s *Store) recordDowntime(tx *gorm.DB, from, to int64) error {
	res := tx.Exec(`INSERT INTO downtimes (from_at, to_at) VALUES (?, ?) ON CONFLICT DO NOTHING`, from, to)
	if res.Error != nil || res.RowsAffected == 0 {
		return res.Error
	}
	greatest := "MAX"
	if s.db.Dialect() == dbx.Postgres {
		greatest = "GREATEST"
	}
	err := tx.Exec(`UPDATE game_heads SET deadline = deadline + ? - `+greatest+`(as_of, ?)
		WHERE deadline >= ? AND as_of < ?`, to, from, from, to).Error
	if err != nil {
		return fmt.Errorf("shift deadlines: %w", err)
	}
	return nil
}
