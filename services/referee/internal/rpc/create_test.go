package rpc_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

func TestAPlayersGameIsAHotSeat(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		resp, err := h.direct.CreateGame(h.Guest(ann), &refereev1.CreateGameRequest{Game: "draughts-brazilian"})
		require.NoError(t, err)
		g := resp.GetGame()
		own := &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: ann, Guest: true}}}
		line := "B:Ba1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Wa7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8:H0:F1"
		want := &refereev1.Game{
			GameId: g.GetGameId(), Seq: 2, Status: "running", Position: line, Side: "first", Legal: g.GetLegal(),
			CreateTime: timestamppb.New(start), Practice: &refereev1.Practice{}, Settings: &refereev1.Settings{
				Game: "draughts-brazilian", Seats: &refereev1.Seats{First: own, Second: own}, Mode: "casual", Visibility: "public",
				Spectators: &refereev1.Spectators{Allowed: proto.Bool(true), Delay: durationpb.New(0)}, Category: "untimed", StartPosition: line, HotSeat: true,
			},
		}
		require.Empty(t, cmp.Diff(want, g, protocmp.Transform()))
		require.Len(t, g.GetLegal(), 7)
		got, err := h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: g.GetGameId()})
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(want, got.GetGame(), protocmp.Transform()))
		for ply, m := range []string{"c3d4", "d6c5"} {
			_, err := h.direct.PlayMove(h.Guest(ann), &refereev1.PlayMoveRequest{GameId: g.GetGameId(), Ply: int32(ply + 1), Move: m})
			require.NoError(t, err)
		}
	})
}

func TestWhoMaySeatWhom(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	bot := &refereev1.Seat{Holder: &refereev1.Seat_Bot{Bot: &refereev1.Bot{Level: "level-1"}}}
	tests := map[string]struct {
		client refereev1.RefereeServiceClient
		ctx    context.Context
		seats  *refereev1.Seats
		reason string
		code   codes.Code
	}{
		"a player, both seats his own":    {h.direct, h.Player(ann), seats(ann, ann), "", codes.OK},
		"through the gateway":             {h.gateway, h.Player(ann), seats(ann, ann), "", codes.OK},
		"a player against another":        {h.direct, h.Player(ann), seats(ann, bob), "SEATS_NOT_YOURS", codes.PermissionDenied},
		"the same through the gateway":    {h.gateway, h.Player(ann), seats(ann, bob), "SEATS_NOT_YOURS", codes.PermissionDenied},
		"a player for others":             {h.direct, h.Player(ann), seats(bob, bob), "SEATS_NOT_YOURS", codes.PermissionDenied},
		"a player against a bot":          {h.direct, h.Player(ann), &refereev1.Seats{First: seat(ann), Second: bot}, "UNKNOWN_LEVEL", codes.InvalidArgument},
		"a service for others":            {h.matchmaking, t.Context(), seats(bob, ann), "", codes.OK},
		"a service in a player's name":    {h.matchmaking, h.Player(eve), seats(bob, ann), "", codes.OK},
		"a service for nobody":            {h.matchmaking, t.Context(), nil, "NO_SEATS", codes.InvalidArgument},
		"a service with an empty seat":    {h.matchmaking, t.Context(), &refereev1.Seats{First: seat(ann)}, "INVALID_ARGUMENT", codes.InvalidArgument},
		"a service with no account":       {h.matchmaking, t.Context(), seats(ann, "somebody"), "INVALID_ARGUMENT", codes.InvalidArgument},
		"nobody":                          {h.direct, t.Context(), nil, "NO_TOKEN", codes.Unauthenticated},
		"a token without the scope":       {h.direct, h.With(authn.PlayerToken{Account: ann, Scopes: []string{"chat"}}), nil, "SCOPE_MISSING", codes.PermissionDenied},
		"a service that has no business":  {refereev1.NewRefereeServiceClient(h.As("chat", "referee")), t.Context(), seats(ann, bob), "NO_TOKEN", codes.Unauthenticated},
		"a clock that creates games":      {h.clockService, t.Context(), seats(ann, bob), "NO_TOKEN", codes.Unauthenticated},
		"a token that was forged":         {h.direct, rpc.WithToken(t.Context(), "forged"), nil, "BAD_TOKEN", codes.Unauthenticated},
		"a token that has expired":        {h.direct, h.With(expired()), nil, "EXPIRED_TOKEN", codes.Unauthenticated},
		"a gateway alone is not a player": {h.gateway, t.Context(), seats(ann, bob), "NO_TOKEN", codes.Unauthenticated},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			resp, err := tt.client.CreateGame(tt.ctx, &refereev1.CreateGameRequest{Game: "morris", Seats: tt.seats})
			if tt.reason != "" {
				requireRefused(t, tt.reason, tt.code, err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tt.seats == nil || tt.seats.GetFirst().GetPlayer().GetAccountId() == tt.seats.GetSecond().GetPlayer().GetAccountId(),
				resp.GetGame().GetSettings().GetHotSeat())
		})
	}
}

