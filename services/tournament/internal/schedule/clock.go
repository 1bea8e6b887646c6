package schedule

import (
	"time"
	_ "time/tzdata" // the images have no time zones of their own
)

// lastYear is the last one that can be written as RFC 3339.
const lastYear = 9999

// The library finds the next time on a clock that runs evenly: UTC. It could be
// given the zone, but then a skipped 2:30 would come at 3:30, or never where half
// an hour is skipped, and a 2:30 that is shown twice would come twice.

// shown is what the clocks of a zone show, as if it were UTC.
func shown(t time.Time, zone *time.Location) time.Time {
	t = t.In(zone)
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

// instant is the first one at which the clocks of a zone show a time, or have
// just passed it.
func instant(clock time.Time, zone *time.Location) time.Time {
	t := time.Date(clock.Year(), clock.Month(), clock.Day(), clock.Hour(), clock.Minute(), clock.Second(), clock.Nanosecond(), zone)
	start, end := t.ZoneBounds()
	switch is := shown(t, zone); {
	case is.After(clock): // no clock shows it, and t was taken for one after the gap
		return start
	case is.Before(clock):
		return end
	case start.IsZero():
		return t
	}
	_, offset := start.Add(-1).Zone()
	earlier := clock.Add(-time.Duration(offset) * time.Second)
	if earlier.Before(start) { // the clocks were put back over it
		return earlier.In(zone)
	}
	return t
}
