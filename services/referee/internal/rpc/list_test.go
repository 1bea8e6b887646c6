package rpc_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/page"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// list reads a whole list page by page.
func (h *hall) list(ctx context.Context, req *refereev1.ListGamesRequest) (ids []string, pages int) {
	h.t.Helper()
	for {
		resp, err := h.direct.ListGames(ctx, req)
		require.NoError(h.t, err)
		for _, g := range resp.GetGames() {
			ids = append(ids, g.GetGameId())
		}
		pages++
		if resp.GetNextPageToken() == "" {
			return ids, pages
		}
		req.PageToken = resp.GetNextPageToken()
	}
}

func TestListGamesPageByPage(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		var want []string
		for i := range 11 {
			if i == 4 {
				h.until(at(0.5))
			}
			want = append(want, h.create(key(i)))
		}
		got, pages := h.list(h.Player(ann), &refereev1.ListGamesRequest{PageSize: 3})
		require.Equal(t, 4, pages)
		require.ElementsMatch(t, want, got)
		require.ElementsMatch(t, want[4:], got[:7], "newest first")
		all, pages := h.list(t.Context(), &refereev1.ListGamesRequest{PlayerId: bob})
		require.Equal(t, 1, pages)
		require.Equal(t, got, all, "in the same order")
		none, _ := h.list(t.Context(), &refereev1.ListGamesRequest{PlayerId: eve})
		require.Empty(t, none)
		exact, pages := h.list(t.Context(), &refereev1.ListGamesRequest{PlayerId: bob, PageSize: 11})
		require.Equal(t, 1, pages, "no empty page at the end")
		require.Equal(t, got, exact)
	})
}

func TestAPageTokenOpensItsOwnListOnly(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	for i := range 3 {
		h.create(key(i))
	}
	first, err := h.direct.ListGames(h.Player(ann), &refereev1.ListGamesRequest{PageSize: 1})
	require.NoError(t, err)
	token := first.GetNextPageToken()
	_, err = h.direct.ListGames(h.Player(ann), &refereev1.ListGamesRequest{PageSize: 2, PageToken: token, PlayerId: ann})
	require.NoError(t, err, "the same list, another size")
	tests := map[string]struct {
		ctx context.Context
		req *refereev1.ListGamesRequest
	}{
		"another caller":   {h.Player(bob), &refereev1.ListGamesRequest{PlayerId: ann, PageToken: token}},
		"nobody":           {t.Context(), &refereev1.ListGamesRequest{PlayerId: ann, PageToken: token}},
		"another player":   {h.Player(ann), &refereev1.ListGamesRequest{PlayerId: bob, PageToken: token}},
		"another game":     {h.Player(ann), &refereev1.ListGamesRequest{Game: "xiangqi", PageToken: token}},
		"another state":    {h.Player(ann), &refereev1.ListGamesRequest{State: "running", PageToken: token}},
		"garbage":          {h.Player(ann), &refereev1.ListGamesRequest{PageToken: "garbage"}},
		"another's secret": {h.Player(ann), &refereev1.ListGamesRequest{PageToken: page.NewTokens([]byte("other")).Seal(start, "x", "games")}},
		"SQL":              {h.Player(ann), &refereev1.ListGamesRequest{PageToken: "' or 1=1 --"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := h.direct.ListGames(tt.ctx, tt.req)
			requireRefused(t, "BAD_PAGE_TOKEN", codes.InvalidArgument, err)
		})
	}
}

func TestListsThatAreRefused(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		tests := map[string]struct {
			req    *refereev1.ListGamesRequest
			reason string
			code   codes.Code
		}{
			"nobody's own":     {&refereev1.ListGamesRequest{}, "NO_TOKEN", codes.Unauthenticated},
			"too large a page": {&refereev1.ListGamesRequest{PlayerId: ann, PageSize: 101}, "INVALID_ARGUMENT", codes.InvalidArgument},
			"less than none":   {&refereev1.ListGamesRequest{PlayerId: ann, PageSize: -1}, "INVALID_ARGUMENT", codes.InvalidArgument},
			"unknown state":    {&refereev1.ListGamesRequest{PlayerId: ann, State: "lost"}, "INVALID_ARGUMENT", codes.InvalidArgument},
			"no player's id":   {&refereev1.ListGamesRequest{PlayerId: "' or 1=1 --"}, "INVALID_ARGUMENT", codes.InvalidArgument},
			"unknown game":     {&refereev1.ListGamesRequest{PlayerId: ann, Game: "chess\x00"}, "UNKNOWN_GAME", codes.InvalidArgument},
		}
		for name, tt := range tests {
			_, err := h.direct.ListGames(t.Context(), tt.req)
			require.Error(t, err, name)
			requireRefused(t, tt.reason, tt.code, err)
		}
	})
}

