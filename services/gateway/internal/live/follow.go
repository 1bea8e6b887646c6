package live

import (
	"context"
	"slices"
	"time"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// The referee takes that many games in one call and answers with that many
// events; what is more comes the next time.
const (
	gamesPerCall  = 2000
	eventsPerCall = 10_000
)

// ticks is into how many parts the pause between two rounds is cut, at which
// the hub looks whether a shard is cut off.
const ticks = 4

// round is what the referee is asked for at one time.
type round struct {
	games   []*refereev1.GameCursor
	behind  []*game
	repairs map[*shard]int
}

// followGames asks for the events of games whose shard is cut off or has lost
// a message.
func (h *Hub) followGames(ctx context.Context) {
	tick := time.NewTicker(h.cfg.Poll / ticks)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-h.nudged:
		}
		for more := true; more && ctx.Err() == nil; {
			more = h.ask(ctx, h.due(time.Now()))
		}
	}
}

// due is what has to be asked for now.
func (h *Hub) due(now time.Time) round {
	connected := h.bus.Connected()
	r := round{repairs: map[*shard]int{}}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.shards {
		if ask, repairs := s.wants(now, connected, h.cfg, h.cfg.Poll); ask {
			r.repairs[s] = repairs
		}
	}
	if len(r.repairs) > 0 {
		for _, g := range h.games {
			if _, ask := r.repairs[g.shard]; ask {
				r.add(g)
			}
		}
	}
	for g := range h.behind {
		delete(h.behind, g)
		if _, ask := r.repairs[g.shard]; !ask {
			r.add(g)
		}
		r.behind = append(r.behind, g)
	}
	return r
}

func (r *round) add(g *game) {
	if c, known := g.cursor(); known {
		r.games = append(r.games, c)
	}
}

// ask asks the referee and gives on what he says; more says that there was
// more than he could say at once.
func (h *Hub) ask(ctx context.Context, r round) (more bool) {
	for games := range slices.Chunk(r.games, gamesPerCall) {
		h.counts.asked.Inc()
		resp, err := h.referee.ListNewEvents(ctx, &refereev1.ListNewEventsRequest{Games: games})
		h.complain(ctx, &h.askFails, "ListNewEvents", err)
		if err != nil {
			h.putBack(r.behind)
			return false
		}
		h.deliver(resp.GetEvents())
		more = more || len(resp.GetEvents()) >= eventsPerCall
	}
	if more {
		h.putBack(r.behind)
		for s := range r.repairs {
			s.lose()
		}
		return true
	}
	for s, repairs := range r.repairs {
		s.repair(repairs)
	}
	for _, g := range r.behind {
		if g.missing() {
			h.putBack(r.behind)
		}
	}
	return false
}

// putBack keeps games for the next round.
func (h *Hub) putBack(behind []*game) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, g := range behind {
		if h.games[g.id] == g {
			h.behind[g] = struct{}{}
		}
	}
}

// complain logs the first of the failures of one kind that follow each other.
func (h *Hub) complain(ctx context.Context, failing *bool, call string, err error) {
	if err != nil && !*failing && ctx.Err() == nil {
		h.log.WarnContext(ctx, "a service does not say what is new", "call", call, "error", err)
	}
	*failing = err != nil
}
