package live

import (
	"context"
	"maps"
	"slices"
	"time"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
)

// accountsPerCall is how many accounts matchmaking takes in one call.
const accountsPerCall = 1000

// typePresence is the type of the message that tells who is connected.
const typePresence = "kydai.matchmaking.v1.Presence"

// attend tells matchmaking whose streams are open, which keeps their tickets
// alive, and tells them of that of which no news came.
func (h *Hub) attend(ctx context.Context) {
	failing := false
	h.every(ctx, h.cfg.Attend, func() {
		err := h.attendOnce(ctx)
		h.complain(ctx, &failing, "KeepTickets", err)
	})
}

// every does something again and again.
func (h *Hub) every(ctx context.Context, pause time.Duration, do func()) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			do()
		case <-ctx.Done():
			return
		}
	}
}

func (h *Hub) attendOnce(ctx context.Context) error {
	h.mu.RLock()
	accounts := maps.Clone(h.accounts)
	h.mu.RUnlock()
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(accounts)), accountsPerCall) {
		resp, err := h.hall.Tickets.KeepTickets(ctx, &matchmakingv1.KeepTicketsRequest{AccountIds: ids})
		if err != nil {
			return err
		}
		h.tellMatched(resp.GetMatched())
		for _, room := range slices.Backward(resp.GetInvitations()) { // the oldest first
			h.tellInvitation(room)
		}
	}
	for _, a := range accounts {
		a.forget(time.Now().Add(-remember))
	}
	return nil
}

// tellPresence tells every few seconds who is connected.
func (h *Hub) tellPresence(ctx context.Context) {
	h.every(ctx, h.cfg.Presence, func() {
		payload, err := proto.Marshal(h.presence())
		if err == nil && h.bus.Connected() {
			err = h.bus.PublishCore(ctx, bus.Msg{Subject: bus.Presence, Type: typePresence, Payload: payload})
		}
		if err != nil {
			h.log.DebugContext(ctx, "presence is not told", "error", err)
		}
	})
}

// presence is who is connected to this gateway.
func (h *Hub) presence() *matchmakingv1.Presence {
	h.mu.RLock()
	defer h.mu.RUnlock()
	p := &matchmakingv1.Presence{Replica: h.cfg.Replica, Online: int32(len(h.open)), Watching: map[string]int32{}} //nolint:gosec // people
	for _, g := range h.games {
		if kind, n := g.watching(); n > 0 {
			p.Watching[kind] += n
		}
	}
	return p
}

// watching counts the readers of a game who don't play it.
func (g *game) watching() (kind string, n int32) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.facts == nil {
		return "", 0
	}
	for _, s := range g.readers {
		if s.caller.Account == "" || !slices.Contains(g.facts.players[:], s.caller.Account) {
			n++
		}
	}
	return g.facts.kind, n
}
