package rewards_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	"kydai.dev/services/rewards"
	"kydai.dev/services/rewards/rewardstest"
)

// first are the coins of a first game of xiangqi that is won: a game, a win, a
// win of xiangqi; lost are those of the loser.
const first, lost = 10 + 20 + 20, 10

func TestAGameFromItsEndToTheWallet(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		heard := h.hear(1)
		game := won("g1", 1, 2)
		h.tell(game, game)
		h.tell(game)
		h.settle()
		require.True(t, proto.Equal(&rewardsv1.Wallet{Balance: first, Pending: h.wallet(1).GetPending(), Claimable: true}, h.wallet(1)))
		require.EqualValues(t, lost, h.wallet(2).GetBalance())
		require.Equal(t, "paid", h.achievement(1, "first_win").GetState())
		require.True(t, proto.Equal(game.GetAt(), timestamppb.New(h.achievement(1, "first_win").GetEarnTime().AsTime())) ||
			h.achievement(1, "first_win").GetEarnTime().AsTime().Equal(game.GetAt().AsTime().Truncate(time.Microsecond)))
		require.Equal(t, "open", h.achievement(2, "first_win").GetState())
		entries, err := h.ListWalletEntries(h.player(1), &rewardsv1.ListWalletEntriesRequest{PageSize: 2})
		require.NoError(t, err)
		require.Len(t, entries.GetEntries(), 2)
		require.EqualValues(t, first, entries.GetEntries()[0].GetBalance())
		require.Equal(t, "achievement", entries.GetEntries()[0].GetKind())
		require.NotEmpty(t, entries.GetEntries()[0].GetTitle().GetVi())
		rest, err := h.ListWalletEntries(h.player(1), &rewardsv1.ListWalletEntriesRequest{PageSize: 2, PageToken: entries.GetNextPageToken()})
		require.NoError(t, err)
		require.Len(t, rest.GetEntries(), 1)
		require.Empty(t, rest.GetNextPageToken())
		require.EqualValues(t, 1, rest.GetEntries()[0].GetNumber())
		p := next(t, heard)
		require.EqualValues(t, 1, p.GetNumber())
		require.Len(t, p.GetEntries(), 3)
	})
}

func TestWhichGamesCount(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	bot := func(s *refereev1.GameSummary) {
		s.Seats.Second = &refereev1.Seat{Holder: &refereev1.Seat_Bot{Bot: &refereev1.Bot{Level: "3"}}}
	}
	h.tell(
		won("aborted", 1, 2, func(s *refereev1.GameSummary) { s.Result.Winner, s.Result.Status = "none", "aborted" }),
		won("started", 1, 2, func(s *refereev1.GameSummary) { s.Change, s.Result = "started", nil }),
		won("hot seat", 1, 1),
		won("void", 1, 2, void), won("void", 1, 2),
		won("bot", 3, 4, bot),
		won("short", 5, 6, func(s *refereev1.GameSummary) { s.Ply = 3 }),
		won("drawn", 7, 8, func(s *refereev1.GameSummary) { s.Result.Winner = "none" }),
		won("second", 9, 10, func(s *refereev1.GameSummary) { s.Result.Winner, s.Category = "second", "untimed" }),
	)
	h.settle()
	for n, want := range map[int]int32{1: 0, 2: 0, 3: first + 10 + 30, 4: 0, 5: 0, 6: 0, 7: lost + 10, 8: lost + 10, 9: lost, 10: first} {
		require.Equal(t, want, h.wallet(n).GetBalance(), "player %d", n)
	}
	h.tell(won("bot", 3, 4, bot, void))
	h.settle()
	require.EqualValues(t, first+10+30, h.wallet(3).GetBalance(), "voided after it counted")
}

func void(s *refereev1.GameSummary) {
	s.Change, s.Seq, s.Result = "voided", 91, &refereev1.Result{Winner: "none", Reason: "cheating", Status: "void"}
}

// Games of which no event came are found out from the referee.
func TestGamesWithoutAWord(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.set(func() { h.ended = append(h.ended, won("g1", 1, 2), won("g2", 2, 1), won("g3", 1, 2, void)) })
		require.Eventually(t, func() bool { return h.achievement(2, "games_10").GetCount() == 2 }, 20*time.Second, 5*time.Millisecond)
		h.tell(won("g1", 1, 2))
		h.settle()
		require.EqualValues(t, 2, h.achievement(1, "games_10").GetCount())
		require.EqualValues(t, first, h.wallet(1).GetBalance())
	})
}

