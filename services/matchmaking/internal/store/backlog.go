package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kydai.dev/pkg/outbox"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
)

// Waiting lists rooms that have been in a state since before a time, those that
// have waited longest first.
func (s *Store) Waiting(ctx context.Context, state room.State, before time.Time, limit int) ([]room.Room, error) {
	q := s.db.Read().WithContext(ctx).Where("state = ? AND changed_at < ?", string(state), before.UnixMicro())
	return all(q.Order("changed_at").Limit(limit), "list waiting rooms")
}

// CloseLapsed closes the rooms that nobody has joined in time.
func (s *Store) CloseLapsed(ctx context.Context, now time.Time) error {
	const query = "UPDATE rooms SET state = 'closed', changed_at = expires_at WHERE state = 'open' AND expires_at <= ?"
	return s.tx(ctx, func(tx *gorm.DB) error {
		if err := tx.Exec(query, now.UnixMicro()).Error; err != nil {
			return fmt.Errorf("close lapsed rooms: %w", err)
		}
		return nil
	})
}

// inboxConsumer is the name under which ends of games are taken in.
const inboxConsumer = "rooms"

// TakeEnds notes that games of rooms are over, each once.
func (s *Store) TakeEnds(ctx context.Context, ends []lobby.End, now time.Time) error {
	return s.tx(ctx, func(tx *gorm.DB) error {
		for _, e := range ends {
			if err := s.takeEnd(tx, e, now); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) takeEnd(tx *gorm.DB, e lobby.End, now time.Time) error {
	fresh, err := outbox.Once(tx, inboxConsumer, e.GameID, int64(e.Seq))
	if !fresh || err != nil {
		return err
	}
	_, _, err = s.change(tx, e.RoomID, func(r room.Room) (room.Room, error) { return r.Ended(e.GameID, now), nil })
	if errors.Is(err, room.ErrNoSuchRoom) {
		return nil // forgotten long ago
	}
	return err
}

// Forget deletes what is older than its time.
func (s *Store) Forget(ctx context.Context, old lobby.Old) error {
	queries := []struct {
		text   string
		before time.Time
	}{
		{"DELETE FROM keys WHERE at < ?", old.Keys},
		{"DELETE FROM tries WHERE since < ?", old.Tries},
		{"DELETE FROM rooms WHERE state IN ('finished', 'closed') AND changed_at < ?", old.Rooms},
	}
	return s.tx(ctx, func(tx *gorm.DB) error {
		for _, q := range queries {
			if err := tx.Exec(q.text, q.before.UnixMicro()).Error; err != nil {
				return fmt.Errorf("forget what is old: %w", err)
			}
		}
		return outbox.Forget(tx, old.News)
	})
}
