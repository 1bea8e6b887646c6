// Package store keeps players, whom they have blocked, what they sign in with,
// sign-ins that have begun, sessions and the tokens spent a moment ago. Of
// refresh tokens it holds hashes, and successors sealed with the token that they
// follow; of handles and codes hashes.
package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/outbox"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/session"
)

//go:embed migrations
var files embed.FS

// Migrations are the versions of the schema, a folder for each kind of
// database.
func Migrations() fs.FS { return dbx.Folder(files) }

// News makes messages of what is to be told, and sends those that are stored.
type News interface {
	Linked(ctx context.Context, l profile.Linked) outbox.Message
	Renamed(ctx context.Context, r profile.Renamed) outbox.Message
	SignedOut(ctx context.Context, e session.Ending) outbox.Message
	Hand(msgs ...outbox.Message)
}

// Store is the account service's database.
type Store struct {
	db   *dbx.DB
	news News
}

// New returns the store on a database.
func New(db *dbx.DB, news News) *Store { return &Store{db: db, news: news} }

// tx runs a transaction, stores in it the messages that it returns, and sends
// them once they are stored.
func (s *Store) tx(ctx context.Context, fn func(tx *gorm.DB) ([]outbox.Message, error)) error {
	var told []outbox.Message
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		var err error
		if told, err = fn(tx); err != nil || len(told) == 0 {
			return err
		}
		return outbox.Add(tx, told...)
	})
	if err != nil {
		return uncertain(err)
	}
	s.news.Hand(told...)
	return nil
}

// Enter adds a new player and the player's first session.
func (s *Store) Enter(ctx context.Context, p profile.Player, first session.Session) error {
	player, row := playerToRow(p), sessionToRow(first)
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		if err := tx.Create(&player).Error; err != nil {
			return err
		}
		return tx.Create(&row).Error
	})
	if err != nil {
		return fmt.Errorf("store player %s: %w", p.ID, uncertain(err))
	}
	return nil
}

// errUncertain asks the caller to try again: who enters twice is another guest,
// a token that was spent gets its successor within the grace, and what a profile
// says may be said again.
var errUncertain = errs.New(errs.Unavailable, "STORE_UNCERTAIN", "it is not known whether this was stored; send it again").
	After(time.Second)

// uncertain makes a commit of unknown outcome a refusal that the caller reads.
func uncertain(err error) error {
	if errors.Is(err, dbx.ErrUnknownCommit) {
		return fmt.Errorf("%w: %w", errUncertain, err)
	}
	return err
}

// Player returns a player, or profile.ErrNoPlayer.
func (s *Store) Player(ctx context.Context, id string) (profile.Player, error) {
	var row playerRow
	err := s.db.Read().WithContext(ctx).Take(&row, "id = ?", id).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return profile.Player{}, profile.ErrNoPlayer
	}
	if err != nil {
		return profile.Player{}, fmt.Errorf("load player %s: %w", id, err)
	}
	return playerFromRow(row), nil
}

// Players returns those of some players that there are, in no order.
func (s *Store) Players(ctx context.Context, ids []string) ([]profile.Player, error) {
	var rows []playerRow
	if err := s.db.Read().WithContext(ctx).Find(&rows, "id IN ?", ids).Error; err != nil {
		return nil, fmt.Errorf("load %d players: %w", len(ids), err)
	}
	players := make([]profile.Player, len(rows))
	for i, row := range rows {
		players[i] = playerFromRow(row)
	}
	return players, nil
}

// Sessions returns the player's sessions that have not ended by now, newest
// first.
func (s *Store) Sessions(ctx context.Context, playerID string, now time.Time) ([]session.Session, error) {
	var rows []sessionRow
	err := s.db.Read().WithContext(ctx).Where("player_id = ? AND expires_at > ?", playerID, now).
		Order("created_at DESC, id DESC").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list sessions of %s: %w", playerID, err)
	}
	all := make([]session.Session, len(rows))
	for i, row := range rows {
		all[i] = sessionFromRow(row)
	}
	return all, nil
}

// End closes a session of the player, tells of it, and reports whether there was
// one.
func (s *Store) End(ctx context.Context, e session.Ending) (bool, error) {
	ended := false
	err := s.tx(ctx, func(tx *gorm.DB) ([]outbox.Message, error) {
		done := tx.Delete(&sessionRow{}, "id = ? AND player_id = ?", e.ID, e.PlayerID)
		if ended = done.RowsAffected > 0; !ended {
			return nil, done.Error
		}
		return []outbox.Message{s.news.SignedOut(ctx, e)}, nil
	})
	if err != nil {
		return false, fmt.Errorf("end session %s: %w", e.ID, err)
	}
	return ended, nil
}
