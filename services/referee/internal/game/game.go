package game

import (
	"time"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/timecontrol"
)

// IdleLimit is how long a game waits for the move of an untimed side before it
// is aborted (games.md §1 "Time").
const IdleLimit = 7 * 24 * time.Hour

// Game is a game as its log tells it. It changes by Apply alone. It is not
// safe for concurrent use.
type Game struct {
	id       string
	settings Settings
	creator  string
	key      string
	// log holds every event, seq 1 first.
	log     []Event
	created time.Time
	ended   time.Time
	status  string
	result  Result
	line    *rules.Line
	// plies are the seqs of the moves that stand; start is that of the event
	// that began play.
	plies []int
	start int
	// paused is the seq of the pause that lasts, 0 where there is none; runs that
	// of the event since which the game runs: start, or the end of the last pause,
	// which was at resumed.
	paused, runs int
	resumed      time.Time
	// given are the seqs of directors' adjustments by their keys.
	given map[string]int
	// rewoundAt is the seq of the last take-back; 0 when there was none.
	rewoundAt int
	offers    []Offer
	closed    map[int]madeOffer // by the offer's id
	// offeredAt is, by kind and side, how many moves of its own a side had made
	// when it last offered.
	offeredAt map[offerKey]int
	// hints and takebacks count; hinted is the seq of the hint for the next move.
	hints, takebacks, hinted int
	rematches                [2]int // how often a side has offered one
	rematch                  string // the game that began
	rematched                int    // seq of the event that began it
	finish                   int    // seq of the event that ended the game
	voidReason               string
}

// Offer is an offer that waits for an answer.
type Offer struct {
	ID   int
	Kind string
	Side rules.Side
	At   time.Time
}

// madeOffer is an offer that was made and what became of it. One that lapsed
// is not open and has no answer.
type madeOffer struct {
	Offer
	open   bool
	answer string
	seq    int // of the answer
}

type offerKey struct {
	kind string
	side rules.Side
}

// New returns a game without a log; its first event must be Created.
func New(id string) *Game {
	return &Game{id: id, offeredAt: map[offerKey]int{}, closed: map[int]madeOffer{}, given: map[string]int{}}
}

// ID is the game's id.
func (g *Game) ID() string { return g.id }

// Seq is the number of the last event; 0 before there is one.
func (g *Game) Seq() int { return len(g.log) }

// Settings are what was fixed at creation.
func (g *Game) Settings() Settings { return g.settings }

// Creator is who created the game, Key the creator's key for it.
func (g *Game) Creator() (who, key string) { return g.creator, g.key }

// Status is StatusRunning or how the game ended.
func (g *Game) Status() string { return g.status }

// Result is how the game ended; the zero Result while it runs.
func (g *Game) Result() Result { return g.result }

// Position is the position now.
func (g *Game) Position() rules.Position { return g.line.Position() }

// Legal lists the legal moves; none once the game is over.
func (g *Game) Legal() []string {
	if g.status != StatusRunning {
		return nil
	}
	return g.line.Legal()
}

// Ply is the number of moves that stand.
func (g *Game) Ply() int { return len(g.plies) }

// Plies are the events of the moves that stand.
func (g *Game) Plies() []Event {
	events := make([]Event, len(g.plies))
	for i, seq := range g.plies {
		events[i] = g.event(seq)
	}
	return events
}

// Clock is the clock after the last event; the zero Clock before there is one.
func (g *Game) Clock() timecontrol.Clock {
	if len(g.log) == 0 {
		return timecontrol.Clock{}
	}
	return g.last().Clock
}

// Warnings are those given since the last irreversible move.
func (g *Game) Warnings() []rules.Warning {
	var given []rules.Warning
	for _, seq := range g.plies[len(g.plies)-g.line.Reversible():] {
		if k, ok := g.event(seq).Kind.(Played); ok {
			given = append(given, k.Warnings...)
		}
	}
	return given
}

// event is the event with a seq, last the newest one.
func (g *Game) event(seq int) Event { return g.log[seq-1] }
func (g *Game) last() Event         { return g.log[len(g.log)-1] }

// Created is when the game was created.
func (g *Game) Created() time.Time { return g.created }

// Ended is when the game ended; zero while it runs.
func (g *Game) Ended() time.Time { return g.ended }

// Rematch is the id of the game that an accepted rematch began; "" before.
func (g *Game) Rematch() string { return g.rematch }

// VoidReason is why the game was annulled; "" where it was not.
func (g *Game) VoidReason() string { return g.voidReason }

// Deadline is when somebody must look at the game: when time runs out or,
// where none runs, when it has been idle for too long. ok is false in a pause,
// and once it is over.
func (g *Game) Deadline() (at time.Time, ok bool) {
	if g.status != StatusRunning {
		return time.Time{}, false
	}
	at = DeadlineOf(g.Clock())
	return at, !at.IsZero()
}

// DeadlineOf is the deadline of a game that is not over with a clock; zero in a
// pause, which has none.
func DeadlineOf(c timecontrol.Clock) time.Time {
	if c.IsPaused() {
		return time.Time{}
	}
	if at, ok := c.Deadline(); ok {
		return at
	}
	return c.AsOf.Add(IdleLimit)
}

// SideOf returns the side of an account, or of the Engine; the side to move
// where the account plays both. ok is false when it plays neither.
func (g *Game) SideOf(account string) (side rules.Side, ok bool) {
	switch {
	case account == "":
		return 0, false
	case account == Engine:
		return g.settings.BotSide()
	case g.settings.HotSeat() && g.settings.Seats[0].Account == account:
		return g.line.Position().Side(), true
	case g.settings.Seats[rules.First].Account == account:
		return rules.First, true
	case g.settings.Seats[rules.Second].Account == account:
		return rules.Second, true
	default:
		return 0, false
	}
}
