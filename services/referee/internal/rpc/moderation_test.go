package rpc_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/testing/protocmp"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// roles is account as far as the referee asks it.
type roles struct {
	accountv1.UnimplementedAccountServiceServer
	mu   sync.Mutex
	of   map[string][]string
	away bool
}

// ListRoles knows who has which.
func (r *roles) ListRoles(_ context.Context, req *accountv1.ListRolesRequest) (*accountv1.ListRolesResponse, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.away {
		return nil, errs.New(errs.Unavailable, "UNAVAILABLE", "account can't answer now")
	}
	return &accountv1.ListRolesResponse{Roles: r.of[req.GetPlayerId()]}, nil
}

func (r *roles) set(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change()
}

// moderator is a context for calls of somebody with roles, which account knows.
func (h *hall) moderator(account string, has ...string) context.Context {
	h.t.Helper()
	h.roles.set(func() { h.roles.of[account] = has })
	return h.With(authn.PlayerToken{Account: account, Scopes: append([]string{"play"}, has...)})
}

func (h *hall) void(ctx context.Context, by refereev1.RefereeServiceClient, id, reason string) (*refereev1.VoidGameResponse, error) {
	return by.VoidGame(ctx, &refereev1.VoidGameRequest{GameId: id, Reason: reason})
}

func TestVoidGame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.create("k", func(r *refereev1.CreateGameRequest) { r.Mode = "rated" })
		h.play(id, 1, 2)
		_, err := h.direct.Resign(h.Player(bob), &refereev1.ResignRequest{GameId: id})
		require.NoError(t, err)
		h.until(at(5))
		mod := h.moderator(eve, "mod")
		req := &refereev1.VoidGameRequest{GameId: id, Reason: "An engine helped. Máy đã giúp.", Operator: "somebody else"}
		got, err := h.direct.VoidGame(mod, req)
		require.NoError(t, err)
		result := &refereev1.Result{Winner: "none", Reason: "void", Status: "void"}
		want := &refereev1.VoidGameResponse{Seq: 6, Result: result, VoidedGame: &refereev1.VoidedGame{
			GameId: id, Time: got.GetVoidedGame().GetTime(), Reason: req.GetReason(), Operator: eve, Caller: "mod",
		}}
		require.Empty(t, cmp.Diff(want, got, protocmp.Transform()))
		require.Equal(t, at(5), got.GetVoidedGame().GetTime().AsTime())
		h.until(at(9))
		again, err := h.void(t.Context(), h.operator, id, "another reason")
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(want, again, protocmp.Transform()), "as it was annulled first")

		g, err := h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: id})
		require.NoError(t, err)
		require.Equal(t, []string{"void", req.GetReason()}, []string{g.GetGame().GetStatus(), g.GetGame().GetVoidReason()})
		require.Empty(t, cmp.Diff(result, g.GetGame().GetResult(), protocmp.Transform()))
		log, err := h.direct.ListEvents(h.Player(ann), &refereev1.ListEventsRequest{GameId: id})
		require.NoError(t, err)
		require.EqualValues(t, 6, log.GetLastSeq(), "once")
		require.Equal(t, req.GetReason(), log.GetEvents()[5].GetVoided().GetReason())
		require.NotContains(t, log.String()+g.String(), eve, "players are not told who it was")
		mine, err := h.direct.ListGames(h.Player(ann), &refereev1.ListGamesRequest{})
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(result, mine.GetGames()[0].GetResult(), protocmp.Transform()))
		record, err := h.direct.ExportGame(h.Player(ann), &refereev1.ExportGameRequest{GameId: id, Format: "pgn"})
		require.NoError(t, err)
		require.Contains(t, string(record.GetData()), `[Result "*"]`)
	})
}

// A running game ends by it: nobody moves any more, and no flag falls.
func TestVoidOfARunningGame(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	hidden := h.create("hidden", private)
	h.play(hidden, 1, 2)
	got, err := h.void(h.moderator(eve, "admin"), h.direct, hidden, "x")
	require.NoError(t, err)
	require.Equal(t, "admin", got.GetVoidedGame().GetCaller())
	_, err = h.direct.PlayMove(h.Player(ann), &refereev1.PlayMoveRequest{GameId: hidden, Ply: 3, Move: opening[2]})
	require.Equal(t, "void", refused(t, "GAME_OVER", codes.FailedPrecondition, err).Metadata["status"])
	h.until(at(700))
	claim, err := h.clockService.ClaimTimeout(t.Context(), &refereev1.ClaimTimeoutRequest{GameId: hidden, Seq: 4})
	require.NoError(t, err)
	require.True(t, claim.GetOver())
	require.EqualValues(t, 5, claim.GetSeq())
}

