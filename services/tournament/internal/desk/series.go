package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/shortid"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/schedule"
	"kydai.dev/services/tournament/internal/tourney"
)

// Why series are refused.
var (
	ErrBadCron       = errs.New(errs.Invalid, "BAD_CRON", "the cron expression cannot be read")
	ErrNoZone        = errs.New(errs.Invalid, "NO_SUCH_TIME_ZONE", "there is no such time zone")
	ErrNeverComes    = errs.New(errs.Invalid, "SERIES_NEVER_COMES", "the cron expression has no day")
	ErrTooOften      = errs.New(errs.Invalid, "SERIES_TOO_OFTEN", "the tournaments of a series start 5 minutes apart at least")
	ErrTooFarAhead   = errs.New(errs.Invalid, "SERIES_TOO_FAR_AHEAD", "too many tournaments would be there at a time")
	ErrSeriesChanged = errs.New(errs.Conflict, "SERIES_CHANGED", "the series is not the version that was named any more")
)

const (
	// closest is how far apart tournaments of a series start.
	closest = 5 * time.Minute
	// usualAhead is how long before its start a tournament is made where nobody says.
	usualAhead = 24 * time.Hour
	// mostAhead is how many tournaments of a series are to be there at a time.
	mostAhead = 100
	// shown is how many starts are shown, and horizon how far one looks for them.
	shown   = 5
	horizon = 100 * 366 * 24 * time.Hour
)

// Plan is what is asked of a series.
type Plan struct {
	Cron, Zone string
	// Ahead is how long before the start each tournament is made; 0 is a day.
	Ahead    time.Duration
	Settings tourney.Settings
	// Stopped says that none is made any more.
	Stopped bool
}

// CreateSeries creates a series that an account directs, or finds the one that its key
// has made.
func (d *Desk) CreateSeries(ctx context.Context, account string, p Plan, key record.Key) (record.Series, error) {
	if _, err := d.holds(ctx, account); err != nil {
		return record.Series{}, err
	}
	now := d.now()
	s, err := p.on(record.Series{ID: shortid.New(), Version: 1, Director: account, Created: now}, now)
	if err != nil {
		return s, err
	}
	id, err := d.store.CreateSeries(ctx, s, key)
	if err != nil {
		return s, err
	}
	return d.store.Series(ctx, id)
}

// UpdateSeries changes a series that is at a version; 0 is any.
func (d *Desk) UpdateSeries(ctx context.Context, id, account string, p Plan, version int) (record.Series, error) {
	all, err := d.holds(ctx, account)
	if err != nil {
		return record.Series{}, err
	}
	for range tries {
		s, err := d.store.Series(ctx, id)
		switch {
		case err != nil:
			return s, err
		case !all && s.Director != account:
			return s, ErrNotDirector
		case version != 0 && version != s.Version:
			return s, ErrSeriesChanged.With("version", fmt.Sprint(s.Version))
		}
		if err = d.replan(ctx, s, account, p); !errors.Is(err, record.ErrStale) {
			return d.changed(ctx, id, err)
		}
	}
	return record.Series{}, ErrBusy
}

// replan changes a series as it was read. Whoever changes one whose director holds no
// tournaments any more directs it from then on.
func (d *Desk) replan(ctx context.Context, s record.Series, account string, p Plan) error {
	if s.Director != account {
		may, _, err := d.standing(ctx, s.Director)
		if err != nil {
			return err
		}
		if !may {
			s.Director = account
		}
	}
	s, err := p.on(s, d.now())
	if err != nil {
		return err
	}
	return d.store.UpdateSeries(ctx, s)
}

func (d *Desk) changed(ctx context.Context, id string, err error) (record.Series, error) {
	if err != nil {
		return record.Series{}, err
	}
	return d.store.Series(ctx, id)
}

// Series is one of them.
func (d *Desk) Series(ctx context.Context, id string) (record.Series, error) {
	return d.store.Series(ctx, id)
}

// ListSeries lists those that go on.
func (d *Desk) ListSeries(ctx context.Context, p record.Page) ([]record.Series, error) {
	return d.store.ListSeries(ctx, p)
}

// Coming are the next starts of a series, whether their tournaments are made or not.
func (d *Desk) Coming(s record.Series) []time.Time {
	times, err := schedule.Parse(s.Cron, s.Zone)
	if err != nil || s.Stopped {
		return nil
	}
	now := d.now()
	return times.Ahead(now, now.Add(horizon), shown)
}

// on makes a plan that of a series. Its first start is the next one: should it have its
// tournament already, that is found out when another is to be made.
func (p Plan) on(s record.Series, now time.Time) (record.Series, error) {
	times, err := p.times()
	if err != nil {
		return s, err
	}
	if p.Ahead == 0 {
		p.Ahead = usualAhead
	}
	s.Cron, s.Zone, s.Ahead, s.Settings, s.Stopped = p.Cron, p.Zone, p.Ahead, p.Settings, p.Stopped
	s.Next, _ = times.Next(now) // there is none in the year 9999
	if s.Stopped || s.Next.IsZero() {
		return s, nil // settings of old need not be possible any more to be stopped
	}
	if n := len(times.Ahead(s.Next.Add(-1), s.Next.Add(p.Ahead), mostAhead+1)); n > mostAhead {
		return s, ErrTooFarAhead.At("ahead", fmt.Sprintf("more than %d tournaments start in such a time", mostAhead))
	}
	_, err = tourney.New(s.ID, s.Settings.StartingAt(s.Next), s.ID, tourney.Act{Actor: s.Director, Now: s.Next.Add(-s.Ahead)})
	return s, err
}

// times are those of the plan's expression.
func (p Plan) times() (schedule.Schedule, error) {
	times, err := schedule.Parse(p.Cron, p.Zone)
	var refused *schedule.Error
	switch {
	case errors.As(err, &refused) && refused.Field == schedule.TimeZone:
		return times, ErrNoZone.At("time_zone", refused.Reason)
	case errors.As(err, &refused) && refused.Never:
		return times, ErrNeverComes.At("cron", refused.Reason)
	case err != nil:
		return times, ErrBadCron.At("cron", err.Error())
	case times.Closest() < closest:
		return times, ErrTooOften.At("cron", fmt.Sprintf("comes twice within %s", times.Closest()))
	}
	return times, nil
}
