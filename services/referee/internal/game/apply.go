package game

import (
	"fmt"
	"slices"

	"kydai.dev/pkg/rules"
)

// Apply takes events that have been stored into the game, in order.
func (g *Game) Apply(events ...Event) error {
	for _, e := range events {
		if e.Seq != g.Seq()+1 {
			return fmt.Errorf("apply event %d of game %s after %d: not the next one", e.Seq, g.id, g.Seq())
		}
		if err := g.apply(e); err != nil {
			return fmt.Errorf("apply event %d of game %s: %w", e.Seq, g.id, err)
		}
		if k, ok := e.Kind.(Played); ok && k.judged != nil {
			k.judged = nil
			e.Kind = k
		}
		g.log = append(g.log, e)
	}
	return nil
}

// Expect makes room for so many more events.
func (g *Game) Expect(events int) { g.log = slices.Grow(g.log, events) }

func (g *Game) apply(e Event) error {
	if _, first := e.Kind.(Created); first != (e.Seq == 1) {
		return fmt.Errorf("a log begins with its creation, and only there: %T", e.Kind)
	}
	switch k := e.Kind.(type) {
	case Created:
		g.applyCreated(e, k)
	case Started:
		g.start, g.runs = e.Seq, e.Seq
	case Played:
		return g.applyPlayed(e, k)
	case Offered:
		g.applyOffered(e, k)
	case Answered:
		g.applyAnswered(e, k)
	case Rewound:
		return g.applyRewound(e, k)
	case Hinted:
		g.hints, g.hinted = k.Hints, e.Seq
	case Paused:
		g.paused = e.Seq
	case Adjusted:
		g.applyAdjusted(e, k)
	case Finished:
		g.end(e, k.Result)
	case Voided:
		g.voidReason = k.Reason
		g.end(e, VoidResult())
	default:
		return fmt.Errorf("unknown kind %T", k)
	}
	return nil
}

func (g *Game) applyCreated(e Event, k Created) {
	g.settings, g.creator, g.created = k.Settings, k.Creator, e.At
	if !k.ByPlayer {
		g.key = k.Key
	}
	g.line = rules.NewLine(k.Settings.Game, k.Settings.Start)
	g.status = StatusRunning
}

func (g *Game) applyPlayed(e Event, k Played) error {
	if k.judged != nil {
		g.line.Push(*k.judged)
	} else if _, err := g.line.Play(k.Move); err != nil {
		return err
	}
	g.plies, g.hinted = append(g.plies, e.Seq), 0
	g.lapse(func(o Offer) bool { return o.Side != k.Side }) // games.md §1: when the other side moves
	if k.Result.Ended() {
		g.end(e, k.Result)
	}
	return nil
}

func (g *Game) applyRewound(e Event, k Rewound) error {
	if k.ToPly < 0 || k.ToPly > g.Ply() {
		return fmt.Errorf("rewind to ply %d of %d", k.ToPly, g.Ply())
	}
	line, err := g.line.Rewind(k.ToPly)
	if err != nil {
		return err
	}
	g.line, g.plies, g.rewoundAt, g.hinted = line, g.plies[:k.ToPly], e.Seq, 0
	g.takebacks++
	g.lapse(all)
	for key, moves := range g.offeredAt {
		g.offeredAt[key] = min(moves, g.movesOf(key.side))
	}
	return nil
}

func (g *Game) applyAdjusted(e Event, k Adjusted) {
	switch k.Cause {
	case CausePause:
		g.paused, g.runs, g.resumed = 0, e.Seq, e.At
	case CauseDirector:
		g.given[k.Key] = e.Seq
	}
}

// end closes the game. Offers that are open lapse with it.
func (g *Game) end(e Event, r Result) {
	g.status, g.result, g.ended, g.finish = r.Status, r, e.At, e.Seq
	g.paused = 0
	g.lapse(all)
}

func (g *Game) applyOffered(e Event, k Offered) {
	g.offers = append(g.offers, Offer{ID: e.Seq, Kind: k.Kind, Side: k.Side, At: e.At})
	g.offeredAt[offerKey{k.Kind, k.Side}] = g.movesOf(k.Side)
	if k.Kind == RematchOffer {
		g.rematches[k.Side]++
	}
}

func (g *Game) applyAnswered(e Event, k Answered) {
	g.lapse(func(o Offer) bool { return o.ID == k.Offer })
	g.closed[k.Offer] = madeOffer{Offer: g.closed[k.Offer].Offer, answer: k.Answer, seq: e.Seq}
	if k.Rematch != "" {
		g.rematch, g.rematched = k.Rematch, e.Seq
	}
}

// lapse closes the open offers that which picks.
func (g *Game) lapse(which func(Offer) bool) {
	var open []Offer
	for _, o := range g.offers {
		if which(o) {
			g.closed[o.ID] = madeOffer{Offer: o}
		} else {
			open = append(open, o)
		}
	}
	g.offers = open
}

func all(Offer) bool { return true }
