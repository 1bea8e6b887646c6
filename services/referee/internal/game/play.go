package game

import (
	"time"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/timecontrol"
)

// PlayMove is a player's wish to move.
type PlayMove struct {
	Account   string
	Ply       int
	Move      string
	AfterSeq  int
	OfferDraw bool
	// Arrival is when the request came in.
	Arrival time.Time
}

// Play judges a move at a time. It changes nothing: the events do, once they
// are stored. The order of the checks is that of the architecture's "life of a
// move"; who asks for a move that was played gets its event again.
func (g *Game) Play(m PlayMove, at time.Time) ([]Event, error) {
	side, err := g.moverOf(m.Account, m.Ply)
	if err != nil {
		return nil, err
	}
	if e, ok := g.answered(m, side); ok {
		return []Event{e}, nil
	}
	if err := g.inTime(at); err != nil {
		return nil, err
	}
	switch {
	case m.AfterSeq > 0 && m.AfterSeq < g.rewoundAt:
		return nil, g.here(ErrRewound)
	case m.Ply <= g.Ply():
		return nil, g.here(ErrPlyTaken)
	case m.Ply > g.Ply()+1:
		return nil, g.here(ErrPlyAhead)
	case side != g.line.Position().Side():
		return nil, g.here(ErrNotYourTurn)
	}
	ply, err := g.line.Try(m.Move)
	if err != nil {
		return nil, refusedMove(err)
	}
	return g.played(m, ply, at), nil
}

// Answers reports whether the events that Play returned are those of a move
// that was played before.
func (g *Game) Answers(events []Event) bool { return len(events) > 0 && events[0].Seq <= g.seq }

// moverOf is the side that an account plays in this ply: in a hot-seat game
// the one whose ply is named.
func (g *Game) moverOf(account string, ply int) (rules.Side, error) {
	side, ok := g.SideOf(account)
	if !ok {
		return 0, ErrNotYourGame
	}
	if g.settings.HotSeat() {
		return g.sideOfPly(ply), nil
	}
	return side, nil
}

func (g *Game) sideOfPly(ply int) rules.Side {
	first := g.settings.Start.Side()
	if ply%2 == 1 {
		return first
	}
	return first.Other()
}

// answered finds the stored answer of the same ply, side and move.
func (g *Game) answered(m PlayMove, side rules.Side) (Event, bool) {
	if m.Ply < 1 || m.Ply > len(g.plies) || side != g.sideOfPly(m.Ply) {
		return Event{}, false
	}
	e := g.plies[m.Ply-1]
	played, _ := e.Kind.(Played)
	if played.Move == m.Move {
		return e, true
	}
	before, err := g.line.Rewind(m.Ply - 1) // another spelling of the same move?
	if err != nil {
		return Event{}, false
	}
	again, err := before.Try(m.Move)
	return e, err == nil && again.Move == played.Move
}

func (g *Game) played(m PlayMove, ply rules.Ply, at time.Time) []Event {
	k := Played{
		Side: g.line.Position().Side(), Ply: ply.Number, Move: ply.Move, Position: ply.Next.String(),
		Warnings: ply.Warnings, Arrival: m.Arrival, Result: verdictResult(ply.Verdict), judged: &ply,
	}
	clock := g.clock.Move(at)
	if k.Result.Ended() {
		clock = stand(clock)
	}
	events := []Event{{Seq: g.seq + 1, At: at, Clock: clock, Kind: k}}
	if m.OfferDraw && !k.Result.Ended() && !g.settings.HotSeat() {
		events = append(events, Event{Seq: g.seq + 2, At: at, Clock: clock, Kind: Offered{Kind: DrawOffer, Side: k.Side}})
	}
	return events
}

// stand is a clock at the end of a game: nothing runs any more.
func stand(c timecontrol.Clock) timecontrol.Clock { return c.Stop(c.AsOf) }
