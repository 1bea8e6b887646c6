package chaos

import (
	"time"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// span is a time in which nobody could have answered.
type span struct{ from, to time.Time }

// overlap is how much of the span lies between two times.
func (s span) overlap(from, to time.Time) time.Duration {
	if s.from.After(from) {
		from = s.from
	}
	if s.to.Before(to) {
		to = s.to
	}
	return max(0, to.Sub(from))
}

// lost is the most time that a player of a game was charged for a turn out of
// the times in which nobody could have answered. The turn of the first move is
// left out: no bank runs in it.
func lost(events []*refereev1.GameEvent, down []span) time.Duration {
	var worst time.Duration
	var before *refereev1.GameEvent // the last move
	var given time.Duration         // since then
	for _, e := range events {
		if a := e.GetClockAdjusted(); a != nil {
			given += a.GetBy().AsDuration()
		}
		if e.GetPlayed() == nil {
			continue
		}
		if before != nil {
			var away time.Duration
			for _, s := range down {
				away += s.overlap(before.GetAt().AsTime(), e.GetAt().AsTime())
			}
			worst = max(worst, away-given)
		}
		before, given = e, 0
	}
	return worst
}