// Two who annul one game at once annul it once, and are told the same.
func TestTwoModeratorsAtOnce(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.create("k")
		mods := []context.Context{h.moderator(eve, "mod"), h.moderator("0198c0de-0000-7000-8000-00000000000f", "admin")}
		answers := make([]*refereev1.VoidGameResponse, 8)
		var all errgroup.Group
		for i := range answers {
			all.Go(func() (err error) {
				answers[i], err = h.void(mods[i%2], h.direct, id, "x")
				return err
			})
		}
		require.NoError(t, all.Wait())
		for _, a := range answers {
			require.Empty(t, cmp.Diff(answers[0], a, protocmp.Transform()))
		}
		list, err := h.direct.ListVoidedGames(mods[0], &refereev1.ListVoidedGamesRequest{GameId: id})
		require.NoError(t, err)
		require.Len(t, list.GetGames(), 1)
	})
}

func TestWhoMayVoid(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.create("k")
	mod := h.moderator(eve, "mod")
	const formerly = "0198c0de-0000-7000-8000-00000000000f"
	former := h.moderator(formerly, "mod", "admin")
	h.roles.set(func() { h.roles.of[formerly] = []string{"organizer"} }) // the token says it still
	calls := map[string]func(context.Context, refereev1.RefereeServiceClient) error{
		"VoidGame": func(ctx context.Context, by refereev1.RefereeServiceClient) error {
			_, err := h.void(ctx, by, id, "x")
			return err
		},
		"ListVoidedGames": func(ctx context.Context, by refereev1.RefereeServiceClient) error {
			_, err := by.ListVoidedGames(ctx, &refereev1.ListVoidedGamesRequest{})
			return err
		},
	}
	refusals := map[string]struct {
		ctx    context.Context //nolint:containedctx // what the call carries is the test
		by     refereev1.RefereeServiceClient
		reason string
		code   codes.Code
	}{
		"no token":        {t.Context(), h.direct, "NO_TOKEN", codes.Unauthenticated},
		"no true token":   {rpc.WithToken(t.Context(), "a.b.c"), h.direct, "BAD_TOKEN", codes.Unauthenticated},
		"a guest":         {h.Guest(eve), h.direct, "SCOPE_MISSING", codes.PermissionDenied},
		"a stranger":      {h.Player(eve), h.direct, "SCOPE_MISSING", codes.PermissionDenied},
		"a player":        {h.Player(ann), h.direct, "SCOPE_MISSING", codes.PermissionDenied},
		"another role":    {h.With(authn.PlayerToken{Account: eve, Scopes: []string{"play", "organizer", "bot"}}), h.direct, "SCOPE_MISSING", codes.PermissionDenied},
		"a role no more":  {former, h.direct, "SCOPE_MISSING", codes.PermissionDenied},
		"another service": {t.Context(), h.matchmaking, "NO_TOKEN", codes.Unauthenticated},
		"the gateway":     {h.Player(ann), h.gateway, "SCOPE_MISSING", codes.PermissionDenied},
	}
	for name, tt := range refusals {
		for call, do := range calls {
			t.Log(name, call)
			requireRefused(t, tt.reason, tt.code, do(tt.ctx, tt.by))
		}
	}
	h.roles.set(func() { h.roles.away = true })
	require.Equal(t, codes.Unavailable, status.Code(calls["VoidGame"](mod, h.direct)))
	g, err := h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: id})
	require.NoError(t, err)
	require.Equal(t, "running", g.GetGame().GetStatus(), "nothing of all that annulled it")
	require.NoError(t, calls["VoidGame"](t.Context(), h.operator), "the key needs no account")
	h.roles.set(func() { h.roles.away = false })
	for call, do := range calls {
		require.NoError(t, do(mod, h.direct), call)
		require.NoError(t, do(t.Context(), h.operator), call)
	}
}

