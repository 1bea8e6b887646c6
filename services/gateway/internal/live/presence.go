package live

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
)

// typePresence is the type of the message that tells who is connected.
const typePresence = "kydai.matchmaking.v1.Presence"

// sampled is how many accounts are told of by hash.
const sampled = 1024

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

// watchers are those who watch games of a kind.
type watchers struct {
	accounts  map[string]bool
	strangers int
}

// presence is who is connected to this gateway.
func (h *Hub) presence() *matchmakingv1.Presence {
	here, kinds := h.here()
	p := &matchmakingv1.Presence{
		Replica: h.cfg.Replica, Online: int32(len(here)), Accounts: sampleOf(here), //nolint:gosec // people
		Watching: map[string]int32{}, Watchers: map[string]*matchmakingv1.Sample{},
	}
	for kind, w := range kinds {
		p.Watching[kind] = int32(len(w.accounts) + w.strangers) //nolint:gosec // people
		p.Watchers[kind] = sampleOf(w.accounts)
	}
	return p
}

// here are the accounts that are connected, and who watches what.
func (h *Hub) here() (accounts map[string]bool, kinds map[string]*watchers) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	accounts, kinds = make(map[string]bool, len(h.open)), map[string]*watchers{}
	for id := range h.open {
		accounts[id] = true
	}
	for _, g := range h.games {
		g.countWatchers(kinds)
	}
	return accounts, kinds
}

// countWatchers adds the readers of a game who don't play it.
func (g *game) countWatchers(kinds map[string]*watchers) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.facts == nil {
		return
	}
	w := kinds[g.facts.kind]
	if w == nil {
		w = &watchers{accounts: map[string]bool{}}
		kinds[g.facts.kind] = w
	}
	for _, s := range g.readers {
		switch id := s.caller.Account; {
		case id == "":
			w.strangers++
		case !slices.Contains(g.facts.players[:], id):
			w.accounts[id] = true
		}
	}
}

// sampleOf are the accounts with the smallest hashes.
func sampleOf(accounts map[string]bool) *matchmakingv1.Sample {
	hashes := make([]uint64, 0, len(accounts))
	for id := range accounts {
		sum := sha256.Sum256([]byte(id))
		hashes = append(hashes, binary.BigEndian.Uint64(sum[:]))
	}
	slices.Sort(hashes)
	return &matchmakingv1.Sample{Of: int32(len(accounts)), Hashes: hashes[:min(len(hashes), sampled)]} //nolint:gosec // people
}
