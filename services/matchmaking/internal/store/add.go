package store

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
)

// ownerLock is the class of the advisory locks of accounts that open rooms or
// make tickets.
const ownerLock = 0x6b796f

// Add stores a new room with its key, or returns the room that the key gave
// before.
func (s *Store) Add(ctx context.Context, r room.Room, key lobby.Key, most int) (room.Room, error) {
	added := r
	err := s.tell(ctx, func(tx *gorm.DB) ([]outbox.Message, error) {
		if err := s.alone(tx, r.Owner.Account); err != nil {
			return nil, err
		}
		made, err := byKey(tx, key)
		if err != nil {
			return nil, err
		}
		if made != "" {
			added, err = one(tx, made)
			return nil, err
		}
		if err := checkCount(tx, r, most); err != nil {
			return nil, err
		}
		if err := insert(tx, r, key); err != nil || r.Invitee == "" {
			return nil, err
		}
		return s.invitation(ctx, r)
	})
	return added, err
}

// alone keeps other rooms and tickets of the account from being added until the
// transaction ends: one request sent twice is one room, and no more rooms are
// open than are allowed.
func (s *Store) alone(tx *gorm.DB, account string) error {
	if s.db.Dialect() == dbx.SQLite {
		return nil
	}
	if err := tx.Exec("SELECT pg_advisory_xact_lock(?, hashtext(?))", ownerLock, account).Error; err != nil {
		return fmt.Errorf("wait for other requests of the account: %w", err)
	}
	return nil
}

// byKey is the id of the room or the ticket that a key gave; empty where it gave
// none.
func byKey(tx *gorm.DB, key lobby.Key) (made string, err error) {
	made, reused, err := dbx.Key(key).Made(tx)
	if reused {
		return "", room.ErrKeyReused
	}
	return made, err
}

// checkCount refuses a room beyond those that its owner may have open.
func checkCount(tx *gorm.DB, r room.Room, most int) error {
	var open struct {
		Count int
		First int64
	}
	err := tx.Model(&row{}).Select("count(*) AS count, coalesce(min(expires_at), 0) AS first").
		Where("owner = ? AND state = 'open' AND expires_at > ?", r.Owner.Account, r.Created.UnixMicro()).Scan(&open).Error
	if err != nil {
		return fmt.Errorf("count rooms: %w", err)
	}
	if open.Count >= most {
		return room.ErrTooManyRooms.After(timeOf(open.First).Sub(r.Created))
	}
	return nil
}

func insert(tx *gorm.DB, r room.Room, key lobby.Key) error {
	added := rowOf(r)
	err := tx.Create(&added).Error
	if errors.Is(err, gorm.ErrDuplicatedKey) { // ids are not drawn twice
		return lobby.ErrCodeTaken
	}
	if err != nil {
		return fmt.Errorf("add room: %w", err)
	}
	return dbx.Key(key).Keep(tx, r.ID, r.Created)
}
