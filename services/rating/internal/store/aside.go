package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/services/rating/internal/scorer"
	"kydai.dev/services/rating/internal/standing"
)

// asideRow is a game that was set aside. Its id is kept in bytes and the game as
// JSON, which every database takes, whatever is wrong with them.
type asideRow struct {
	GameID []byte `gorm:"primaryKey"`
	Game   string
	Tries  int
	DueAt  int64
}

// TableName is the table of games that were set aside.
func (asideRow) TableName() string { return "aside" }

// SetAside keeps a game until it is due, in the place of what was kept of it.
func (s *Store) SetAside(ctx context.Context, a scorer.Aside, due time.Time) error {
	game, err := json.Marshal(a.Game)
	if err != nil {
		return fmt.Errorf("encode game %s: %w", a.Game.ID, err)
	}
	row := asideRow{GameID: []byte(a.Game.ID), Game: string(game), Tries: a.Tries, DueAt: due.UnixMicro()}
	err = s.db.Tx(ctx, func(tx *gorm.DB) error { return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error })
	if err != nil {
		return fmt.Errorf("set game aside: %w", err)
	}
	return nil
}

// Due returns some of the games that are due, the longest waiting first.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]scorer.Aside, error) {
	var rows []asideRow
	if err := s.db.Read().WithContext(ctx).Where("due_at <= ?", now.UnixMicro()).Order("due_at").Limit(limit).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read games set aside: %w", err)
	}
	due := make([]scorer.Aside, len(rows))
	for i, r := range rows {
		var game standing.Game
		if err := json.Unmarshal([]byte(r.Game), &game); err != nil {
			return nil, fmt.Errorf("decode game %q: %w", r.GameID, err)
		}
		due[i] = scorer.Aside{Game: game, Tries: r.Tries}
	}
	return due, nil
}

// Settled forgets a game that was set aside.
func (s *Store) Settled(ctx context.Context, game string) error {
	err := s.db.Tx(ctx, func(tx *gorm.DB) error { return tx.Delete(&asideRow{GameID: []byte(game)}).Error })
	if err != nil {
		return fmt.Errorf("forget game set aside: %w", err)
	}
	return nil
}

// CountAside says how many games are set aside.
func (s *Store) CountAside(ctx context.Context) (int, error) {
	var n int64
	if err := s.db.Read().WithContext(ctx).Model(&asideRow{}).Count(&n).Error; err != nil {
		return 0, fmt.Errorf("count games set aside: %w", err)
	}
	return int(n), nil
}
