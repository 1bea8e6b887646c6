package rpc_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

const afterH2E2 = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"

var textsH2E2 = &refereev1.MoveTexts{
	Iccs: proto.String("h2e2"), Vietnamese: proto.String("P2-5"), VietnameseLong: proto.String("Pháo 2 bình 5"),
	Wxf: proto.String("C2=5"), Chinese: proto.String("炮二平五"), ChineseTraditional: proto.String("炮二平五"),
}

func arrived(ctx context.Context, seconds float64) context.Context {
	return rpc.WithOrigin(ctx, rpc.Origin{Arrival: at(seconds)})
}

func TestPlayMove(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.create("k")
		h.until(at(10))
		want := &refereev1.PlayMoveResponse{
			Seq: 3, Ply: 1, Move: "h2e2", Position: afterH2E2, Texts: textsH2E2, LastSeq: 4, Clock: &refereev1.Clock{
				First: durationpb.New(10 * time.Minute), Second: durationpb.New(10 * time.Minute), Running: wrapperspb.String("second"),
				AsOf: timestamppb.New(at(9)), Deadline: timestamppb.New(at(69)),
			},
		}
		req := &refereev1.PlayMoveRequest{GameId: id, Ply: 1, Move: "h2e2", OfferDraw: true}
		for _, ctx := range []context.Context{arrived(h.Player(ann), 9), arrived(h.Player(ann), 9.5), h.Player(ann)} {
			got, err := h.gateway.PlayMove(ctx, req)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(want, got, protocmp.Transform()), "the first answer again")
		}
	})
}

// What the gateway says of the arrival counts; what a player says does not.
func TestOnlyTheGatewayStampsArrivals(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.create("k")
	h.until(at(10))
	got, err := h.direct.PlayMove(arrived(h.Player(ann), 9), &refereev1.PlayMoveRequest{GameId: id, Ply: 1, Move: "h2e2"})
	require.NoError(t, err)
	require.Equal(t, at(10), got.GetClock().GetAsOf().AsTime())
}

func TestAMoveThatEndsTheGame(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.create("k", func(r *refereev1.CreateGameRequest) { r.StartPosition = "3k5/8R/9/9/9/9/9/9/R8/4K4 w - - 0 1" })
	got, err := h.direct.PlayMove(h.Player(ann), &refereev1.PlayMoveRequest{GameId: id, Ply: 1, Move: "a1a9"})
	require.NoError(t, err)
	mate := &refereev1.Result{Winner: "first", Reason: "checkmate", Status: "finished"}
	require.Empty(t, cmp.Diff(mate, got.GetResult(), protocmp.Transform()))
	require.Nil(t, got.GetClock().GetRunning())
	g, err := h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: id})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(mate, g.GetGame().GetResult(), protocmp.Transform()))
	require.Equal(t, "finished", g.GetGame().GetStatus())
	require.Equal(t, start, g.GetGame().GetEndTime().AsTime())
	require.Empty(t, g.GetGame().GetLegal())
	_, err = h.direct.Resign(h.Player(bob), &refereev1.ResignRequest{GameId: id})
	e := refused(t, "GAME_OVER", codes.FailedPrecondition, err)
	require.Equal(t, map[string]string{"winner": "first", "reason": "checkmate", "status": "finished", "seq": "3"}, e.Metadata)
}

