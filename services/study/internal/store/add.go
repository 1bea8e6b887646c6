package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/pkg/dbx"
	"kydai.dev/services/study/internal/analysis"
	"kydai.dev/services/study/internal/desk"
)

// wantLock is the advisory lock of those who begin, join or leave an analysis:
// what counts against the limits, and who wants it, stands still meanwhile.
const wantLock = 0x7374756479

const (
	day = 24 * time.Hour
	// soon is when there may be room again among analyses under way.
	soon = 30 * time.Second
)

// underWay are the states of analyses that go on, alive those of analyses that
// need not be made again.
var (
	underWay = []string{string(analysis.Queued), string(analysis.Running)}
	alive    = append([]string{string(analysis.Done)}, underWay...)
)

// Add stores a new analysis that an account asks for, or finds the one that it
// means.
func (s *Store) Add(ctx context.Context, fresh analysis.Analysis, account string, key desk.Key, l desk.Limits) (analysis.Analysis, error) {
	var added analysis.Analysis
	err := s.tell(ctx, "add analysis", func(tx *gorm.DB) ([]analysis.Event, error) {
		if err := s.serial(tx); err != nil {
			return nil, err
		}
		r, known, err := meant(tx, fresh, key)
		if err != nil {
			return nil, err
		}
		var events []analysis.Event
		if !known {
			if err := check(tx, account, fresh.Created, l); err != nil {
				return nil, err
			}
			r = rowOf(fresh)
			if events, err = fresh.Events(0, 1); err != nil {
				return nil, err
			}
			if err := insert(tx, r, account); err != nil {
				return nil, err
			}
		}
		if err := ask(tx, r.ID, account, key, fresh.Created); err != nil {
			return nil, err
		}
		added, err = r.analysis()
		return events, err
	})
	return added, err
}

// serial lets one transaction at a time change who wants what.
func (s *Store) serial(tx *gorm.DB) error {
	if s.db.Dialect() == dbx.SQLite {
		return nil
	}
	if err := tx.Exec("SELECT pg_advisory_xact_lock(?)", wantLock).Error; err != nil {
		return fmt.Errorf("wait for other requests: %w", err)
	}
	return nil
}

// meant is the analysis that a key gave before, or that asks the same.
func meant(tx *gorm.DB, fresh analysis.Analysis, key desk.Key) (r row, known bool, err error) {
	made, err := byKey(tx, key)
	if err != nil {
		return r, false, err
	}
	var rows []row
	err = tx.Where("id = ? OR source = ? AND state IN ?", made, fresh.Source(), alive).Find(&rows).Error
	if err != nil {
		return r, false, fmt.Errorf("look for the same analysis: %w", err)
	}
	for _, r = range rows {
		if r.ID == made {
			return r, true, nil
		}
	}
	return r, len(rows) > 0, nil
}

// byKey is the id of the analysis that a key gave; empty where it gave none.
func byKey(tx *gorm.DB, key desk.Key) (made string, err error) {
	made, reused, err := dbx.Key(key).Made(tx)
	if reused {
		return "", analysis.ErrKeyReused
	}
	return made, err
}

// check holds an account against what it may begin.
func check(tx *gorm.DB, account string, now time.Time, l desk.Limits) error {
	var open, own int64
	if err := tx.Model(&row{}).Where("state IN ?", underWay).Count(&open).Error; err != nil {
		return fmt.Errorf("count analyses: %w", err)
	}
	q := tx.Model(&row{}).Where("state IN ?", underWay).Where("id IN (?)", tx.Model(&begunRow{}).Select("analysis").Where("account = ?", account))
	if err := q.Count(&own).Error; err != nil {
		return fmt.Errorf("count analyses of an account: %w", err)
	}
	var begun struct {
		Count  int
		Oldest int64
	}
	err := tx.Model(&begunRow{}).Select("count(*) AS count, coalesce(min(at), 0) AS oldest").
		Where("account = ? AND at > ?", account, dbx.Micros(now.Add(-day))).Scan(&begun).Error
	if err != nil {
		return fmt.Errorf("count analyses of a day: %w", err)
	}
	switch {
	case int(own) >= l.Running:
		return analysis.ErrTooMany.With("limit", fmt.Sprint(l.Running)).After(soon)
	case begun.Count >= l.Daily:
		return analysis.ErrUsedUp.With("limit", fmt.Sprint(l.Daily)).After(dbx.Time(begun.Oldest).Add(day).Sub(now))
	case int(open) >= l.Queue:
		return analysis.ErrQueueFull.After(soon)
	}
	return nil
}

func insert(tx *gorm.DB, r row, account string) error {
	if err := tx.Create(&r).Error; err != nil {
		return fmt.Errorf("insert analysis: %w", err)
	}
	if err := tx.Create(&begunRow{Analysis: r.ID, Account: account, At: r.CreatedAt}).Error; err != nil {
		return fmt.Errorf("count analysis: %w", err)
	}
	return nil
}

// ask notes who wants an analysis, and what a key gave.
func ask(tx *gorm.DB, id, account string, key desk.Key, now time.Time) error {
	if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&askerRow{Analysis: id, Account: account}).Error; err != nil {
		return fmt.Errorf("note who asked: %w", err)
	}
	again := clause.OnConflict{UpdateAll: true, Columns: []clause.Column{{Name: "caller"}, {Name: "text"}}}
	return dbx.Key(key).Keep(tx.Clauses(again), id, now)
}
