package timecontrol_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"kydai.dev/pkg/timecontrol"
)

func duration(highest time.Duration) *rapid.Generator[time.Duration] {
	return rapid.Map(rapid.Int64Range(0, int64(highest)), func(n int64) time.Duration { return time.Duration(n) })
}

var controls = rapid.Custom(func(t *rapid.T) timecontrol.Control {
	seconds := func(name string, lowest, highest int) time.Duration {
		return time.Duration(rapid.IntRange(lowest, highest).Draw(t, name)) * time.Second
	}
	if rapid.Bool().Draw(t, "preset") {
		game := rapid.SampledFrom([]string{"xiangqi", "jungle"}).Draw(t, "game")
		return rapid.SampledFrom(timecontrol.Presets(game)).Draw(t, "control")
	}
	return timecontrol.Control{
		Bank: seconds("bank", 1, 120), Increment: seconds("increment", 0, 30), ByoYomi: seconds("byo-yomi", 0, 60),
	}
})

var starts = rapid.Custom(func(t *rapid.T) timecontrol.Clock {
	both := [2]timecontrol.Control{controls.Draw(t, "first"), controls.Draw(t, "second")}
	firstMove := rapid.SampledFrom([]time.Duration{0, 30 * time.Second}).Draw(t, "first move")
	return timecontrol.Start(both, rapid.IntRange(0, 1).Draw(t, "turn"), firstMove, start)
})

// deadlineOf returns the deadline of a clock that must have one.
func deadlineOf(t *rapid.T, c timecontrol.Clock) time.Time {
	deadline, ok := c.Deadline()
	if !ok {
		t.Fatalf("no deadline: %+v", c)
	}
	return deadline
}

// games plays a game of moves in time and calls check on every move.
func games(t *rapid.T, check func(before timecontrol.Clock, now time.Time, after timecontrol.Clock)) {
	c := starts.Draw(t, "clock")
	for range rapid.IntRange(1, 30).Draw(t, "plies") {
		if rapid.IntRange(0, 9).Draw(t, "downtime") == 0 {
			c = c.Shift(duration(time.Minute).Draw(t, "shift"))
		}
		limit := deadlineOf(t, c).Sub(c.AsOf)
		spent := rapid.OneOf(duration(limit), rapid.SampledFrom([]time.Duration{0, limit})).Draw(t, "spent")
		now := c.AsOf.Add(spent)
		after := c.Move(now)
		check(c, now, after)
		c = after
	}
}

func TestEveryMoveKeepsTheBooks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		games(t, func(before timecontrol.Clock, now time.Time, after timecontrol.Clock) {
			side, other := before.Turn, 1-before.Turn
			spent := now.Sub(before.AsOf)
			if before.InFirstMove() {
				spent = 0
			}
			gained := after.Banks[side] - before.Banks[side] + min(spent, before.Banks[side])
			switch {
			case after.Banks[side] < 0:
				t.Fatalf("negative bank: %+v", after)
			case after.Banks[other] != before.Banks[other]:
				t.Fatalf("the other side's bank moved: %+v, %+v", before, after)
			case gained != 0 && gained != before.Controls[side].Increment:
				t.Fatalf("time out of nowhere: %v after %v", gained, spent)
			case gained != 0 && (before.InFirstMove() || spent > before.Banks[side] || before.Banks[side] == 0):
				t.Fatalf("an increment that was not earned: %+v, %+v", before, after)
			case gained == 0 && !before.InFirstMove() && before.Banks[side] > 0 && spent <= before.Banks[side] &&
				before.Controls[side].Increment > 0:
				t.Fatalf("an increment that was not paid: %+v, %+v", before, after)
			}
		})
	})
}

func TestDeadlineAndFlagAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		games(t, func(c timecontrol.Clock, now time.Time, _ timecontrol.Clock) {
			deadline := deadlineOf(t, c)
			if c.Flagged(now) || c.Flagged(deadline) || !c.Flagged(deadline.Add(1)) {
				t.Fatalf("flag and deadline disagree: %+v", c)
			}
			late := deadline.Add(duration(time.Hour).Draw(t, "late"))
			if c.Remaining(c.Turn, late) != c.Remaining(c.Turn, deadline) {
				t.Fatalf("time after the deadline was charged: %+v", c)
			}
			if stopped := c.Stop(late); stopped.AsOf != deadline || stopped.Banks[c.Turn] != c.Remaining(c.Turn, late) {
				t.Fatalf("stopped late: %+v", stopped)
			}
		})
	})
}

func TestShiftMovesTheDeadlineAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		games(t, func(c timecontrol.Clock, now time.Time, after timecontrol.Clock) {
			d := duration(time.Hour).Draw(t, "shift")
			shifted := c.Shift(d)
			if got := deadlineOf(t, shifted).Sub(deadlineOf(t, c)); got != d {
				t.Fatalf("the deadline moved by %v, not %v", got, d)
			}
			if shifted.Banks != c.Banks || shifted.Move(now.Add(d)).Banks != after.Banks {
				t.Fatalf("the same move costs something else after a shift: %+v", shifted)
			}
			if soon := shifted.Move(c.AsOf); soon.Banks[c.Turn] > c.Banks[c.Turn]+c.Controls[c.Turn].Increment {
				t.Fatalf("a shift filled the bank: %+v", soon)
			}
		})
	})
}

func TestTimeIsConserved(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		control := timecontrol.Control{Bank: time.Hour, Increment: 5 * time.Second}
		c := timecontrol.Start(both(control), 0, 0, start)
		plies := rapid.IntRange(1, 60).Draw(t, "plies")
		for range plies {
			c = c.Move(c.AsOf.Add(duration(time.Minute).Draw(t, "spent")))
		}
		had := 2*control.Bank + time.Duration(plies)*control.Increment
		if left := c.Banks[0] + c.Banks[1]; left+c.AsOf.Sub(start) != had {
			t.Fatalf("%v left after %v, of %v", left, c.AsOf.Sub(start), had)
		}
	})
}

// A move that is interrupted by pauses costs what it costs without them, whatever
// limit the clock has.
func TestAPauseCostsNobodyTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		games(t, func(c timecontrol.Clock, now time.Time, after timecontrol.Clock) {
			paused, thought, stood := c, time.Duration(0), time.Duration(0)
			for range rapid.IntRange(1, 3).Draw(t, "pauses") {
				thought += duration(now.Sub(c.AsOf)-thought).Draw(t, "thought")
				from := c.AsOf.Add(thought + stood)
				d := duration(48*time.Hour).Draw(t, "long")
				standing := paused.Pause(from)
				checkStanding(t, standing, paused, from.Add(d))
				paused, stood = standing.Continue(from.Add(d)), stood+d
			}
			if got := deadlineOf(t, paused).Sub(deadlineOf(t, c)); got != stood {
				t.Fatalf("the deadline moved by %v, not %v", got, stood)
			}
			if paused.Banks != c.Banks || paused.Move(now.Add(stood)).Banks != after.Banks {
				t.Fatalf("the move costs something else after pauses: %+v, %+v", paused, c)
			}
		})
	})
}

// checkStanding holds that nothing moves on a paused clock.
func checkStanding(t *rapid.T, c, running timecontrol.Clock, later time.Time) {
	_, ticking := c.Ticking()
	if _, limited := c.Deadline(); limited || ticking || c.Flagged(later) {
		t.Fatalf("a clock runs in a pause: %+v", c)
	}
	for side := range c.Banks {
		if c.Remaining(side, later) != running.Remaining(side, c.Paused) {
			t.Fatalf("a bank moved in a pause: %+v", c)
		}
	}
	stopped := c.Stop(later)
	if stopped.Banks != running.Stop(c.Paused).Banks || stopped.AsOf != later || stopped.IsPaused() || stopped.Running {
		t.Fatalf("stopped in a pause: %+v", stopped)
	}
	if c.Pause(later) != c || c.Move(later) != c || c.Shift(time.Hour) != c {
		t.Fatalf("a paused clock changed: %+v", c)
	}
}
