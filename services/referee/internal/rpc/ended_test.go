package rpc_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/testing/protocmp"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

func TestListEnded(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		rating := refereev1.NewRefereeServiceClient(h.As("rating", "referee"))
		odds := &refereev1.Handicap{Preset: "one_horse", Side: "first"}
		first := h.create(key(1), func(req *refereev1.CreateGameRequest) { req.Handicap = odds })
		second := h.create(key(2), func(req *refereev1.CreateGameRequest) { req.Mode = "rated" })
		h.create(key(3)) // runs on
		for _, id := range []string{first, second} {
			h.play(id, 1, 2)
			_, err := h.direct.Resign(h.Player(bob), &refereev1.ResignRequest{GameId: id})
			require.NoError(t, err)
		}
		list := func(req *refereev1.ListEndedRequest) *refereev1.ListEndedResponse {
			resp, err := rating.ListEnded(t.Context(), req)
			require.NoError(t, err)
			return resp
		}
		h.mu.Lock()
		h.now = time.Now() // ends are stored by the clock of the machine
		h.mu.Unlock()
		require.Empty(t, cmp.Diff(&refereev1.ListEndedResponse{}, list(&refereev1.ListEndedRequest{}), protocmp.Transform()), "not settled yet")
		h.mu.Lock()
		h.now = h.now.Add(2 * time.Minute)
		h.mu.Unlock()

		one := list(&refereev1.ListEndedRequest{Limit: 1})
		require.Len(t, one.GetGames(), 1)
		require.Equal(t, first, one.GetGames()[0].GetGameId())
		require.Equal(t, odds.GetPreset(), one.GetGames()[0].GetHandicap().GetPreset())
		rest := list(&refereev1.ListEndedRequest{After: one.GetCursor()})
		require.Len(t, rest.GetGames(), 1)
		g := rest.GetGames()[0]
		require.Empty(t, cmp.Diff(&refereev1.GameSummary{
			GameId: second, Seq: 5, At: g.GetAt(), Change: "finished", Game: "xiangqi", Seats: seats(ann, bob), Mode: "rated", Visibility: "public",
			Category: "rapid", TimeControl: g.GetTimeControl(), Ply: 2, CreateTime: g.GetCreateTime(), Creator: "matchmaking", CreationKey: key(2),
			Result: &refereev1.Result{Winner: "first", Reason: "resignation", Status: "finished"},
		}, g, protocmp.Transform()))
		last := list(&refereev1.ListEndedRequest{After: rest.GetCursor()})
		require.Empty(t, last.GetGames())
		require.Equal(t, rest.GetCursor(), last.GetCursor(), "from there it goes on")
	})
}

func TestListEndedIsForServices(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	_, err := h.direct.ListEnded(h.Player(ann), &refereev1.ListEndedRequest{})
	requireRefused(t, "CALLER_DENIED", codes.PermissionDenied, err)
	_, err = h.direct.ListEnded(t.Context(), &refereev1.ListEndedRequest{})
	require.Error(t, err)
	_, err = h.clockService.ListEnded(t.Context(), &refereev1.ListEndedRequest{})
	requireRefused(t, "CALLER_DENIED", codes.PermissionDenied, err)
	rating := refereev1.NewRefereeServiceClient(h.As("rating", "referee"))
	for _, cursor := range []string{"x", "12", "12.", ".id", "1e3.id"} {
		_, err = rating.ListEnded(t.Context(), &refereev1.ListEndedRequest{After: cursor})
		requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)
	}
}
