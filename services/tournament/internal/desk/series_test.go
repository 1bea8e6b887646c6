package desk_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/tournament/internal/desk"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/store"
	"kydai.dev/services/tournament/internal/tourney"
)

// story tells when what happened to a tournament.
func (h *hall) story(t *tourney.Tournament) string {
	h.t.Helper()
	log, err := h.store.Log(h.t.Context(), t.ID(), 0, 100)
	require.NoError(h.t, err)
	told := ""
	for _, e := range log {
		when := e.At.Format(" 01-02T15:04")
		switch k := e.Kind.(type) {
		case tourney.Created:
			told += "made" + when
		case tourney.Opened:
			told += " open" + when
		case tourney.Started:
			told += " begun" + when
		case tourney.Cancelled:
			told += " " + k.Cause + when
		}
	}
	return told
}

// The clock goes over midnight, here and in UTC, and over the days on which clocks are
// put forward and back: each tournament is made, opens, and begins or is called off at
// its times.
func TestASeriesOverTheCalendar(t *testing.T) {
	t.Parallel()
	tests := []struct {
		cron, zone  string
		ahead       time.Duration
		from, until string
		want        map[string]string
	}{
		{"30 2 * * *", "Europe/Berlin", 6 * time.Hour, "2026-10-23T12:00:00Z", "2026-10-26T02:00:00Z", map[string]string{
			"2026-10-24T00:30:00Z": "made 10-23T18:30 open 10-23T23:30 begun 10-24T00:30",
			"2026-10-25T00:30:00Z": "made 10-24T18:30 open 10-24T23:30 too_few_players 10-25T00:30", // not when it is shown again
			"2026-10-26T01:30:00Z": "made 10-25T19:30 open 10-26T00:30 begun 10-26T01:30",
		}},
		{"0 20 * * *", "Europe/Berlin", 24 * time.Hour, "2026-10-24T00:00:00Z", "2026-10-25T19:30:00Z", map[string]string{
			"2026-10-24T18:00:00Z": "made 10-24T00:00 open 10-24T17:00 begun 10-24T18:00",
			"2026-10-25T19:00:00Z": "made 10-24T19:00 open 10-25T18:00 too_few_players 10-25T19:00",
			"2026-10-26T19:00:00Z": "made 10-25T19:00",
		}},
		{"0 20 * * *", "Asia/Ho_Chi_Minh", 24 * time.Hour, "2026-12-30T22:00:00Z", "2027-01-01T13:30:00Z", map[string]string{
			"2026-12-31T13:00:00Z": "made 12-30T22:00 open 12-31T12:00 begun 12-31T13:00",
			"2027-01-01T13:00:00Z": "made 12-31T13:00 open 01-01T12:00 too_few_players 01-01T13:00",
			"2027-01-02T13:00:00Z": "made 01-01T13:00",
		}},
		{"30 2 * * *", "Europe/Berlin", 6 * time.Hour, "2027-03-26T18:00:00Z", "2027-03-29T00:30:00Z", map[string]string{
			"2027-03-27T01:30:00Z": "made 03-26T19:30 open 03-27T00:30 begun 03-27T01:30",
			"2027-03-28T01:00:00Z": "made 03-27T19:00 open 03-28T00:00 too_few_players 03-28T01:00", // 2:30 is skipped
			"2027-03-29T00:30:00Z": "made 03-28T18:30 open 03-28T23:30 begun 03-29T00:30",
		}},
	}
	halls(t, func(t *testing.T, h *hall) {
		for _, tt := range tests {
			h.time = at(t, tt.from)
			p := plan(tt.cron, tt.zone, tt.ahead)
			s := h.create(p)
			h.pass(s, at(t, tt.until), func(t *tourney.Tournament) bool {
				return t.Settings().Start.Day() != 25 && t.Settings().Start.Day() != 28 && t.Settings().Start.Day() != 1
			})
			got := map[string]string{}
			for _, made := range h.made(s) {
				got[made.Settings().Start.Format(time.RFC3339)] = h.story(made)
				require.Equal(t, boss, made.Director())
				require.Equal(t, s.ID, made.Series())
			}
			require.Equal(t, tt.want, got, "%s %s", tt.cron, tt.zone)
			h.stop(s, p)
		}
	})
}

