package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/pkg/outbox"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/session"
	"kydai.dev/services/account/internal/signin"
)

type pendingRow struct {
	Key                        []byte `gorm:"primaryKey"`
	Account, Provider, Email   string
	Redirect                   string
	Code                       []byte
	ProvenSubject, ProvenEmail string
	ProvenName                 string
	Tries                      int
	ExpiresAt                  time.Time
}

func (pendingRow) TableName() string { return "pending_sign_ins" }

func pendingToRow(p signin.Pending) pendingRow {
	row := pendingRow{
		Key: p.Key, Account: p.Account, Provider: p.Provider, Redirect: p.Redirect, Email: p.Email, Code: p.Code, Tries: p.Tries, ExpiresAt: p.Expires,
		ProvenSubject: p.Proven.Subject, ProvenEmail: p.Proven.Email, ProvenName: p.Proven.Name,
	}
	if row.Code == nil {
		row.Code = []byte{} // not NULL
	}
	return row
}

func pendingFromRow(r pendingRow) signin.Pending {
	p := signin.Pending{
		Key: r.Key, Account: r.Account, Provider: r.Provider, Redirect: r.Redirect, Email: r.Email, Code: r.Code, Tries: r.Tries, Expires: r.ExpiresAt,
	}
	if r.ProvenSubject != "" {
		p.Proven = signin.Person{Provider: r.Provider, Subject: r.ProvenSubject, Email: r.ProvenEmail, Name: r.ProvenName}
	}
	return p
}

// Begin stores a sign-in that has begun, and what count makes of the counters;
// where it refuses one, nothing is stored.
func (s *Store) Begin(ctx context.Context, p signin.Pending, counters [][]byte, count func(int, signin.Allowance) (signin.Allowance, error)) error {
	err := s.tx(ctx, func(tx *gorm.DB) ([]outbox.Message, error) {
		for i, key := range counters {
			if err := countOne(tx, key, func(a signin.Allowance) (signin.Allowance, error) { return count(i, a) }); err != nil {
				return nil, err
			}
		}
		row := pendingToRow(p)
		return nil, tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error
	})
	if err != nil {
		return fmt.Errorf("begin sign-in by %s: %w", p.Provider, err)
	}
	return nil
}

// allowanceRow is a counter as stored.
type allowanceRow struct {
	Since time.Time
	Count int
}

func countOne(tx *gorm.DB, key []byte, count func(signin.Allowance) (signin.Allowance, error)) error {
	var row allowanceRow
	// The update that changes nothing locks the row. The key is not the first
	// value: GORM takes bytes behind a parenthesis for a list.
	err := tx.Raw(`INSERT INTO allowances (count, key, since) VALUES (0, ?, ?)
		ON CONFLICT (key) DO UPDATE SET count = allowances.count RETURNING since, count`, key, time.Unix(0, 0).UTC()).Scan(&row).Error
	if err != nil {
		return fmt.Errorf("read allowance: %w", err)
	}
	next, err := count(signin.Allowance{Since: row.Since, Count: row.Count})
	if err != nil {
		return err
	}
	err = tx.Exec("UPDATE allowances SET since = ?, count = ? WHERE key = ?", next.Since, next.Count, key).Error
	if err != nil {
		return fmt.Errorf("count: %w", err)
	}
	return nil
}

// Redeem counts a try of a sign-in. It returns what judge lets pass, and forgets
// it, as it does after the last try.
func (s *Store) Redeem(ctx context.Context, key []byte, judge func(signin.Pending) error) (signin.Pending, error) {
	var found signin.Pending
	var verdict error
	err := s.tx(ctx, func(tx *gorm.DB) ([]outbox.Message, error) {
		var rows []pendingRow
		if err := tx.Raw("UPDATE pending_sign_ins SET tries = tries + 1 WHERE key = ? RETURNING *", key).Scan(&rows).Error; err != nil {
			return nil, err
		}
		if len(rows) == 0 {
			return nil, signin.ErrBadState
		}
		found = pendingFromRow(rows[0])
		if verdict = judge(found); verdict != nil && found.Tries < signin.MaxTries {
			return nil, nil // the try counts
		}
		return nil, tx.Delete(&pendingRow{}, "key = ?", key).Error
	})
	if err = errors.Join(err, verdict); err != nil {
		return signin.Pending{}, fmt.Errorf("redeem sign-in: %w", err)
	}
	return found, nil
}

// SignIn opens the session in the account of the person, or else in the fresh
// one, which is made with the identity.
func (s *Store) SignIn(ctx context.Context, who signin.Identity, fresh profile.Player, first session.Session) (profile.Player, bool, error) {
	var player profile.Player
	var created bool
	err := s.tx(ctx, func(tx *gorm.DB) ([]outbox.Message, error) {
		owner, found, err := ownerOf(tx, who)
		if err != nil {
			return nil, err
		}
		player, created = owner, !found
		if !found {
			player = fresh
			if err := addLinked(tx, who, fresh); err != nil {
				return nil, err
			}
		}
		opened := first
		opened.PlayerID = player.ID
		row := sessionToRow(opened)
		if err := tx.Create(&row).Error; err != nil || found {
			return nil, err
		}
		return []outbox.Message{s.news.Linked(ctx, profile.Linked{Player: player, At: who.Linked})}, nil
	})
	if err != nil {
		return profile.Player{}, false, fmt.Errorf("sign in by %s: %w", who.Provider, err)
	}
	return player, created, nil
}

// ownerOf finds the account that an identity signs in to, and notes the address
// that its provider knows now.
func ownerOf(tx *gorm.DB, who signin.Identity) (profile.Player, bool, error) {
	var ids []string
	err := tx.Raw("UPDATE identities SET email = ? WHERE provider = ? AND subject = ? RETURNING player_id", who.Email, who.Provider, who.Subject).
		Scan(&ids).Error
	if err != nil || len(ids) == 0 {
		return profile.Player{}, false, err
	}
	var row playerRow
	if err := tx.Take(&row, "id = ?", ids[0]).Error; err != nil {
		return profile.Player{}, false, err
	}
	return playerFromRow(row), true, nil
}

// addLinked adds a player with an identity.
func addLinked(tx *gorm.DB, who signin.Identity, fresh profile.Player) error {
	row := playerToRow(fresh)
	err := tx.Create(&row).Error
	if errors.Is(err, gorm.ErrDuplicatedKey) { // ids are not drawn twice
		return profile.ErrNameTaken
	}
	if err != nil {
		return err
	}
	who.PlayerID = fresh.ID
	return addIdentity(tx, who)
}
