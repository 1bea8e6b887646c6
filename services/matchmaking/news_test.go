package matchmaking_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
)

// heard waits for the next message on a subject.
func heard[M proto.Message](t *testing.T, b *bus.Bus, subject string, into M) (next func() M) {
	t.Helper()
	messages := make(chan bus.Msg, 100)
	_, err := b.Subscribe(subject, func(m bus.Msg) { messages <- m })
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	require.NoError(t, b.Flush(ctx))
	return func() M {
		select {
		case m := <-messages:
			require.Equal(t, string(into.ProtoReflect().Descriptor().FullName()), m.Type)
			got := into.ProtoReflect().New().Interface()
			require.NoError(t, proto.Unmarshal(m.Payload, got))
			return got.(M) //nolint:forcetypeassert // it was made of one
		case <-time.After(30 * time.Second):
			require.FailNow(t, "nothing was told on "+subject)
			return into
		}
	}
}

// Gateways are told at once who is invited, and who is so no longer.
func TestInvitationsAreTold(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		nats := testkit.NATSServer(t)
		h := start(t, config(db), nats.Config())
		next := heard(t, nats.Connect(), bus.InvitationChanged("*"), &matchmakingv1.InvitationChanged{})
		owner, _ := h.player(t, false)
		anna, annaID := h.player(t, true)
		h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris"})
		invite := func() *matchmakingv1.Room {
			room := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris", InviteeId: annaID})
			requireSame(t, &matchmakingv1.InvitationChanged{Room: room}, next())
			return room
		}
		declined := invite()
		resp, err := h.DeclineRoom(anna, &matchmakingv1.DeclineRoomRequest{RoomId: declined.GetRoomId()})
		require.NoError(t, err)
		require.True(t, resp.GetRoom().GetDeclined())
		requireSame(t, &matchmakingv1.InvitationChanged{Room: resp.GetRoom()}, next())

		accepted, left := invite(), invite()
		_, err = h.JoinRoom(anna, &matchmakingv1.JoinRoomRequest{RoomId: accepted.GetRoomId()})
		require.NoError(t, err)
		gone, err := h.LeaveRoom(owner, &matchmakingv1.LeaveRoomRequest{RoomId: left.GetRoomId()})
		require.NoError(t, err)
		requireSame(t, &matchmakingv1.InvitationChanged{Room: gone.GetRoom()}, next())
	})
}

// Gateways are told at once whose tickets have become games, and again when they
// say who is there, since news may get lost.
func TestMatchesAreTold(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		nats := testkit.NATSServer(t)
		h := start(t, config(db), nats.Config())
		next := heard(t, nats.Connect(), bus.TicketsMatched("xiangqi"), &matchmakingv1.TicketsMatched{})
		anna, annaID := h.player(t, false)
		binh, binhID := h.player(t, true)
		want := map[string]*matchmakingv1.Ticket{annaID: h.wait(anna, t, quick()), binhID: h.wait(binh, t, quick())}
		told := next().GetTickets()
		require.Len(t, told, 2)
		for _, p := range told {
			made := want[p.GetPlayerId()]
			require.NotNil(t, made)
			made.State, made.GameId, made.BotOfferTime = "matched", gameID, nil
			requireSame(t, made, p.GetTicket())
		}
		kept, err := h.tickets("gateway").KeepTickets(t.Context(), &matchmakingv1.KeepTicketsRequest{AccountIds: []string{annaID}})
		require.NoError(t, err)
		require.Len(t, kept.GetMatched(), 1)
		requireSame(t, want[annaID], kept.GetMatched()[0].GetTicket())
	})
}
