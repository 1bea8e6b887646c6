package matchmaking_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

func TestInvitationFromOpenToPlaying(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	owner, ownerID := h.player(t, false)
	anna, annaID := h.player(t, true)
	late := &refereev1.Spectators{Allowed: proto.Bool(true), Delay: durationpb.New(time.Minute)}
	opened := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris", Side: "first", InviteeId: annaID, Spectators: late})
	require.Equal(t, "invitation", opened.GetAccess())
	require.Equal(t, annaID, opened.GetInviteeId())
	list, err := h.ListInvitations(anna, &matchmakingv1.ListInvitationsRequest{})
	require.NoError(t, err)
	requireSame(t, &matchmakingv1.ListInvitationsResponse{Rooms: []*matchmakingv1.Room{opened}}, list)
	list, err = h.ListInvitations(owner, &matchmakingv1.ListInvitationsRequest{})
	require.NoError(t, err)
	require.Empty(t, list.GetRooms())

	joined, err := h.JoinRoom(anna, &matchmakingv1.JoinRoomRequest{RoomId: opened.GetRoomId()})
	require.NoError(t, err)
	require.Equal(t, gameID, joined.GetRoom().GetGameId())
	requireSame(t, &refereev1.CreateGameRequest{
		CreationKey: "room:" + opened.GetRoomId(), Game: "morris", Mode: "casual", Visibility: "link", Spectators: late,
		Seats: &refereev1.Seats{First: seat(ownerID, false), Second: seat(annaID, true)},
	}, h.referee.order(t))
}

func TestWhoMayDoWhatWithInvitations(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	owner, _ := h.player(t, false)
	anna, annaID := h.player(t, false)
	wrong, _ := h.player(t, false)
	guest, guestID := h.player(t, true)
	blocked, blockedID := h.player(t, false)
	h.people.block(blockedID, annaID)
	open := func(invitee string) string {
		return h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris", InviteeId: invitee}).GetRoomId()
	}
	kept, public := open(annaID), h.open(anna, t, &matchmakingv1.CreateRoomRequest{Game: "morris"}).GetRoomId()
	decline := func(id string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := h.DeclineRoom(ctx, &matchmakingv1.DeclineRoomRequest{RoomId: id})
			return err
		}
	}
	join := func(id string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := h.JoinRoom(ctx, &matchmakingv1.JoinRoomRequest{RoomId: id})
			return err
		}
	}
	list := func(ctx context.Context) error {
		_, err := h.ListInvitations(ctx, &matchmakingv1.ListInvitationsRequest{})
		return err
	}
	invite := func(invitee, access string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := h.CreateRoom(ctx, &matchmakingv1.CreateRoomRequest{Game: "morris", InviteeId: invitee, Access: access})
			return err
		}
	}
	noScope := h.as(t, uuid.NewString(), false, "play")
	tests := map[string]struct {
		ctx    context.Context
		call   func(context.Context) error
		code   codes.Code
		reason string
	}{
		"decline: no token":       {t.Context(), decline(kept), codes.Unauthenticated, "NO_TOKEN"},
		"decline: no scope":       {noScope, decline(kept), codes.PermissionDenied, "SCOPE_MISSING"},
		"decline: wrong player":   {wrong, decline(kept), codes.NotFound, "NO_SUCH_ROOM"},
		"decline: guest":          {guest, decline(kept), codes.NotFound, "NO_SUCH_ROOM"},
		"decline: owner":          {owner, decline(kept), codes.PermissionDenied, "NOT_INVITED"},
		"decline: public room":    {wrong, decline(public), codes.PermissionDenied, "NOT_INVITED"},
		"decline: unknown":        {anna, decline(uuid.NewString()), codes.NotFound, "NO_SUCH_ROOM"},
		"decline: malformed":      {anna, decline("1"), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"decline: invited":        {anna, decline(open(annaID)), codes.OK, ""},
		"decline: invited guest":  {guest, decline(open(guestID)), codes.OK, ""},
		"list: no token":          {t.Context(), list, codes.Unauthenticated, "NO_TOKEN"},
		"list: no scope":          {noScope, list, codes.PermissionDenied, "SCOPE_MISSING"},
		"list: guest":             {guest, list, codes.OK, ""},
		"join: wrong player":      {wrong, join(kept), codes.NotFound, "NO_SUCH_ROOM"},
		"join: blocked":           {blocked, join(public), codes.PermissionDenied, "KEPT_APART"},
		"invite: blocked":         {blocked, invite(annaID, ""), codes.PermissionDenied, "KEPT_APART"},
		"invite: who blocked":     {anna, invite(blockedID, ""), codes.PermissionDenied, "KEPT_APART"},
		"invite: oneself":         {anna, invite(annaID, ""), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"invite: nobody":          {anna, invite(unknown, ""), codes.NotFound, "NO_SUCH_PLAYER"},
		"invite: malformed":       {anna, invite("anna", ""), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"invite: with a code too": {anna, invite(guestID, "code"), codes.InvalidArgument, "INVALID_ARGUMENT"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := tt.call(tt.ctx)
			if tt.reason == "" {
				require.NoError(t, err)
				return
			}
			requireReason(t, err, tt.code, tt.reason)
		})
	}
}
