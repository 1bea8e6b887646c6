package game

import (
	"errors"
	"slices"
	"time"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/timecontrol"
)

// RematchLife is how long after the end a rematch can be offered and accepted.
const RematchLife = 10 * time.Minute

// maxRematchOffers bounds what one side can add to the log of an ended game.
const maxRematchOffers = 5

// Offer makes an offer, or accepts the other side's like offer. In a hot seat
// a take-back needs no consent. Who repeats an open offer gets it again.
// newGame is the id of the game that a rematch accepted by this would begin.
func (g *Game) Offer(account, kind, newGame string, at time.Time) ([]Event, error) {
	side, ok := g.SideOf(account)
	if !ok {
		return nil, ErrNotYourGame
	}
	if err := g.mayOffer(kind, at); err != nil {
		return nil, err
	}
	if g.settings.HotSeat() {
		return g.rewindHotSeat(kind, at)
	}
	if kind == RematchOffer && g.rematch != "" {
		return g.rematched(), nil
	}
	if theirs, ok := g.open(kind, side.Other(), at); ok {
		return g.accept(theirs, side, newGame, at), nil
	}
	if own, ok := g.open(kind, side, at); ok {
		return []Event{{Seq: own.ID, At: own.At, Kind: Offered{Kind: kind, Side: side}}}, nil
	}
	if err := g.again(kind, side); err != nil {
		return nil, err
	}
	return []Event{{Seq: g.seq + 1, At: at, Clock: g.clock, Kind: Offered{Kind: kind, Side: side}}}, nil
}

// rematched is the answer that began the rematch: one game, however often both
// press.
func (g *Game) rematched() []Event {
	for _, c := range g.closed {
		if c.rematch != "" {
			return []Event{{Seq: c.seq, At: g.lastAt, Kind: Answered{
				Offer: c.ID, Kind: c.Kind, Answer: Accepted, Side: c.Side.Other(), Rematch: c.rematch,
			}}}
		}
	}
	return nil
}

// mayOffer refuses offers that have no place in the game now.
func (g *Game) mayOffer(kind string, at time.Time) error {
	running := g.status == StatusRunning
	switch {
	case kind == RematchOffer && running:
		return ErrStillRunning
	case kind == RematchOffer && (g.settings.HotSeat() || g.status == StatusVoid || at.After(g.ended.Add(RematchLife))):
		return ErrOfferNotAllowed
	case kind == RematchOffer:
		return nil
	case g.inTime(at) != nil:
		return g.inTime(at)
	case kind == TakebackOffer && g.settings.Mode == Rated:
		return ErrTakebackRated
	case kind == DrawOffer && g.settings.HotSeat():
		return ErrOfferNotAllowed
	default:
		return nil
	}
}

