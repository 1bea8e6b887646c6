package timecontrol

import "time"

// Clock is the state of a game's clock as of one event. It is a value: methods
// return the clock after something happened and leave the receiver as it was, so
// every entry of a log can keep its own. All of it is exported for that log.
type Clock struct {
	// Controls are the time controls of both sides, indexed by side.
	Controls [2]Control
	// Banks are what both sides had left at AsOf; never negative.
	Banks [2]time.Duration
	// Turn is the side to move, 0 or 1.
	Turn int
	// Running is false once the game is over.
	Running bool
	// AsOf is when the move under way began.
	AsOf time.Time
	// FirstMove is the limit of the game's first move while that is still to be
	// made; 0 when there is none or the move has been made.
	FirstMove time.Duration
	// Paused is since when the clock stands to go on later; zero while it does not.
	Paused time.Time
}

// Start returns the clock of a game that begins at a time with a side to move.
// A firstMove limit counts only in a game with a timed side.
func Start(controls [2]Control, turn int, firstMove time.Duration, at time.Time) Clock {
	c := Clock{Controls: controls, Turn: turn, Running: true, AsOf: at}
	for side, control := range controls {
		c.Banks[side] = control.Bank
		if control.Timed() {
			c.FirstMove = firstMove
		}
	}
	return c
}

// InFirstMove reports whether the first-move limit is what runs. If the deadline
// passes meanwhile, the game is aborted or forfeited and not lost on time.
func (c Clock) InFirstMove() bool { return c.FirstMove > 0 }

// IsPaused reports whether the clock stands to go on later.
func (c Clock) IsPaused() bool { return !c.Paused.IsZero() }

// goes reports whether a move is under way: the clock neither was stopped nor is
// it paused.
func (c Clock) goes() bool { return c.Running && !c.IsPaused() }

// Ticking returns the side whose time runs. Nobody's does (ok false) when the
// game is over or paused, before a first move that has a limit of its own, and in
// the turn of an untimed side.
func (c Clock) Ticking() (side int, ok bool) {
	return c.Turn, c.goes() && !c.InFirstMove() && c.Controls[c.Turn].Timed()
}

// Deadline returns the last moment at which the side to move can still move in
// time; ok is false when nothing limits it.
func (c Clock) Deadline() (at time.Time, ok bool) {
	if c.goes() && c.InFirstMove() {
		return c.AsOf.Add(c.FirstMove), true
	}
	side, ok := c.Ticking()
	if !ok {
		return time.Time{}, false
	}
	return c.AsOf.Add(c.Controls[side].limit(c.Banks[side])), true
}

// Flagged reports whether the deadline has passed. At the deadline itself a move
// is still in time.
func (c Clock) Flagged(at time.Time) bool {
	deadline, ok := c.Deadline()
	return ok && at.After(deadline)
}

// Remaining returns what a side has left in its bank at a time. It never falls
// below zero, and stays at zero in byo-yomi, where the deadline tells what is
// left of the move. Neither time after the deadline is charged, nor that of a
// pause.
func (c Clock) Remaining(side int, at time.Time) time.Duration {
	c = c.Continue(at)
	if ticking, ok := c.Ticking(); !ok || ticking != side {
		return c.Banks[side]
	}
	return max(c.Banks[side]-c.spent(at), 0)
}

// spent returns the length of the move under way, up to the deadline. A shift
// can begin a move later than at; then none of it is spent.
func (c Clock) spent(at time.Time) time.Duration {
	return max(c.untilDeadline(at).Sub(c.AsOf), 0)
}

func (c Clock) untilDeadline(at time.Time) time.Time {
	if deadline, ok := c.Deadline(); ok && at.After(deadline) {
		return deadline
	}
	return at
}

// Move returns the clock after the side to move has completed a move: its bank is
// charged and gets the increment, and the other side's time begins. A standing
// clock stays as it is. Whether the move was in time is Flagged's to say.
func (c Clock) Move(at time.Time) Clock {
	if !c.goes() {
		return c
	}
	next := c
	next.Banks[c.Turn] = c.Remaining(c.Turn, at) + c.increment(at)
	next.Turn = 1 - c.Turn
	next.AsOf = at
	next.FirstMove = 0
	return next
}

// increment returns what a move completed at a time earns: nothing for a first
// move with a limit of its own, in byo-yomi, for the move during which the bank
// ran out, and after the deadline.
func (c Clock) increment(at time.Time) time.Duration {
	side, ok := c.Ticking()
	if !ok || c.Banks[side] == 0 || c.spent(at) > c.Banks[side] || c.Flagged(at) {
		return 0
	}
	return c.Controls[side].Increment
}

// Stop returns the clock of a game that ended at a time, or at the deadline if
// that came first: both sides keep what they had then.
func (c Clock) Stop(at time.Time) Clock {
	if !c.Running {
		return c
	}
	c = c.Continue(at)
	next := c
	next.Banks[c.Turn] = c.Remaining(c.Turn, at)
	next.AsOf = c.untilDeadline(at)
	next.Running = false
	return next
}

// Resume returns the same clock running from a time on. With a clock that was
// kept before a move it is the clock after that move has been taken back: both
// banks as they were, the side to move at the start of its move, and the
// first-move limit whole again if the move was the first.
func (c Clock) Resume(at time.Time) Clock {
	c.AsOf = at
	c.Running = true
	c.Paused = time.Time{}
	return c
}

// Pause returns the clock standing from a time on, with nothing lost of the move
// under way. A clock that stands already stays as it is.
func (c Clock) Pause(at time.Time) Clock {
	if c.goes() {
		c.Paused = at
	}
	return c
}

// Continue returns a paused clock going again from a time on: the deadline has
// moved by the length of the pause. A clock that is not paused stays as it is.
func (c Clock) Continue(at time.Time) Clock {
	if !c.IsPaused() {
		return c
	}
	by := at.Sub(c.Paused)
	c.Paused = time.Time{}
	return c.Shift(by)
}

// Give returns the clock with so much more in a side's bank, or less; a bank is
// never below zero.
func (c Clock) Give(side int, by time.Duration) Clock {
	c.Banks[side] = max(c.Banks[side]+by, 0)
	return c
}

// Shift returns the clock with d more for the move under way, for time in which
// nobody could have moved. The deadline moves by d; the banks stay.
func (c Clock) Shift(d time.Duration) Clock {
	if c.goes() {
		c.AsOf = c.AsOf.Add(d)
	}
	return c
}
