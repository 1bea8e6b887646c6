package arbiter

import (
	"bytes"
	"context"
	"errors"
	"time"

	"kydai.dev/pkg/shortid"
	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/record"
)

// Stored is an event that was stored, and the game's last seq then.
type Stored struct {
	Event game.Event
	// Last is the seq of the last event stored with it.
	Last int
	// End is how the game ended by it; the zero Result otherwise.
	End game.Result
	// Rematch is the game that it began; "" otherwise.
	Rematch string
}

func stored(out outcome, err error) (Stored, error) {
	if err != nil {
		return Stored{}, err
	}
	s := Stored{Event: out.events[0], Last: out.events[len(out.events)-1].Seq}
	for _, e := range out.events {
		switch k := e.Kind.(type) {
		case game.Played:
			s.End = k.Result
		case game.Finished:
			s.End = k.Result
		case game.Answered:
			s.Rematch = k.Rematch
		}
	}
	return s, nil
}

// Play plays a move.
func (a *Arbiter) Play(ctx context.Context, id string, m game.PlayMove) (Stored, error) {
	return stored(a.decide(ctx, id, m.Arrival, func(g *game.Game, at time.Time) ([]game.Event, error) {
		return g.Play(m, at)
	}))
}

// Resign ends a game with a loss of the account's side.
func (a *Arbiter) Resign(ctx context.Context, id, account, side string, arrival time.Time) (Stored, error) {
	return stored(a.decide(ctx, id, arrival, func(g *game.Game, at time.Time) ([]game.Event, error) {
		return g.Resign(account, side, at)
	}))
}

// Abort ends a game without a result.
func (a *Arbiter) Abort(ctx context.Context, id, account string, arrival time.Time) (Stored, error) {
	return stored(a.decide(ctx, id, arrival, func(g *game.Game, at time.Time) ([]game.Event, error) {
		return g.AbortGame(account, at)
	}))
}

// Offer makes an offer, or accepts the other side's; the client has seen the log
// up to afterSeq, 0 where it does not say.
func (a *Arbiter) Offer(ctx context.Context, id, account, kind string, afterSeq int, arrival time.Time) (Stored, error) {
	return stored(a.decide(ctx, id, arrival, func(g *game.Game, at time.Time) ([]game.Event, error) {
		next, err := a.rematch(ctx, g, g.WouldAccept(account, kind, 0, at))
		if err != nil {
			return nil, err
		}
		return g.OfferAfter(afterSeq, account, kind, next, at)
	}))
}

// Accept accepts the other side's offer.
func (a *Arbiter) Accept(ctx context.Context, id, account string, offer int, arrival time.Time) (Stored, error) {
	return stored(a.decide(ctx, id, arrival, func(g *game.Game, at time.Time) ([]game.Event, error) {
		next, err := a.rematch(ctx, g, g.WouldAccept(account, "", offer, at))
		if err != nil {
			return nil, err
		}
		return g.Accept(account, offer, next, at)
	}))
}

// Decline declines the other side's offer or withdraws the account's own.
func (a *Arbiter) Decline(ctx context.Context, id, account string, offer int, arrival time.Time) (Stored, error) {
	return stored(a.decide(ctx, id, arrival, func(g *game.Game, at time.Time) ([]game.Event, error) {
		return g.Decline(account, offer, at)
	}))
}

// rematch creates the game that an accepted rematch begins. Its key makes it
// one game however often it is accepted.
func (a *Arbiter) rematch(ctx context.Context, g *game.Game, wanted bool) (string, error) {
	if !wanted {
		return "", nil
	}
	return a.Create(ctx, g.RematchOrder(), nil)
}

// Claim is what came of a claimed flag.
type Claim struct {
	// Over says that the game is over, by this claim or before it.
	Over bool
	// Seq is the last event; Deadline the deadline as it stands if the claim
	// was refused.
	Seq      int
	Deadline time.Time
}

// ClaimTimeout ends a game whose deadline passed long enough ago.
func (a *Arbiter) ClaimTimeout(ctx context.Context, id string) (Claim, error) {
	var c Claim
	out, err := a.decide(ctx, id, time.Time{}, func(g *game.Game, _ time.Time) ([]game.Event, error) {
		c = Claim{Over: true}
		if g.Status() != game.StatusRunning {
			return nil, nil
		}
		deadline, flagged := g.Flagged(a.now().Add(-game.FlagGrace))
		if !flagged {
			c = Claim{Deadline: deadline}
			return nil, nil
		}
		return g.TimeOut(), nil
	})
	c.Seq = out.last
	return c, err
}

// Create creates a game and returns its id: that of the game made before where
// the creator has used the key already for the same request.
func (a *Arbiter) Create(ctx context.Context, o game.Order, bodyHash []byte) (string, error) {
	if err := a.pulse.wait(ctx, a.now); err != nil {
		return "", err
	}
	row, err := a.records.ByKey(ctx, o.Creator, o.Key)
	if !errors.Is(err, record.ErrNotFound) {
		return sameOrder(row, bodyHash, err)
	}
	g := game.New(shortid.New())
	events, err := o.Create(a.now())
	if err != nil {
		return "", err
	}
	ap, err := a.codec.Encode(g, events)
	if err != nil {
		return "", err
	}
	ap.Create.BodyHash = notNull(bodyHash)
	switch err := a.log.Append(ctx, ap); {
	case err == nil:
		return g.ID(), nil
	case errors.Is(err, record.ErrKeyTaken):
		row, err := a.records.ByKey(ctx, o.Creator, o.Key)
		return sameOrder(row, bodyHash, err)
	default:
		return "", a.unstored(ctx, g.ID(), err)
	}
}

func sameOrder(row record.Row, bodyHash []byte, err error) (string, error) {
	if err != nil {
		return "", err
	}
	if !bytes.Equal(row.BodyHash, bodyHash) {
		return "", game.ErrKeyReused
	}
	return row.ID, nil
}

func notNull(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
