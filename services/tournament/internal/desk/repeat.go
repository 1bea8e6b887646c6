package desk

import (
	"context"
	"errors"
	"time"

	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/schedule"
	"kydai.dev/services/tournament/internal/tourney"
)

// repeated is how many series a replica looks after at a time.
const repeated = 10

// runSeries makes tournaments of series ahead.
func (d *Desk) runSeries(ctx context.Context) {
	d.every(ctx, d.cfg.Pause, "make tournaments of series", d.Repeat)
}

// Repeat makes the tournaments of series that are due by now. A series that cannot go
// on is tried again, by whichever replica, once this one's time for it is up.
func (d *Desk) Repeat(ctx context.Context) error {
	now := d.now()
	list, err := d.store.DueSeries(ctx, d.cfg.Replica, now, now.Add(d.cfg.Lease), repeated)
	for _, s := range list {
		if err := d.repeat(ctx, s); err != nil && ctx.Err() == nil {
			d.metrics.failed(waits)
			d.log.WarnContext(ctx, "a series cannot go on", "series_id", s.ID, "error", err)
		}
	}
	return err
}

// repeat makes what is due of a series. Whoever was first has made it.
func (d *Desk) repeat(ctx context.Context, s record.Series) error {
	times, err := schedule.Parse(s.Cron, s.Zone)
	if err != nil {
		return err
	}
	may, _, err := d.standing(ctx, s.Director)
	if err != nil {
		return err
	}
	if !may {
		return d.stop(ctx, s)
	}
	for !s.Next.IsZero() && !s.Next.Add(-s.Ahead).After(d.now()) {
		start := record.Start{Series: s.ID, Version: s.Version, Time: s.Next}
		start.Next = following(times, s.Next, d.now())
		if err := d.makeStart(ctx, s, start); err != nil {
			return unless(err, record.ErrStale)
		}
		s.Next = start.Next
	}
	return nil
}

// following is the start after one that is still to come; none in the year 9999.
func following(times schedule.Schedule, start, now time.Time) time.Time {
	if start.Before(now) {
		start = now
	}
	next, _ := times.Next(start)
	return next
}

// unless is an error that is not the one to be expected.
func unless(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// makeStart makes the tournament of a start, in the transaction that takes its series
// on. It passes over one that is past, that has its tournament, or for which it is too
// late by its settings.
func (d *Desk) makeStart(ctx context.Context, s record.Series, start record.Start) error {
	if !start.Time.After(d.now()) {
		d.metrics.failed(missed)
		d.log.WarnContext(ctx, "starts of a series were missed", "series_id", s.ID, "from", start.Time, "next", start.Next)
		return d.store.Skip(ctx, start)
	}
	_, err := d.Make(ctx, s.Settings.StartingAt(start.Time), d.by(s.Director, ""), record.Key{}, &start)
	switch {
	case errors.Is(err, record.ErrMade):
		return d.store.Skip(ctx, start)
	case errors.Is(err, tourney.ErrBadSettings):
		d.metrics.failed(badSettings)
		d.log.WarnContext(ctx, "a tournament of a series cannot be made", "series_id", s.ID, "start", start.Time, "error", err)
		return d.store.Skip(ctx, start)
	}
	return err
}

// stop ends a series whose director holds no tournaments any more: nobody would answer
// for them.
func (d *Desk) stop(ctx context.Context, s record.Series) error {
	s.Stopped = true
	if err := d.store.UpdateSeries(ctx, s); err != nil {
		return unless(err, record.ErrStale)
	}
	d.metrics.failed(stopped)
	d.log.WarnContext(ctx, "a series has stopped: its director is no organizer any more", "series_id", s.ID, "director_id", s.Director)
	return nil
}
