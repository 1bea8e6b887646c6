package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/services/rating/internal/standing"
)

// linkedRow is a player who has linked an account, or was made with one.
type linkedRow struct {
	Player string `gorm:"primaryKey"`
}

// TableName is the table of linked players.
func (linkedRow) TableName() string { return "linked" }

// enlistedRow is a player who came on a board without a change of his rating.
type enlistedRow struct {
	Game     string `gorm:"primaryKey"`
	Category string `gorm:"primaryKey"`
	Version  int64  `gorm:"primaryKey"`
	Player   string
	Rating   int
}

// TableName is the table of those who were enlisted.
func (enlistedRow) TableName() string { return "enlisted" }

// Link notes that a player is no guest any more and puts him on the boards on
// which he has games that count; once more does nothing.
//
// All boards are locked, in the order in which Take locks them: a game of the
// player that is being rated is waited for, and one that is rated later finds him
// linked. A board that came into being after the others were locked is no more than
// seen, so all is done anew.
func (s *Store) Link(ctx context.Context, player string) error {
	for {
		err := s.db.Tx(ctx, func(tx *gorm.DB) error { return s.link(tx, player) })
		if err == nil {
			return nil
		}
		if !errors.Is(err, errNewBoard) {
			return fmt.Errorf("link player %s: %w", player, err)
		}
	}
}

// errNewBoard says that a player is on a board that was not there to be locked.
var errNewBoard = errors.New("a board is new")

func (s *Store) link(tx *gorm.DB, player string) error {
	boards, err := s.lockAll(tx)
	if err != nil {
		return err
	}
	if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&linkedRow{player}).Error; err != nil {
		return err
	}
	found, err := standingsOf(tx.Where("player = ? AND NOT linked", player))
	for _, f := range found {
		version, locked := boards[f.Board]
		if !locked {
			return errNewBoard
		}
		if err := enlist(tx, version, f); err != nil {
			return err
		}
	}
	return err
}

func (s *Store) lockAll(tx *gorm.DB) (map[standing.Board]int64, error) {
	var rows []boardRow
	if err := s.locking(tx.Order("game, category")).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("lock boards: %w", err)
	}
	versions := make(map[standing.Board]int64, len(rows))
	for _, r := range rows {
		versions[r.board()] = r.Version
	}
	return versions, nil
}

// enlist puts a player on a board whose last version is known.
func enlist(tx *gorm.DB, version int64, s standing.Standing) error {
	s.Linked = true
	row := standingRowOf(s)
	if err := tx.Model(&row).Update("linked", true).Error; err != nil || !s.Listed() {
		return err
	}
	version++
	if err := tx.Model(&boardRow{Game: s.Game, Category: s.Category}).Update("version", version).Error; err != nil {
		return err
	}
	return tx.Create(&enlistedRow{Game: s.Game, Category: s.Category, Version: version, Player: s.Player, Rating: s.Rating}).Error
}

// Guests returns players who have a rating and are not known to have linked an
// account, by their ids.
func (s *Store) Guests(ctx context.Context, after string, limit int) ([]string, error) {
	var players []string
	err := s.db.Read().WithContext(ctx).Model(&standingRow{}).Distinct("player").
		Where("NOT linked AND player > ?", after).Order("player").Limit(limit).Pluck("player", &players).Error
	if err != nil {
		return nil, fmt.Errorf("read guests: %w", err)
	}
	return players, nil
}

// readLinked notes which of the players have linked an account since their games
// began.
func (t *taking) readLinked(tx *gorm.DB) error {
	players := map[string]bool{}
	for k, s := range t.standings {
		if !s.Linked {
			players[k.Player] = false
		}
	}
	if len(players) == 0 {
		return nil
	}
	var found []string
	if err := tx.Model(&linkedRow{}).Where("player IN ?", slices.Collect(maps.Keys(players))).Pluck("player", &found).Error; err != nil {
		return err
	}
	for _, p := range found {
		players[p] = true
	}
	for k, s := range t.standings {
		s.Linked = s.Linked || players[k.Player]
		t.standings[k] = s
	}
	return nil
}
