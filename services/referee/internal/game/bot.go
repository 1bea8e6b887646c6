package game

import (
	"time"

	"kydai.dev/pkg/rules"
)

// Engine is the account of whoever plays the seats of bots. No person has it:
// the ids of accounts are UUIDs.
const Engine = "engine"

// How many take-backs a game against the engine allows where nothing is said,
// and the most that it can be given.
const (
	UsualTakebacks = 3
	MaxTakebacks   = 100
)

// How long an engine's turn waits for its answer before the referee looks whether it
// is lost: the usual time, less on a clock that runs out, and never less than the least.
const (
	turnPatience      = 4 * time.Second
	leastTurnPatience = 300 * time.Millisecond
	turnShare         = 4
)

// BotSide is the side that an engine plays; ok is false in a game of people.
func (s Settings) BotSide() (side rules.Side, ok bool) {
	for i, seat := range s.Seats {
		if seat.Bot != "" {
			return rules.Side(i), true //nolint:gosec // a side is 0 or 1
		}
	}
	return 0, false
}

// Alone reports whether one person plays: against an engine, or both sides.
func (s Settings) Alone() bool {
	_, bot := s.BotSide()
	return bot || s.HotSeat()
}

// Turn is what an engine's seat has to do.
type Turn struct {
	Side  rules.Side
	Level string
	// ToMove says that it is to move, Offer is the draw offered to it; 0 where
	// there is none.
	ToMove bool
	Offer  int
	// Since is when it began to wait.
	Since time.Time
}

// Turn is what the engine has to do; ok is false where that is nothing.
func (g *Game) Turn() (t Turn, ok bool) {
	side, bot := g.settings.BotSide()
	if !bot || g.status != StatusRunning {
		return Turn{}, false
	}
	t = Turn{Side: side, Level: g.settings.Seats[side].Bot, Since: g.last().At}
	if g.line.Position().Side() == side && g.paused == 0 {
		t.ToMove, t.Since = true, g.Clock().AsOf
	}
	if o, open := g.open(DrawOffer, side.Other(), t.Since); open {
		t.Offer = o.ID
	}
	return t, t.ToMove || t.Offer > 0
}

// TurnDue is when the engine's turn, issued or looked for at a time, is looked for
// unless it has been answered. The longer it has waited the later that is, so that turns
// which nobody answers do not pile up.
func (g *Game) TurnDue(t Turn, issued time.Time) time.Time {
	wait := max(turnPatience, issued.Sub(t.Since))
	if deadline, ok := g.Clock().Deadline(); ok && t.ToMove {
		wait = min(wait, deadline.Sub(issued)/turnShare)
	}
	return issued.Add(max(wait, leastTurnPatience))
}

// Moves are the moves that stand, in canonical spelling.
func (g *Game) Moves() []string { return g.line.Moves() }

// With is a copy of the game with further events; the game itself does not
// change.
func (g *Game) With(events ...Event) (*Game, error) {
	next := New(g.id)
	next.Expect(len(g.log) + len(events))
	if err := next.Apply(g.log...); err != nil {
		return nil, err
	}
	for _, e := range events {
		if k, ok := e.Kind.(Played); ok {
			k.judged = nil // it belongs to the game's own line
			e.Kind = k
		}
		if err := next.Apply(e); err != nil {
			return nil, err
		}
	}
	return next, nil
}

// againstEngine reports whether a person's opponent is an engine.
func (g *Game) againstEngine(side rules.Side) bool { return g.settings.Seats[side.Other()].Bot != "" }

// owesAnswer reports whether an engine moves without having seen that it was offered
// a draw: its move would be the answer to an offer that it never thought about.
func (g *Game) owesAnswer(m PlayMove, side rules.Side, at time.Time) bool {
	offer, open := g.open(DrawOffer, side.Other(), at)
	return open && m.Account == Engine && m.AfterSeq > 0 && m.AfterSeq < offer.ID
}

// rewindAgainstEngine takes a person's last move back, and the engine's answer
// where there is one: an engine need not be asked, but it bears so much only.
func (g *Game) rewindAgainstEngine(side rules.Side, at time.Time) ([]Event, error) {
	switch {
	case g.movesOf(side) == 0:
		return nil, ErrNothingToRewind
	case g.takebacks >= g.settings.Takebacks:
		return nil, ErrNoTakebacks
	}
	return []Event{g.rewind(g.lastTurn(side), g.Seq()+1, at)}, nil
}

// rematchEngine offers an engine a rematch, which it always accepts.
func (g *Game) rematchEngine(side rules.Side, newGame string, at time.Time) []Event {
	offer := Event{Seq: g.Seq() + 1, At: at, Clock: g.Clock(), Kind: Offered{Kind: RematchOffer, Side: side}}
	answer := Answered{Offer: offer.Seq, Kind: RematchOffer, Answer: Accepted, Side: side.Other(), Rematch: newGame}
	return []Event{offer, {Seq: offer.Seq + 1, At: at, Clock: g.Clock(), Kind: answer}}
}
