package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/pkg/dbx"
	"kydai.dev/services/tournament/internal/record"
)

// seriesRow is a series as stored.
type seriesRow struct {
	ID        string
	Version   int
	Cron      string
	Zone      string
	Settings  []byte
	Ahead     time.Duration
	Stopped   bool
	Director  string
	CreatedAt int64 `gorm:"autoCreateTime:false"`
	StartAt   int64
	DueAt     int64
	Worker    string
	FreeAt    int64
}

// TableName is the table of series.
func (seriesRow) TableName() string { return "series" }

// startRow is a start of a series that has its tournament.
type startRow struct {
	Series     string
	StartAt    int64
	Tournament string
}

// TableName is the table of starts.
func (startRow) TableName() string { return "starts" }

func (s *Store) seriesRow(of record.Series) (seriesRow, error) {
	settings, err := s.codec.EncodeSettings(of.Settings)
	r := seriesRow{
		ID: of.ID, Version: of.Version, Cron: of.Cron, Zone: of.Zone, Settings: settings, Ahead: of.Ahead,
		Stopped: of.Stopped, Director: of.Director, CreatedAt: dbx.Micros(of.Created), StartAt: dbx.Micros(of.Next),
	}
	if !of.Stopped {
		r.DueAt = dueAt(of.Next, of.Ahead)
	}
	return r, err
}

// dueAt is when the tournament of a start is to be made.
func dueAt(start time.Time, ahead time.Duration) int64 {
	if start.IsZero() {
		return 0
	}
	return dbx.Micros(start.Add(-ahead))
}

func (s *Store) seriesOf(rows []seriesRow) ([]record.Series, error) {
	list := make([]record.Series, len(rows))
	for i, r := range rows {
		settings, err := s.codec.DecodeSettings(r.Settings)
		if err != nil {
			return nil, fmt.Errorf("read series %s: %w", r.ID, err)
		}
		list[i] = record.Series{
			ID: r.ID, Version: r.Version, Cron: r.Cron, Zone: r.Zone, Settings: settings, Ahead: r.Ahead,
			Stopped: r.Stopped, Director: r.Director, Created: dbx.Time(r.CreatedAt), Next: dbx.Time(r.StartAt),
		}
	}
	return list, nil
}

// CreateSeries stores a new series, or finds the one that its key has made before.
func (s *Store) CreateSeries(ctx context.Context, of record.Series, key record.Key) (id string, err error) {
	r, err := s.seriesRow(of)
	if err != nil {
		return "", err
	}
	id, err = s.once(ctx, key, of.ID, of.Created, func(tx *gorm.DB) error { return tx.Create(&r).Error })
	return id, wrap(err, "create series")
}

// UpdateSeries stores a change of a series. Its version is the one that was changed,
// and goes up by one; ErrStale says that another change was first.
func (s *Store) UpdateSeries(ctx context.Context, of record.Series) error {
	r, err := s.seriesRow(of)
	if err != nil {
		return err
	}
	r.Version++
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		columns := []string{"version", "cron", "zone", "settings", "ahead", "stopped", "director", "start_at", "due_at", "worker", "free_at"}
		done := tx.Model(&seriesRow{}).Where("id = ? AND version = ?", of.ID, of.Version).Select(columns).Updates(&r)
		return moved(done)
	})
	return wrap(err, "update series "+of.ID)
}

// moved is ErrStale where a change has found nothing to change.
func moved(done *gorm.DB) error {
	if done.Error == nil && done.RowsAffected == 0 {
		return record.ErrStale
	}
	return done.Error
}

// Series returns one of them.
func (s *Store) Series(ctx context.Context, id string) (record.Series, error) {
	var rows []seriesRow
	if err := s.read(ctx).Where("id = ?", id).Limit(1).Find(&rows).Error; err != nil {
		return record.Series{}, fmt.Errorf("read series %s: %w", id, err)
	}
	if len(rows) == 0 {
		return record.Series{}, record.ErrNoSuchSeries
	}
	list, err := s.seriesOf(rows)
	if err != nil {
		return record.Series{}, err
	}
	return list[0], nil
}

// ListSeries lists those that go on, the newest first.
func (s *Store) ListSeries(ctx context.Context, p record.Page) ([]record.Series, error) {
	q := s.read(ctx).Where("NOT stopped")
	if p.After.ID != "" {
		q = q.Where("(created_at, id) < (?, ?)", dbx.Micros(p.After.Time), p.After.ID)
	}
	var rows []seriesRow
	if err := q.Order("created_at DESC, id DESC").Limit(p.Limit).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list series: %w", err)
	}
	return s.seriesOf(rows)
}

// DueSeries gives a worker series whose next tournament is to be made.
func (s *Store) DueSeries(ctx context.Context, worker string, now, until time.Time, limit int) ([]record.Series, error) {
	ids, err := s.claim(ctx, "series", worker, now, until, limit)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	var rows []seriesRow
	if err := s.read(ctx).Where("id IN ?", ids).Order("due_at, id").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read due series: %w", err)
	}
	return s.seriesOf(rows)
}

// Skip takes a series on to its next start without a tournament for this one.
// ErrStale says that it was changed or has gone on.
func (s *Store) Skip(ctx context.Context, start record.Start) error {
	err := s.db.Tx(ctx, func(tx *gorm.DB) error { return advance(tx, start) })
	return wrap(err, "skip start of series "+start.Series)
}

func advance(tx *gorm.DB, start record.Start) error {
	done := tx.Exec(
		"UPDATE series SET start_at = ?, due_at = CASE WHEN CAST(? AS bigint) = 0 THEN 0 ELSE CAST(? AS bigint) - ahead / 1000 END, worker = '', free_at = 0 WHERE id = ? AND version = ? AND start_at = ? AND NOT stopped",
		dbx.Micros(start.Next), dbx.Micros(start.Next), dbx.Micros(start.Next), start.Series, start.Version, dbx.Micros(start.Time))
	return moved(done)
}

// storeStart notes the start that the tournament is made for, and takes its series on.
// ErrMade says that it has one.
func (p *parcel) storeStart(tx *gorm.DB) error {
	if p.Start == nil {
		return nil
	}
	if err := advance(tx, *p.Start); err != nil {
		return err
	}
	r := startRow{Series: p.Start.Series, StartAt: dbx.Micros(p.Start.Time), Tournament: p.ID}
	done := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&r)
	if done.Error == nil && done.RowsAffected == 0 {
		return record.ErrMade
	}
	return wrap(done.Error, "note start")
}
