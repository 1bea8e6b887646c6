package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kydai.dev/pkg/outbox"
	"kydai.dev/services/account/internal/profile"
)

type roleChangeRow struct {
	ID, PlayerID, Role string
	Granted            bool
	Note, ChangedBy    string
	ChangedAt          time.Time
}

func (roleChangeRow) TableName() string { return "role_changes" }

// ChangeRole stores a change of a player's roles together with its record, unless
// it changes nothing, and returns the roles that there are then.
func (s *Store) ChangeRole(ctx context.Context, c profile.RoleChange) ([]string, error) {
	var has []string
	err := s.tx(ctx, func(tx *gorm.DB) ([]outbox.Message, error) {
		player, err := lockPlayer(tx, c.PlayerID)
		if err != nil {
			return nil, err
		}
		if c.Granted && player.Guest {
			return nil, profile.ErrGuestRole
		}
		sql := "DELETE FROM roles WHERE player_id = ? AND role = ?"
		if c.Granted {
			sql = "INSERT INTO roles (player_id, role) VALUES (?, ?) ON CONFLICT DO NOTHING"
		}
		done := tx.Exec(sql, c.PlayerID, c.Role)
		if done.Error != nil {
			return nil, done.Error
		}
		if done.RowsAffected > 0 {
			row := roleChangeRow{c.ID, c.PlayerID, c.Role, c.Granted, c.Note, c.By, c.At}
			if err := tx.Create(&row).Error; err != nil {
				return nil, err
			}
		}
		has, err = rolesOf(tx, c.PlayerID)
		return nil, err
	})
	if err != nil {
		return nil, fmt.Errorf("change role %s of %s: %w", c.Role, c.PlayerID, err)
	}
	return has, nil
}

func rolesOf(tx *gorm.DB, playerID string) ([]string, error) {
	var has []string
	err := tx.Raw("SELECT role FROM roles WHERE player_id = ? ORDER BY role", playerID).Scan(&has).Error
	return has, err
}

// Roles lists a player's roles, sorted.
func (s *Store) Roles(ctx context.Context, playerID string) ([]string, error) {
	has, err := rolesOf(s.db.Read().WithContext(ctx), playerID)
	if err != nil {
		return nil, fmt.Errorf("list roles of %s: %w", playerID, err)
	}
	return has, nil
}

// RoleChanges lists what was granted to a player and revoked, newest first.
func (s *Store) RoleChanges(ctx context.Context, playerID string) ([]profile.RoleChange, error) {
	var rows []roleChangeRow
	if err := s.db.Read().WithContext(ctx).Where("player_id = ?", playerID).Order("changed_at DESC, id DESC").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list role changes of %s: %w", playerID, err)
	}
	changes := make([]profile.RoleChange, len(rows))
	for i, r := range rows {
		changes[i] = profile.RoleChange{ID: r.ID, PlayerID: r.PlayerID, Role: r.Role, Granted: r.Granted, Note: r.Note, By: r.ChangedBy, At: r.ChangedAt}
	}
	return changes, nil
}
