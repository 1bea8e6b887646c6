package live

import (
	"context"
	"maps"
	"slices"
	"time"

	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
)

// accountsPerCall is how many accounts matchmaking takes in one call.
const accountsPerCall = 1000

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
	maps.DeleteFunc(accounts, func(_ string, a *account) bool { return !a.present() })
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
