package goals_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/rewards/internal/goals"
)

func TestPeriods(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		zone, at string // local time with its offset
		day      string
		dayEnds  string
		week     string
		weekEnds string
	}{
		"plain": {
			"Asia/Ho_Chi_Minh", "2026-11-30T16:20:00+07:00",
			"2026-11-30", "2026-12-01T00:00:00+07:00", "2026-W49", "2026-12-07T00:00:00+07:00",
		},
		"the first instant belongs to the day": {
			"Asia/Ho_Chi_Minh", "2026-11-30T00:00:00+07:00",
			"2026-11-30", "2026-12-01T00:00:00+07:00", "2026-W49", "2026-12-07T00:00:00+07:00",
		},
		"a week of two years": {
			"UTC", "2027-01-01T12:00:00Z",
			"2027-01-01", "2027-01-02T00:00:00Z", "2026-W53", "2027-01-04T00:00:00Z",
		},
		"a day of 23 hours": {
			"America/New_York", "2026-03-08T01:00:00-05:00",
			"2026-03-08", "2026-03-09T00:00:00-04:00", "2026-W10", "2026-03-09T00:00:00-04:00",
		},
		"a day of 25 hours": {
			"America/New_York", "2026-11-01T00:30:00-04:00",
			"2026-11-01", "2026-11-02T00:00:00-05:00", "2026-W44", "2026-11-02T00:00:00-05:00",
		},
		"midnight does not exist": {
			"America/Sao_Paulo", "2018-11-03T22:00:00-03:00",
			"2018-11-03", "2018-11-04T01:00:00-02:00", "2018-W44", "2018-11-05T00:00:00-02:00",
		},
		"midnight would come twice": {
			"America/Sao_Paulo", "2018-02-17T23:30:00-02:00",
			"2018-02-17", "2018-02-18T00:00:00-03:00", "2018-W07", "2018-02-19T00:00:00-03:00",
		},
		"the second last hour": {
			"America/Sao_Paulo", "2018-02-17T23:30:00-03:00",
			"2018-02-17", "2018-02-18T00:00:00-03:00", "2018-W07", "2018-02-19T00:00:00-03:00",
		},
		"a day that was skipped": {
			"Pacific/Apia", "2011-12-29T20:00:00-10:00",
			"2011-12-29", "2011-12-31T00:00:00+14:00", "2011-W52", "2012-01-02T00:00:00+14:00",
		},
		"midnight does not exist in Beirut": {
			"Asia/Beirut", "2026-03-28T12:00:00+02:00",
			"2026-03-28", "2026-03-29T01:00:00+03:00", "2026-W13", "2026-03-30T00:00:00+03:00",
		},
		"midnight does not exist in Cairo": {
			"Africa/Cairo", "2026-04-23T12:00:00+02:00",
			"2026-04-23", "2026-04-24T01:00:00+03:00", "2026-W17", "2026-04-27T00:00:00+03:00",
		},
		"clocks go back over midnight": {
			"America/St_Johns", "2010-11-06T23:59:00-02:30",
			"2010-11-06", "2010-11-07T00:00:00-02:30", "2010-W44", "2010-11-08T00:00:00-03:30",
		},
		"the last day of a leap year far ahead": {
			"America/New_York", "2040-12-30T23:00:00-05:00",
			"2040-12-30", "2040-12-31T00:00:00-05:00", "2040-W52", "2040-12-31T00:00:00-05:00",
		},
		"and the day after": {
			"America/New_York", "2040-12-31T23:00:00-05:00",
			"2040-12-31", "2041-01-01T00:00:00-05:00", "2041-W01", "2041-01-07T00:00:00-05:00",
		},
		"the day has begun already": {
			"America/St_Johns", "2010-11-06T23:30:00-03:30",
			"2010-11-07", "2010-11-08T00:00:00-03:30", "2010-W44", "2010-11-08T00:00:00-03:30",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			loc, err := time.LoadLocation(tt.zone)
			require.NoError(t, err)
			at := instant(t, tt.at)
			daily, weekly := goals.Goal{Kind: goals.Daily}, goals.Goal{Kind: goals.Weekly}
			require.Equal(t, tt.day, daily.Period(at, loc))
			require.Equal(t, tt.dayEnds, daily.Ends(at, loc).Format(time.RFC3339))
			require.Equal(t, tt.week, weekly.Period(at, loc))
			require.Equal(t, tt.weekEnds, weekly.Ends(at, loc).Format(time.RFC3339))
		})
	}
}

func TestAchievementsHaveNoPeriod(t *testing.T) {
	t.Parallel()
	g, now := goals.Goal{Kind: goals.Achievement}, instant(t, "2026-11-30T09:00:00Z")
	require.Empty(t, g.Period(now, time.UTC))
	require.True(t, g.Ends(now, time.UTC).IsZero())
}

func instant(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, s)
	require.NoError(t, err)
	return at
}