func expired() authn.PlayerToken {
	then := time.Now().Add(-time.Hour)
	return authn.PlayerToken{Account: ann, Scopes: []string{"play"}, IssuedAt: then, Expires: then.Add(time.Minute)}
}

func TestCreationKeys(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	with := func(ctx context.Context, key string) context.Context {
		return rpc.WithOrigin(ctx, rpc.Origin{IdempotencyKey: key})
	}
	create := func(ctx context.Context, req *refereev1.CreateGameRequest) string {
		t.Helper()
		resp, err := h.direct.CreateGame(ctx, req)
		require.NoError(t, err)
		return resp.GetGame().GetGameId()
	}
	morris := &refereev1.CreateGameRequest{Game: "morris"}
	keyed := &refereev1.CreateGameRequest{Game: "morris", CreationKey: "in the body"}
	id := create(with(h.Player(ann), "k"), morris)
	require.Equal(t, id, create(with(h.Player(ann), "k"), morris), "the same again")
	require.Equal(t, id, create(with(h.Player(ann), "k"), keyed), "a player's key in the body is nothing")
	first := create(h.Player(ann), keyed)
	require.NotEqual(t, first, create(h.Player(ann), keyed))
	require.NotEqual(t, id, create(with(h.Player(ann), "l"), morris), "another key")
	require.NotEqual(t, id, create(with(h.Player(bob), "k"), morris), "another player's key")
	first = create(h.Player(ann), morris)
	require.NotEqual(t, first, create(h.Player(ann), morris), "no key")
	_, err := h.direct.CreateGame(with(h.Player(ann), "k"), &refereev1.CreateGameRequest{Game: "jungle"})
	requireRefused(t, "CREATION_KEY_REUSED", codes.InvalidArgument, err)
	_, err = h.direct.CreateGame(with(h.Player(ann), strings.Repeat("k", 201)), morris)
	requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)
	create(with(h.Player(ann), strings.Repeat("k", 200)), morris)

	service := h.create("k")
	require.NotEqual(t, id, service, "a service's key is no player's")
	require.Equal(t, service, h.create("k"))
	_, err = h.matchmaking.CreateGame(with(t.Context(), "k"), people("other"))
	require.NoError(t, err, "a service's key is in the body")
	_, err = h.matchmaking.CreateGame(t.Context(), people("k", private))
	requireRefused(t, "CREATION_KEY_REUSED", codes.InvalidArgument, err)
}

// The first answer comes again though the game has gone on.
func TestCreatingAgainShowsTheGameAsItIs(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	h.play(h.create("k"), 1, 2)
	resp, err := h.matchmaking.CreateGame(t.Context(), people("k"))
	require.NoError(t, err)
	require.EqualValues(t, 2, resp.GetGame().GetPly())
}

