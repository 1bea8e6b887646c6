package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
)

// skipLocked ends a query that claims rows, so that workers don't wait for each other.
// SQLite has one writer.
func (s *Store) skipLocked(table string) string {
	if s.db.Dialect() == dbx.Postgres {
		return " FOR UPDATE OF " + table + " SKIP LOCKED"
	}
	return ""
}

// claim gives a worker the rows of a table that are due until a time, the longest due
// first, and returns their ids.
func (s *Store) claim(ctx context.Context, table, worker string, now, until time.Time, limit int) ([]string, error) {
	due := "FROM " + table + " c WHERE c.due_at > 0 AND c.due_at <= ? AND c.free_at <= ?"
	at := dbx.Micros(now)
	var some bool
	if err := s.read(ctx).Raw("SELECT EXISTS (SELECT 1 "+due+")", at, at).Scan(&some).Error; err != nil || !some {
		return nil, wrap(err, "look for due "+table)
	}
	query := "WITH due AS MATERIALIZED (SELECT c.id " + due + " ORDER BY c.due_at, c.id LIMIT ?" + s.skipLocked("c") + `)
		UPDATE ` + table + " SET worker = ?, free_at = ? WHERE id IN (SELECT id FROM due) RETURNING id"
	var ids []string
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		ids = nil
		return tx.Raw(query, at, at, limit, worker, dbx.Micros(until)).Scan(&ids).Error
	})
	if err != nil {
		return nil, fmt.Errorf("claim due %s: %w", table, err)
	}
	slices.Sort(ids)
	return ids, nil
}

// Due gives a worker tournaments that go on by themselves. An append frees a
// tournament; one that nobody appends to goes to others once the worker's time is up.
func (s *Store) Due(ctx context.Context, worker string, now, until time.Time, limit int) ([]string, error) {
	return s.claim(ctx, "tournaments", worker, now, until, limit)
}

// Running are the tournaments that are played, by id, after one.
func (s *Store) Running(ctx context.Context, after string, limit int) ([]string, error) {
	var ids []string
	q := s.read(ctx).Model(&row{}).Where("status = 'running' AND end_at = 0 AND id > ?", after)
	return ids, wrap(q.Order("id").Limit(limit).Pluck("id", &ids).Error, "list running tournaments")
}

// Keep lets a worker have a due tournament until another time, if it is the worker's.
func (s *Store) Keep(ctx context.Context, id, worker string, until time.Time) error {
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		return tx.Model(&row{}).Where("id = ? AND worker = ?", id, worker).Update("free_at", dbx.Micros(until)).Error
	})
	return wrap(err, "keep tournament "+id)
}