// However many replicas make them, there is one tournament for each start.
func TestReplicasMakeEachStartOnce(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.time = at(t, "2026-11-30T12:30:00Z")
		s := h.create(plan("0 * * * *", "UTC", 12*time.Hour))
		var group errgroup.Group
		for i := range 8 {
			group.Go(func() error { return h.desks[i%2].Repeat(t.Context()) })
		}
		require.NoError(t, group.Wait())
		h.time = h.time.Add(lease)
		h.repeat()
		var want []string
		for i := range 12 {
			want = append(want, at(t, "2026-11-30T13:00:00Z").Add(time.Duration(i)*time.Hour).Format(time.RFC3339))
		}
		require.Equal(t, want, h.starts(s))
	})
}

var errDied = errors.New("died")

// dying is a store whose process dies at a tournament: before it is stored, or after,
// when nobody has heard of it.
type dying struct {
	*store.Store
	after bool
}

func (d dying) Create(ctx context.Context, a record.Append) (string, error) {
	if d.after {
		if _, err := d.Store.Create(ctx, a); err != nil {
			return "", err
		}
	}
	return "", errDied
}

// Making a tournament and noting it are one: whoever dies at it, it is made once, and
// the others go on when the dead one's time is up.
func TestAKillMakesNoStartTwice(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		for _, after := range []bool{false, true} {
			h.time = at(t, "2026-11-30T12:00:00Z")
			p := plan("0 20 * * *", "UTC", 31*time.Hour)
			s := h.create(p)
			require.NoError(t, h.desk("mortal", dying{h.store, after}).Repeat(t.Context()))
			if h.repeat(); !after {
				require.Empty(t, h.starts(s), "it is the dead one's for a while")
			}
			h.time = h.time.Add(lease)
			h.repeat()
			require.Equal(t, []string{"2026-11-30T20:00:00Z"}, h.starts(s))
			start := record.Start{Series: s.ID, Version: s.Version, Time: s.Next, Next: s.Next.Add(24 * time.Hour)}
			_, err := h.desks[0].Make(t.Context(), s.Settings.StartingAt(s.Next), tourney.Act{Actor: boss, Now: h.time}, record.Key{}, &start)
			require.ErrorIs(t, err, record.ErrStale, "who slept through it")
			p.Cron = "0 20 * * 0-6"
			_, err = h.desks[0].UpdateSeries(t.Context(), s.ID, boss, p, 1)
			require.NoError(t, err)
			h.repeat()
			require.Equal(t, []string{"2026-11-30T20:00:00Z"}, h.starts(s), "a change takes it back to a start that it has had")
			h.time = at(t, "2026-11-30T13:00:00Z")
			h.repeat()
			require.Equal(t, []string{"2026-11-30T20:00:00Z", "2026-12-01T20:00:00Z"}, h.starts(s), "and it goes on from there")
			h.stop(s, p)
		}
	})
}

// What went by while everything was down is passed over, what is still to come is
// made late, unless nobody could join it any more.
func TestMissedStarts(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.time = at(t, "2026-11-30T12:00:00Z")
		p := plan("0 20 * * *", "UTC", time.Hour)
		p.Settings.Registration.Close = p.Settings.Start.Add(-10 * time.Minute)
		s := h.create(p)
		h.repeat()
		require.Empty(t, h.starts(s))
		h.time = at(t, "2026-12-03T19:40:00Z")
		h.repeat()
		require.Equal(t, []string{"2026-12-03T20:00:00Z"}, h.starts(s))
		h.time = at(t, "2026-12-04T20:00:00Z")
		h.repeat()
		h.time = at(t, "2026-12-05T19:55:00Z")
		h.repeat()
		require.Equal(t, []string{"2026-12-03T20:00:00Z"}, h.starts(s))
		s, err := h.desks[0].Series(t.Context(), s.ID)
		require.NoError(t, err)
		require.Equal(t, at(t, "2026-12-06T20:00:00Z"), s.Next, "nobody tries again what cannot be made")
		require.Equal(t, map[string]float64{"missed": 2, "settings": 1, "waits": 0, "stopped": 0}, h.failures())
		h.time = at(t, "2026-12-06T19:00:00Z")
		h.repeat()
		require.Equal(t, []string{"2026-12-03T20:00:00Z", "2026-12-06T20:00:00Z"}, h.starts(s))
	})
}