func TestOrdersOfServices(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	req := people("k", delayed(7), func(r *refereev1.CreateGameRequest) {
		r.Visibility, r.StartPosition = "link", "4k4/9/9/9/9/9/9/9/R8/5K3 b - - 3 9"
		r.SecondTimeControl = &refereev1.TimeControl{Bank: durationpb.New(5 * time.Minute), ByoYomi: durationpb.New(30 * time.Second)}
		r.FirstMove = &refereev1.FirstMove{Limit: durationpb.New(time.Minute), Then: "forfeit"}
	})
	resp, err := h.matchmaking.CreateGame(t.Context(), req)
	require.NoError(t, err)
	zero := durationpb.New(0)
	require.Empty(t, cmp.Diff(&refereev1.Settings{
		Game: "xiangqi", Seats: seats(ann, bob), Mode: "casual", Visibility: "link",
		Spectators: &refereev1.Spectators{Allowed: proto.Bool(true), Delay: durationpb.New(7 * time.Second)},
		TimeControl: &refereev1.TimeControl{
			Preset: "10+5", Bank: durationpb.New(10 * time.Minute), Increment: durationpb.New(5 * time.Second),
			PerMove: durationpb.New(time.Minute), ByoYomi: zero,
		},
		SecondTimeControl: &refereev1.TimeControl{Bank: durationpb.New(5 * time.Minute), Increment: zero, PerMove: zero, ByoYomi: durationpb.New(30 * time.Second)},
		Category:          "rapid", FirstMove: &refereev1.FirstMove{Limit: durationpb.New(time.Minute), Then: "forfeit"},
		StartPosition: "4k4/9/9/9/9/9/9/9/R8/5K3 b - - 0 1", HandSet: true,
	}, resp.GetGame().GetSettings(), protocmp.Transform()))
	require.Equal(t, "second", resp.GetGame().GetSide())
	require.Equal(t, at(60), resp.GetGame().GetClock().GetDeadline().AsTime())
	require.Nil(t, resp.GetGame().GetClock().GetRunning(), "both banks stand")
}

