package game

import (
	"time"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/notation"
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
// move"; who asks for a move that was played gets its events again.
func (g *Game) Play(m PlayMove, at time.Time) ([]Event, error) {
	side, err := g.moverOf(m.Account, m.Ply)
	if err != nil {
		return nil, err
	}
	if stored, ok := g.answered(m, side); ok {
		return stored, nil
	}
	if err := g.inTime(at); err != nil {
		return nil, err
	}
	switch {
	case g.paused > 0:
		return nil, g.here(ErrPaused)
	case m.AfterSeq > 0 && m.AfterSeq < g.rewoundAt:
		return nil, g.here(ErrRewound)
	case m.Ply <= g.Ply():
		return nil, g.here(ErrPlyTaken)
	case m.Ply > g.Ply()+1:
		return nil, g.here(ErrPlyAhead)
	case side != g.line.Position().Side():
		return nil, g.here(ErrNotYourTurn)
	case g.owesAnswer(m, side, at):
		return nil, g.here(ErrOfferOpen)
	}
	ply, err := g.line.Try(m.Move)
	if err != nil {
		return nil, refusedMove(err)
	}
	return g.played(m, ply, at), nil
}

// moverOf is the side that an account plays in this ply: in a hot-seat game
// the one whose ply is named.
func (g *Game) moverOf(account string, ply int) (rules.Side, error) {
	side, ok := g.SideOf(account)
	if !ok {
		return 0, g.stranger()
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
func (g *Game) answered(m PlayMove, side rules.Side) ([]Event, bool) {
	if m.Ply < 1 || m.Ply > g.Ply() || side != g.sideOfPly(m.Ply) {
		return nil, false
	}
	seq := g.plies[m.Ply-1]
	played, _ := g.event(seq).Kind.(Played)
	if played.Move != m.Move && !g.spelled(m, played.Move) {
		return nil, false
	}
	return g.log[seq-1 : g.lastWith(seq, played.Side)], true
}

// spelled reports whether a request names a move in another spelling.
func (g *Game) spelled(m PlayMove, move string) bool {
	before, err := g.line.Rewind(m.Ply - 1)
	if err != nil {
		return false
	}
	ply, err := before.Try(m.Move)
	return err == nil && ply.Move == move
}

// lastWith is the seq of the last event that was stored with a move: of the
// draw offer that came with it, if there was one.
func (g *Game) lastWith(seq int, side rules.Side) int {
	if seq == g.Seq() {
		return seq
	}
	next := g.event(seq + 1)
	if next.Kind == (Offered{Kind: DrawOffer, Side: side}) && next.At.Equal(g.event(seq).At) {
		return next.Seq
	}
	return seq
}

func (g *Game) played(m PlayMove, ply rules.Ply, at time.Time) []Event {
	k := Played{
		Side: g.line.Position().Side(), Ply: ply.Number, Move: ply.Move, Position: ply.Next.String(),
		Warnings: ply.Warnings, Texts: notation.Write(g.settings.Game, g.line.Position(), ply.Move),
		Arrival: m.Arrival, Result: verdictResult(ply.Verdict, ply.Evidence), judged: &ply,
	}
	clock := g.Clock().Move(at)
	if k.Result.Ended() {
		clock = clock.Stop(at)
	}
	seq := g.Seq() + 1
	events := []Event{{Seq: seq, At: at, Clock: clock, Kind: k}}
	if m.OfferDraw && g.mayOfferWith(k, at) {
		events = append(events, Event{Seq: seq + 1, At: at, Clock: clock, Kind: Offered{Kind: DrawOffer, Side: k.Side}})
	}
	return events
}

// mayOfferWith reports whether a draw can be offered with a move; an offer of
// the mover's own that is open already stays the one.
func (g *Game) mayOfferWith(k Played, at time.Time) bool {
	_, open := g.open(DrawOffer, k.Side, at)
	return !open && !k.Result.Ended() && !g.settings.HotSeat()
}
