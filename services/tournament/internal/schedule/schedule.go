// Package schedule says when a recurring event comes: a cron expression, read on
// the clocks of a time zone. It is pure; the present comes in as an argument.
//
// An expression has the five fields of crontab: minute, hour, day of month, month
// and day of week, with names, lists, ranges and steps. As there, a day counts if
// either of its two fields takes it, unless one of them is *. Clocks that are put
// forward skip times: what would have come then comes at the first instant after
// the gap. Clocks that are put back show times twice: the first one counts.
package schedule

import (
	"time"

	"github.com/netresearch/go-cron"
)

// Schedule is when an event comes again and again.
type Schedule struct {
	expression string
	zone       *time.Location
	times      cron.Schedule // on a clock that nobody puts forward or back
}

// String is the expression.
func (s Schedule) String() string { return s.expression }

// Zone is the time zone whose clocks count.
func (s Schedule) Zone() *time.Location { return s.zone }

// Next is the first time after one, on the clocks of the zone. There is none when
// the calendar ends.
func (s Schedule) Next(after time.Time) (time.Time, bool) {
	clock := shown(after, s.zone)
	for {
		clock = s.times.Next(clock)
		if clock.IsZero() || clock.Year() > lastYear {
			return time.Time{}, false
		}
		// Several times of a gap come at one instant, and those which are shown a
		// second time have come before.
		if t := instant(clock, s.zone); t.After(after) {
			return t, true
		}
	}
}

// Ahead are the times after one and not later than another, so many at most.
func (s Schedule) Ahead(after, until time.Time, most int) []time.Time {
	var times []time.Time
	for len(times) < most {
		t, ok := s.Next(after)
		if !ok || t.After(until) {
			break
		}
		times = append(times, t)
		after = t
	}
	return times
}
