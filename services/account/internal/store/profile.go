package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kydai.dev/pkg/outbox"
	"kydai.dev/services/account/internal/profile"
)

// Update stores what change makes of a player, unless it makes nothing else of
// it. A linked player's name that another has is profile.ErrNameTaken.
func (s *Store) Update(ctx context.Context, id string, now time.Time, change func(profile.Player) (profile.Player, error)) (profile.Player, error) {
	var after profile.Player
	err := s.tx(ctx, func(tx *gorm.DB) ([]outbox.Message, error) {
		before, err := lockPlayer(tx, id)
		if err != nil {
			return nil, err
		}
		if after, err = change(before); err != nil || after == before {
			return nil, err
		}
		after.Version = before.Version + 1
		if err := savePlayer(tx, after); err != nil || after.Name == before.Name {
			return nil, err
		}
		return []outbox.Message{s.news.Renamed(ctx, profile.Renamed{Player: after, At: now})}, nil
	})
	if err != nil {
		return profile.Player{}, fmt.Errorf("update player %s: %w", id, err)
	}
	return after, nil
}

// lockPlayer reads a player whom nobody else changes until the transaction
// ends: the update that changes nothing locks the row.
func lockPlayer(tx *gorm.DB, id string) (profile.Player, error) {
	var rows []playerRow
	err := tx.Raw("UPDATE players SET version = version WHERE id = ? RETURNING *", id).Scan(&rows).Error
	if err != nil {
		return profile.Player{}, fmt.Errorf("lock: %w", err)
	}
	if len(rows) == 0 {
		return profile.Player{}, profile.ErrNoPlayer
	}
	return playerFromRow(rows[0]), nil
}

func savePlayer(tx *gorm.DB, p profile.Player) error {
	row := playerToRow(p)
	err := tx.Select("*").Updates(&row).Error
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return profile.ErrNameTaken.At("name", "another player has it, or one that looks like it")
	}
	return err
}
