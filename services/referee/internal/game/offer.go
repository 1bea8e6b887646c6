package game

import (
	"errors"
	"slices"
	"time"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/timecontrol"
)

// RematchLife is how long the offer of a rematch can be accepted.
const RematchLife = 10 * time.Minute

// MaxRematchOffers bounds what one side can add to the log of an ended game.
const MaxRematchOffers = 5

// Offer makes an offer, or accepts the other side's like offer. In a hot seat
// and against an engine a take-back needs no consent, and an engine accepts a
// rematch at once. Who repeats an open offer gets it again.
// newGame is the id of the game that a rematch accepted by this would begin.
func (g *Game) Offer(account, kind, newGame string, at time.Time) ([]Event, error) {
	side, ok := g.SideOf(account)
	if !ok {
		return nil, g.stranger()
	}
	if err := g.mayOffer(kind, at); err != nil {
		return nil, err
	}
	if g.settings.HotSeat() {
		return g.rewindHotSeat(at)
	}
	if kind == RematchOffer && g.rematch != "" { // one game, however often both press
		return g.log[g.rematched-1 : g.rematched], nil
	}
	if g.againstEngine(side) && kind == TakebackOffer {
		return g.rewindAgainstEngine(side, at)
	}
	if theirs, ok := g.open(kind, side.Other(), at); ok {
		return g.accept(theirs, side, newGame, at), nil
	}
	if own, ok := g.open(kind, side, at); ok {
		return g.log[own.ID-1 : own.ID], nil
	}
	if err := g.again(kind, side); err != nil {
		return nil, err
	}
	if g.againstEngine(side) && kind == RematchOffer {
		return g.rematchEngine(side, newGame, at), nil
	}
	return []Event{{Seq: g.Seq() + 1, At: at, Clock: g.Clock(), Kind: Offered{Kind: kind, Side: side}}}, nil
}

// OfferAfter is Offer by a client that has seen the log up to a seq; 0 where it
// does not say. So a take-back that needs no consent can be asked for again
// without taking back twice: one that the client has not seen is its answer.
func (g *Game) OfferAfter(seq int, account, kind, newGame string, at time.Time) ([]Event, error) {
	if _, plays := g.SideOf(account); !plays || kind != TakebackOffer || seq == 0 || g.rewoundAt <= seq {
		return g.Offer(account, kind, newGame, at)
	}
	if !g.settings.Alone() { // it may have been the other's
		return nil, g.here(ErrRewound)
	}
	return g.log[g.rewoundAt-1 : g.rewoundAt], nil
}

// mayOffer refuses offers that have no place in the game now.
func (g *Game) mayOffer(kind string, at time.Time) error {
	if kind != DrawOffer {
		if err := g.ofTournament(); err != nil {
			return err
		}
	}
	if kind == RematchOffer {
		return g.mayOfferRematch()
	}
	if err := g.inTime(at); err != nil {
		return err
	}
	switch {
	case kind == TakebackOffer && g.settings.Mode == Rated:
		return ErrTakebackRated
	case kind == DrawOffer && g.settings.HotSeat():
		return ErrOfferNotAllowed
	default:
		return nil
	}
}

func (g *Game) mayOfferRematch() error {
	switch {
	case g.status == StatusRunning:
		return ErrStillRunning
	case g.settings.HotSeat() || g.status == StatusVoid:
		return ErrOfferNotAllowed
	default:
		return nil
	}
}

// again holds the rule that a draw or take-back may be offered again only
// after one's own next move (games.md §1).
func (g *Game) again(kind string, side rules.Side) error {
	if kind == RematchOffer {
		if g.rematches[side] >= MaxRematchOffers {
			return ErrOfferTooSoon
		}
		return nil
	}
	if kind == TakebackOffer && g.movesOf(side) == 0 {
		return ErrNothingToRewind
	}
	if n, ok := g.offeredAt[offerKey{kind, side}]; ok && g.movesOf(side) <= n {
		return ErrOfferTooSoon
	}
	return nil
}

// rewindHotSeat takes back the last move.
func (g *Game) rewindHotSeat(at time.Time) ([]Event, error) {
	if g.Ply() == 0 {
		return nil, ErrNothingToRewind
	}
	return []Event{g.rewind(g.Ply()-1, g.Seq()+1, at)}, nil
}

// Accept accepts the other side's offer. Who accepts again gets the answer
// again.
func (g *Game) Accept(account string, id int, newGame string, at time.Time) ([]Event, error) {
	side, o, err := g.find(account, id, at)
	switch {
	case err != nil:
		return nil, err
	case o.answer == Accepted && o.Side != side:
		return g.answerOf(o), nil
	case !o.open:
		return nil, g.closedError(o)
	case o.Side == side:
		return nil, ErrOwnOffer
	}
	return g.accept(o.Offer, side, newGame, at), nil
}

// Decline declines the other side's offer, or withdraws one's own. Who does it
// again gets the answer again.
func (g *Game) Decline(account string, id int, at time.Time) ([]Event, error) {
	side, o, err := g.find(account, id, at)
	if err != nil {
		return nil, err
	}
	answer := Declined
	if o.Side == side {
		answer = Withdrawn
	}
	switch {
	case o.answer == answer:
		return g.answerOf(o), nil
	case !o.open:
		return nil, g.closedError(o)
	}
	k := Answered{Offer: id, Kind: o.Kind, Answer: answer, Side: side}
	return []Event{{Seq: g.Seq() + 1, At: at, Clock: g.Clock(), Kind: k}}, nil
}

