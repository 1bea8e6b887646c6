package chaos

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	client "kydai.dev/services/kydai/internal/hall"
	"kydai.dev/services/kydai/internal/pause"
)

// seeker is a player who looks for one opponent after another.
type seeker struct {
	*client.Player
	stop *atomic.Bool
	// found counts the opponents.
	found atomic.Int64
	// games are those that his wishes became.
	games               map[string]bool
	wishes, gone, split int
}

const (
	ticketLook = 100 * time.Millisecond
	again      = 50 * time.Millisecond
)

// seek wishes, plays and wishes again until it is told to stop.
func (p *seeker) seek(ctx context.Context) error {
	for !p.stop.Load() {
		if err := p.wish(ctx); err != nil {
			return err
		}
	}
	return nil
}

// wish taps twice and waits for what comes of it.
func (p *seeker) wish(ctx context.Context) error {
	key, taps := uuid.NewString(), [2]*matchmakingv1.Ticket{}
	p.wishes++
	var both errgroup.Group
	for i := range taps {
		both.Go(func() error {
			return persist(ctx, func() (err error) {
				taps[i], err = p.Wait(ctx, key, &matchmakingv1.CreateTicketRequest{
					Game: "xiangqi", Mode: "casual", TimeControl: &refereev1.TimeControl{Preset: "60+30"},
				})
				return err
			})
		})
	}
	if err := both.Wait(); err != nil {
		return err
	}
	if taps[0].GetTicketId() != taps[1].GetTicketId() {
		p.split++
	}
	return p.await(ctx, taps[0])
}

// await waits for the end of a ticket. Once it is told to stop it gives up.
func (p *seeker) await(ctx context.Context, t *matchmakingv1.Ticket) error {
	id := t.GetTicketId()
	for t.GetState() == "waiting" {
		if p.stop.Load() {
			if err := allow(persist(ctx, func() error { return p.GiveUp(ctx, id) })); err != nil { // it may have been matched
				return err
			}
		}
		if err := pause.For(ctx, ticketLook); err != nil {
			return err
		}
		err := persist(ctx, func() (err error) {
			t, err = p.Ticket(ctx, id)
			return err
		})
		if err != nil {
			return err
		}
	}
	if t.GetState() == "gone" {
		p.gone++
		return nil
	}
	if p.games[t.GetGameId()] {
		return fmt.Errorf("game %s came of two wishes of %s", t.GetGameId(), p.ID)
	}
	p.games[t.GetGameId()] = true
	p.found.Add(1)
	return allow(persist(ctx, func() error { return p.Abort(ctx, t.GetGameId()) })) // the opponent may have done so
}

// persist tries again while the hall is away.
func persist(ctx context.Context, do func() error) error {
	for {
		err := do()
		var p *client.Problem
		if err == nil || (errors.As(err, &p) && p.Status < http.StatusInternalServerError) {
			return err
		}
		if err := pause.For(ctx, again); err != nil {
			return err
		}
	}
}

// allow takes a refusal because of what has happened meanwhile for granted.
func allow(err error) error {
	var p *client.Problem
	if errors.As(err, &p) && p.Status == http.StatusConflict {
		return nil
	}
	return err
}
