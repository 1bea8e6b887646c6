package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/pkg/dbx"
	"kydai.dev/services/study/internal/analysis"
	"kydai.dev/services/study/internal/desk"
)

// Claim gives a worker the oldest analysis that nobody works on.
func (s *Store) Claim(ctx context.Context, worker string, now, until time.Time) (a analysis.Analysis, found bool, err error) {
	if found, err = s.waiting(ctx, now); err != nil || !found {
		return a, false, err
	}
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		q := free(tx, now).Order("id")
		if s.db.Dialect() == dbx.Postgres {
			q = q.Clauses(clause.Locking{Strength: "UPDATE", Options: "SKIP LOCKED"})
		}
		r, err := one(q)
		if found = !errors.Is(err, analysis.ErrNoSuchAnalysis); err != nil || !found {
			return err
		}
		if r.StartedAt == 0 {
			r.StartedAt = dbx.Micros(now)
		}
		r.State, r.Worker, r.FreeAt = string(analysis.Running), worker, dbx.Micros(until)
		if err := tx.Model(&row{}).Where("id = ?", r.ID).Updates(map[string]any{
			"state": r.State, "worker": r.Worker, "free_at": r.FreeAt, "started_at": r.StartedAt,
		}).Error; err != nil {
			return err
		}
		a, err = whole(tx, r)
		return err
	})
	if errors.Is(err, analysis.ErrNoSuchAnalysis) {
		err = nil // another worker was faster
	}
	if err != nil {
		return a, false, fmt.Errorf("claim analysis: %w", err)
	}
	return a, found, nil
}

// free are the analyses that a worker may have.
func free(q *gorm.DB, now time.Time) *gorm.DB {
	return q.Where("state IN ('queued', 'running') AND free_at <= ?", dbx.Micros(now))
}

// waiting looks without a writer's turn whether there is anything to claim.
func (s *Store) waiting(ctx context.Context, now time.Time) (bool, error) {
	var ids []string
	if err := free(s.db.Read().WithContext(ctx).Model(&row{}), now).Limit(1).Pluck("id", &ids).Error; err != nil {
		return false, fmt.Errorf("look for analyses: %w", err)
	}
	return len(ids) > 0, nil
}

// Extend lets a worker keep its analysis.
func (s *Store) Extend(ctx context.Context, id, worker string, until time.Time) error {
	return s.set(ctx, id, worker, map[string]any{"free_at": dbx.Micros(until)})
}

// Release lets others have an analysis after a time.
func (s *Store) Release(ctx context.Context, id, worker string, at time.Time) error {
	return s.set(ctx, id, worker, map[string]any{"free_at": dbx.Micros(at), "worker": ""})
}

func (s *Store) set(ctx context.Context, id, worker string, values map[string]any) error {
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		done := held(tx.Model(&row{}), id, worker).Updates(values)
		if done.Error == nil && done.RowsAffected == 0 {
			return desk.ErrLost
		}
		return done.Error
	})
	if err != nil {
		return fmt.Errorf("keep analysis: %w", err)
	}
	return nil
}

// held is the analysis of an id while it is a worker's.
func held(q *gorm.DB, id, worker string) *gorm.DB {
	return q.Where("id = ? AND worker = ? AND state = 'running'", id, worker)
}

// Note stores what was found of the next positions, and the end once there is
// none left.
func (s *Store) Note(ctx context.Context, a analysis.Analysis, worker string, found []analysis.Found) (analysis.Analysis, error) {
	err := s.tell(ctx, "note positions", func(tx *gorm.DB) ([]analysis.Event, error) {
		r, err := one(s.alone(held(tx, a.ID, worker)))
		if errors.Is(err, analysis.ErrNoSuchAnalysis) || err == nil && r.Looked != len(a.Found) {
			return nil, desk.ErrLost
		}
		if err != nil {
			return nil, err
		}
		next, events, err := a.With(found)
		if err != nil {
			return nil, err
		}
		if err := addPositions(tx, a, found); err != nil {
			return nil, err
		}
		return events, update(tx, next)
	})
	if err != nil {
		return a, err
	}
	next, _, err := a.With(found)
	return next, err
}

func addPositions(tx *gorm.DB, a analysis.Analysis, found []analysis.Found) error {
	rows := make([]positionRow, len(found))
	for i, f := range found {
		rows[i] = positionRow{Analysis: a.ID, Number: len(a.Found) + i, Lines: f.Lines, At: dbx.Micros(f.At)}
	}
	if err := tx.Create(rows).Error; err != nil {
		return fmt.Errorf("add positions: %w", err)
	}
	return nil
}

// update stores how far an analysis has come.
func update(tx *gorm.DB, a analysis.Analysis) error {
	r := rowOf(a)
	if err := tx.Model(&row{}).Where("id = ?", a.ID).Select("state", "error", "looked", "report", "ended_at").Updates(&r).Error; err != nil {
		return fmt.Errorf("update analysis: %w", err)
	}
	return nil
}

// Fail ends an analysis that can't be completed.
func (s *Store) Fail(ctx context.Context, id, worker, reason string, now time.Time) error {
	return s.tell(ctx, "fail analysis", func(tx *gorm.DB) ([]analysis.Event, error) {
		r, err := one(s.alone(held(tx, id, worker)))
		if errors.Is(err, analysis.ErrNoSuchAnalysis) {
			return nil, desk.ErrLost
		}
		if err != nil {
			return nil, err
		}
		return end(tx, r, analysis.Failed, reason, now)
	})
}

// end ends an analysis before it is complete.
func end(tx *gorm.DB, r row, state analysis.State, reason string, now time.Time) ([]analysis.Event, error) {
	a, err := r.analysis()
	if err != nil {
		return nil, err
	}
	a.State, a.Error, a.Ended = state, reason, now
	return []analysis.Event{a.Last()}, update(tx, a)
}