func TestListGamesShows(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	hidden, linked, public := h.create("hidden", private), h.create("linked", func(r *refereev1.CreateGameRequest) { r.Visibility = "link" }), h.create("public")
	over := h.create("over")
	h.play(over, 1, 1)
	h.until(at(0.5))
	_, err := h.direct.Resign(h.Player(ann), &refereev1.ResignRequest{GameId: over})
	require.NoError(t, err)
	_, err = h.direct.CreateGame(h.Player(ann), &refereev1.CreateGameRequest{Game: "morris"})
	require.NoError(t, err)

	own, _ := h.list(h.Player(ann), &refereev1.ListGamesRequest{Game: "xiangqi"})
	require.ElementsMatch(t, []string{hidden, linked, public, over}, own)
	others, _ := h.list(h.Player(eve), &refereev1.ListGamesRequest{PlayerId: ann, Game: "xiangqi"})
	require.ElementsMatch(t, []string{public, over}, others)
	running, _ := h.list(h.Player(bob), &refereev1.ListGamesRequest{State: "running"})
	require.ElementsMatch(t, []string{hidden, linked, public}, running)

	resp, err := h.direct.ListGames(t.Context(), &refereev1.ListGamesRequest{PlayerId: bob, State: "ended"})
	require.NoError(t, err)
	zero := durationpb.New(0)
	require.Empty(t, cmp.Diff([]*refereev1.GameSummary{{
		GameId: over, Seq: 4, Ply: 1, At: timestamppb.New(at(0.5)), Change: "finished", Game: "xiangqi", Seats: seats(ann, bob),
		Mode: "casual", Visibility: "public", Category: "rapid", CreateTime: timestamppb.New(start), Creator: "matchmaking",
		TimeControl: &refereev1.TimeControl{
			Preset: "10+5", Bank: durationpb.New(10 * time.Minute), Increment: durationpb.New(5 * time.Second),
			PerMove: durationpb.New(time.Minute), ByoYomi: zero,
		},
		Result: &refereev1.Result{Winner: "second", Reason: "resignation", Status: "finished"},
	}}, resp.GetGames(), protocmp.Transform()))
}

// The delay of spectators holds for lists as well.
func TestListsOfDelayedGames(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.create("k", delayed(10))
	h.until(at(5))
	h.play(id, 1, 1)
	h.until(at(12))
	_, err := h.direct.Resign(h.Player(ann), &refereev1.ResignRequest{GameId: id})
	require.NoError(t, err)
	row := func(ctx context.Context, state string) []any {
		t.Helper()
		resp, err := h.direct.ListGames(ctx, &refereev1.ListGamesRequest{PlayerId: ann, State: state})
		require.NoError(t, err)
		if len(resp.GetGames()) == 0 {
			return nil
		}
		g := resp.GetGames()[0]
		return []any{g.GetSeq(), g.GetPly(), g.GetChange(), g.GetResult().GetReason(), g.GetAt().AsTime()}
	}
	end := []any{int32(4), int32(1), "finished", "resignation", at(12)}
	require.Equal(t, end, row(h.Player(bob), ""))
	require.Equal(t, end, row(h.Player(ann), "ended"))
	require.Equal(t, []any{int32(2), int32(0), "started", "", start}, row(t.Context(), ""))
	require.Nil(t, row(t.Context(), "ended"))
	h.until(at(16))
	require.Equal(t, []any{int32(3), int32(1), "started", "", start}, row(h.Player(eve), ""))
	h.until(at(22))
	require.Equal(t, end, row(t.Context(), "ended"))

	late := h.create("late", delayed(10))
	ids, _ := h.list(t.Context(), &refereev1.ListGamesRequest{PlayerId: ann})
	require.Equal(t, []string{id}, ids, "a game that has not begun for them")
	ids, _ = h.list(h.Player(ann), &refereev1.ListGamesRequest{})
	require.True(t, slices.Contains(ids, late))
}