func TestTitles(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	for range 2 {
		h.rated(1, 1, 0, 0)
		h.rated(1, 2, 240, 260)
		h.rated(1, 3, 260, 280)
		h.rated(2, 7, 260, 240) // what reached the title was never heard of
	}
	for n, why := range map[int]string{1: "two titles reached", 2: "the next change makes up for what was lost"} {
		require.Eventually(t, func() bool { return h.wallet(n).GetBalance() == 10+30 }, 20*time.Second, 5*time.Millisecond, why)
	}
	require.Equal(t, "paid", h.achievement(1, "title_ky_do").GetState())
	require.Equal(t, "open", h.achievement(1, "title_ky_thu").GetState())
}

// Games count while account can't be asked; what they earn is paid at the first
// look.
func TestAccountAway(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		heard := h.hear(1)
		h.set(func() { h.away = true })
		h.tell(won("g1", 1, 2))
		_, err := h.GetWallet(h.player(1), &rewardsv1.GetWalletRequest{})
		requireReason(t, err, codes.Unavailable, "UNAVAILABLE")
		require.Empty(t, next(t, heard).GetEntries())
		h.set(func() { h.away = false })
		require.EqualValues(t, first, h.wallet(1).GetBalance())
		h.tell(won("g2", 1, 2))
		h.settle()
		require.EqualValues(t, 2, h.achievement(1, "games_10").GetCount())
	})
}

// A guest sees what would have been earned, and is paid once linked: by the event,
// or at the first look without one.
func TestGuests(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.set(func() { h.guests[account(1)], h.guests[account(2)] = true, true })
		h.tell(won("g1", 1, 3), won("g2", 2, 3))
		h.settle()
		w := h.wallet(1)
		require.Zero(t, w.GetBalance())
		require.GreaterOrEqual(t, w.GetPending(), int32(first))
		require.False(t, w.GetClaimable())
		require.Equal(t, "link_account", w.GetReason())
		a := h.achievement(1, "first_win")
		require.Equal(t, []string{"earned", "link_account"}, []string{a.GetState(), a.GetReason()})
		q := h.quests(1)[0]
		require.False(t, q.GetClaimable())
		_, err := h.ClaimQuest(h.with(account(1), true, "play"), &rewardsv1.ClaimQuestRequest{QuestId: q.GetGoal().GetId()})
		requireReason(t, err, codes.PermissionDenied, "GUEST_EARNS_NOTHING")

		h.linked(1, true)
		require.Eventually(t, func() bool {
			resp, err := h.ListWalletEntries(h.player(1), &rewardsv1.ListWalletEntriesRequest{})
			return err == nil && len(resp.GetEntries()) == 3
		}, 20*time.Second, 5*time.Millisecond)
		h.linked(2, false)
		require.EqualValues(t, first, h.wallet(2).GetBalance())
		require.Equal(t, "paid", h.achievement(2, "first_win").GetState())
		require.True(t, h.wallet(2).GetClaimable())
	})
}

// claimable plays until a quest on offer is done.
func (h *hall) claimable(n int) *rewardsv1.Quest {
	h.t.Helper()
	for i := range 8 {
		h.tell(won(fmt.Sprintf("claim%d-%d", n, i), n, 900, func(s *refereev1.GameSummary) {
			s.Mode, s.Ply, s.Game, s.Category = "rated", 120, []string{"xiangqi", "jungle", "morris"}[i%3], []string{"blitz", "rapid"}[i%2]
		}))
	}
	h.settle()
	for _, q := range h.quests(n) {
		if q.GetState() == "done" {
			return q
		}
	}
	require.FailNow(h.t, "no quest was done by eight wins")
	return nil
}