func TestOrdersThatAreRefused(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	tests := map[string]struct {
		change func(*refereev1.CreateGameRequest)
		reason string
		field  string
	}{
		"no game":         {func(r *refereev1.CreateGameRequest) { r.Game = "" }, "INVALID_ARGUMENT", "game"},
		"an unknown game": {func(r *refereev1.CreateGameRequest) { r.Game = "chess" }, "UNKNOWN_GAME", "game"},
		"an empty seat":   {func(r *refereev1.CreateGameRequest) { r.Seats.Second = &refereev1.Seat{} }, "INVALID_ARGUMENT", "seats.second"},
		"only engines": {func(r *refereev1.CreateGameRequest) {
			bot := &refereev1.Seat{Holder: &refereev1.Seat_Bot{Bot: &refereev1.Bot{Level: "1"}}}
			r.Seats = &refereev1.Seats{First: bot, Second: bot}
		}, "NOBODY_PLAYS", "seats"},
		"an unknown mode":  {func(r *refereev1.CreateGameRequest) { r.Mode = "serious" }, "INVALID_ARGUMENT", "mode"},
		"an unknown sight": {func(r *refereev1.CreateGameRequest) { r.Visibility = "secret" }, "INVALID_ARGUMENT", "visibility"},
		"a bad position":   {func(r *refereev1.CreateGameRequest) { r.StartPosition = "9" }, "BAD_POSITION", "start_position"},
		"a long position":  {func(r *refereev1.CreateGameRequest) { r.StartPosition = strings.Repeat("9", 401) }, "INVALID_ARGUMENT", "start_position"},
		"a long key":       {func(r *refereev1.CreateGameRequest) { r.CreationKey = strings.Repeat("9", 201) }, "INVALID_ARGUMENT", "creation_key"},
		"a bad clock":      {func(r *refereev1.CreateGameRequest) { r.TimeControl.Preset = "1+1" }, "BAD_TIME_CONTROL", "time_control.preset"},
		"a clock run backward": {func(r *refereev1.CreateGameRequest) {
			r.TimeControl = &refereev1.TimeControl{Bank: durationpb.New(-time.Hour)}
		}, "BAD_TIME_CONTROL", "time_control.bank"},
		"a delay of days": {delayed(86400), "INVALID_ARGUMENT", "spectators.delay"},
		"a delay before":  {delayed(-1), "INVALID_ARGUMENT", "spectators.delay"},
		"a limit passed":  {func(r *refereev1.CreateGameRequest) { r.FirstMove = &refereev1.FirstMove{Limit: durationpb.New(-1)} }, "INVALID_ARGUMENT", "first_move.limit"},
		"a limit of days": {func(r *refereev1.CreateGameRequest) {
			r.FirstMove = &refereev1.FirstMove{Limit: durationpb.New(24*time.Hour + 1)}
		}, "INVALID_ARGUMENT", "first_move.limit"},
		"the end of no limit": {func(r *refereev1.CreateGameRequest) {
			r.FirstMove = &refereev1.FirstMove{Limit: durationpb.New(0), Then: "forfeit"}
		}, "INVALID_ARGUMENT", "first_move"},
		"odds of nothing": {func(r *refereev1.CreateGameRequest) { r.Handicap = &refereev1.Handicap{Side: "second"} }, "BAD_HANDICAP", "handicap.side"},
		"a side of squares": {func(r *refereev1.CreateGameRequest) {
			r.Handicap = &refereev1.Handicap{Side: "second", Remove: []string{"h9"}}
		}, "BAD_HANDICAP", "handicap.side"},
		"untimed rated": {func(r *refereev1.CreateGameRequest) { r.Mode, r.TimeControl = "rated", nil }, "RATED_NOT_ALLOWED", "time_control"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := h.matchmaking.CreateGame(t.Context(), people(name, tt.change))
			e := refused(t, tt.reason, codes.InvalidArgument, err)
			if tt.field != "" {
				require.Len(t, e.Violations, 1)
				require.Equal(t, tt.field, e.Violations[0].Field)
			}
		})
	}
}

// A limit of no time is none, as it is of every duration; one that is left out is
// the usual one.
func TestFirstMoveLimitOfNoTime(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	usual := &refereev1.FirstMove{Limit: durationpb.New(30 * time.Second), Then: "abort"}
	tests := map[string]struct{ asked, want *refereev1.FirstMove }{
		"left out":        {nil, usual},
		"nothing said":    {&refereev1.FirstMove{}, usual},
		"the usual end":   {&refereev1.FirstMove{Then: "abort"}, usual},
		"no time":         {&refereev1.FirstMove{Limit: durationpb.New(0)}, nil},
		"no time, none":   {&refereev1.FirstMove{Limit: durationpb.New(0), Then: "none"}, nil},
		"none":            {&refereev1.FirstMove{Then: "none"}, nil},
		"a time and none": {&refereev1.FirstMove{Limit: durationpb.New(time.Minute), Then: "none"}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp, err := h.matchmaking.CreateGame(t.Context(), people(name, func(r *refereev1.CreateGameRequest) { r.FirstMove = tt.asked }))
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(tt.want, resp.GetGame().GetSettings().GetFirstMove(), protocmp.Transform()))
		})
	}
	resp, err := h.direct.CreateGame(h.Player(ann), &refereev1.CreateGameRequest{
		Game: "xiangqi", TimeControl: &refereev1.TimeControl{Preset: "10+5"}, FirstMove: &refereev1.FirstMove{Limit: durationpb.New(0)},
	})
	require.NoError(t, err, "a player alone may say what is so anyway")
	require.Nil(t, resp.GetGame().GetSettings().GetFirstMove())
}

// What a caller keeps of its request is not changed by the call.
func TestTheRequestIsTheCallers(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	req := people("k")
	before := proto.CloneOf(req)
	_, err := h.matchmaking.CreateGame(t.Context(), req)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(before, req, protocmp.Transform()))
}
