package rewards_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
)

type call func(context.Context, rewardsv1.RewardsServiceClient) error

// calls are those of players, of anybody, and of services.
func calls() (players, anybody, tournament, operator map[string]call) {
	players = map[string]call{
		"GetWallet": func(ctx context.Context, by rewardsv1.RewardsServiceClient) error {
			_, err := by.GetWallet(ctx, &rewardsv1.GetWalletRequest{})
			return err
		},
		"ListWalletEntries": func(ctx context.Context, by rewardsv1.RewardsServiceClient) error {
			_, err := by.ListWalletEntries(ctx, &rewardsv1.ListWalletEntriesRequest{})
			return err
		},
		"ListQuests": func(ctx context.Context, by rewardsv1.RewardsServiceClient) error {
			_, err := by.ListQuests(ctx, &rewardsv1.ListQuestsRequest{})
			return err
		},
		"ListAchievements": func(ctx context.Context, by rewardsv1.RewardsServiceClient) error {
			_, err := by.ListAchievements(ctx, &rewardsv1.ListAchievementsRequest{})
			return err
		},
	}
	anybody = map[string]call{"ListGoals": func(ctx context.Context, by rewardsv1.RewardsServiceClient) error {
		_, err := by.ListGoals(ctx, &rewardsv1.ListGoalsRequest{})
		return err
	}}
	tournament = map[string]call{"AwardPrize": func(ctx context.Context, by rewardsv1.RewardsServiceClient) error {
		_, err := by.AwardPrize(ctx, prize("who may", 1, 5))
		return err
	}}
	operator = map[string]call{
		"GrantCoins": func(ctx context.Context, by rewardsv1.RewardsServiceClient) error {
			_, err := by.GrantCoins(ctx, grant("who may", 1, 5))
			return err
		},
		"ListGrants": func(ctx context.Context, by rewardsv1.RewardsServiceClient) error {
			_, err := by.ListGrants(ctx, &rewardsv1.ListGrantsRequest{})
			return err
		},
	}
	return players, anybody, tournament, operator
}

func prize(key string, n int, amount int32) *rewardsv1.AwardPrizeRequest {
	return &rewardsv1.AwardPrizeRequest{Key: key, PlayerId: account(n), Amount: amount, TournamentId: "t1"}
}

func grant(key string, n int, amount int32) *rewardsv1.GrantCoinsRequest {
	return &rewardsv1.GrantCoinsRequest{Key: key, PlayerId: account(n), Amount: amount, Reason: "a mistake of ours", Operator: "an"}
}

func TestWhoMayCall(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.set(func() { h.guests[account(7)] = true })
	players, anybody, tournament, operator := calls()
	claim := func(ctx context.Context, by rewardsv1.RewardsServiceClient) error {
		_, err := by.ClaimQuest(ctx, &rewardsv1.ClaimQuestRequest{QuestId: "no_such_quest"})
		return err
	}
	guest, bare := h.with(account(7), true, "play"), h.with(account(1), false)
	for name, do := range players {
		require.NoError(t, do(h.player(1), h), name)
		require.NoError(t, do(guest, h), "%s: a guest sees his own", name)
	}
	players["ClaimQuest"] = claim
	requireReason(t, claim(h.player(1), h), codes.NotFound, "NO_SUCH_QUEST")
	for name, do := range players {
		t.Log(name)
		requireReason(t, do(t.Context(), h), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, do(t.Context(), h.as("tournament")), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, do(t.Context(), h.as("operator")), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, do(bare, h), codes.PermissionDenied, "SCOPE_MISSING")
		requireReason(t, do(rpc.WithToken(t.Context(), "a.b.c"), h), codes.Unauthenticated, "BAD_TOKEN")
	}
	for name, do := range anybody {
		for _, ctx := range []context.Context{t.Context(), h.player(1), guest} {
			require.NoError(t, do(ctx, h), name)
		}
		requireReason(t, do(rpc.WithToken(t.Context(), "a.b.c"), h), codes.Unauthenticated, "BAD_TOKEN")
	}
	for service, group := range map[string]map[string]call{"tournament": tournament, "operator": operator} {
		for name, do := range group {
			t.Log(name)
			refused(guest, t, h, service, do)
			require.NoError(t, do(t.Context(), h.as(service)), name)
		}
	}
	require.EqualValues(t, 10, h.wallet(1).GetBalance(), "a prize and a grant, nothing of what was refused")
}

