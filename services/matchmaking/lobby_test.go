package matchmaking_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

func TestCounts(t *testing.T) {
	t.Parallel()
	nats := testkit.NATSServer(t)
	h := start(t, config(testkit.SQLite(t)), nats.Config())
	b := nats.Connect()
	require.NoError(t, b.EnsureStream(t.Context(), bus.StreamSpec{
		Name: bus.GameStream, Subjects: []string{bus.GameEvents("*"), bus.GameLifecycle("*")}, MaxAge: time.Hour, MaxBytes: 1 << 20,
	}))
	anna, annaID := h.player(t, false)
	_, binhID := h.player(t, true)
	h.wait(anna, t, quick())
	payload, err := proto.Marshal(&refereev1.GameSummaries{Summaries: []*refereev1.GameSummary{
		{GameId: "g1", Seq: 2, Change: "started", Game: "jungle", CreateTime: timestamppb.Now(), Seats: &refereev1.Seats{First: seat(annaID, false), Second: seat(binhID, true)}},
		{GameId: "g2", Seq: 2, Change: "started", Game: "jungle", CreateTime: timestamppb.Now(), Seats: &refereev1.Seats{First: seat(annaID, false), Second: seat(annaID, false)}},
		{GameId: "g3", Seq: 9, Change: "finished", Game: "jungle", CreateTime: timestamppb.Now(), Seats: &refereev1.Seats{First: seat(annaID, false), Second: seat(binhID, true)}},
	}})
	require.NoError(t, err)
	require.NoError(t, b.Publish(t.Context(), bus.Msg{ID: "1", Subject: bus.GameLifecycle("0"), Type: "kydai.referee.v1.GameSummaries", Payload: payload}))
	presence, err := proto.Marshal(&matchmakingv1.Presence{
		Replica: "gateway-1", Online: 7, Watching: map[string]int32{"jungle": 2},
		Accounts: &matchmakingv1.Sample{Of: 7, Hashes: []uint64{1, 2, 3, 4, 5, 6, 7}},
		Watchers: map[string]*matchmakingv1.Sample{"jungle": {Of: 1, Hashes: []uint64{1}}},
	})
	require.NoError(t, err)

	lobby := matchmakingv1.NewLobbyServiceClient(h.gateway.Dial("matchmaking"))
	guest, _ := h.player(t, true)
	counts := map[string]*matchmakingv1.GameCounts{}
	require.Eventually(t, func() bool {
		require.NoError(t, b.PublishCore(t.Context(), bus.Msg{Subject: bus.Presence, Payload: presence}))
		resp, err := lobby.GetCounts(guest, &matchmakingv1.GetCountsRequest{})
		require.NoError(t, err)
		for _, g := range resp.GetGames() {
			counts[g.GetGame()] = g
		}
		return resp.GetOnline() == 7 && counts["jungle"].GetPlaying() > 0
	}, 20*time.Second, 100*time.Millisecond)
	requireSame(t, &matchmakingv1.GameCounts{Game: "jungle", Online: 5, Playing: 3}, counts["jungle"])
	requireSame(t, &matchmakingv1.GameCounts{Game: "xiangqi", Online: 1, Searching: 1}, counts["xiangqi"])

	_, err = lobby.GetCounts(t.Context(), &matchmakingv1.GetCountsRequest{})
	require.NoError(t, err, "nobody may look too")
	_, err = lobby.GetCounts(rpc.WithToken(t.Context(), "a.b.c"), &matchmakingv1.GetCountsRequest{})
	requireReason(t, err, codes.Unauthenticated, "BAD_TOKEN")
}

// Gateways hear of the invitations of those who are there, and of no others.
func TestKeepTicketsTellsInvitations(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	owner, _ := h.player(t, false)
	_, annaID := h.player(t, false)
	_, binhID := h.player(t, false)
	room := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris", InviteeId: annaID})
	h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris", Access: "code"})
	keep := func(ids ...string) []*matchmakingv1.Room {
		resp, err := h.tickets("gateway").KeepTickets(t.Context(), &matchmakingv1.KeepTicketsRequest{AccountIds: ids})
		require.NoError(t, err)
		return resp.GetInvitations()
	}
	require.Empty(t, keep(binhID))
	got := keep(binhID, annaID)
	require.Len(t, got, 1)
	requireSame(t, room, got[0])
}
