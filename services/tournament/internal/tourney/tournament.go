// Package tourney is a tournament that runs itself: a log of events, the state that
// they add up to, and what follows when somebody does something, a game ends or
// time passes. It is pure: commands decide and change nothing, the events do once
// they are stored; time and lots come in as arguments.
package tourney

import (
	"errors"
	"fmt"
	"time"

	"kydai.dev/pkg/timecontrol"
)

// Status is how far a tournament is.
type Status string

// The statuses.
const (
	Scheduled Status = "scheduled" // not open yet
	Open      Status = "open"
	Running   Status = "running"
	Review    Status = "review" // played, waits for the approval
	Ended     Status = "finished"
	CalledOff Status = "cancelled"
)

// Act is who does something, why and when. The lot is a number that nobody could
// foresee, for what is drawn because of it.
type Act struct {
	Actor  string
	Reason string
	Now    time.Time
	Lot    uint64
}

// Decision is what a command leads to: the events to append, what they ask of
// others, and the rounds whose standings are to be kept. An empty one means that
// all is so already.
type Decision struct {
	Events   []Event
	Chores   []Chore
	Finished []int
}

// GameEnd is a game that is over, as the referee tells it.
type GameEnd struct {
	Pairing PairingID // for which it was made
	Number  int       // of the game in the pairing
	GameID  string
	First   string // accounts
	Second  string
	Result  Result // FirstWins, SecondWins or Drawn
	Void    bool   // aborted or annulled: it has no result
	Reason  string
	Moves   int // how many were made
}

// Tournament is the state that a log adds up to. A copy of the struct is a
// snapshot: Apply replaces what it changes and never writes into what is shared.
type Tournament struct {
	id, director, series string
	seq                  int
	changed              time.Time // of the last event
	status               Status
	settings             Settings
	category             timecontrol.Category
	createdAt, endedAt   time.Time
	cancelReason         string

	entrants  []*Entrant // in the order of joining
	order     []string   // the players by number
	initial   Side
	planned   int // rounds
	rounds    []*round
	floors    []floor     // what undone pairings used up
	next      time.Time   // when the next round begins; zero while held
	postponed []postponed // rounds that were given a time before it was due to be known
	forbidden []Forbidden
	paused    bool
	trouble   int       // the round that has no legal pairing
	troubled  time.Time // since when
	awards    []Award
	paid      []string
	refused   []Refused
}

// round is a round that was paired. Boards are pointers so that a result replaces
// one of them.
type round struct {
	number     int
	state      RoundState
	start, end time.Time
	boards     []*Pairing
	byes       []Bye
	paired     int
}

// floor is the highest number of a game that pairings of a round have used which
// were undone, so that a game is never taken for one of another pairing.
type floor struct{ round, number int }

// postponed is a round that a director has given a time.
type postponed struct {
	round int
	at    time.Time
}

var errLog = errors.New("the log has a gap")

// Replay adds up a log from its first event.
func Replay(id string, events []Event) (*Tournament, error) {
	t := &Tournament{id: id}
	for _, e := range events {
		if e.Seq != t.seq+1 {
			return nil, fmt.Errorf("event %d after %d: %w", e.Seq, t.seq, errLog)
		}
		t.Apply(e)
	}
	return t, nil
}

// New creates a tournament.
func New(id string, s Settings, series string, by Act) (Decision, error) {
	s = s.completed()
	if err := s.check(); err != nil {
		return Decision{}, err
	}
	if err := s.checkTimes(by.Now); err != nil {
		return Decision{}, err
	}
	d := (&Tournament{id: id}).draft(by)
	d.act(Created{Settings: s, Category: s.Control.Category(), Series: series})
	if !s.Registration.Open.After(by.Now) {
		d.follow(Opened{})
	}
	return d.decision, nil
}

// over tells whether nothing can happen any more.
func (t *Tournament) over() bool { return t.status == Ended || t.status == CalledOff }

// last is the last round that was paired, nil before the first.
func (t *Tournament) last() *round {
	if len(t.rounds) == 0 {
		return nil
	}
	return t.rounds[len(t.rounds)-1]
}

// settled tells whether all rounds that were paired are over.
func (t *Tournament) settled() bool {
	last := t.last()
	return last == nil || last.state == RoundOver
}

// finished is how many rounds are over.
func (t *Tournament) finished() int {
	if t.settled() {
		return len(t.rounds)
	}
	return len(t.rounds) - 1
}

// entrant finds a player, nil where there is none.
func (t *Tournament) entrant(player string) *Entrant {
	for _, e := range t.entrants {
		if e.Player == player {
			return e
		}
	}
	return nil
}

// active tells whether a player takes part.
func (t *Tournament) active(player string) bool {
	e := t.entrant(player)
	return e != nil && e.State == Playing
}