func TestMovesThatAreRefused(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id, hidden := h.create("k"), h.create("hidden", private)
	h.play(id, 1, 2)
	g, err := h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: id})
	require.NoError(t, err)
	here := map[string]string{"seq": "4", "ply": "2", "side": "first", "position": g.GetGame().GetPosition()}
	tests := map[string]struct {
		ctx      context.Context
		req      *refereev1.PlayMoveRequest
		reason   string
		code     codes.Code
		metadata map[string]string
	}{
		"taken":     {h.Player(ann), &refereev1.PlayMoveRequest{GameId: id, Ply: 1, Move: "b2e2"}, "PLY_TAKEN", codes.Aborted, here},
		"ahead":     {h.Player(ann), &refereev1.PlayMoveRequest{GameId: id, Ply: 9, Move: "b2e2"}, "PLY_AHEAD", codes.Aborted, here},
		"turn":      {h.Player(bob), &refereev1.PlayMoveRequest{GameId: id, Ply: 3, Move: "b2e2"}, "NOT_YOUR_TURN", codes.FailedPrecondition, here},
		"illegal":   {h.Player(ann), &refereev1.PlayMoveRequest{GameId: id, Ply: 3, Move: "a0a9"}, "ILLEGAL_MOVE", codes.InvalidArgument, nil},
		"malformed": {h.Player(ann), &refereev1.PlayMoveRequest{GameId: id, Ply: 3, Move: "<b>"}, "MALFORMED_MOVE", codes.InvalidArgument, nil},
		"stranger":  {h.Player(eve), &refereev1.PlayMoveRequest{GameId: id, Ply: 3, Move: "b2e2"}, "NOT_YOUR_GAME", codes.PermissionDenied, nil},
		"private":   {h.Player(eve), &refereev1.PlayMoveRequest{GameId: hidden, Ply: 1, Move: "b2e2"}, "NO_SUCH_GAME", codes.NotFound, nil},
		"unknown":   {h.Player(ann), &refereev1.PlayMoveRequest{GameId: "NobodyNobody", Ply: 1, Move: "b2e2"}, "NO_SUCH_GAME", codes.NotFound, nil},
		"SQL":       {h.Player(ann), &refereev1.PlayMoveRequest{GameId: "'; drop table games --", Ply: 1, Move: "b2e2"}, "NO_SUCH_GAME", codes.NotFound, nil},
		"no token":  {t.Context(), &refereev1.PlayMoveRequest{GameId: id, Ply: 3, Move: "b2e2"}, "NO_TOKEN", codes.Unauthenticated, nil},
		"no ply":    {h.Player(ann), &refereev1.PlayMoveRequest{GameId: id, Move: "b2e2"}, "INVALID_ARGUMENT", codes.InvalidArgument, nil},
		"no move":   {h.Player(ann), &refereev1.PlayMoveRequest{GameId: id, Ply: 3}, "INVALID_ARGUMENT", codes.InvalidArgument, nil},
		"no game":   {h.Player(ann), &refereev1.PlayMoveRequest{Ply: 3, Move: "b2e2"}, "INVALID_ARGUMENT", codes.InvalidArgument, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := h.direct.PlayMove(tt.ctx, tt.req)
			e := refused(t, tt.reason, tt.code, err)
			if tt.metadata != nil {
				require.Equal(t, tt.metadata, e.Metadata)
			}
		})
	}
	log, err := h.direct.ListEvents(t.Context(), &refereev1.ListEventsRequest{GameId: id})
	require.NoError(t, err)
	require.EqualValues(t, 4, log.GetLastSeq(), "nothing has changed")
}

func TestRewound(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.create("k")
	h.play(id, 1, 2)
	offer, err := h.direct.MakeOffer(h.Player(bob), &refereev1.MakeOfferRequest{GameId: id, Kind: "takeback"})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(&refereev1.MakeOfferResponse{Seq: 5, LastSeq: 5}, offer, protocmp.Transform()))
	accepted, err := h.direct.AcceptOffer(h.Player(ann), &refereev1.AcceptOfferRequest{GameId: id, OfferId: 5})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(&refereev1.AcceptOfferResponse{Seq: 6, LastSeq: 7}, accepted, protocmp.Transform()))
	_, err = h.direct.PlayMove(h.Player(bob), &refereev1.PlayMoveRequest{GameId: id, Ply: 2, Move: opening[1], AfterSeq: 4})
	e := refused(t, "REWOUND", codes.Aborted, err)
	require.Equal(t, map[string]string{"seq": "7", "ply": "1", "side": "second", "position": afterH2E2}, e.Metadata)
}

func TestResignAndAbort(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.create("k")
	h.play(id, 1, 1)
	_, err := h.direct.Abort(h.Player(ann), &refereev1.AbortRequest{GameId: id})
	requireRefused(t, "TOO_LATE_TO_ABORT", codes.FailedPrecondition, err)
	for range 2 {
		got, err := h.direct.Resign(h.Player(ann), &refereev1.ResignRequest{GameId: id})
		require.NoError(t, err)
		want := &refereev1.ResignResponse{Seq: 4, Result: &refereev1.Result{Winner: "second", Reason: "resignation", Status: "finished"}}
		require.Empty(t, cmp.Diff(want, got, protocmp.Transform()))
	}
	id = h.create("l")
	for _, account := range []string{bob, ann} {
		got, err := h.direct.Abort(h.Player(account), &refereev1.AbortRequest{GameId: id})
		require.NoError(t, err)
		want := &refereev1.AbortResponse{Seq: 3, Result: &refereev1.Result{Winner: "none", Reason: "aborted", Status: "aborted"}}
		require.Empty(t, cmp.Diff(want, got, protocmp.Transform()))
	}
	_, err = h.direct.Resign(h.Player(ann), &refereev1.ResignRequest{GameId: id, Side: "white"})
	requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)
}