// A series stops with its director's role, and goes on with the administrator who lets
// it. While account is away it waits.
func TestADirectorWhoIsNoneAnyMore(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.time = at(t, "2026-11-30T12:00:00Z")
		p := plan("0 20 * * *", "UTC", 24*time.Hour)
		s := h.create(p)
		h.away = errors.New("account is away")
		h.repeat()
		got, err := h.desks[0].Series(t.Context(), s.ID)
		require.NoError(t, err)
		require.Equal(t, s, got, "nobody knows")
		require.Equal(t, map[string]float64{"missed": 0, "settings": 0, "waits": 1, "stopped": 0}, h.failures())
		h.away = nil
		delete(h.roles, boss)
		h.time = h.time.Add(lease)
		h.repeat()
		require.Empty(t, h.starts(s))
		got, err = h.desks[0].Series(t.Context(), s.ID)
		require.NoError(t, err)
		require.True(t, got.Stopped)
		require.Equal(t, map[string]float64{"missed": 0, "settings": 0, "waits": 1, "stopped": 1}, h.failures())
		require.Equal(t, 2, got.Version)
		require.Empty(t, h.desks[0].Coming(got))
		_, err = h.desks[0].UpdateSeries(t.Context(), s.ID, boss, p, 0)
		require.Equal(t, "SCOPE_MISSING", errs.Reason(err))
		_, err = h.desks[0].UpdateSeries(t.Context(), s.ID, root, p, 1)
		require.ErrorIs(t, err, desk.ErrSeriesChanged)
		got, err = h.desks[0].UpdateSeries(t.Context(), s.ID, root, p, 2)
		require.NoError(t, err)
		require.Equal(t, root, got.Director)
		h.repeat()
		require.Len(t, h.made(s), 1)
		require.Equal(t, root, h.made(s)[0].Director())
	})
}

func TestSeriesAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change        func(*desk.Plan)
		reason, field string
		says          string
	}{
		"field of cron": {func(p *desk.Plan) { p.Cron = "0 25 * * *" }, "BAD_CRON", "cron", "hour: "},
		"four fields":   {func(p *desk.Plan) { p.Cron = "0 20 * *" }, "BAD_CRON", "cron", "five fields"},
		"no zone":       {func(p *desk.Plan) { p.Zone = "Asia/Atlantis" }, "NO_SUCH_TIME_ZONE", "time_zone", "Asia/Atlantis"},
		"never":         {func(p *desk.Plan) { p.Cron = "0 0 30 2 *" }, "SERIES_NEVER_COMES", "cron", "no month"},
		"too often":     {func(p *desk.Plan) { p.Cron = "*/4 * * * *" }, "SERIES_TOO_OFTEN", "cron", "4m0s"},
		"over the hour": {func(p *desk.Plan) { p.Cron = "*/7 * * * *" }, "SERIES_TOO_OFTEN", "cron", "4m0s"},
		"too far ahead": {func(p *desk.Plan) { p.Cron = "*/5 * * * *" }, "SERIES_TOO_FAR_AHEAD", "ahead", "100"},
		"no such game":  {func(p *desk.Plan) { p.Settings.Game = "go" }, "BAD_SETTINGS", "settings.game", "go"},
		"closed before it is made": {func(p *desk.Plan) {
			p.Settings.Registration.Open, p.Settings.Registration.Close = time.Time{}, p.Settings.Start.Add(-24*time.Hour)
		}, "BAD_SETTINGS", "settings.registration.close_time", "passed"},
	}
	h := newHall(t, testkit.Open(t, testkit.SQLite(t), "tournament", store.Migrations()))
	h.time = at(t, "2026-11-30T12:00:00Z")
	s := h.create(plan("0 20 * * *", "UTC", 24*time.Hour))
	for name, tt := range tests {
		p := plan("0 20 * * *", "UTC", 0)
		tt.change(&p)
		_, created := h.desks[0].CreateSeries(t.Context(), boss, p, record.Key{})
		_, updated := h.desks[0].UpdateSeries(t.Context(), s.ID, boss, p, 1)
		for _, err := range []error{created, updated} {
			var refused *errs.Error
			require.ErrorAs(t, err, &refused, name)
			require.Equal(t, tt.reason, refused.Reason, name)
			require.Len(t, refused.Violations, 1, name)
			require.Equal(t, tt.field, refused.Violations[0].Field, name)
			require.Contains(t, refused.Violations[0].Description, tt.says, name)
		}
	}
	list, err := h.desks[0].ListSeries(t.Context(), record.Page{Limit: 10})
	require.NoError(t, err)
	require.Equal(t, []record.Series{s}, list, "nothing came of all that")
}
