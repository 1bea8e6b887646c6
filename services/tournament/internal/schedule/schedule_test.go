package schedule_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/tournament/internal/schedule"
)

func parse(t require.TestingT, expression, zone string) schedule.Schedule {
	s, err := schedule.Parse(expression, zone)
	require.NoError(t, err)
	return s
}

func at(t require.TestingT, text string) time.Time {
	instant, err := time.Parse(time.RFC3339, text)
	require.NoError(t, err)
	return instant
}

// TestNext lists what comes after a time, one after the other.
func TestNext(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		expression, zone, after string
		want                    []string
	}{
		"evening that is afternoon in UTC": {"0 20 * * *", "Asia/Ho_Chi_Minh", "2026-12-31T12:59:59Z", []string{
			"2026-12-31T20:00:00+07:00", "2027-01-01T20:00:00+07:00",
		}},
		"not at the time itself": {"0 20 * * *", "Asia/Ho_Chi_Minh", "2026-12-31T13:00:00Z", []string{
			"2027-01-01T20:00:00+07:00",
		}},
		"morning of the next day in the zone": {"30 5 * * *", "Asia/Ho_Chi_Minh", "2026-11-30T22:29:59.999Z", []string{
			"2026-12-01T05:30:00+07:00", "2026-12-02T05:30:00+07:00",
		}},
		"midnight": {"0 0 * * *", "Asia/Ho_Chi_Minh", "2026-11-30T16:59:59Z", []string{
			"2026-12-01T00:00:00+07:00", "2026-12-02T00:00:00+07:00",
		}},
		"same hour on the wall over the spring": {"0 20 * * *", "Europe/Berlin", "2026-03-28T00:00:00Z", []string{
			"2026-03-28T20:00:00+01:00", "2026-03-29T20:00:00+02:00",
		}},
		"skipped in Berlin": {"30 2 * * *", "Europe/Berlin", "2026-03-28T00:00:00Z", []string{
			"2026-03-28T02:30:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00",
		}},
		"skipped hour, by quarters": {"*/15 * * * *", "Europe/Berlin", "2026-03-29T00:40:00Z", []string{
			"2026-03-29T01:45:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-29T03:15:00+02:00",
		}},
		"from the instant of the change": {"30 2 * * *", "Europe/Berlin", "2026-03-29T01:00:00Z", []string{
			"2026-03-30T02:30:00+02:00",
		}},
		"shown twice in Berlin": {"30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", []string{
			"2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00",
		}},
		"asked while it is shown again": {"30 2 * * *", "Europe/Berlin", "2026-10-25T01:15:00Z", []string{
			"2026-10-26T02:30:00+01:00",
		}},
		"repeated hour, by quarters": {"*/15 * * * *", "Europe/Berlin", "2026-10-25T00:40:00Z", []string{
			"2026-10-25T02:45:00+02:00", "2026-10-25T03:00:00+01:00",
		}},
		"skipped in New York": {"0 2 * * sun", "America/New_York", "2026-03-02T00:00:00Z", []string{
			"2026-03-08T03:00:00-04:00", "2026-03-15T02:00:00-04:00",
		}},
		"shown twice in New York": {"59 1 1 11 *", "America/New_York", "2026-06-01T00:00:00Z", []string{
			"2026-11-01T01:59:00-04:00", "2027-11-01T01:59:00-04:00",
		}},
		"half an hour skipped": {"15 2 * * *", "Australia/Lord_Howe", "2026-10-03T00:00:00Z", []string{
			"2026-10-04T02:30:00+11:00", "2026-10-05T02:15:00+11:00",
		}},
		"half an hour shown twice": {"45 1 * * *", "Australia/Lord_Howe", "2026-04-04T00:00:00Z", []string{
			"2026-04-05T01:45:00+11:00", "2026-04-06T01:45:00+10:30",
		}},
		"midnight skipped": {"0 0 * * *", "America/Sao_Paulo", "2018-11-03T12:00:00Z", []string{
			"2018-11-04T01:00:00-02:00", "2018-11-05T00:00:00-02:00",
		}},
		"day skipped": {"0 20 * * *", "Pacific/Apia", "2011-12-29T12:00:00Z", []string{
			"2011-12-29T20:00:00-10:00", "2011-12-31T00:00:00+14:00", "2011-12-31T20:00:00+14:00",
		}},
		"zone that gave its summer time up": {"0 20 30 6 *", "Europe/Moscow", "2010-01-01T00:00:00Z", []string{
			"2010-06-30T20:00:00+04:00", "2011-06-30T20:00:00+04:00", "2012-06-30T20:00:00+04:00",
			"2013-06-30T20:00:00+04:00", "2014-06-30T20:00:00+04:00", "2015-06-30T20:00:00+03:00",
		}},
		"leap day": {"0 12 29 2 *", "Asia/Ho_Chi_Minh", "2092-03-01T00:00:00Z", []string{
			"2096-02-29T12:00:00+07:00", "2104-02-29T12:00:00+07:00",
		}},
		"last days": {"0 12 31 * *", "UTC", "2026-11-30T15:48:00Z", []string{
			"2026-12-31T12:00:00Z", "2027-01-31T12:00:00Z", "2027-03-31T12:00:00Z",
		}},
		"either field of the day": {"0 9 1 * MON", "UTC", "2026-11-30T15:48:00Z", []string{
			"2026-12-01T09:00:00Z", "2026-12-07T09:00:00Z",
		}},
		"names, lists, ranges, steps": {"*/30 8-9,20 * NOV-DEC,3 Thu,SAT-SUN", "UTC", "2026-11-28T20:10:00Z", []string{
			"2026-11-28T20:30:00Z", "2026-11-29T08:00:00Z", "2026-11-29T08:30:00Z", "2026-11-29T09:00:00Z",
			"2026-11-29T09:30:00Z", "2026-11-29T20:00:00Z", "2026-11-29T20:30:00Z", "2026-12-03T08:00:00Z",
		}},
		"over the end of the week": {"0 9 * * fri-mon", "UTC", "2026-12-03T00:00:00Z", []string{
			"2026-12-04T09:00:00Z", "2026-12-05T09:00:00Z", "2026-12-06T09:00:00Z", "2026-12-07T09:00:00Z", "2026-12-11T09:00:00Z",
		}},
		"Sunday as 7": {"0 9 * * 7", "UTC", "2026-12-03T00:00:00Z", []string{"2026-12-06T09:00:00Z", "2026-12-13T09:00:00Z"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := parse(t, tt.expression, tt.zone)
			after := at(t, tt.after)
			for _, want := range tt.want {
				next, ok := s.Next(after)
				require.True(t, ok)
				require.Equal(t, want, next.Format(time.RFC3339))
				after = next
			}
		})
	}
}

