package matchmaking_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

func seat(account string, guest bool) *refereev1.Seat {
	return &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: account, Guest: guest}}}
}

// watched is a game that anybody may watch at once.
var watched = &refereev1.Spectators{Allowed: proto.Bool(true), Delay: durationpb.New(0)}

func TestPublicRoomFromOpenToPlaying(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		h := start(t, config(db), away)
		owner, ownerID := h.player(t, true)
		anna, annaID := h.player(t, false)
		opened := h.open(owner, t, &matchmakingv1.CreateRoomRequest{
			Game: "xiangqi", Side: "second", Mode: "rated", TimeControl: &refereev1.TimeControl{Preset: "10+5"},
		})
		control := &refereev1.TimeControl{
			Preset: "10+5", Bank: durationpb.New(10 * time.Minute), Increment: durationpb.New(5 * time.Second),
			PerMove: durationpb.New(time.Minute), ByoYomi: durationpb.New(0),
		}
		want := &matchmakingv1.Room{
			RoomId: opened.GetRoomId(), State: "open", OwnerId: ownerID, Game: "xiangqi", Side: "second", Mode: "rated", Access: "public",
			TimeControl: control, CreateTime: opened.GetCreateTime(), Spectators: watched,
			ExpireTime: timestamppb.New(opened.GetCreateTime().AsTime().Add(2 * time.Hour)),
		}
		requireSame(t, want, opened)
		requireSame(t, want, h.get(t.Context(), t, opened.GetRoomId()))
		list, err := h.ListRooms(t.Context(), &matchmakingv1.ListRoomsRequest{Game: "xiangqi"})
		require.NoError(t, err)
		requireSame(t, &matchmakingv1.ListRoomsResponse{Rooms: []*matchmakingv1.Room{want}}, list)

		joined, err := h.JoinRoom(anna, &matchmakingv1.JoinRoomRequest{RoomId: opened.GetRoomId()})
		require.NoError(t, err)
		want.State, want.GuestId, want.GameId = "playing", annaID, gameID
		requireSame(t, want, joined.GetRoom())
		requireSame(t, want, h.get(owner, t, opened.GetRoomId()))
		requireSame(t, &refereev1.CreateGameRequest{
			CreationKey: "room:" + opened.GetRoomId(), Game: "xiangqi", Mode: "rated", Visibility: "public", TimeControl: control, Spectators: watched,
			Seats: &refereev1.Seats{First: seat(annaID, false), Second: seat(ownerID, true)},
		}, h.referee.order(t))

		again, err := h.JoinRoom(anna, &matchmakingv1.JoinRoomRequest{RoomId: opened.GetRoomId()})
		require.NoError(t, err)
		requireSame(t, want, again.GetRoom())
		binh, _ := h.player(t, false)
		_, err = h.JoinRoom(binh, &matchmakingv1.JoinRoomRequest{RoomId: opened.GetRoomId()})
		requireReason(t, err, codes.FailedPrecondition, "ROOM_CLOSED")
		_, err = h.LeaveRoom(owner, &matchmakingv1.LeaveRoomRequest{RoomId: opened.GetRoomId()})
		requireReason(t, err, codes.FailedPrecondition, "ROOM_CLOSED")
	})
}

func TestRoomByCode(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	owner, ownerID := h.player(t, false)
	anna, annaID := h.player(t, true)
	const position = "4k4/9/9/9/9/9/9/9/4C4/4K4 w - - 0 1"
	opened := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "xiangqi", Side: "first", Access: "code", StartPosition: position})
	require.Len(t, opened.GetCode(), 6)
	require.Nil(t, opened.GetTimeControl())
	require.Equal(t, opened.GetCode(), h.get(owner, t, opened.GetRoomId()).GetCode())
	for _, stranger := range []context.Context{t.Context(), anna} {
		_, err := h.GetRoom(stranger, &matchmakingv1.GetRoomRequest{RoomId: opened.GetRoomId()})
		requireReason(t, err, codes.NotFound, "NO_SUCH_ROOM")
	}
	_, err := h.JoinRoom(anna, &matchmakingv1.JoinRoomRequest{RoomId: opened.GetRoomId()})
	requireReason(t, err, codes.NotFound, "NO_SUCH_ROOM")
	_, err = h.LeaveRoom(anna, &matchmakingv1.LeaveRoomRequest{RoomId: opened.GetRoomId()})
	requireReason(t, err, codes.NotFound, "NO_SUCH_ROOM")
	list, err := h.ListRooms(owner, &matchmakingv1.ListRoomsRequest{})
	require.NoError(t, err)
	require.Empty(t, list.GetRooms())
	_, err = h.JoinRoomByCode(anna, &matchmakingv1.JoinRoomByCodeRequest{Code: "wrong"})
	requireReason(t, err, codes.NotFound, "WRONG_CODE")
	_, err = h.JoinRoomByCode(owner, &matchmakingv1.JoinRoomByCodeRequest{Code: opened.GetCode()})
	requireReason(t, err, codes.FailedPrecondition, "OWN_ROOM")

	joined, err := h.JoinRoomByCode(anna, &matchmakingv1.JoinRoomByCodeRequest{Code: strings.ToLower(opened.GetCode())})
	require.NoError(t, err)
	require.Equal(t, gameID, joined.GetRoom().GetGameId())
	require.Empty(t, joined.GetRoom().GetCode(), "for its owner alone")
	requireSame(t, joined.GetRoom(), h.get(anna, t, opened.GetRoomId()))
	requireSame(t, &refereev1.CreateGameRequest{
		CreationKey: "room:" + opened.GetRoomId(), Game: "xiangqi", Mode: "casual", Visibility: "link", StartPosition: position, Spectators: watched,
		Seats: &refereev1.Seats{First: seat(ownerID, false), Second: seat(annaID, true)},
	}, h.referee.order(t))
}

