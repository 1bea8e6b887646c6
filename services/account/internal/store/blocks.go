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

type blockRow struct {
	PlayerID  string
	BlockedID string
	CreatedAt time.Time
}

func (blockRow) TableName() string { return "blocks" }

// Block stores that one player has blocked another, once. More than most are
// profile.ErrTooManyBlocks.
func (s *Store) Block(ctx context.Context, playerID, blockedID string, now time.Time, most int) error {
	err := s.tx(ctx, func(tx *gorm.DB) ([]outbox.Message, error) {
		if _, err := lockPlayer(tx, playerID); err != nil {
			return nil, err
		}
		done := tx.Exec("INSERT INTO blocks (player_id, blocked_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", playerID, blockedID, now)
		if errors.Is(done.Error, gorm.ErrForeignKeyViolated) {
			return nil, profile.ErrNoPlayer
		}
		if done.Error != nil || done.RowsAffected == 0 {
			return nil, done.Error
		}
		var count int64
		if err := tx.Model(&blockRow{}).Where("player_id = ?", playerID).Count(&count).Error; err != nil {
			return nil, err
		}
		if count > int64(most) {
			return nil, profile.ErrTooManyBlocks
		}
		return nil, nil
	})
	if err != nil {
		return fmt.Errorf("block %s for %s: %w", blockedID, playerID, err)
	}
	return nil
}

// Unblock takes a block back and reports whether there was one.
func (s *Store) Unblock(ctx context.Context, playerID, blockedID string) (bool, error) {
	done := s.db.Write().WithContext(ctx).Delete(&blockRow{}, "player_id = ? AND blocked_id = ?", playerID, blockedID)
	if done.Error != nil {
		return false, fmt.Errorf("unblock %s for %s: %w", blockedID, playerID, done.Error)
	}
	return done.RowsAffected > 0, nil
}

// blockedRow is a blocked player and since when.
type blockedRow struct {
	Player  playerRow `gorm:"embedded"`
	Blocked time.Time
}

// Blocks lists the players whom a player has blocked, newest first.
func (s *Store) Blocks(ctx context.Context, playerID string) ([]profile.Block, error) {
	var rows []blockedRow
	err := s.db.Read().WithContext(ctx).Raw(`
		SELECT p.*, b.created_at AS blocked FROM blocks b JOIN players p ON p.id = b.blocked_id
		WHERE b.player_id = ? ORDER BY b.created_at DESC, b.blocked_id`, playerID).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list blocks of %s: %w", playerID, err)
	}
	blocks := make([]profile.Block, len(rows))
	for i, r := range rows {
		blocks[i] = profile.Block{Player: playerFromRow(r.Player), Since: r.Blocked}
	}
	return blocks, nil
}

// Relations lists the blocks among some players.
func (s *Store) Relations(ctx context.Context, players []string) ([]profile.Relation, error) {
	var rows []blockRow
	err := s.db.Read().WithContext(ctx).Where("player_id IN ? AND blocked_id IN ?", players, players).
		Order("player_id, blocked_id").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list relations: %w", err)
	}
	relations := make([]profile.Relation, len(rows))
	for i, r := range rows {
		relations[i] = profile.Relation{Player: r.PlayerID, Blocked: r.BlockedID}
	}
	return relations, nil
}