func TestOffers(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.create("k")
	h.play(id, 1, 2)
	_, err := h.direct.MakeOffer(h.Player(ann), &refereev1.MakeOfferRequest{GameId: id, Kind: "draw"})
	require.NoError(t, err)
	g, err := h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: id})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]*refereev1.Offer{{Id: 5, Kind: "draw", Side: "first"}}, g.GetGame().GetOffers(), protocmp.Transform()))
	declined, err := h.direct.DeclineOffer(h.Player(bob), &refereev1.DeclineOfferRequest{GameId: id, OfferId: 5})
	require.NoError(t, err)
	require.EqualValues(t, 6, declined.GetSeq())
	_, err = h.direct.AcceptOffer(h.Player(bob), &refereev1.AcceptOfferRequest{GameId: id, OfferId: 5})
	requireRefused(t, "OFFER_CLOSED", codes.FailedPrecondition, err)
	_, err = h.direct.AcceptOffer(h.Player(bob), &refereev1.AcceptOfferRequest{GameId: id, OfferId: 4})
	requireRefused(t, "NO_SUCH_OFFER", codes.NotFound, err)
	_, err = h.direct.MakeOffer(h.Player(ann), &refereev1.MakeOfferRequest{GameId: id, Kind: "truce"})
	requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)

	h.play(id, 3, 4)
	_, err = h.direct.MakeOffer(h.Player(ann), &refereev1.MakeOfferRequest{GameId: id, Kind: "draw"})
	require.NoError(t, err)
	agreed, err := h.direct.MakeOffer(h.Player(bob), &refereev1.MakeOfferRequest{GameId: id, Kind: "draw"})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(&refereev1.MakeOfferResponse{
		Seq: 10, LastSeq: 11, Accepted: true, Result: &refereev1.Result{Winner: "none", Reason: "agreement", Status: "finished"},
	}, agreed, protocmp.Transform()))
}

func TestRematch(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.create("k")
	_, err := h.direct.MakeOffer(h.Player(ann), &refereev1.MakeOfferRequest{GameId: id, Kind: "rematch"})
	requireRefused(t, "GAME_RUNNING", codes.FailedPrecondition, err)
	_, err = h.direct.Resign(h.Player(ann), &refereev1.ResignRequest{GameId: id})
	require.NoError(t, err)
	_, err = h.direct.MakeOffer(h.Player(ann), &refereev1.MakeOfferRequest{GameId: id, Kind: "rematch"})
	require.NoError(t, err)
	accepted, err := h.direct.AcceptOffer(h.Player(bob), &refereev1.AcceptOfferRequest{GameId: id, OfferId: 4})
	require.NoError(t, err)
	g, err := h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: accepted.GetRematchGameId()})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(seats(bob, ann), g.GetGame().GetSettings().GetSeats(), protocmp.Transform()))
	pressed, err := h.direct.MakeOffer(h.Player(bob), &refereev1.MakeOfferRequest{GameId: id, Kind: "rematch"})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(&refereev1.MakeOfferResponse{Seq: 5, LastSeq: 5, Accepted: true, RematchGameId: accepted.GetRematchGameId()}, pressed, protocmp.Transform()))
	old, err := h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: id})
	require.NoError(t, err)
	require.Equal(t, accepted.GetRematchGameId(), old.GetGame().GetRematchGameId())
}

func TestGetGame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.create("k", private)
		h.until(at(3))
		h.play(id, 1, 1)
		for _, ctx := range []context.Context{h.Player(eve), t.Context()} {
			_, err := h.direct.GetGame(ctx, &refereev1.GetGameRequest{GameId: id})
			requireRefused(t, "NO_SUCH_GAME", codes.NotFound, err)
		}
		ours, err := h.direct.GetGame(h.Player(bob), &refereev1.GetGameRequest{GameId: id})
		require.NoError(t, err)
		g := ours.GetGame()
		require.Empty(t, cmp.Diff([]*refereev1.Move{{Ply: 1, Move: "h2e2", Position: afterH2E2, At: timestamppb.New(at(3)), Texts: textsH2E2}}, g.GetMoves(), protocmp.Transform()))
		require.Equal(t, []any{int32(3), int32(1), "running", "second", afterH2E2}, []any{g.GetSeq(), g.GetPly(), g.GetStatus(), g.GetSide(), g.GetPosition()})
		require.Nil(t, g.GetResult())
		require.Nil(t, g.GetEndTime())
		service, err := h.clockService.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: id})
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(g, service.GetGame(), protocmp.Transform()))

		barred := h.create("barred", func(r *refereev1.CreateGameRequest) {
			r.Spectators = &refereev1.Spectators{Allowed: proto.Bool(false)}
		})
		_, err = h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: barred})
		requireRefused(t, "SPECTATORS_NOT_ALLOWED", codes.PermissionDenied, err)
		_, err = h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: "nul\x00"})
		requireRefused(t, "NO_SUCH_GAME", codes.NotFound, err)
	})
}