// Who signs in while he waits in his room plays as what he is when it begins, and
// who joins with an older token too.
func TestPlayersOfARoomAreNoGuestsAnyMore(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		h := start(t, config(db), away)
		owner, ownerID := h.player(t, true)
		_, annaID := h.player(t, false)
		anna := h.as(t, annaID, true, "challenge")
		id := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "jungle", Side: "first"}).GetRoomId()
		h.people.mu.Lock()
		h.people.guests[ownerID] = false
		h.people.mu.Unlock()
		h.referee.away = true
		_, err := h.JoinRoom(anna, &matchmakingv1.JoinRoomRequest{RoomId: id})
		requireReason(t, err, codes.Unavailable, "UNAVAILABLE")
		_, err = h.JoinRoom(anna, &matchmakingv1.JoinRoomRequest{RoomId: id})
		require.NoError(t, err)
		requireSame(t, &refereev1.Seats{First: seat(ownerID, false), Second: seat(annaID, false)}, h.referee.order(t).GetSeats())
	})
}

// A game that nobody may watch is in no list, though its room was in the lobby's.
func TestUnwatchedGameIsNotListed(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	owner, _ := h.player(t, false)
	anna, _ := h.player(t, false)
	unwatched := &refereev1.Spectators{Allowed: proto.Bool(false), Delay: durationpb.New(0)}
	id := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris", Spectators: unwatched}).GetRoomId()
	_, err := h.JoinRoom(anna, &matchmakingv1.JoinRoomRequest{RoomId: id})
	require.NoError(t, err)
	require.Equal(t, "link", h.referee.order(t).GetVisibility())
	requireSame(t, unwatched, h.referee.order(t).GetSpectators())
}

func TestLeaveRoom(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	owner, _ := h.player(t, true)
	anna, _ := h.player(t, true)
	opened := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris"})
	_, err := h.LeaveRoom(anna, &matchmakingv1.LeaveRoomRequest{RoomId: opened.GetRoomId()})
	requireReason(t, err, codes.PermissionDenied, "NOT_YOUR_ROOM")
	for range 2 {
		left, err := h.LeaveRoom(owner, &matchmakingv1.LeaveRoomRequest{RoomId: opened.GetRoomId()})
		require.NoError(t, err)
		require.Equal(t, "closed", left.GetRoom().GetState())
	}
	_, err = h.JoinRoom(anna, &matchmakingv1.JoinRoomRequest{RoomId: opened.GetRoomId()})
	requireReason(t, err, codes.FailedPrecondition, "ROOM_CLOSED")
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	owner, _ := h.player(t, true)
	anna, _ := h.player(t, true)
	with := func(ctx context.Context, key string) context.Context {
		return rpc.WithOrigin(ctx, rpc.Origin{IdempotencyKey: key})
	}
	req := &matchmakingv1.CreateRoomRequest{Game: "morris", Access: "code"}
	first := h.open(with(owner, "k"), t, req)
	requireSame(t, first, h.open(with(owner, "k"), t, req))
	require.NotEqual(t, first.GetRoomId(), h.open(with(owner, "l"), t, req).GetRoomId())
	require.NotEqual(t, first.GetRoomId(), h.open(with(anna, "k"), t, req).GetRoomId())
	require.NotEqual(t, first.GetRoomId(), h.open(owner, t, req).GetRoomId())
	_, err := h.CreateRoom(with(owner, "k"), &matchmakingv1.CreateRoomRequest{Game: "jungle", Access: "code"})
	requireReason(t, err, codes.InvalidArgument, "IDEMPOTENCY_KEY_REUSED")
	_, err = h.CreateRoom(with(owner, strings.Repeat("k", 201)), req)
	requireReason(t, err, codes.InvalidArgument, "INVALID_ARGUMENT")
}

