package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/services/matchmaking/internal/crowd"
)

// Crowd reads and writes what the lobby counts.
type Crowd struct{ s *Store }

var _ crowd.Store = Crowd{}

// NewCrowd returns the crowd of a store.
func NewCrowd(s *Store) Crowd { return Crowd{s: s} }

// runningRow is a game that somebody plays or has played, as stored.
type runningRow struct {
	GameID  string `gorm:"primaryKey"`
	Game    string
	People  int
	Over    bool
	BegunAt int64
}

// TableName is the table of running games.
func (runningRow) TableName() string { return "running" }

// counted is a row of a count.
type counted struct {
	Game string
	N    int
}

func byGame(q *gorm.DB, what string) (map[string]int, error) {
	var rows []counted
	if err := q.Group("game").Scan(&rows).Error; err != nil {
		return nil, wrap(what, err)
	}
	counts := map[string]int{}
	for _, r := range rows {
		counts[r.Game] = r.N
	}
	return counts, nil
}

// Searching counts by game the tickets whose owners were seen since a time.
func (c Crowd) Searching(ctx context.Context, since time.Time) (map[string]int, error) {
	q := c.s.db.Read().WithContext(ctx).Model(&ticketRow{}).Select("game, count(*) AS n")
	return byGame(q.Where("state = 'waiting' AND seen_at >= ?", since.UnixMicro()), "count who searches")
}

// Playing counts by game the people in running games begun since a time.
func (c Crowd) Playing(ctx context.Context, since time.Time) (map[string]int, error) {
	q := c.s.db.Read().WithContext(ctx).Model(&runningRow{}).Select("game, sum(people) AS n")
	return byGame(q.Where(`NOT "over" AND begun_at >= ?`, since.UnixMicro()), "count who plays")
}

// Note notes changes of games: once it is over, a game stays over.
func (c Crowd) Note(ctx context.Context, changes []crowd.Change) error {
	changes = slices.SortedStableFunc(slices.Values(changes), func(a, b crowd.Change) int { return cmp.Compare(a.GameID, b.GameID) }) // no two wait for each other
	return c.s.tx(ctx, func(tx *gorm.DB) error {
		for _, ch := range changes {
			row := runningRow{GameID: ch.GameID, Game: ch.Game, People: ch.People, Over: ch.Over, BegunAt: ch.At.UnixMicro()}
			again := clause.OnConflict{DoNothing: true}
			if ch.Over {
				again = clause.OnConflict{Columns: []clause.Column{{Name: "game_id"}}, DoUpdates: clause.AssignmentColumns([]string{"over"})}
			}
			if err := tx.Clauses(again).Create(&row).Error; err != nil {
				return wrap("note game "+ch.GameID, err)
			}
		}
		return nil
	})
}

// Forget deletes games begun before a time.
func (c Crowd) Forget(ctx context.Context, before time.Time) error {
	return c.s.tx(ctx, func(tx *gorm.DB) error {
		return wrap("forget games", tx.Exec("DELETE FROM running WHERE begun_at < ?", before.UnixMicro()).Error)
	})
}
