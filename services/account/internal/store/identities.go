package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kydai.dev/pkg/outbox"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/signin"
)

type identityRow struct {
	ID, PlayerID      string
	Provider, Subject string
	Email             string
	CreatedAt         time.Time
}

func (identityRow) TableName() string { return "identities" }

func identityFromRow(r identityRow) signin.Identity {
	return signin.Identity{ID: r.ID, PlayerID: r.PlayerID, Provider: r.Provider, Subject: r.Subject, Email: r.Email, Linked: r.CreatedAt}
}

// addIdentity is signin.ErrOvertaken where an account has the identity.
func addIdentity(tx *gorm.DB, i signin.Identity) error {
	row := identityRow{ID: i.ID, PlayerID: i.PlayerID, Provider: i.Provider, Subject: i.Subject, Email: i.Email, CreatedAt: i.Linked}
	err := tx.Create(&row).Error
	if errors.Is(err, gorm.ErrDuplicatedKey) { // ids are not drawn twice
		return signin.ErrOvertaken
	}
	return err
}

// Link adds an identity to its account, which is no guest's any more, and is
// called name where that is not empty. An account that has the identity keeps
// it as it is.
func (s *Store) Link(ctx context.Context, i signin.Identity, name string) (signin.Identity, profile.Player, error) {
	var linked signin.Identity
	var player profile.Player
	err := s.tx(ctx, func(tx *gorm.DB) (told []outbox.Message, err error) {
		before, err := lockPlayer(tx, i.PlayerID)
		if err != nil {
			return nil, err
		}
		all, err := identitiesOf(tx, i)
		if err != nil {
			return nil, err
		}
		linked, player = i, before
		for _, have := range all {
			if have.Provider == i.Provider && have.Subject == i.Subject {
				linked = have
				return nil, mine(have, i)
			}
		}
		if len(all) >= signin.MaxIdentities {
			return nil, signin.ErrTooMany
		}
		if err := addIdentity(tx, i); err != nil || !before.Guest {
			return nil, err
		}
		player, told, err = s.welcome(ctx, tx, before, name, i.Linked)
		return told, err
	})
	if err != nil {
		return signin.Identity{}, profile.Player{}, fmt.Errorf("link %s to %s: %w", i.Provider, i.PlayerID, err)
	}
	return linked, player, nil
}

func mine(have, wanted signin.Identity) error {
	if have.PlayerID != wanted.PlayerID {
		return signin.ErrTaken
	}
	return nil
}

// identitiesOf lists those of the account, and the one wanted whosever it is.
func identitiesOf(tx *gorm.DB, i signin.Identity) ([]signin.Identity, error) {
	var rows []identityRow
	err := tx.Where("player_id = ? OR provider = ? AND subject = ?", i.PlayerID, i.Provider, i.Subject).Order("created_at, id").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list identities: %w", err)
	}
	all := make([]signin.Identity, len(rows))
	for i, r := range rows {
		all[i] = identityFromRow(r)
	}
	return all, nil
}

// welcome makes a guest a player.
func (s *Store) welcome(ctx context.Context, tx *gorm.DB, guest profile.Player, name string, at time.Time) (profile.Player, []outbox.Message, error) {
	player := guest
	player.Guest, player.Version = false, guest.Version+1
	if name != "" {
		player.Name = name
	}
	if err := savePlayer(tx, player); err != nil {
		return profile.Player{}, nil, err
	}
	told := []outbox.Message{s.news.Linked(ctx, profile.Linked{Player: player, At: at})}
	if player.Name != guest.Name {
		told = append(told, s.news.Renamed(ctx, profile.Renamed{Player: player, At: at}))
	}
	return player, told, nil
}

// Identities lists an account's identities, oldest first.
func (s *Store) Identities(ctx context.Context, playerID string) ([]signin.Identity, error) {
	var rows []identityRow
	if err := s.db.Read().WithContext(ctx).Where("player_id = ?", playerID).Order("created_at, id").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list identities of %s: %w", playerID, err)
	}
	all := make([]signin.Identity, len(rows))
	for i, r := range rows {
		all[i] = identityFromRow(r)
	}
	return all, nil
}

// Unlink takes an identity from an account, unless it is the last one.
func (s *Store) Unlink(ctx context.Context, playerID, id string) error {
	err := s.tx(ctx, func(tx *gorm.DB) ([]outbox.Message, error) {
		if _, err := lockPlayer(tx, playerID); err != nil {
			return nil, err
		}
		done := tx.Delete(&identityRow{}, "id = ? AND player_id = ?", id, playerID)
		if done.Error != nil {
			return nil, done.Error
		}
		if done.RowsAffected == 0 {
			return nil, signin.ErrNoIdentity
		}
		var left int64
		if err := tx.Model(&identityRow{}).Where("player_id = ?", playerID).Count(&left).Error; err != nil {
			return nil, err
		}
		if left == 0 {
			return nil, signin.ErrLastIdentity
		}
		return nil, nil
	})
	if err != nil {
		return fmt.Errorf("unlink identity %s of %s: %w", id, playerID, err)
	}
	return nil
}
