package rpc_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// ofCup makes a game one of a tournament, with a clock that waits a minute for
// the first move.
func ofCup(req *refereev1.CreateGameRequest) {
	req.Mode = "rated"
	req.Tournament = &refereev1.TournamentRef{TournamentId: "cup", Round: 3, Board: 2, Game: 1}
	req.FirstMove = &refereev1.FirstMove{Limit: durationpb.New(time.Minute), Then: "forfeit"}
}

// pair makes a game of a tournament and returns its id.
func (h *hall) pair(key string, change ...func(*refereev1.CreateGameRequest)) string {
	h.t.Helper()
	change = append([]func(*refereev1.CreateGameRequest){ofCup}, change...)
	resp, err := h.tournament.CreateGame(h.t.Context(), people(key, change...))
	require.NoError(h.t, err)
	return resp.GetGame().GetGameId()
}

func TestWhoMakesGamesOfTournaments(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	_, err := h.matchmaking.CreateGame(t.Context(), people("k", ofCup))
	requireRefused(t, "TOURNAMENT_ONLY", codes.PermissionDenied, err)
	own := &refereev1.CreateGameRequest{Game: "morris", Tournament: people("", ofCup).GetTournament()}
	_, err = h.direct.CreateGame(h.Player(ann), own)
	requireRefused(t, "TOURNAMENT_ONLY", codes.PermissionDenied, err)
	for i, wrong := range []*refereev1.TournamentRef{
		{Round: 1, Board: 1, Game: 1},
		{TournamentId: "cup", Board: 1, Game: 1},
		{TournamentId: "cup", Round: 1, Game: 1},
		{TournamentId: "cup", Round: 1, Board: 1},
	} {
		_, err := h.tournament.CreateGame(t.Context(), people(key(i), ofCup, func(r *refereev1.CreateGameRequest) { r.Tournament = wrong }))
		requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)
	}
	resp, err := h.tournament.CreateGame(t.Context(), people("no ref"))
	require.NoError(t, err)
	require.Nil(t, resp.GetGame().GetSettings().GetTournament())
}

// TestAGameSaysWhatItIsPlayedFor wherever it is told of, and a no-show is told
// from a game that was lost.
func TestAGameSaysWhatItIsPlayedFor(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id, other := h.pair("k"), h.create("k")
		ref := people("", ofCup).GetTournament()
		h.until(at(62))
		claim, err := h.clockService.ClaimTimeout(t.Context(), &refereev1.ClaimTimeoutRequest{GameId: id, Seq: 2})
		require.NoError(t, err)
		require.True(t, claim.GetOver())
		g, err := h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: id})
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(ref, g.GetGame().GetSettings().GetTournament(), protocmp.Transform()))
		list, err := h.direct.ListGames(h.Player(ann), &refereev1.ListGamesRequest{})
		require.NoError(t, err)
		require.Len(t, list.GetGames(), 2)
		for _, s := range list.GetGames() {
			require.Equal(t, s.GetGameId() == id, s.GetTournament() != nil, "none of %s", other)
		}
		got, err := h.tournament.GetSummaries(t.Context(), &refereev1.GetSummariesRequest{GameIds: []string{id}})
		require.NoError(t, err)
		require.Len(t, got.GetGames(), 1)
		s := got.GetGames()[0]
		require.Empty(t, cmp.Diff(&refereev1.GameSummary{
			GameId: id, Seq: 3, At: s.GetAt(), Change: "finished", Game: "xiangqi", Seats: seats(ann, bob), Mode: "rated", Visibility: "public",
			Category: "rapid", TimeControl: s.GetTimeControl(), CreateTime: s.GetCreateTime(), Creator: "tournament", CreationKey: "k",
			Result: &refereev1.Result{Winner: "second", Reason: "forfeit", Status: "finished"}, Tournament: ref,
		}, s, protocmp.Transform()))
		require.Equal(t, at(60), s.GetAt().AsTime())
	})
}

func TestGetSummaries(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		first, second, third := h.pair("1"), h.pair("2"), h.pair("3")
		foreign := h.create("4")
		h.play(second, 1, 2)
		_, err := h.direct.Resign(h.Player(bob), &refereev1.ResignRequest{GameId: second})
		require.NoError(t, err)
		_, err = h.void(t.Context(), h.operator, third, "x")
		require.NoError(t, err)
		ask := func(req *refereev1.GetSummariesRequest) map[string]string {
			resp, err := h.tournament.GetSummaries(t.Context(), req)
			require.NoError(t, err)
			all := map[string]string{}
			for _, s := range resp.GetGames() {
				all[s.GetGameId()] = s.GetChange()
			}
			require.Len(t, all, len(resp.GetGames()), "each once")
			return all
		}
		require.Equal(t, map[string]string{first: "started", second: "finished", third: "voided", foreign: "started"},
			ask(&refereev1.GetSummariesRequest{GameIds: []string{third, first, "NobodyNobody", second, foreign}, CreationKeys: []string{"1"}}))
		require.Equal(t, map[string]string{first: "started", third: "voided"},
			ask(&refereev1.GetSummariesRequest{CreationKeys: []string{"3", "1", "4", "' or 1=1 --"}}), "keys of one's own only")
		require.Empty(t, ask(&refereev1.GetSummariesRequest{}))
	})
}

func TestGetSummariesIsForTournaments(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	for name, call := range map[string]struct {
		client refereev1.RefereeServiceClient
		ctx    context.Context
	}{
		"a player": {h.direct, h.Player(ann)}, "nobody": {h.direct, t.Context()}, "a moderator": {h.direct, h.moderator(eve, "mod")},
		"another service": {h.matchmaking, t.Context()}, "the gateway": {h.gateway, h.Player(ann)},
	} {
		_, err := call.client.GetSummaries(call.ctx, &refereev1.GetSummariesRequest{})
		require.Error(t, err, name)
	}
	ids := make([]string, 201)
	for i := range ids {
		ids[i] = fmt.Sprintf("id%d", i)
	}
	for _, req := range []*refereev1.GetSummariesRequest{{GameIds: ids}, {CreationKeys: ids}, {GameIds: []string{""}}} {
		_, err := h.tournament.GetSummaries(t.Context(), req)
		requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)
	}
}

func TestPlayersOfATournamentPlay(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.pair("k")
	_, err := h.direct.Abort(h.Player(bob), &refereev1.AbortRequest{GameId: id})
	requireRefused(t, "TOURNAMENT_GAME", codes.FailedPrecondition, err)
	h.play(id, 1, 2)
	for _, kind := range []string{"takeback", "rematch"} {
		_, err := h.direct.MakeOffer(h.Player(bob), &refereev1.MakeOfferRequest{GameId: id, Kind: kind})
		requireRefused(t, "TOURNAMENT_GAME", codes.FailedPrecondition, err)
	}
	_, err = h.direct.MakeOffer(h.Player(bob), &refereev1.MakeOfferRequest{GameId: id, Kind: "draw"})
	require.NoError(t, err)
	end, err := h.direct.MakeOffer(h.Player(ann), &refereev1.MakeOfferRequest{GameId: id, Kind: "draw"})
	require.NoError(t, err)
	require.Equal(t, "agreement", end.GetResult().GetReason())
}
