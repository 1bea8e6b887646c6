package store

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/services/tournament/internal/record"
)

// once stores something that has an id, unless its key has made something before: then
// the id of that is returned.
func (s *Store) once(ctx context.Context, key record.Key, id string, at time.Time, store func(tx *gorm.DB) error) (string, error) {
	made, err := s.tryOnce(ctx, dbx.Key(key), id, at, store)
	if errors.Is(err, gorm.ErrDuplicatedKey) { // the same key at the same time: now it has made something
		made, err = s.tryOnce(ctx, dbx.Key(key), id, at, store)
	}
	return made, err
}

func (s *Store) tryOnce(ctx context.Context, key dbx.Key, id string, at time.Time, store func(tx *gorm.DB) error) (made string, err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		var reused bool
		made, reused, err = key.Made(tx)
		switch {
		case reused:
			return record.ErrKeyReused
		case err != nil || made != "":
			return err
		}
		made = id
		if err := store(tx); err != nil {
			return err
		}
		return key.Keep(tx, id, at)
	})
	return made, err
}
