// Package tourney is a tournament that runs itself: a log of events, the state that
// they add up to, and what follows when somebody does something, a game ends or
// time passes. It is pure: commands decide and change nothing, the events do once
// they are stored; time and lots come in as arguments.
package tourney

import (
	"errors"
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

// Act is who does something, why and when.
type Act struct {
	Actor  string
	Reason string
	Now    time.Time
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
}

// Tournament is the state that a log adds up to. A copy of the struct is a
// snapshot that later events don't touch.
type Tournament struct {
	id        string
	seq       int
	status    Status
	settings  Settings
	category  timecontrol.Category
	director  string
	series    string
	createdAt time.Time
	endedAt   time.Time
}

var errLog = errors.New("the log does not add up")

// Replay adds up a log from its first event.
func Replay(id string, events []Event) (*Tournament, error) {
	t := &Tournament{id: id}
	for _, e := range events {
		if e.Seq != t.seq+1 {
			return nil, errLog
		}
		t.Apply(e)
	}
	return t, nil
}

// Apply adds an event. It never fails on what a Decision gave.
func (t *Tournament) Apply(e Event) { t.seq = e.Seq }

// New creates a tournament.
func New(id string, s Settings, series string, by Act) (Decision, error) {
	return Decision{}, nil
}

// Edit changes settings.
func (t *Tournament) Edit(s Settings, by Act) (Decision, error) { return Decision{}, nil }

// Join lets somebody in, or back in.
func (t *Tournament) Join(c Candidate, by Act) (Decision, error) { return Decision{}, nil }

// Leave is a player who withdraws.
func (t *Tournament) Leave(player string, by Act) (Decision, error) { return Decision{}, nil }

// Withdraw is a director who withdraws a player.
func (t *Tournament) Withdraw(player string, by Act) (Decision, error) { return Decision{}, nil }

// Disqualify puts a player out.
func (t *Tournament) Disqualify(player string, by Act) (Decision, error) { return Decision{}, nil }

// RequestBye lets a player sit out a round that is not paired yet.
func (t *Tournament) RequestBye(player string, round int, kind ByeKind, by Act) (Decision, error) {
	return Decision{}, nil
}

// CancelBye lets a player play such a round after all.
func (t *Tournament) CancelBye(player string, round int, by Act) (Decision, error) {
	return Decision{}, nil
}

// Cancel calls it off.
func (t *Tournament) Cancel(by Act) (Decision, error) { return Decision{}, nil }

// Approve approves the end.
func (t *Tournament) Approve(by Act) (Decision, error) { return Decision{}, nil }

// Pause stops all clocks.
func (t *Tournament) Pause(by Act) (Decision, error) { return Decision{}, nil }

// Resume lets them run again.
func (t *Tournament) Resume(by Act) (Decision, error) { return Decision{}, nil }

// Pair pairs the next round by the rules.
func (t *Tournament) Pair(round int, by Act) (Decision, error) { return Decision{}, nil }

// PairByHand pairs the next round as given.
func (t *Tournament) PairByHand(round int, pairings []HandPairing, byes []string, by Act) (Decision, error) {
	return Decision{}, nil
}

// StartRound begins a paired round, or pairs and begins the next one.
func (t *Tournament) StartRound(round int, by Act) (Decision, error) { return Decision{}, nil }

// Undo undoes the pairing of the last round. Untouched are the games of it that are
// known to have no move.
func (t *Tournament) Undo(round int, untouched []string, by Act) (Decision, error) {
	return Decision{}, nil
}

// Postpone fixes when a round begins that has not begun.
func (t *Tournament) Postpone(round int, start time.Time, by Act) (Decision, error) {
	return Decision{}, nil
}

// SetResult overrides the result of a pairing, or of the last game of a match.
func (t *Tournament) SetResult(id PairingID, r Result, by Act) (Decision, error) {
	return Decision{}, nil
}

// Annul takes the last result of a pairing out of the count and has it replayed.
func (t *Tournament) Annul(id PairingID, by Act) (Decision, error) { return Decision{}, nil }

// Forbid keeps two players apart, or lets them meet again.
func (t *Tournament) Forbid(pair Forbidden, lift bool, by Act) (Decision, error) {
	return Decision{}, nil
}

// Tick does what is due: opens, starts or cancels, pairs, begins rounds, draws lots.
func (t *Tournament) Tick(now time.Time, lot uint64) (Decision, error) { return Decision{}, nil }

// GameMade is a game that the referee has made for a chore.
func (t *Tournament) GameMade(m MakeGame, gameID string, now time.Time) (Decision, error) {
	return Decision{}, nil
}

// EnterResult is a game that is over.
func (t *Tournament) EnterResult(end GameEnd, now time.Time) (Decision, error) {
	return Decision{}, nil
}

// PrizePaid is a prize that was paid.
func (t *Tournament) PrizePaid(player string, coins int, now time.Time) (Decision, error) {
	return Decision{}, nil
}

// Due is when Tick has something to do next; zero for never.
func (t *Tournament) Due() time.Time { return time.Time{} }