func TestListRoomsPageByPage(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	anna, _ := h.player(t, true)
	var want []string
	for range 5 {
		owner, _ := h.player(t, true)
		want = append([]string{h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris"}).GetRoomId()}, want...)
		h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "jungle"})
	}
	var got, tokens []string
	req := &matchmakingv1.ListRoomsRequest{Game: "morris", PageSize: 2}
	for {
		resp, err := h.ListRooms(anna, req)
		require.NoError(t, err)
		for _, r := range resp.GetRooms() {
			got = append(got, r.GetRoomId())
		}
		if req.PageToken = resp.GetNextPageToken(); req.GetPageToken() == "" {
			break
		}
		tokens = append(tokens, req.GetPageToken())
	}
	require.Equal(t, want, got)
	require.Len(t, tokens, 2)

	_, err := h.ListRooms(t.Context(), &matchmakingv1.ListRoomsRequest{Game: "morris", PageToken: tokens[0]})
	requireReason(t, err, codes.InvalidArgument, "BAD_PAGE_TOKEN")
	_, err = h.ListRooms(anna, &matchmakingv1.ListRoomsRequest{PageToken: tokens[0]})
	requireReason(t, err, codes.InvalidArgument, "BAD_PAGE_TOKEN")
	all, err := h.ListRooms(anna, &matchmakingv1.ListRoomsRequest{})
	require.NoError(t, err)
	require.Len(t, all.GetRooms(), 10)
	require.Empty(t, all.GetNextPageToken())
}

