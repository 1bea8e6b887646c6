package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/pkg/dbx"
	"kydai.dev/services/tournament/internal/record"
)

// storeChores takes the chore away whose outcome the append is, and adds those that
// it asks for. One that is still to be done is not added again.
func (p *parcel) storeChores(tx *gorm.DB) error {
	if p.Done != "" {
		if err := remove(tx, p.ID, p.Done); err != nil {
			return err
		}
	}
	for part := range slices.Chunk(p.chores, batch) {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(part).Error; err != nil {
			return fmt.Errorf("add chores: %w", err)
		}
	}
	return nil
}

func remove(tx *gorm.DB, tournament, key string) error {
	if err := tx.Where("tournament = ? AND key = ?", tournament, key).Delete(&choreRow{}).Error; err != nil {
		return fmt.Errorf("remove chore %s: %w", key, err)
	}
	return nil
}

// freeChores are those that a worker may have: each the first of its lane.
const freeChores = `FROM chores c WHERE c.free_at <= ? AND NOT EXISTS (
	SELECT 1 FROM chores b WHERE b.tournament = c.tournament AND b.lane = c.lane AND b.place < c.place)`

// ClaimChores gives a worker chores until a time; those of one that is never heard of
// again go to others then. Nobody else gets a chore meanwhile, nor a later one of its
// lane.
func (s *Store) ClaimChores(ctx context.Context, worker string, now, until time.Time, limit int) ([]record.Chore, error) {
	var some bool
	if err := s.read(ctx).Raw("SELECT EXISTS (SELECT 1 "+freeChores+")", dbx.Micros(now)).Scan(&some).Error; err != nil || !some {
		return nil, wrap(err, "look for chores")
	}
	query := "WITH free AS MATERIALIZED (SELECT c.tournament, c.key " + freeChores + " ORDER BY c.free_at, c.place LIMIT ?" + s.skipLocked("c") + `)
		UPDATE chores SET worker = ?, free_at = ?, attempt = attempt + 1 WHERE (tournament, key) IN (SELECT tournament, key FROM free) RETURNING *`
	var rows []choreRow
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		rows = nil
		return tx.Raw(query, dbx.Micros(now), limit, worker, dbx.Micros(until)).Scan(&rows).Error
	})
	if err != nil {
		return nil, fmt.Errorf("claim chores: %w", err)
	}
	slices.SortFunc(rows, byPlace)
	return choresOf(rows)
}

// Postpone gives a worker's chore back, to be tried again at a time, with how often it
// was refused. ErrLost says that it is not the worker's any more.
func (s *Store) Postpone(ctx context.Context, c record.Chore, at time.Time) error {
	return s.owned(ctx, c, func(q *gorm.DB) *gorm.DB {
		return q.Updates(map[string]any{"worker": "", "free_at": dbx.Micros(at), "refused": c.Refused})
	})
}

// Drop takes away a worker's chore that is done. ErrLost says that it is not the
// worker's any more: who has it now does it again, or finds it done.
func (s *Store) Drop(ctx context.Context, c record.Chore) error {
	return s.owned(ctx, c, func(q *gorm.DB) *gorm.DB { return q.Delete(&choreRow{}) })
}

func (s *Store) owned(ctx context.Context, c record.Chore, fn func(q *gorm.DB) *gorm.DB) error {
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		done := fn(tx.Model(&choreRow{}).Where("tournament = ? AND key = ? AND worker = ? AND attempt = ?", c.Tournament, c.Key, c.Worker, c.Attempt))
		if done.Error == nil && done.RowsAffected == 0 {
			return record.ErrLost
		}
		return done.Error
	})
	if err != nil {
		return fmt.Errorf("give chore %s back: %w", c.Key, err)
	}
	return nil
}

func byPlace(a, b choreRow) int {
	return cmp.Or(cmp.Compare(a.Tournament, b.Tournament), cmp.Compare(a.Place, b.Place))
}

func choresOf(rows []choreRow) ([]record.Chore, error) {
	chores := make([]record.Chore, len(rows))
	for i, r := range rows {
		var err error
		if chores[i], err = r.chore(); err != nil {
			return nil, err
		}
	}
	return chores, nil
}