// find looks up an offer that an account wants to answer.
func (g *Game) find(account string, id int, at time.Time) (side rules.Side, o madeOffer, err error) {
	side, ok := g.SideOf(account)
	if !ok {
		return 0, o, g.stranger()
	}
	if err := g.inTime(at); errors.Is(err, ErrTimeUp) {
		return 0, o, err
	}
	if i := slices.IndexFunc(g.offers, func(o Offer) bool { return o.ID == id }); i >= 0 {
		return side, madeOffer{Offer: g.offers[i], open: g.offers[i].alive(at)}, nil
	}
	if o, ok = g.closed[id]; !ok {
		return side, o, ErrNoSuchOffer
	}
	return side, o, nil
}

// answerOf is the stored answer to an offer: accepting a draw or a take-back
// was stored together with what it brought about.
func (g *Game) answerOf(o madeOffer) []Event {
	last := o.seq
	if o.answer == Accepted && o.Kind != RematchOffer {
		last++
	}
	return g.log[o.seq-1 : last]
}

func (g *Game) closedError(o madeOffer) error {
	if g.status != StatusRunning && o.Kind != RematchOffer {
		return g.over()
	}
	return ErrOfferClosed
}

// open finds the open offer of a kind and side.
func (g *Game) open(kind string, side rules.Side, at time.Time) (Offer, bool) {
	i := slices.IndexFunc(g.offers, func(o Offer) bool { return o.Kind == kind && o.Side == side && o.alive(at) })
	if i < 0 {
		return Offer{}, false
	}
	return g.offers[i], true
}

// alive reports whether an offer can still be answered: a rematch lapses.
func (o Offer) alive(at time.Time) bool {
	return o.Kind != RematchOffer || !at.After(o.At.Add(RematchLife))
}

// Open lists the offers that wait for an answer.
func (g *Game) Open(at time.Time) []Offer {
	var open []Offer
	for _, o := range g.offers {
		if o.alive(at) {
			open = append(open, o)
		}
	}
	return open
}

// WouldAccept reports whether an offer of this kind by the account, or the
// acceptance of an offer with the id, would accept a rematch.
func (g *Game) WouldAccept(account, kind string, id int, at time.Time) bool {
	side, ok := g.SideOf(account)
	if !ok || g.settings.HotSeat() || g.settings.Tournament.Given() || g.rematch != "" {
		return false
	}
	if g.againstEngine(side) {
		return kind == RematchOffer && g.mayOfferRematch() == nil && g.again(kind, side) == nil
	}
	o, ok := g.open(RematchOffer, side.Other(), at)
	return ok && (kind == RematchOffer || id == o.ID)
}

func (g *Game) accept(o Offer, by rules.Side, newGame string, at time.Time) []Event {
	answer := Answered{Offer: o.ID, Kind: o.Kind, Answer: Accepted, Side: by}
	e := Event{Seq: g.Seq() + 1, At: at, Clock: g.Clock(), Kind: answer}
	switch o.Kind {
	case DrawOffer:
		end := Finished{Result: Result{Winner: rules.WinnerNone, Reason: Agreement, Status: StatusFinished}}
		return []Event{e, {Seq: g.Seq() + 2, At: at, Clock: g.Clock().Stop(at), Kind: end}}
	case TakebackOffer:
		return []Event{e, g.rewind(g.lastTurn(o.Side), g.Seq()+2, at)}
	default:
		answer.Rematch = newGame
		e.Kind = answer
		return []Event{e}
	}
}

// lastTurn is the ply after which it was a side's turn the last time before it
// moved.
func (g *Game) lastTurn(side rules.Side) int {
	if g.line.Position().Side() == side {
		return g.Ply() - 2
	}
	return g.Ply() - 1
}

// RematchOrder is the wish for the game that a rematch begins: colours and
// clocks change hands.
func (g *Game) RematchOrder() Order {
	s := g.settings
	o := Order{
		Creator: "referee", AsService: true, Key: "rematch:" + g.id, Game: s.Game.Name(),
		Seats: &[2]Seat{s.Seats[1], s.Seats[0]}, Mode: s.Mode, Visibility: s.Visibility, Spectators: s.Spectators,
		Controls: [2]timecontrol.Control{s.Controls[1], s.Controls[0]}, FirstMove: s.FirstMove, Takebacks: &s.Takebacks,
	}
	switch {
	case s.HandSet:
		o.Start = s.Start.String()
	case s.Handicap.Given(): // the same person gives the odds again, so nobody changes seats
		o.Handicap, o.Seats, o.Controls = s.Handicap, &s.Seats, s.Controls
	}
	return o
}

// rewind takes back the moves after a ply. Both banks are again what they were
// then, never more.
func (g *Game) rewind(toPly, seq int, at time.Time) Event {
	then := g.event(g.start)
	if toPly > 0 {
		then = g.event(g.plies[toPly-1])
	}
	position := g.settings.Start.String()
	if p, ok := then.Kind.(Played); ok {
		position = p.Position
	}
	k := Rewound{ToPly: toPly, Position: position, Side: g.sideOfPly(toPly + 1)}
	return Event{Seq: seq, At: at, Clock: then.Clock.Resume(at), Kind: k}
}
