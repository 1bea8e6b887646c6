package tourney

import "time"

// StartingAt are the settings of a tournament that starts at another time: all other
// times are as far from the start as they were.
func (s Settings) StartingAt(start time.Time) Settings {
	moved := func(at time.Time) time.Time {
		if at.IsZero() {
			return at
		}
		return start.Add(at.Sub(s.Start))
	}
	var times []time.Time
	for _, at := range s.Pace.Times {
		times = append(times, moved(at))
	}
	s.Pace.Times = times
	s.Registration.Open, s.Registration.Close = moved(s.Registration.Open), moved(s.Registration.Close)
	s.Start = start
	return s
}
