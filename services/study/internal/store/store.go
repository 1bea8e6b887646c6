// Package store keeps analyses, what was found of their positions and who has
// asked for them, together with what is still to be told.
package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/services/study/internal/analysis"
	"kydai.dev/services/study/internal/desk"
)

//go:embed migrations
var files embed.FS

// Migrations are the versioned tables for both databases.
func Migrations() fs.FS { return dbx.Folder(files) }

// Message makes the outbox row of events of one analysis.
type Message func(ctx context.Context, events []analysis.Event) (outbox.Message, error)

// Relay takes stored messages to the bus; outbox.Relay is one.
type Relay interface{ Hand(msgs ...outbox.Message) }

// Store reads and writes the study's database.
type Store struct {
	db      *dbx.DB
	relay   Relay
	message Message
}

var _ desk.Store = (*Store)(nil)

// New returns a store on a database.
func New(db *dbx.DB, relay Relay, message Message) *Store {
	return &Store{db: db, relay: relay, message: message}
}

// tell runs a transaction and hands what it tells to the relay once it is stored.
func (s *Store) tell(ctx context.Context, doing string, fn func(tx *gorm.DB) ([]analysis.Event, error)) error {
	var sent []outbox.Message
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		sent = nil
		events, err := fn(tx)
		if err != nil || len(events) == 0 {
			return err
		}
		m, err := s.message(ctx, events)
		if err != nil {
			return err
		}
		sent = append(sent, m)
		return outbox.Add(tx, m)
	})
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	s.relay.Hand(sent...)
	return nil
}

// alone lets a query lock the rows that it finds; SQLite has one writer.
func (s *Store) alone(q *gorm.DB) *gorm.DB {
	if s.db.Dialect() == dbx.Postgres {
		return q.Clauses(clause.Locking{Strength: "UPDATE"})
	}
	return q
}

// one reads the first analysis that a query finds, without what was found.
func one(q *gorm.DB) (row, error) {
	var rows []row
	if err := q.Limit(1).Find(&rows).Error; err != nil {
		return row{}, fmt.Errorf("read analysis: %w", err)
	}
	if len(rows) == 0 {
		return row{}, analysis.ErrNoSuchAnalysis
	}
	return rows[0], nil
}

// whole is an analysis with what was found.
func whole(q *gorm.DB, r row) (analysis.Analysis, error) {
	a, err := r.analysis()
	if err != nil {
		return a, err
	}
	var rows []positionRow
	if err := q.Where("analysis = ? AND number < ?", r.ID, r.Looked).Order("number").Find(&rows).Error; err != nil {
		return a, fmt.Errorf("read positions: %w", err)
	}
	if len(rows) != r.Looked { // it has gone on or was deleted meanwhile
		return a, fmt.Errorf("analysis %s: %d positions of %d", r.ID, len(rows), r.Looked)
	}
	for _, p := range rows {
		a.Found = append(a.Found, analysis.Found{Lines: p.Lines, At: dbx.Time(p.At)})
	}
	return a, nil
}

// Get returns an analysis with all that was found.
func (s *Store) Get(ctx context.Context, id string) (analysis.Analysis, error) {
	q := s.db.Read().WithContext(ctx)
	r, err := one(q.Where("id = ?", id))
	if err != nil {
		return analysis.Analysis{}, err
	}
	a, err := whole(q, r)
	if err != nil { // it may have been deleted between the two
		if _, gone := one(q.Where("id = ?", id)); gone != nil {
			return a, gone
		}
	}
	return a, err
}

// Seq is the number of the last event of an analysis, if there is one.
func (s *Store) Seq(ctx context.Context, id string) (seq int, there bool, err error) {
	r, err := one(s.db.Read().WithContext(ctx).Where("id = ?", id))
	if errors.Is(err, analysis.ErrNoSuchAnalysis) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	a, err := r.analysis()
	return a.Seq(), true, err
}

// Asked reports whether an account has asked for an analysis.
func (s *Store) Asked(ctx context.Context, id, account string) (bool, error) {
	var count int64
	err := s.db.Read().WithContext(ctx).Model(&askerRow{}).Where("account = ? AND analysis = ?", account, id).Count(&count).Error
	if err != nil {
		return false, fmt.Errorf("look for who asked: %w", err)
	}
	return count > 0, nil
}

// OfGame lists the analyses of a game, newest first.
func (s *Store) OfGame(ctx context.Context, game, before string, limit int) ([]analysis.Analysis, error) {
	return list(s.db.Read().WithContext(ctx).Where("game_id = ?", game), before, limit)
}

// OfAccount lists the analyses that an account has asked for, newest first.
func (s *Store) OfAccount(ctx context.Context, account, before string, limit int) ([]analysis.Analysis, error) {
	q := s.db.Read().WithContext(ctx)
	return list(q.Where("id IN (?)", q.Model(&askerRow{}).Select("analysis").Where("account = ?", account)), before, limit)
}

func list(q *gorm.DB, before string, limit int) ([]analysis.Analysis, error) {
	if before != "" {
		q = q.Where("id < ?", before)
	}
	var rows []row
	if err := q.Order("id DESC").Limit(limit).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list analyses: %w", err)
	}
	all := make([]analysis.Analysis, len(rows))
	for i, r := range rows {
		var err error
		if all[i], err = r.analysis(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Sweep forgets keys and beginnings from before a time.
func (s *Store) Sweep(ctx context.Context, before time.Time) error {
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := dbx.ForgetKeys(tx, before); err != nil {
			return err
		}
		return tx.Where("at < ?", dbx.Micros(before)).Delete(&begunRow{}).Error
	})
	if err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	return nil
}