func TestVoidsThatAreRefused(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	running, aborted := h.create("k"), h.create("l")
	_, err := h.direct.Abort(h.Player(ann), &refereev1.AbortRequest{GameId: aborted})
	require.NoError(t, err)
	mod, player := h.moderator(eve, "mod"), h.moderator(ann, "admin")
	const invalid = "INVALID_ARGUMENT"
	tests := map[string]struct {
		ctx        context.Context //nolint:containedctx // who calls is the test
		id, reason string
		want       string
		code       codes.Code
	}{
		"unknown":            {mod, "NobodyNobody", "x", "NO_SUCH_GAME", codes.NotFound},
		"SQL":                {mod, "'; drop table games --", "x", "NO_SUCH_GAME", codes.NotFound},
		"a zero byte":        {mod, "NobodyNobod\x00", "x", "NO_SUCH_GAME", codes.NotFound},
		"no game":            {mod, "", "x", invalid, codes.InvalidArgument},
		"aborted":            {mod, aborted, "x", "NOTHING_TO_VOID", codes.FailedPrecondition},
		"one's own":          {player, running, "x", "OWN_GAME", codes.PermissionDenied},
		"no reason":          {mod, running, "", invalid, codes.InvalidArgument},
		"a blank reason":     {mod, running, " \u00a0\u200b ", invalid, codes.InvalidArgument},
		"control characters": {mod, running, "a\x1b[2Jb", invalid, codes.InvalidArgument},
		"lines":              {mod, running, "a\nb", invalid, codes.InvalidArgument},
		"turned writing":     {mod, running, "a\u202eb", invalid, codes.InvalidArgument},
		"a long reason":      {mod, running, strings.Repeat("ệ", 501), invalid, codes.InvalidArgument},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := h.void(tt.ctx, h.direct, tt.id, tt.reason)
			requireRefused(t, tt.want, tt.code, err)
		})
	}
	_, err = h.operator.VoidGame(t.Context(), &refereev1.VoidGameRequest{GameId: running, Reason: "x", Operator: "a\nb"})
	requireRefused(t, invalid, codes.InvalidArgument, err)
	g, err := h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: running})
	require.NoError(t, err)
	require.Equal(t, "running", g.GetGame().GetStatus())
	list, err := h.direct.ListVoidedGames(mod, &refereev1.ListVoidedGamesRequest{})
	require.NoError(t, err)
	require.Empty(t, list.GetGames())
	_, err = h.void(mod, h.direct, running, strings.Repeat("ệ", 500))
	require.NoError(t, err)
}

func TestListVoidedGames(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		mod := h.moderator(eve, "mod")
		var ids []string
		for i := range 3 {
			id := h.create(key(i))
			h.until(at(float64(i)))
			_, err := h.operator.VoidGame(t.Context(), &refereev1.VoidGameRequest{GameId: id, Reason: key(i), Operator: []string{"", "an", "binh"}[i]})
			require.NoError(t, err)
			ids = append([]string{id}, ids...)
		}
		list := func(req *refereev1.ListVoidedGamesRequest) *refereev1.ListVoidedGamesResponse {
			resp, err := h.direct.ListVoidedGames(mod, req)
			require.NoError(t, err)
			return resp
		}
		page := list(&refereev1.ListVoidedGamesRequest{PageSize: 2})
		rest := list(&refereev1.ListVoidedGamesRequest{PageToken: page.GetNextPageToken()})
		require.Empty(t, rest.GetNextPageToken())
		all := append(page.GetGames(), rest.GetGames()...)
		require.Len(t, all, 3)
		for i, v := range all {
			require.Equal(t, []string{ids[i], key(2 - i), []string{"binh", "an", "operator"}[i], "operator"},
				[]string{v.GetGameId(), v.GetReason(), v.GetOperator(), v.GetCaller()})
		}
		one := list(&refereev1.ListVoidedGamesRequest{GameId: ids[1]})
		require.Empty(t, cmp.Diff(all[1:2], one.GetGames(), protocmp.Transform()))
		for _, req := range []*refereev1.ListVoidedGamesRequest{
			{PageToken: "x"},
			{PageToken: page.GetNextPageToken(), GameId: ids[0]},
		} {
			_, err := h.direct.ListVoidedGames(mod, req)
			requireRefused(t, "BAD_PAGE_TOKEN", codes.InvalidArgument, err)
		}
		_, err := h.direct.ListVoidedGames(mod, &refereev1.ListVoidedGamesRequest{PageSize: 101})
		requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)
	})
}