// again holds the rule that a draw or take-back may be offered again only
// after one's own next move (games.md §1).
func (g *Game) again(kind string, side rules.Side) error {
	if kind == RematchOffer {
		if g.rematches[side] >= maxRematchOffers {
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

func (g *Game) rewindHotSeat(kind string, at time.Time) ([]Event, error) {
	if kind != TakebackOffer {
		return nil, ErrOfferNotAllowed
	}
	if g.Ply() == 0 {
		return nil, ErrNothingToRewind
	}
	return []Event{g.rewind(g.Ply()-1, g.seq+1, at)}, nil
}

// Accept accepts the other side's offer. Who accepts again gets the answer
// again.
func (g *Game) Accept(account string, id int, newGame string, at time.Time) ([]Event, error) {
	side, o, err := g.find(account, id, at)
	if err != nil {
		return nil, err
	}
	if c, ok := g.closedAs(id, Accepted); ok && c.Side != side {
		return []Event{{Seq: c.seq, Kind: Answered{Offer: id, Kind: c.Kind, Answer: Accepted, Side: side, Rematch: c.rematch}}}, nil
	}
	switch {
	case o == nil:
		return nil, g.closedError()
	case o.Side == side:
		return nil, ErrOwnOffer
	}
	return g.accept(*o, side, newGame, at), nil
}

// Decline declines the other side's offer, or withdraws one's own.
func (g *Game) Decline(account string, id int, at time.Time) ([]Event, error) {
	side, o, err := g.find(account, id, at)
	if err != nil {
		return nil, err
	}
	answer := Declined
	if c, ok := g.closedByID(id); ok && o == nil {
		if c.Side == side {
			answer = Withdrawn
		}
		if c.answer == answer {
			return []Event{{Seq: c.seq, Kind: Answered{Offer: id, Kind: c.Kind, Answer: answer, Side: side}}}, nil
		}
	}
	if o == nil {
		return nil, g.closedError()
	}
	if o.Side == side {
		answer = Withdrawn
	}
	return []Event{{Seq: g.seq + 1, At: at, Clock: g.clock, Kind: Answered{Offer: id, Kind: o.Kind, Answer: answer, Side: side}}}, nil
}

// find looks an offer up; o is nil when it was made but is no longer open.
func (g *Game) find(account string, id int, at time.Time) (side rules.Side, o *Offer, err error) {
	side, ok := g.SideOf(account)
	if !ok {
		return 0, nil, ErrNotYourGame
	}
	if err := g.inTime(at); errors.Is(err, ErrTimeUp) {
		return 0, nil, err
	}
	for _, o := range g.offers {
		if o.ID == id && g.alive(o, at) {
			return side, &o, nil
		}
	}
	if id > g.seq {
		return side, nil, ErrNoSuchOffer
	}
	return side, nil, nil
}

func (g *Game) closedError() error {
	if g.status != StatusRunning && g.rematch == "" {
		return g.over()
	}
	return ErrOfferClosed
}

// open finds the open offer of a kind and side.
func (g *Game) open(kind string, side rules.Side, at time.Time) (Offer, bool) {
	i := slices.IndexFunc(g.offers, func(o Offer) bool { return o.Kind == kind && o.Side == side && g.alive(o, at) })
	if i < 0 {
		return Offer{}, false
	}
	return g.offers[i], true
}

// alive reports whether an offer can still be answered: a rematch lapses.
func (g *Game) alive(o Offer, at time.Time) bool {
	return o.Kind != RematchOffer || !at.After(g.ended.Add(RematchLife))
}

// Open lists the offers that wait for an answer.
func (g *Game) Open(at time.Time) []Offer {
	return keep(g.offers, func(o Offer) bool { return g.alive(o, at) })
}

// WouldAccept reports whether an offer of this kind by the account, or the
// acceptance of an offer with the id, would accept a rematch.
func (g *Game) WouldAccept(account, kind string, id int, at time.Time) bool {
	side, ok := g.SideOf(account)
	if !ok || g.settings.HotSeat() || g.rematch != "" {
		return false
	}
	o, ok := g.open(RematchOffer, side.Other(), at)
	return ok && (kind == RematchOffer || id == o.ID)
}

func (g *Game) accept(o Offer, by rules.Side, newGame string, at time.Time) []Event {
	answer := Answered{Offer: o.ID, Kind: o.Kind, Answer: Accepted, Side: by}
	e := Event{Seq: g.seq + 1, At: at, Clock: g.clock, Kind: answer}
	switch o.Kind {
	case DrawOffer:
		end := Finished{Result: Result{Winner: rules.WinnerNone, Reason: Agreement, Status: StatusFinished}}
		return []Event{e, {Seq: g.seq + 2, At: at, Clock: g.clock.Stop(at), Kind: end}}
	case TakebackOffer:
		return []Event{e, g.rewind(g.lastTurn(o.Side), g.seq+2, at)}
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
		Controls: [2]timecontrol.Control{s.Controls[1], s.Controls[0]}, FirstMove: s.FirstMove,
	}
	if s.HandSet {
		o.Start = s.Start.String()
	}
	return o
}

// rewind takes back the moves after a ply. Both banks are again what they were
// then, never more.
func (g *Game) rewind(toPly, seq int, at time.Time) Event {
	then := g.start
	if toPly > 0 {
		then = g.plies[toPly-1]
	}
	position := g.settings.Start.String()
	if p, ok := then.Kind.(Played); ok {
		position = p.Position
	}
	k := Rewound{ToPly: toPly, Position: position, Side: g.sideOfPly(toPly + 1)}
	return Event{Seq: seq, At: at, Clock: then.Clock.Resume(at), Kind: k}
}

func (g *Game) applyOffered(e Event, k Offered) {
	g.offers = append(g.offers, Offer{ID: e.Seq, Kind: k.Kind, Side: k.Side, At: e.At})
	g.offeredAt[offerKey{k.Kind, k.Side}] = g.movesOf(k.Side)
	if k.Kind == RematchOffer {
		g.rematches[k.Side]++
	}
}

func (g *Game) applyAnswered(e Event, k Answered) {
	for i, o := range g.offers {
		if o.ID == k.Offer {
			g.closed = append(g.closed, closedOffer{Offer: o, answer: k.Answer, seq: e.Seq, rematch: k.Rematch})
			g.offers = slices.Delete(g.offers, i, i+1)
			break
		}
	}
	if k.Rematch != "" {
		g.rematch = k.Rematch
	}
}

func (g *Game) closedByID(id int) (closedOffer, bool) {
	i := slices.IndexFunc(g.closed, func(c closedOffer) bool { return c.ID == id })
	if i < 0 {
		return closedOffer{}, false
	}
	return g.closed[i], true
}

func (g *Game) closedAs(id int, answer string) (closedOffer, bool) {
	c, ok := g.closedByID(id)
	return c, ok && c.answer == answer
}
