package schedule

import (
	"strings"
	"time"
)

const day = 24 * time.Hour

// Closest is the shortest time between two times of day, over midnight too; a day
// where there is but one. Changes of the clocks may bring them closer together.
func (s Schedule) Closest() time.Duration {
	times := s.ofDay()
	closest := day
	for i, t := range times {
		gap := times[(i+1)%len(times)] - t
		if gap <= 0 { // tomorrow
			gap += day
		}
		closest = min(closest, gap)
	}
	return closest
}

// ofDay are the times of any day that the schedule takes, in order.
func (s Schedule) ofDay() []time.Duration {
	var times []time.Duration
	words := strings.Fields(s.expression)
	minutes, _ := parseField(0, words[0]) // it has been parsed before
	hours, _ := parseField(1, words[1])
	for t := time.Duration(0); t < day; t += time.Minute {
		hour, minute := t/time.Hour, t%time.Hour/time.Minute
		if hours.Hour>>hour&1 == 1 && minutes.Minute>>minute&1 == 1 {
			times = append(times, t)
		}
	}
	return times
}
