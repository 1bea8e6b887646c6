package livetest

import (
	"context"
	"slices"
	"sync"

	"google.golang.org/protobuf/proto"

	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
)

// Matchmaking keeps tickets alive, invites and counts as a test tells it.
type Matchmaking struct {
	matchmakingv1.UnimplementedTicketServiceServer
	matchmakingv1.UnimplementedLobbyServiceServer

	mu          sync.Mutex
	kept        map[string]int
	invitations []*matchmakingv1.Room
	counts      *matchmakingv1.GetCountsResponse
}

func newMatchmaking() *Matchmaking {
	return &Matchmaking{kept: map[string]int{}, counts: &matchmakingv1.GetCountsResponse{}}
}

// KeepTickets notes who is there.
func (m *Matchmaking) KeepTickets(_ context.Context, req *matchmakingv1.KeepTicketsRequest) (*matchmakingv1.KeepTicketsResponse, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	resp := &matchmakingv1.KeepTicketsResponse{}
	for _, id := range req.GetAccountIds() {
		m.kept[id]++
	}
	for _, r := range m.invitations {
		if slices.Contains(req.GetAccountIds(), r.GetInviteeId()) {
			resp.Invitations = append(resp.Invitations, proto.CloneOf(r))
		}
	}
	return resp, nil
}

// Kept is how often an account was there.
func (m *Matchmaking) Kept(account string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.kept[account]
}

// Invite sets the open invitations, newest first.
func (m *Matchmaking) Invite(rooms ...*matchmakingv1.Room) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.invitations = rooms
}

// GetCounts answers with the counts.
func (m *Matchmaking) GetCounts(context.Context, *matchmakingv1.GetCountsRequest) (*matchmakingv1.GetCountsResponse, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return proto.CloneOf(m.counts), nil
}

// Count sets the counts.
func (m *Matchmaking) Count(counts *matchmakingv1.GetCountsResponse) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts = counts
}
