package game

import (
	"fmt"
	"time"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/timecontrol"
)

// IdleLimit is how long an untimed game waits for a move before it is aborted
// (games.md §1 "Time").
const IdleLimit = 7 * 24 * time.Hour

// Game is a game as its log tells it. It changes by Apply alone. It is not
// safe for concurrent use.
type Game struct {
	id       string
	settings Settings
	creator  string
	key      string
	seq      int
	lastAt   time.Time
	created  time.Time
	ended    time.Time
	status   string
	result   Result
	line     *rules.Line
	clock    timecontrol.Clock
	// plies are the moves that stand; start is the event that began play.
	plies []Event
	start Event
	// rewoundAt is the seq of the last take-back; 0 when there was none.
	rewoundAt int
	offers    []Offer
	closed    []closedOffer
	// offeredAt is, by kind and side, how many moves of its own a side had made
	// when it last offered.
	offeredAt map[offerKey]int
	rematches [2]int
	rematch   string
	finish    int // seq of the event that ended the game
	warnings  []rules.Warning
}

// Offer is an offer that waits for an answer.
type Offer struct {
	ID   int
	Kind string
	Side rules.Side
	At   time.Time
}

type closedOffer struct {
	Offer
	answer  string
	seq     int
	rematch string
}

type offerKey struct {
	kind string
	side rules.Side
}

// New returns a game without a log; its first event must be Created.
func New(id string) *Game {
	return &Game{id: id, offeredAt: map[offerKey]int{}}
}

// ID is the game's id.
func (g *Game) ID() string { return g.id }

// Seq is the number of the last event; 0 before there is one.
func (g *Game) Seq() int { return g.seq }

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

// Plies are the events of the moves that stand. The slice is the game's own.
func (g *Game) Plies() []Event { return g.plies }

// Clock is the clock after the last event.
func (g *Game) Clock() timecontrol.Clock { return g.clock }

// Warnings are those given since the last irreversible move.
func (g *Game) Warnings() []rules.Warning { return g.warnings }

// Created and Ended are the game's times; Ended is zero while it runs.
func (g *Game) Created() time.Time { return g.created }

// Ended is when the game ended; zero while it runs.
func (g *Game) Ended() time.Time { return g.ended }

// Rematch is the id of the game that an accepted rematch began; "" before.
func (g *Game) Rematch() string { return g.rematch }

// Deadline is when somebody must look at the game: when time runs out or, in
// an untimed game, when it has been idle for too long. ok is false once it is
// over.
func (g *Game) Deadline() (at time.Time, ok bool) {
	if g.status != StatusRunning {
		return time.Time{}, false
	}
	at = DeadlineOf(g.settings, g.clock)
	return at, !at.IsZero()
}

// DeadlineOf is the deadline of a running game with a clock; zero when it has
// none.
func DeadlineOf(s Settings, c timecontrol.Clock) time.Time {
	if at, ok := c.Deadline(); ok {
		return at
	}
	if s.Timed() { // the untimed side of a game with one clock
		return time.Time{}
	}
	return c.AsOf.Add(IdleLimit)
}

// SideOf returns the side of an account; the side to move where the account
// plays both. ok is false when it plays neither.
func (g *Game) SideOf(account string) (side rules.Side, ok bool) {
	switch {
	case account == "":
		return 0, false
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

// Apply takes events that have been stored into the game, in order.
func (g *Game) Apply(events ...Event) error {
	for _, e := range events {
		if e.Seq != g.seq+1 {
			return fmt.Errorf("apply event %d of game %s after %d: not the next one", e.Seq, g.id, g.seq)
		}
		if err := g.apply(e); err != nil {
			return fmt.Errorf("apply event %d of game %s: %w", e.Seq, g.id, err)
		}
		g.seq, g.lastAt, g.clock = e.Seq, e.At, e.Clock
	}
	return nil
}

func (g *Game) apply(e Event) error {
	switch k := e.Kind.(type) {
	case Created:
		g.settings, g.creator, g.key, g.created = k.Settings, k.Creator, k.Key, e.At
		g.line = rules.NewLine(k.Settings.Game, k.Settings.Start)
		g.status = StatusRunning
	case Started:
		g.start = e
	case Played:
		return g.applyPlayed(e, k)
	case Offered:
		g.applyOffered(e, k)
	case Answered:
		g.applyAnswered(e, k)
	case Rewound:
		return g.applyRewound(e, k)
	case Adjusted:
	case Finished:
		g.end(e, k.Result)
	case Voided:
		g.end(e, VoidResult(k.Reason))
	default:
		return fmt.Errorf("unknown kind %T", k)
	}
	return nil
}

func (g *Game) applyPlayed(e Event, k Played) error {
	if k.judged != nil {
		g.line.Push(*k.judged)
	} else if _, err := g.line.Play(k.Move); err != nil {
		return err
	}
	g.offers = keep(g.offers, func(o Offer) bool { return o.Side == k.Side }) // the other side's lapse
	g.warnings = append(g.warnings, k.Warnings...)
	k.judged = nil
	e.Kind = k
	g.plies = append(g.plies, e)
	if k.Result.Ended() {
		g.end(e, k.Result)
	}
	return nil
}

func (g *Game) applyRewound(e Event, k Rewound) error {
	line, err := g.line.Rewind(k.ToPly)
	if err != nil {
		return err
	}
	g.line, g.plies, g.rewoundAt = line, g.plies[:k.ToPly], e.Seq
	g.offers = nil
	for key, moves := range g.offeredAt {
		g.offeredAt[key] = min(moves, g.movesOf(key.side))
	}
	return nil
}

// end closes the game. Offers that are open lapse with it.
func (g *Game) end(e Event, r Result) {
	g.status, g.result, g.ended, g.finish = r.Status, r, e.At, e.Seq
	g.offers = nil
}

func keep[T any](all []T, want func(T) bool) []T {
	var kept []T
	for _, v := range all {
		if want(v) {
			kept = append(kept, v)
		}
	}
	return kept
}
