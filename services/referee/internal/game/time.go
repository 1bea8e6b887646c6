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
// StampReach, and never before what has happened already. What is stamped is
// the time on the wall, which the log keeps.
func (g *Game) Stamp(arrival, now time.Time) time.Time {
	at := now.Round(0)
	if arrival = arrival.Round(0); !arrival.IsZero() && arrival.Before(at) {
		at = later(arrival, at.Add(-StampReach))
	}
	return later(at, g.last().At)
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
	end := Finished{Result: g.timeResult()}
	return []Event{{Seq: g.Seq() + 1, At: later(deadline, g.last().At), Clock: g.Clock().Stop(deadline), Kind: end}}
}

func (g *Game) timeResult() Result {
	side, clock := g.line.Position().Side(), g.Clock()
	_, limited := clock.Deadline()
	switch {
	case !limited: // it was idle for too long
		return abortedResult(Aborted)
	case clock.InFirstMove() && g.settings.FirstMove.Then == Forfeit:
		return Result{Winner: side.Other().Wins(), Reason: Forfeited, Status: StatusFinished}
	case clock.InFirstMove():
		return abortedResult(FirstMoveTimeout)
	default:
		return verdictResult(rules.TimeoutVerdict(g.line.Position(), side), nil)
	}
}

// Downtime is a span in which no referee could answer.
type Downtime struct{ From, To time.Time }

// Adjust gives the running side the part of a downtime that fell into its
// turn; a flag that fell before it stays down. A downtime counts once:
// afterwards the log has come past it.
func (g *Game) Adjust(d Downtime) []Event {
	clock := g.Clock()
	deadline, limited := clock.Deadline()
	if !limited || deadline.Before(d.From) || !g.last().At.Before(d.To) {
		return nil
	}
	by := d.To.Sub(later(later(d.From, clock.AsOf), g.Resumed()))
	return []Event{{Seq: g.Seq() + 1, At: d.To, Clock: clock.Shift(by), Kind: Adjusted{Cause: CauseDowntime, By: by}}}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