func TestTheCalendarEnds(t *testing.T) {
	t.Parallel()
	_, ok := parse(t, "0 0 29 2 *", "UTC").Next(at(t, "9996-03-01T00:00:00Z"))
	require.False(t, ok)
	_, ok = parse(t, "* * * * *", "UTC").Next(at(t, "9999-12-31T23:59:00Z"))
	require.False(t, ok)
}

func TestAhead(t *testing.T) {
	t.Parallel()
	s := parse(t, "0 20 * * *", "Asia/Ho_Chi_Minh")
	after := at(t, "2026-11-30T15:48:00Z")
	three := []time.Time{at(t, "2026-12-01T13:00:00Z"), at(t, "2026-12-02T13:00:00Z"), at(t, "2026-12-03T13:00:00Z")}
	require.Equal(t, three, utc(s.Ahead(after, three[2], 10)), "the end counts")
	require.Equal(t, three[:2], utc(s.Ahead(after, three[2].Add(-1), 10)))
	require.Equal(t, three[:1], utc(s.Ahead(after, three[2], 1)))
	require.Empty(t, s.Ahead(after, after, 10))
}

func utc(times []time.Time) []time.Time {
	for i := range times {
		times[i] = times[i].UTC()
	}
	return times
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ expression, zone, want string }{
		"nothing":         {"", "UTC", "an expression has five fields: minute, hour, day of month, month and day of week; here are 0"},
		"seconds":         {"0 0 20 * * *", "UTC", "an expression has five fields: minute, hour, day of month, month and day of week; here are 6"},
		"shortcut":        {"@daily", "UTC", "an expression has five fields: minute, hour, day of month, month and day of week; here are 1"},
		"zone inside":     {"TZ=UTC 0 20 * *", "UTC", `minute: "tz=utc" is neither * nor a number from 0 to 59, nor a range or step of them`},
		"minute 60":       {"60 20 * * *", "UTC", `minute: "60" is neither * nor a number from 0 to 59, nor a range or step of them`},
		"hour 24":         {"0 8,24 * * *", "UTC", `hour: "24" is neither * nor a number from 0 to 23, nor a range or step of them`},
		"negative":        {"0 -1 * * *", "UTC", `hour: "-1" is neither * nor a number from 0 to 23, nor a range or step of them`},
		"day 0":           {"0 20 0 * *", "UTC", `day of month: "0" is neither * nor a number from 1 to 31, nor a range or step of them`},
		"last day":        {"0 20 L * *", "UTC", `day of month: "l" is neither * nor a number from 1 to 31, nor a range or step of them`},
		"unknown month":   {"0 20 * jam *", "UTC", `month: "jam" is neither * nor a number from 1 to 12 or a name from jan to dec, nor a range or step of them`},
		"weekday 8":       {"0 20 * * 8", "UTC", `day of week: "8" is neither * nor a number from 0 to 7 or a name from sun to sat, nor a range or step of them`},
		"empty item":      {"0 8,,9 * * *", "UTC", `hour: "" is neither * nor a number from 0 to 23, nor a range or step of them`},
		"open range":      {"0 8- * * *", "UTC", `hour: "8-" is neither * nor a number from 0 to 23, nor a range or step of them`},
		"double range":    {"0 8-9-10 * * *", "UTC", `hour: "8-9-10" is neither * nor a number from 0 to 23, nor a range or step of them`},
		"step of nothing": {"*/0 * * * *", "UTC", `minute: "*/0" is neither * nor a number from 0 to 59, nor a range or step of them`},
		"huge number":     {"*/99999999999999999999 * * * *", "UTC", `minute: "*/99999999999999999999" is neither * nor a number from 0 to 59, nor a range or step of them`},
		"step of one":     {"5/15 * * * *", "UTC", `minute: "5/15" has a step but no range: write */15 or 5-…/15`},
		"over Sunday":     {"0 9 * * fri-tue/2", "UTC", `day of week: "fri-tue/2" goes over Sunday by steps: list the days`},
		"30 February":     {"0 0 30 2 *", "UTC", "0 0 30 2 * never comes: no month has such a day"},
		"31 of short":     {"0 0 31 feb,apr,jun,sep,nov *", "UTC", "0 0 31 feb,apr,jun,sep,nov * never comes: no month has such a day"},
		"no zone":         {"0 20 * * *", "", `time zone: "" is no name such as Asia/Ho_Chi_Minh`},
		"machine's zone":  {"0 20 * * *", "Local", `time zone: "Local" is no name such as Asia/Ho_Chi_Minh`},
		"file":            {"0 20 * * *", "right/UTC", `time zone: "right/UTC" is no name such as Asia/Ho_Chi_Minh`},
		"unknown zone":    {"0 20 * * *", "Mars/Olympus", `time zone: there is no "Mars/Olympus"`},
		"path":            {"0 20 * * *", "Asia/../../x", `time zone: there is no "Asia/../../x"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := schedule.Parse(tt.expression, tt.zone)
			require.EqualError(t, err, tt.want)
			var refused *schedule.Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, strings.Contains(tt.want, "never comes"), refused.Never)
			require.ErrorAs(t, err, &refused)
		})
	}
}

func TestAnExpressionMayNotBeEndless(t *testing.T) {
	t.Parallel()
	long := make([]byte, schedule.MaxLength)
	for i := range long {
		long[i] = ' '
	}
	_, err := schedule.Parse(string(long)+"0 20 * * *", "UTC")
	require.EqualError(t, err, "an expression has 200 characters at most")
}

// Whatever the schedule, the zone and the time: what is next comes later, and
// nothing of the schedule comes before it.
func TestNextIsTheFirstOneLater(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		expression := rapid.SampledFrom([]string{
			"0 20 * * *", "30 2 * * *", "*/15 * * * *", "0 0 * * *", "15 1-3 * * sat,sun", "59 23 1,31 * *", "* 2 * mar,apr,oct,nov *",
		}).Draw(t, "expression")
		s := parse(t, expression, zone(t))
		after := time.Unix(rapid.Int64Range(1.2e9, 2.2e9).Draw(t, "after"), 0)
		last := after
		for range 50 {
			next, ok := s.Next(last)
			require.True(t, ok)
			require.True(t, next.After(last), "%s after %s", next, last)
			require.Zero(t, next.Second())
			between := rapid.Int64Range(0, int64(next.Sub(last))-1).Draw(t, "between")
			same, _ := s.Next(last.Add(time.Duration(between)))
			require.Equal(t, next, same, "whenever it is asked for")
			last = next
		}
	})
}

func TestClosest(t *testing.T) {
	t.Parallel()
	tests := map[string]time.Duration{
		"0 20 * * *":          24 * time.Hour,
		"0,3 12 29 2 *":       3 * time.Minute,
		"* * * * *":           time.Minute,
		"*/5 * * * *":         5 * time.Minute,
		"*/7 * * * *":         4 * time.Minute, // from :56 to :00
		"0 8,20 * * mon":      12 * time.Hour,
		"2,58 23,0 * * *":     4 * time.Minute, // over midnight
		"30 20-22 1,15 * fri": time.Hour,
	}
	for expression, want := range tests {
		require.Equal(t, want, parse(t, expression, "Europe/Berlin").Closest(), expression)
	}
}

// Every day has its 20:00, and one only.
func TestEveryEveningOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := parse(t, "0 20 * * *", zone(t))
		year := rapid.IntRange(2012, 2036).Draw(t, "year")
		day := time.Date(year, 1, 1, 0, 0, 0, 0, s.Zone())
		times := s.Ahead(day, day.AddDate(1, 0, 0), 400)
		require.Len(t, times, day.AddDate(1, 0, -1).YearDay())
		for i, got := range times {
			require.Equal(t, time.Date(year, 1, 1+i, 20, 0, 0, 0, s.Zone()), got)
		}
	})
}

// Every day has any time once: when the clocks show it for the first time, or at
// the end of the gap in which it is.
func TestEveryTimeOnceADay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		hour, minute := rapid.IntRange(0, 23).Draw(t, "hour"), rapid.IntRange(0, 59).Draw(t, "minute")
		s := parse(t, fmt.Sprintf("%d %d * * *", minute, hour), zone(t))
		day := time.Date(rapid.IntRange(2012, 2036).Draw(t, "year"), 1, 1, 12, 0, 0, 0, time.UTC)
		last := time.Date(day.Year(), 1, 1, hour, minute, 0, 0, s.Zone()).Add(-1)
		for ; day.Month() < time.December; day = day.AddDate(0, 0, 1) {
			got, ok := s.Next(last)
			require.True(t, ok)
			last = got
			wall := time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, time.UTC)
			if want := wall.Format(time.DateTime); got.Format(time.DateTime) != want {
				require.Greater(t, got.Format(time.DateTime), want)
				require.Less(t, got.Add(-time.Minute).Format(time.DateTime), want)
				continue
			}
			for _, back := range []time.Duration{30 * time.Minute, time.Hour} {
				require.NotEqual(t, got.Format(time.DateTime), got.Add(-back).Format(time.DateTime), "shown before")
			}
		}
	})
}

func zone(t *rapid.T) string {
	return rapid.SampledFrom([]string{
		"Asia/Ho_Chi_Minh", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Africa/Casablanca", "UTC",
	}).Draw(t, "zone")
}

// FuzzParse holds that what is accepted comes, and reads back as the same.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"0 20 * * *", "*/15 8-10,20 1 JAN-mar MON", "0 0 30 2 *", "H * * * *", "0 20 * * fri#3", "1-1/9 ? L * 7", "5,5 5 * * 6-2"} {
		f.Add(seed, "Europe/Berlin")
	}
	f.Fuzz(func(t *testing.T, expression, zone string) {
		s, err := schedule.Parse(expression, zone)
		if err != nil {
			var refused *schedule.Error
			require.ErrorAs(t, err, &refused)
			return
		}
		now := at(t, "2026-11-30T15:48:00Z")
		next, ok := s.Next(now)
		require.True(t, ok)
		require.True(t, next.After(now))
		again, err := schedule.Parse(s.String(), s.Zone().String())
		require.NoError(t, err)
		same, _ := again.Next(now)
		require.Equal(t, next, same)
	})
}
