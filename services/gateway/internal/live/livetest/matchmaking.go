package livetest

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/errs"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/gateway/internal/live"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// Matchmaking keeps tickets alive, invites and counts as a test tells it.
type Matchmaking struct {
	matchmakingv1.UnimplementedTicketServiceServer
	matchmakingv1.UnimplementedRoomServiceServer
	matchmakingv1.UnimplementedLobbyServiceServer

	mu          sync.Mutex
	kept        map[string]int
	invitations []*matchmakingv1.Room
	tickets     []*matchmakingv1.PlayerTicket
	away        error
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
	for _, t := range m.tickets {
		if slices.Contains(req.GetAccountIds(), t.GetPlayerId()) && t.GetTicket().GetState() == "matched" {
			resp.Matched = append(resp.Matched, proto.CloneOf(t))
		}
	}
	return resp, nil
}

// ListTickets answers with the caller's tickets.
func (m *Matchmaking) ListTickets(ctx context.Context, _ *matchmakingv1.ListTicketsRequest) (*matchmakingv1.ListTicketsResponse, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	resp := &matchmakingv1.ListTicketsResponse{}
	for _, t := range m.tickets {
		if t.GetPlayerId() == authn.FromContext(ctx).Account {
			resp.Tickets = append(resp.Tickets, proto.CloneOf(t.GetTicket()))
		}
	}
	return resp, m.away
}

// ListInvitations answers with the caller's open invitations.
func (m *Matchmaking) ListInvitations(ctx context.Context, _ *matchmakingv1.ListInvitationsRequest) (*matchmakingv1.ListInvitationsResponse, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	resp := &matchmakingv1.ListInvitationsResponse{}
	for _, r := range m.invitations {
		if r.GetInviteeId() == authn.FromContext(ctx).Account {
			resp.Rooms = append(resp.Rooms, proto.CloneOf(r))
		}
	}
	return resp, m.away
}

// GoAway lets players' questions fail.
func (m *Matchmaking) GoAway() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.away = errs.New(errs.Unavailable, "UNAVAILABLE", "matchmaking can't answer now")
}

// Hold sets the tickets.
func (m *Matchmaking) Hold(tickets ...*matchmakingv1.PlayerTicket) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tickets = tickets
}

// AwaitKept waits until an account's tickets were kept so many times more.
func (h *Hall) AwaitKept(t testing.TB, c live.Caller, times int) {
	t.Helper()
	want := h.Matchmaking.Kept(c.Account) + times
	require.Eventually(t, func() bool { return h.Matchmaking.Kept(c.Account) >= want }, patience, Beat)
}

// AwaitLeft waits until the tickets of one account are kept no more, while those of
// another go on to be.
func (h *Hall) AwaitLeft(t testing.TB, gone, here live.Caller) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		before := h.Matchmaking.Kept(gone.Account)
		h.AwaitKept(t, here, 3)
		if h.Matchmaking.Kept(gone.Account) == before {
			return
		}
	}
	require.Fail(t, "its tickets are still kept")
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

// Publish tells something on the bus, as matchmaking's relay does.
func (h *Hall) Publish(subject string, m proto.Message) {
	h.t.Helper()
	payload, err := proto.Marshal(m)
	require.NoError(h.t, err)
	require.NoError(h.t, h.Bus().PublishCore(h.t.Context(), bus.Msg{Subject: subject, Payload: payload}))
}

// Count sets the counts.
func (m *Matchmaking) Count(counts *matchmakingv1.GetCountsResponse) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts = counts
}
