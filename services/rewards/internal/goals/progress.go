package goals

import (
	"slices"
	"time"
)

// Progress is how far a player is with a goal. The zero value is the beginning.
// It is stored as JSON; no goal makes it larger than a kilobyte.
type Progress struct {
	// Reached is the count, never beyond the goal's target.
	Reached int `json:"reached"`
	// Seen are the games, sides or days that were counted; none once the goal is
	// done.
	Seen []string `json:"seen,omitempty"`
}

// Count is how much of the target is reached.
func (p Progress) Count() int { return p.Reached }

// Done reports whether the goal is reached.
func (g Goal) Done(p Progress) bool { return p.Reached >= g.Target }

// Apply is the progress after a further fact. The same facts give the same count
// in any order, save for streaks, which go by the order. A goal that is done
// stays done. That a fact counts once, and in which period of a quest, is the
// caller's to see to.
func (g Goal) Apply(p Progress, f Fact) Progress {
	if g.Done(p) || !g.When.concerns(f) {
		return p
	}
	met, long := g.When.met(f), f.Plies >= g.When.Plies
	switch {
	case g.Count == CountStreak:
		return g.streak(p, f, met, long)
	case !met || !long:
		return p
	case g.Count == CountFacts:
		return Progress{Reached: p.Reached + 1}
	}
	return g.distinct(p, g.mark(f))
}

// streak counts a game in a row. A short game adds nothing, but a short loss
// breaks: else one could save a streak by resigning early.
func (g Goal) streak(p Progress, f Fact, met, long bool) Progress {
	switch {
	case met && long:
		return Progress{Reached: p.Reached + 1}
	case met, f.Result == Draw && g.Draws == DrawsHold:
		return p
	}
	return Progress{}
}

// distinct counts a mark that was not seen before.
func (g Goal) distinct(p Progress, mark string) Progress {
	if mark == "" || slices.Contains(p.Seen, mark) {
		return p
	}
	next := Progress{Reached: p.Reached + 1, Seen: append(slices.Clone(p.Seen), mark)}
	if g.Done(next) {
		next.Seen = nil
	}
	return next
}

// mark is what must differ between facts that count; empty where the fact does
// not tell it.
func (g Goal) mark(f Fact) string {
	switch g.Count {
	case CountGames:
		return family(f.Game)
	case CountSides:
		return f.Side
	}
	return day(f.Time).Format(time.DateOnly)
}
