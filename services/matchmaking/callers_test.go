package matchmaking_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"kydai.dev/pkg/rpc"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
)

// roomCalls are the calls of rooms, on a public room and on the code of another.
func roomCalls(public, code string) map[string]func(context.Context, matchmakingv1.RoomServiceClient) error {
	return map[string]func(context.Context, matchmakingv1.RoomServiceClient) error{
		"create": func(ctx context.Context, c matchmakingv1.RoomServiceClient) error {
			_, err := c.CreateRoom(ctx, &matchmakingv1.CreateRoomRequest{Game: "morris"})
			return err
		},
		"join": func(ctx context.Context, c matchmakingv1.RoomServiceClient) error {
			_, err := c.JoinRoom(ctx, &matchmakingv1.JoinRoomRequest{RoomId: public})
			return err
		},
		"join by code": func(ctx context.Context, c matchmakingv1.RoomServiceClient) error {
			_, err := c.JoinRoomByCode(ctx, &matchmakingv1.JoinRoomByCodeRequest{Code: code})
			return err
		},
		"leave": func(ctx context.Context, c matchmakingv1.RoomServiceClient) error {
			_, err := c.LeaveRoom(ctx, &matchmakingv1.LeaveRoomRequest{RoomId: public})
			return err
		},
		"decline": func(ctx context.Context, c matchmakingv1.RoomServiceClient) error {
			_, err := c.DeclineRoom(ctx, &matchmakingv1.DeclineRoomRequest{RoomId: public})
			return err
		},
		"list invitations": func(ctx context.Context, c matchmakingv1.RoomServiceClient) error {
			_, err := c.ListInvitations(ctx, &matchmakingv1.ListInvitationsRequest{})
			return err
		},
		"get": func(ctx context.Context, c matchmakingv1.RoomServiceClient) error {
			_, err := c.GetRoom(ctx, &matchmakingv1.GetRoomRequest{RoomId: public})
			return err
		},
		"list": func(ctx context.Context, c matchmakingv1.RoomServiceClient) error {
			_, err := c.ListRooms(ctx, &matchmakingv1.ListRoomsRequest{})
			return err
		},
	}
}

// Rooms are shown to anybody; only players may do something with them, guests as
// well as others. Services have no business here.
func TestWhoMayCallRooms(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	owner, _ := h.player(t, false)
	public := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris"}).GetRoomId()
	code := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris", Access: "code"}).GetCode()
	gateway, service := h.RoomServiceClient, matchmakingv1.NewRoomServiceClient(h.account.Dial("matchmaking"))
	noScope, forged := h.as(t, uuid.NewString(), false, "play"), rpc.WithToken(t.Context(), "a.b.c")
	calls := roomCalls(public, code)
	for name, call := range calls {
		requireReason(t, call(forged, gateway), codes.Unauthenticated, "BAD_TOKEN")
		if name == "get" || name == "list" {
			require.NoError(t, call(t.Context(), gateway), name)
			require.NoError(t, call(noScope, gateway), name)
			continue
		}
		requireReason(t, call(t.Context(), gateway), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, call(t.Context(), service), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, call(noScope, gateway), codes.PermissionDenied, "SCOPE_MISSING")
	}
	stranger, _ := h.player(t, false)
	requireReason(t, calls["leave"](stranger, gateway), codes.PermissionDenied, "NOT_YOUR_ROOM")
	requireReason(t, calls["decline"](stranger, gateway), codes.PermissionDenied, "NOT_INVITED")
	require.Equal(t, "open", h.get(owner, t, public).GetState(), "nothing has happened to it")

	for _, guest := range []bool{true, false} {
		room := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris"}).GetRoomId()
		secret := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris", Access: "code"}).GetCode()
		player, _ := h.player(t, guest)
		calls := roomCalls(room, secret)
		for _, name := range []string{"create", "list invitations", "join", "join by code"} {
			require.NoError(t, calls[name](player, gateway), name)
		}
	}
}

// Anybody may look at the counts; a token that is shown must hold.
func TestWhoMayCallTheLobby(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	guest, _ := h.player(t, true)
	player, _ := h.player(t, false)
	count := func(ctx context.Context, service string) error {
		env := h.gateway
		if service == "account" {
			env = h.account
		}
		_, err := matchmakingv1.NewLobbyServiceClient(env.Dial("matchmaking")).GetCounts(ctx, &matchmakingv1.GetCountsRequest{})
		return err
	}
	for _, ctx := range []context.Context{t.Context(), guest, player} {
		require.NoError(t, count(ctx, "gateway"))
	}
	require.NoError(t, count(t.Context(), "account"), "a service is nobody here")
	requireReason(t, count(rpc.WithToken(t.Context(), "a.b.c"), "gateway"), codes.Unauthenticated, "BAD_TOKEN")
}
