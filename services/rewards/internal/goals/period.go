package goals

import (
	"fmt"
	"time"
)

// Period names the player's day or week in which an instant lies, such as
// "2026-11-30" and "2026-W49"; it is empty for an achievement, which has none.
// Weeks are those of ISO 8601 and begin on Mondays.
func (g Goal) Period(at time.Time, zone *time.Location) string {
	today := day(at.In(zone))
	switch g.Kind {
	case Daily:
		return today.Format(time.DateOnly)
	case Weekly:
		year, week := today.ISOWeek()
		return fmt.Sprintf("%04d-W%02d", year, week)
	}
	return ""
}

// Ends is when the period of an instant ends: the first instant of the next one,
// in the player's time zone. It is the zero time for an achievement.
func (g Goal) Ends(at time.Time, zone *time.Location) time.Time {
	local := at.In(zone)
	today := day(local)
	switch g.Kind {
	case Daily:
		return begin(local, today.AddDate(0, 0, 1))
	case Weekly:
		return begin(local, monday(today).AddDate(0, 0, 7))
	}
	return time.Time{}
}

// day is the calendar day of a local time, as midnight UTC of that day. A day
// that has begun goes on when clocks are set back over its midnight: otherwise
// the day before would come twice.
func day(local time.Time) time.Time {
	today := date(local)
	if start, _ := local.ZoneBounds(); !start.IsZero() {
		if before := date(start.Add(-1)); before.After(today) {
			return before
		}
	}
	return today
}

// date is what the calendar shows.
func date(local time.Time) time.Time {
	year, month, mday := local.Date()
	return time.Date(year, month, mday, 0, 0, 0, 0, time.UTC)
}

func monday(day time.Time) time.Time {
	sinceMonday := (int(day.Weekday()) + 6) % 7
	return day.AddDate(0, 0, -sinceMonday)
}

// begin is the first instant after a local time at which the calendar shows the
// day, or a later one where clocks jump over it. [time.Date] leaves open what it
// makes of a midnight that does not exist or comes twice, so this goes from one
// change of the clocks to the next: between them midnight is plain arithmetic.
// A change that is not ahead is none: for the last day of a leap year beyond the
// tables of a zone (2040 is the first) the library names one that is past.
func begin(local, day time.Time) time.Time {
	for {
		_, offset := local.Zone()
		midnight := day.Add(time.Duration(-offset) * time.Second).In(local.Location())
		_, change := local.ZoneBounds()
		switch {
		case !midnight.After(local):
			return local // the clocks jumped over midnight
		case !change.After(local) || midnight.Before(change):
			return midnight
		}
		local = change
	}
}
