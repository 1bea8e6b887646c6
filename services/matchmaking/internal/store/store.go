// Package store keeps the rooms and the tickets, the keys of the requests that
// made them, the wrong codes that were typed, and the news that were taken in.
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
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/outbox"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/ticket"
)

//go:embed migrations
var files embed.FS

// Migrations are the versioned tables for both databases.
func Migrations() fs.FS { return dbx.Folder(files) }

// ErrUncertain says that nobody knows whether a request was stored; the same
// request again finds out.
var ErrUncertain = errs.New(errs.Unavailable, "STORE_UNCERTAIN", "the answer of the store is not known, please send the same again").After(time.Second)

// News makes messages of what is to be told, and sends those that are stored.
type News interface {
	Matched(ctx context.Context, tickets []ticket.Ticket) ([]outbox.Message, error)
	Invitation(ctx context.Context, r room.Room) (outbox.Message, error)
	Hand(msgs ...outbox.Message)
}

// Store reads and writes matchmaking's database.
type Store struct {
	db   *dbx.DB
	news News
}

var _ lobby.Store = (*Store)(nil)

// New returns a store on a database.
func New(db *dbx.DB, news News) *Store { return &Store{db: db, news: news} }

// tx runs fn in a transaction.
func (s *Store) tx(ctx context.Context, fn func(tx *gorm.DB) error) error {
	err := s.db.Tx(ctx, fn)
	if errors.Is(err, dbx.ErrUnknownCommit) {
		return fmt.Errorf("%w: %w", ErrUncertain, err)
	}
	return err
}

// tell runs fn in a transaction, stores with it the messages that fn returns, and
// sends them once they are stored.
func (s *Store) tell(ctx context.Context, fn func(tx *gorm.DB) ([]outbox.Message, error)) error {
	var told []outbox.Message
	err := s.tx(ctx, func(tx *gorm.DB) (err error) {
		if told, err = fn(tx); err != nil || len(told) == 0 {
			return err
		}
		return outbox.Add(tx, told...)
	})
	if err == nil {
		s.news.Hand(told...)
	}
	return err
}

// Get returns a room.
func (s *Store) Get(ctx context.Context, id string) (room.Room, error) {
	return one(s.db.Read().WithContext(ctx), id)
}

// one reads a room.
func one(q *gorm.DB, id string) (room.Room, error) {
	return first(q.Where("id = ?", id), "read room "+id)
}

// first reads the first room that a query finds.
func first(q *gorm.DB, what string) (room.Room, error) {
	var found []row
	if err := q.Limit(1).Find(&found).Error; err != nil {
		return room.Room{}, fmt.Errorf("%s: %w", what, err)
	}
	if len(found) == 0 {
		return room.Room{}, room.ErrNoSuchRoom
	}
	return found[0].room(), nil
}

// List returns open public rooms, newest first.
func (s *Store) List(ctx context.Context, f lobby.Filter, now time.Time) ([]room.Room, error) {
	q := s.db.Read().WithContext(ctx).Where("state = 'open' AND access = 'public' AND expires_at > ?", now.UnixMicro())
	if f.Game != "" {
		q = q.Where("game = ?", f.Game)
	}
	if !f.BeforeTime.IsZero() {
		at := f.BeforeTime.UnixMicro()
		q = q.Where("created_at < ? OR (created_at = ? AND id < ?)", at, at, f.BeforeID)
	}
	return all(q.Order("created_at DESC, id DESC").Limit(f.Limit), "list rooms")
}

// Invitations lists the open rooms to which one of some accounts is invited,
// newest first.
func (s *Store) Invitations(ctx context.Context, accounts []string, now time.Time, limit int) ([]room.Room, error) {
	q := s.db.Read().WithContext(ctx).Where("invitee IN ? AND invitee <> '' AND state = 'open' AND expires_at > ?", accounts, now.UnixMicro())
	return all(q.Order("created_at DESC, id DESC").Limit(limit), "list invitations")
}

func all(q *gorm.DB, what string) ([]room.Room, error) {
	var found []row
	if err := q.Find(&found).Error; err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	rooms := make([]room.Room, len(found))
	for i, r := range found {
		rooms[i] = r.room()
	}
	return rooms, nil
}

// Change stores what change makes of a room. The room is locked meanwhile.
func (s *Store) Change(ctx context.Context, id string, change lobby.Change) (after room.Room, err error) {
	err = s.tell(ctx, func(tx *gorm.DB) ([]outbox.Message, error) {
		before, next, err := s.change(tx, id, change)
		if after = next; err != nil || !next.Uninvites(before) {
			return nil, err
		}
		return s.invitation(ctx, next)
	})
	return after, err
}

// invitation is what is told of a room to which somebody is invited.
func (s *Store) invitation(ctx context.Context, r room.Room) ([]outbox.Message, error) {
	m, err := s.news.Invitation(ctx, r)
	return []outbox.Message{m}, err
}

func (s *Store) change(tx *gorm.DB, id string, change lobby.Change) (before, after room.Room, err error) {
	if before, err = one(s.locked(tx), id); err != nil {
		return before, before, err
	}
	if after, err = change(before); err != nil {
		return before, after, err
	}
	changed := rowOf(after)
	if changed == rowOf(before) {
		return before, after, nil
	}
	err = tx.Model(&changed).Select("State", "Declined", "OwnerGuest", "Joiner", "JoinerGuest", "OwnerFirst", "GameID", "ChangedAt").Updates(changed).Error
	return before, after, wrap("change room "+id, err)
}

// locked keeps the rows that a query finds from being changed by others until
// the transaction ends. SQLite has one writer, so nothing is to be done there.
func (s *Store) locked(tx *gorm.DB) *gorm.DB {
	if s.db.Dialect() == dbx.Postgres {
		return tx.Clauses(clause.Locking{Strength: "UPDATE"})
	}
	return tx
}