// refused holds that calls of a service are refused to everybody else. Those of
// the operator are also for administrators, who are told what they lack.
func refused(guest context.Context, t *testing.T, h *hall, service string, do call) {
	t.Helper()
	player, nobody := "CALLER_DENIED", "CALLER_DENIED"
	code := codes.PermissionDenied
	if service == "operator" {
		player, nobody, code = "SCOPE_MISSING", "NO_TOKEN", codes.Unauthenticated
	}
	requireReason(t, do(h.player(1), h), codes.PermissionDenied, player)
	requireReason(t, do(guest, h), codes.PermissionDenied, player)
	requireReason(t, do(h.with(account(1), false, "mod", "organizer", "bot", "play"), h), codes.PermissionDenied, player)
	requireReason(t, do(t.Context(), h), code, nobody)
	for _, other := range []string{"clock", "account", "operator", "tournament"} {
		if other != service {
			requireReason(t, do(t.Context(), h.as(other)), code, nobody)
		}
	}
}

// Administrators grant by their own token, which the audit names.
func TestAdministratorsGrant(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.set(func() { h.admins[account(9)] = true })
	admin := h.with(account(9), false, "admin")
	req := grant("a", 1, 50)
	req.Operator = "somebody else"
	made, err := h.GrantCoins(admin, req)
	require.NoError(t, err)
	require.Equal(t, []string{account(9), "admin"}, []string{made.GetGrant().GetOperator(), made.GetGrant().GetCaller()})
	require.EqualValues(t, 50, made.GetGrant().GetBalance())
	list, err := h.ListGrants(admin, &rewardsv1.ListGrantsRequest{PlayerId: account(1)})
	require.NoError(t, err)
	require.True(t, proto.Equal(made.GetGrant(), list.GetGrants()[0]))

	h.set(func() { h.admins[account(9)] = false }) // the token says it still
	_, err = h.GrantCoins(admin, grant("b", 1, 50))
	requireReason(t, err, codes.PermissionDenied, "SCOPE_MISSING")
	_, err = h.ListGrants(admin, &rewardsv1.ListGrantsRequest{})
	requireReason(t, err, codes.PermissionDenied, "SCOPE_MISSING")
	require.EqualValues(t, 50, h.wallet(1).GetBalance())
}

// Nobody's claims and wallets reach another player's.
func TestOneSeesOneselfOnly(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	_, err := h.as("operator").GrantCoins(t.Context(), grant("a", 1, 70))
	require.NoError(t, err)
	_, err = h.as("operator").GrantCoins(t.Context(), grant("b", 1, 5))
	require.NoError(t, err)
	require.Zero(t, h.wallet(2).GetBalance())
	mine, err := h.ListWalletEntries(h.player(1), &rewardsv1.ListWalletEntriesRequest{PageSize: 1})
	require.NoError(t, err)
	require.Equal(t, "a mistake of ours", mine.GetEntries()[0].GetNote())
	_, err = h.ListWalletEntries(h.player(2), &rewardsv1.ListWalletEntriesRequest{PageToken: mine.GetNextPageToken()})
	requireReason(t, err, codes.InvalidArgument, "BAD_PAGE_TOKEN")
	theirs, err := h.ListWalletEntries(h.player(2), &rewardsv1.ListWalletEntriesRequest{})
	require.NoError(t, err)
	require.Empty(t, theirs.GetEntries())
}

