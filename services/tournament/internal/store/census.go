package store

import (
	"context"

	"kydai.dev/pkg/dbx"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// statuses are all that a tournament can have, so that none is missing at 0.
var statuses = []tourney.Status{tourney.Scheduled, tourney.Open, tourney.Running, tourney.Review, tourney.Ended, tourney.CalledOff}

// Census counts tournaments by status, and chores.
func (s *Store) Census(ctx context.Context) (record.Census, error) {
	c := record.Census{Tournaments: map[tourney.Status]int{}}
	for _, status := range statuses {
		c.Tournaments[status] = 0
	}
	var counts []struct {
		Status string
		Count  int
	}
	if err := s.read(ctx).Model(&row{}).Select("status, COUNT(*) AS count").Group("status").Scan(&counts).Error; err != nil {
		return c, wrap(err, "count tournaments")
	}
	for _, n := range counts {
		c.Tournaments[tourney.Status(n.Status)] = n.Count
	}
	var chores struct {
		Count, Refused int
		Oldest         int64
	}
	err := s.read(ctx).Model(&choreRow{}).Select(`COUNT(*) AS count, COUNT(CASE WHEN refused > 0 THEN 1 END) AS refused,
		COALESCE(MIN(CASE WHEN refused = 0 THEN made_at END), 0) AS oldest`).Scan(&chores).Error
	c.Chores, c.Refused, c.Oldest = chores.Count, chores.Refused, dbx.Time(chores.Oldest)
	return c, wrap(err, "count chores")
}
