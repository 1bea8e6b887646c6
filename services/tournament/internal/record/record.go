// Package record is what is kept of tournaments, and of what makes them, beside their
// events: the desk and the store meet in it.
package record

import (
	"errors"
	"time"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/tournament/internal/tourney"
)

// What can come of an append besides success.
var (
	// ErrStale says that another append was first: the tail of the log must be read.
	ErrStale = errors.New("the tournament has moved on")
	// ErrMade says that the series' start has its tournament already.
	ErrMade = errors.New("the tournament of this start has been made")
	// ErrLost says that the chore is another worker's by now, or done.
	ErrLost = errors.New("the chore is not the worker's any more")
)

// The caller's mistakes.
var (
	ErrKeyReused    = errs.New(errs.Invalid, "IDEMPOTENCY_KEY_REUSED", "the same key has been used for another request")
	ErrNoSuchSeries = errs.New(errs.NotFound, "NO_SUCH_SERIES", "there is no such series")
)

// Append is what belongs together in one tournament: it is stored together or not at
// all.
type Append struct {
	ID string
	// After is the seq of the last event that was known when it was decided; 0 makes
	// the tournament.
	After  int
	Events []tourney.Event
	// Time is when it was decided.
	Time time.Time
	// Summary is how the events leave the tournament; Due when it goes on by itself,
	// zero for never.
	Summary Summary
	Due     time.Time
	// Chores are added; Done is the key of one whose outcome this is, empty for none.
	Chores []tourney.Chore
	Done   string
	// Standings are those of the rounds that the events end.
	Standings []Standings
	// News is what players are told.
	News []tourney.NextGame
	// Key is the creation's Idempotency-Key.
	Key Key
	// Start is the series' start that the tournament is made for; nil for one of its
	// own.
	Start *Start
}

// Standings are the ranks after a round, and when they were made.
type Standings struct {
	tourney.Standings
	Time time.Time
}

// Key is a caller's Idempotency-Key; none where Text is empty.
type Key struct {
	// Caller is the account whose key it is.
	Caller, Text string
	// Body is a hash of the request.
	Body []byte
}

// Chore is a chore that a worker has claimed.
type Chore struct {
	tourney.Chore
	Tournament, Worker string
	// Attempt counts how often somebody has begun it, this time included.
	Attempt int
	// Refused counts how often it was refused in a row.
	Refused int
}

// Place is where a tournament stands in a list: pages begin after it.
type Place struct {
	Time time.Time
	ID   string
}

// Own is a tournament of an account's.
type Own struct {
	Summary
	// Plays and Directs say what the account is in it.
	Plays, Directs bool
}

// Filter says which tournaments to list.
type Filter struct {
	// Status is one; those to come and under way when empty.
	Status tourney.Status
	// Game and Series are one of each; all when empty.
	Game, Series string
}

// Page is a part of a list.
type Page struct {
	// After is where the page before ended; the zero place begins.
	After Place
	Limit int
}

// Series makes tournaments again and again.
type Series struct {
	ID string
	// Version counts the changes.
	Version int
	// Cron and Zone say when they start, Ahead how long before each is made.
	Cron, Zone string
	Ahead      time.Duration
	// Settings are what they are like; its times are distances from the start.
	Settings tourney.Settings
	// Stopped says that none is made any more.
	Stopped  bool
	Director string
	Created  time.Time
	// Next is the start of the next one to be made; zero for none.
	Next time.Time
}

// Place is where it stands in the list of series: by its creation.
func (s Series) Place() Place { return Place{Time: s.Created, ID: s.ID} }

// Start is a start of a series whose tournament is being made.
type Start struct {
	Series string
	// Version is the series' version that was read.
	Version int
	Time    time.Time
	// Next is the start after it; zero for none.
	Next time.Time
}

// Census counts what there is, for operators.
type Census struct {
	Tournaments map[tourney.Status]int
	// Chores is how many wait or are being done, Refused how many of them were refused
	// at the last try, Oldest since when the oldest of the others has been asked for.
	Chores, Refused int
	Oldest          time.Time
}