func TestGrantsAndPrizes(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.set(func() { h.guests[account(7)] = true })
		operator, tournament := h.as("operator"), h.as("tournament")
		made, err := operator.GrantCoins(t.Context(), grant("a", 1, 500))
		require.NoError(t, err)
		g := made.GetGrant()
		require.Equal(t, []string{"a", account(1), "a mistake of ours", "an", "operator"},
			[]string{g.GetKey(), g.GetPlayerId(), g.GetReason(), g.GetOperator(), g.GetCaller()})
		require.WithinDuration(t, time.Now(), g.GetTime().AsTime(), time.Minute)
		repeat := grant("a", 1, 500)
		repeat.Operator, repeat.PlayerId = "binh", strings.ToUpper(account(1))
		again, err := operator.GrantCoins(t.Context(), repeat)
		require.NoError(t, err)
		require.True(t, proto.Equal(made, again), "as it was made the first time")
		_, err = operator.GrantCoins(t.Context(), grant("a", 1, 400))
		requireReason(t, err, codes.Aborted, "PAYMENT_KEY_REUSED")
		_, err = operator.GrantCoins(t.Context(), grant("a", 2, 500))
		requireReason(t, err, codes.Aborted, "PAYMENT_KEY_REUSED")
		_, err = operator.GrantCoins(t.Context(), grant("b", 1, -501))
		requireReason(t, err, codes.FailedPrecondition, "NOT_ENOUGH_COINS")
		require.Equal(t, "500", said(err)["balance"])
		_, err = operator.GrantCoins(t.Context(), grant("c", 7, 5))
		requireReason(t, err, codes.PermissionDenied, "GUEST_EARNS_NOTHING")
		_, err = operator.GrantCoins(t.Context(), grant("c", 404, 5))
		requireReason(t, err, codes.NotFound, "NO_SUCH_PLAYER")
		_, err = operator.GrantCoins(t.Context(), grant("b", 1, -500))
		require.NoError(t, err)

		for range 2 {
			paid, err := tournament.AwardPrize(t.Context(), prize("t1:1", 1, 300))
			require.NoError(t, err)
			require.Equal(t, "prize", paid.GetEntry().GetKind())
			require.Equal(t, "t1", paid.GetEntry().GetTournamentId())
		}
		_, err = tournament.AwardPrize(t.Context(), prize("t1:1", 2, 300))
		requireReason(t, err, codes.Aborted, "PAYMENT_KEY_REUSED")
		_, err = tournament.AwardPrize(t.Context(), prize("t1:2", 7, 300))
		requireReason(t, err, codes.PermissionDenied, "GUEST_EARNS_NOTHING")
		require.EqualValues(t, 300, h.wallet(1).GetBalance())

		page, err := operator.ListGrants(t.Context(), &rewardsv1.ListGrantsRequest{PageSize: 1})
		require.NoError(t, err)
		require.EqualValues(t, -500, page.GetGrants()[0].GetAmount())
		older, err := operator.ListGrants(t.Context(), &rewardsv1.ListGrantsRequest{PageToken: page.GetNextPageToken()})
		require.NoError(t, err)
		require.Len(t, older.GetGrants(), 1)
		require.Empty(t, older.GetNextPageToken())
		none, err := operator.ListGrants(t.Context(), &rewardsv1.ListGrantsRequest{PlayerId: account(2)})
		require.NoError(t, err)
		require.Empty(t, none.GetGrants())
	})
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	granting := func(change func(*rewardsv1.GrantCoinsRequest)) error {
		req := grant("bad", 1, 5)
		change(req)
		_, err := h.as("operator").GrantCoins(t.Context(), req)
		return err
	}
	awarding := func(amount int32) error {
		_, err := h.as("tournament").AwardPrize(t.Context(), prize("bad", 1, amount))
		return err
	}
	claiming := func(quest, period string) error {
		_, err := h.ClaimQuest(h.player(1), &rewardsv1.ClaimQuestRequest{QuestId: quest, Period: period})
		return err
	}
	listing := func(req *rewardsv1.ListWalletEntriesRequest) error {
		_, err := h.ListWalletEntries(h.player(1), req)
		return err
	}
	offered := h.quests(1)[0].GetGoal().GetId()
	const invalid = "INVALID_ARGUMENT"
	tests := map[string]struct {
		err    error
		code   codes.Code
		reason string
	}{
		"grant of 0":             {granting(func(r *rewardsv1.GrantCoinsRequest) { r.Amount = 0 }), codes.InvalidArgument, "BAD_AMOUNT"},
		"absurd grant":           {granting(func(r *rewardsv1.GrantCoinsRequest) { r.Amount = 1000001 }), codes.InvalidArgument, invalid},
		"absurd taking":          {granting(func(r *rewardsv1.GrantCoinsRequest) { r.Amount = -1 << 31 }), codes.InvalidArgument, invalid},
		"grant without a reason": {granting(func(r *rewardsv1.GrantCoinsRequest) { r.Reason = "" }), codes.InvalidArgument, invalid},
		"control characters":     {granting(func(r *rewardsv1.GrantCoinsRequest) { r.Reason = "a\nb" }), codes.InvalidArgument, invalid},
		"blank reason":           {granting(func(r *rewardsv1.GrantCoinsRequest) { r.Reason = " \u00a0\u200b " }), codes.InvalidArgument, invalid},
		"turned writing":         {granting(func(r *rewardsv1.GrantCoinsRequest) { r.Reason = "a\u202eb" }), codes.InvalidArgument, invalid},
		"lines in a key":         {granting(func(r *rewardsv1.GrantCoinsRequest) { r.Key = "a\nb" }), codes.InvalidArgument, invalid},
		"lines in a name":        {granting(func(r *rewardsv1.GrantCoinsRequest) { r.Operator = "a\nb" }), codes.InvalidArgument, invalid},
		"grant without a key":    {granting(func(r *rewardsv1.GrantCoinsRequest) { r.Key = "" }), codes.InvalidArgument, invalid},
		"grant to no account":    {granting(func(r *rewardsv1.GrantCoinsRequest) { r.PlayerId = "1" }), codes.InvalidArgument, invalid},
		"debt of a new player":   {granting(func(r *rewardsv1.GrantCoinsRequest) { r.Amount = -1 }), codes.FailedPrecondition, "NOT_ENOUGH_COINS"},
		"negative prize":         {awarding(-1), codes.InvalidArgument, invalid},
		"prize of 0":             {awarding(0), codes.InvalidArgument, invalid},
		"unknown quest":          {claiming("no_such_quest", ""), codes.NotFound, "NO_SUCH_QUEST"},
		"achievement as a quest": {claiming("first_win", ""), codes.NotFound, "NO_SUCH_QUEST"},
		"no quest":               {claiming("", ""), codes.InvalidArgument, invalid},
		"quest not done":         {claiming(offered, ""), codes.FailedPrecondition, "QUEST_NOT_DONE"},
		"quest of the past":      {claiming(offered, "2020-01-01"), codes.FailedPrecondition, "QUEST_NOT_OFFERED"},
		"quest of the future":    {claiming(offered, "2999-01-01"), codes.FailedPrecondition, "QUEST_NOT_OFFERED"},
		"no period":              {claiming(offered, "today"), codes.InvalidArgument, invalid},
		"large pages":            {listing(&rewardsv1.ListWalletEntriesRequest{PageSize: 101}), codes.InvalidArgument, invalid},
		"negative pages":         {listing(&rewardsv1.ListWalletEntriesRequest{PageSize: -1}), codes.InvalidArgument, invalid},
		"garbage token":          {listing(&rewardsv1.ListWalletEntriesRequest{PageToken: "x"}), codes.InvalidArgument, "BAD_PAGE_TOKEN"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireReason(t, tt.err, tt.code, tt.reason)
		})
	}
	require.Zero(t, h.wallet(1).GetBalance(), "nothing has changed")
}