func TestClaims(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		q := h.claimable(1)
		require.True(t, q.GetClaimable())
		before := h.wallet(1)
		require.GreaterOrEqual(t, before.GetPending(), q.GetGoal().GetCoins())
		req := &rewardsv1.ClaimQuestRequest{QuestId: q.GetGoal().GetId(), Period: q.GetPeriod()}
		_, err := h.ClaimQuest(h.player(2), req)
		requireReason(t, err, codes.FailedPrecondition, "QUEST_NOT_DONE")
		require.Equal(t, "0", said(err)["count"])
		paid, err := h.ClaimQuest(h.player(1), req)
		require.NoError(t, err)
		require.Equal(t, before.GetBalance()+q.GetGoal().GetCoins(), paid.GetWallet().GetBalance())
		require.Equal(t, before.GetPending()-q.GetGoal().GetCoins(), paid.GetWallet().GetPending())
		again, err := h.ClaimQuest(h.player(1), req)
		require.NoError(t, err)
		require.True(t, proto.Equal(paid, again))
		for _, other := range h.quests(1) {
			if other.GetGoal().GetId() == q.GetGoal().GetId() {
				require.Equal(t, "claimed", other.GetState())
				require.False(t, other.GetClaimable())
			}
		}
	})
}

// A player's day is that of the profile's time zone, at once when it changes.
func TestTimeZones(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	for _, zone := range []string{"", "Pacific/Kiritimati", "Pacific/Midway"} {
		h.set(func() { h.zones[account(1)] = zone })
		resp, err := h.ListQuests(h.player(1), &rewardsv1.ListQuestsRequest{})
		require.NoError(t, err)
		if zone == "" {
			zone = "Asia/Ho_Chi_Minh"
		}
		require.Equal(t, zone, resp.GetTimeZone())
		place, err := time.LoadLocation(zone)
		require.NoError(t, err)
		q := resp.GetQuests()[0]
		require.Equal(t, time.Now().In(place).Format(time.DateOnly), q.GetPeriod())
		end := q.GetEndTime().AsTime().In(place)
		require.Equal(t, "00:00:00", end.Format(time.TimeOnly))
		require.Equal(t, q.GetPeriod(), end.AddDate(0, 0, -1).Format(time.DateOnly))
		require.Equal(t, end.Add(24*time.Hour).UTC(), q.GetClaimEndTime().AsTime())
	}
}

// Fifty games of one player end at the same moment, told in many messages, more
// than once; what is stored can be counted again from the games.
func TestFiftyGamesOfOnePlayerAtOnce(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		at := timestamppb.Now()
		var games []*refereev1.GameSummary
		for i := range 50 {
			games = append(games, won(fmt.Sprintf("g%02d", i), 1, 2+i%7, func(s *refereev1.GameSummary) {
				s.At, s.Result.Winner = at, []string{"first", "second", "none"}[i%3]
			}))
		}
		for i := 0; i < len(games); i += 7 {
			part := games[i:min(i+7, len(games))]
			h.tell(part...)
			h.tell(part[0])
		}
		h.set(func() { h.ended = games })
		require.Eventually(t, func() bool { return h.achievement(1, "games_100").GetCount() == 50 }, 20*time.Second, 5*time.Millisecond)
		require.NoError(t, rewardstest.Check(t, h.db, rewardstest.Log{Games: games}))
	})
}

func TestGoals(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	resp, err := h.ListGoals(t.Context(), &rewardsv1.ListGoalsRequest{})
	require.NoError(t, err)
	kinds := map[string]int{}
	for _, g := range resp.GetGoals() {
		kinds[g.GetKind()]++
		for _, text := range []string{g.GetTitle().GetVi(), g.GetTitle().GetEn(), g.GetText().GetVi(), g.GetText().GetEn()} {
			require.NotEmpty(t, text, g.GetId())
		}
		ofGames := !strings.HasPrefix(g.GetId(), "title_") && !strings.HasPrefix(g.GetId(), "tournament")
		require.Equal(t, ofGames, g.GetLeastPlies() >= 10, g.GetId())
	}
	require.Len(t, kinds, 3)
}

func TestConfig(t *testing.T) {
	t.Parallel()
	require.NoError(t, config(dbx.Config{}).Validate())
	for name, change := range map[string]func(*rewards.Config){
		"retention": func(c *rewards.Config) { c.Retention = 0 }, "size": func(c *rewards.Config) { c.StreamSize = 0 },
		"audit": func(c *rewards.Config) { c.AuditEvery = 0 }, "zone": func(c *rewards.Config) { c.TimeZone = "Mars/Base" },
		"the server's zone": func(c *rewards.Config) { c.TimeZone = "Local" }, "no zone": func(c *rewards.Config) { c.TimeZone = "" },
	} {
		c := config(dbx.Config{})
		change(&c)
		require.Error(t, c.Validate(), name)
	}
}