func TestLimits(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	owner, _ := h.player(t, true)
	for range 5 {
		h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris"})
	}
	_, err := h.CreateRoom(owner, &matchmakingv1.CreateRoomRequest{Game: "morris"})
	requireReason(t, err, codes.ResourceExhausted, "TOO_MANY_ROOMS")
	for range 10 {
		_, err = h.JoinRoomByCode(owner, &matchmakingv1.JoinRoomByCodeRequest{Code: "222222"})
		requireReason(t, err, codes.NotFound, "WRONG_CODE")
	}
	_, err = h.JoinRoomByCode(owner, &matchmakingv1.JoinRoomByCodeRequest{Code: "222222"})
	requireReason(t, err, codes.ResourceExhausted, "TOO_MANY_TRIES")
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	player, _ := h.player(t, true)
	create := func(req *matchmakingv1.CreateRoomRequest) func(context.Context) error {
		return func(ctx context.Context) error { _, err := h.CreateRoom(ctx, req); return err }
	}
	join := func(id string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := h.JoinRoom(ctx, &matchmakingv1.JoinRoomRequest{RoomId: id})
			return err
		}
	}
	list := func(req *matchmakingv1.ListRoomsRequest) func(context.Context) error {
		return func(ctx context.Context) error { _, err := h.ListRooms(ctx, req); return err }
	}
	morris := &matchmakingv1.CreateRoomRequest{Game: "morris"}
	tests := map[string]struct {
		ctx    context.Context
		call   func(context.Context) error
		code   codes.Code
		reason string
	}{
		"no token":       {t.Context(), create(morris), codes.Unauthenticated, "NO_TOKEN"},
		"forged token":   {rpc.WithToken(t.Context(), "a.b.c"), create(morris), codes.Unauthenticated, "BAD_TOKEN"},
		"no scope":       {h.as(t, uuid.NewString(), false, "play"), create(morris), codes.PermissionDenied, "SCOPE_MISSING"},
		"unknown game":   {player, create(&matchmakingv1.CreateRoomRequest{Game: "'; DROP TABLE rooms"}), codes.InvalidArgument, "UNKNOWN_GAME"},
		"no game":        {player, create(&matchmakingv1.CreateRoomRequest{}), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"unknown side":   {player, create(&matchmakingv1.CreateRoomRequest{Game: "morris", Side: "white"}), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"rated, untimed": {player, create(&matchmakingv1.CreateRoomRequest{Game: "morris", Mode: "rated"}), codes.InvalidArgument, "RATED_NOT_ALLOWED"},
		"bad position":   {player, create(&matchmakingv1.CreateRoomRequest{Game: "morris", StartPosition: "\x00"}), codes.InvalidArgument, "BAD_POSITION"},
		"endless bank":   {player, create(&matchmakingv1.CreateRoomRequest{Game: "morris", TimeControl: &refereev1.TimeControl{Bank: &durationpb.Duration{Seconds: 1 << 60}}}), codes.InvalidArgument, "BAD_TIME_CONTROL"},
		"a delay for none": {player, create(&matchmakingv1.CreateRoomRequest{Game: "morris", Spectators: &refereev1.Spectators{
			Allowed: proto.Bool(false), Delay: durationpb.New(time.Minute),
		}}), codes.InvalidArgument, "UNUSED_SETTING"},
		"malformed id":      {player, join("1"), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"unknown id":        {player, join(uuid.NewString()), codes.NotFound, "NO_SUCH_ROOM"},
		"garbage cursor":    {player, list(&matchmakingv1.ListRoomsRequest{PageToken: "garbage"}), codes.InvalidArgument, "BAD_PAGE_TOKEN"},
		"unknown filter":    {player, list(&matchmakingv1.ListRoomsRequest{Game: "\x00"}), codes.InvalidArgument, "UNKNOWN_GAME"},
		"page too large":    {player, list(&matchmakingv1.ListRoomsRequest{PageSize: 101}), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"list with forgery": {rpc.WithToken(t.Context(), "a.b.c"), list(&matchmakingv1.ListRoomsRequest{}), codes.Unauthenticated, "BAD_TOKEN"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireReason(t, tt.call(tt.ctx), tt.code, tt.reason)
		})
	}
}

func TestGameBeginsOnceTheRefereeIsBack(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	h.referee.away = true
	owner, _ := h.player(t, true)
	anna, annaID := h.player(t, true)
	id := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris"}).GetRoomId()
	_, err := h.JoinRoom(anna, &matchmakingv1.JoinRoomRequest{RoomId: id})
	requireReason(t, err, codes.Unavailable, "UNAVAILABLE")
	waiting := h.get(owner, t, id)
	require.Equal(t, "playing", waiting.GetState())
	require.Equal(t, annaID, waiting.GetGuestId())
	require.Empty(t, waiting.GetGameId())
	require.Eventually(t, func() bool { return h.get(owner, t, id).GetGameId() == gameID }, 30*time.Second, 20*time.Millisecond,
		"though nobody asks again")
}

func TestEndsOfGamesAreHeard(t *testing.T) {
	t.Parallel()
	nats := testkit.NATSServer(t)
	h := start(t, config(testkit.SQLite(t)), nats.Config())
	b := nats.Connect()
	require.NoError(t, b.EnsureStream(t.Context(), bus.StreamSpec{
		Name: bus.GameStream, Subjects: []string{bus.GameEvents("*"), bus.GameLifecycle("*")}, MaxAge: time.Hour, MaxBytes: 1 << 20,
	}))
	tell := func(id string, summaries ...*refereev1.GameSummary) {
		payload, err := proto.Marshal(&refereev1.GameSummaries{Summaries: summaries})
		require.NoError(t, err)
		require.NoError(t, b.Publish(t.Context(), bus.Msg{ID: id, Subject: bus.GameLifecycle("0"), Type: "kydai.referee.v1.GameSummaries", Payload: payload}))
	}
	owner, _ := h.player(t, true)
	anna, _ := h.player(t, true)
	play := func() string {
		id := h.open(owner, t, &matchmakingv1.CreateRoomRequest{Game: "morris"}).GetRoomId()
		_, err := h.JoinRoom(anna, &matchmakingv1.JoinRoomRequest{RoomId: id})
		require.NoError(t, err)
		return id
	}
	finished, voided, running := play(), play(), play()
	change := func(change, room, creator string) *refereev1.GameSummary {
		return &refereev1.GameSummary{GameId: gameID, Seq: 9, Change: change, Creator: creator, CreationKey: "room:" + room}
	}
	tell("1", change("started", running, "matchmaking"), change("finished", running, "a player who uses our key"),
		&refereev1.GameSummary{GameId: "another", Seq: 3, Change: "finished", Creator: "matchmaking", CreationKey: "ticket:1"})
	tell("2", change("finished", finished, "matchmaking"), &refereev1.GameSummary{GameId: "other", Seq: 9, Change: "voided", Creator: "matchmaking", CreationKey: "room:" + voided})
	state := func(id string) string { return h.get(t.Context(), t, id).GetState() }
	require.Eventually(t, func() bool { return state(finished) == "finished" }, 10*time.Second, 5*time.Millisecond)
	require.Equal(t, "finished", state(voided), "taken in together")
	require.Equal(t, "playing", state(running), "taken in before")
}
