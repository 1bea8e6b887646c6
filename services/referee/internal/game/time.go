package game

import (
	"errors"
	"time"

	"kydai.dev/pkg/rules"
)

// FlagGrace is how long after a deadline a flag waits, so that stamped moves
// in flight win.
const FlagGrace = 100 * time.Millisecond

// StampReach is how far back an arrival stamp counts.
const StampReach = 2 * time.Second

// Stamp fits an arrival between the last event and now: no further back than
// StampReach, and never before what has happened already.
func (g *Game) Stamp(arrival, now time.Time) time.Time {
	at := now
	if !arrival.IsZero() && arrival.Before(now) {
		at = arrival
		if oldest := now.Add(-StampReach); at.Before(oldest) {
			at = oldest
		}
	}
	if at.Before(g.lastAt) {
		at = g.lastAt
	}
	return at
}

// Flagged reports whether time had run out at a time, and when it did.
func (g *Game) Flagged(at time.Time) (deadline time.Time, flagged bool) {
	deadline, ok := g.Deadline()
	return deadline, ok && at.After(deadline)
}

// ErrTimeUp says that time had run out when a command arrived: the game must
// be ended on time before the command is judged again.
var ErrTimeUp = errors.New("the time is up")

// inTime refuses commands for games that are over, and those that came after
// the deadline of one that is not.
func (g *Game) inTime(at time.Time) error {
	if g.status != StatusRunning {
		return g.over()
	}
	if _, flagged := g.Flagged(at); flagged {
		return ErrTimeUp
	}
	return nil
}

// TimeOut ends a game whose deadline has passed. The deadline is recorded as
// the end.
func (g *Game) TimeOut() []Event {
	deadline, _ := g.Deadline()
	return []Event{{Seq: g.seq + 1, At: later(deadline, g.lastAt), Clock: g.clock.Stop(deadline), Kind: Finished{Result: g.timeResult()}}}
}

func (g *Game) timeResult() Result {
	side := g.line.Position().Side()
	switch {
	case !g.settings.Timed():
		return abortedResult(Aborted)
	case g.clock.InFirstMove() && g.settings.FirstMove.Then == Forfeit:
		return Result{Winner: side.Other().Wins(), Reason: Forfeited, Status: StatusFinished}
	case g.clock.InFirstMove():
		return abortedResult(FirstMoveTimeout)
	default:
		return verdictResult(rules.TimeoutVerdict(g.line.Position(), side))
	}
}

// Downtime is a span in which no referee could answer.
type Downtime struct{ From, To time.Time }

// Adjust gives the running side the part of a downtime that fell into its
// turn. A downtime counts once: afterwards the log has come past it.
func (g *Game) Adjust(d Downtime) []Event {
	if _, limited := g.Deadline(); !limited || !g.settings.Timed() || !g.lastAt.Before(d.To) || !g.clock.AsOf.Before(d.To) {
		return nil
	}
	by := d.To.Sub(later(d.From, g.clock.AsOf))
	return []Event{{Seq: g.seq + 1, At: d.To, Clock: g.clock.Shift(by), Kind: Adjusted{Cause: CauseDowntime, By: by}}}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
