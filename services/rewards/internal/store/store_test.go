package store_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/events"
	"kydai.dev/services/rewards/internal/goals"
	"kydai.dev/services/rewards/internal/ledger"
	"kydai.dev/services/rewards/internal/store"
)

const saigon = "Asia/Ho_Chi_Minh"

var (
	noon   = monday()
	linked = deeds.Profile{Linked: true, Zone: saigon}
	guest  = deeds.Profile{Zone: saigon}
)

// quest is a weekly quest that so many wins do.
var quest, _ = goals.Find("weekly_win_7")

// monday is noon in Saigon on the first Monday on which the quest is on offer.
func monday() time.Time {
	zone, err := time.LoadLocation(saigon)
	if err != nil {
		panic(err) // the programs have all zones
	}
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, zone)
	for !slices.ContainsFunc(goals.Offered(at, zone), func(g goals.Goal) bool { return g.ID == quest.ID }) {
		at = at.AddDate(0, 0, 7)
	}
	return at.UTC()
}

// week names the quest's period so many weeks later.
func week(later int) string { return quest.Period(noon.AddDate(0, 0, 7*later), time.UTC) }

// hall is a store whose messages are handed to nobody.
type hall struct {
	*store.Store
	t  testing.TB
	db *dbx.DB

	mu     sync.Mutex
	handed []outbox.Message
}

func (h *hall) Hand(msgs ...outbox.Message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.handed = append(h.handed, msgs...)
}

func open(t testing.TB, db *dbx.DB) *hall {
	h := &hall{t: t, db: db}
	h.Store = store.New(db, h, events.Message)
	return h
}

// suite runs a test on a fresh store of each kind.
func suite(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Databases(t, "rewards", store.Migrations(), func(t *testing.T, db *dbx.DB) { fn(t, open(t, db)) })
}

// player is the account of a number.
func player(n int) string { return uuid.UUID{15: byte(n)}.String() }

// win is a long xiangqi game that a player has won against another.
func win(id string, p int, as deeds.Profile) deeds.Deed {
	return deeds.Deed{Player: player(p), Key: "game:" + id, As: as, Fact: goals.Fact{
		Kind: goals.GameFact, Time: noon, Game: "xiangqi", Category: "blitz", Result: goals.Win, Opponent: goals.Person, Side: goals.First, Plies: 40,
	}}
}

func voided(d deeds.Deed) deeds.Deed {
	d.Void = true
	return d
}

func (h *hall) take(all ...deeds.Deed) {
	h.t.Helper()
	require.NoError(h.t, h.Take(h.t.Context(), noon, all))
}

func (h *hall) balance(p int) int64 {
	h.t.Helper()
	b, err := h.Balance(h.t.Context(), player(p))
	require.NoError(h.t, err)
	return b.Coins
}

func (h *hall) tally(p int, goal, period string) deeds.Tally {
	h.t.Helper()
	b, err := h.Book(h.t.Context(), noon, player(p))
	require.NoError(h.t, err)
	return b.Tally(deeds.Slot{Goal: goal, Period: period})
}

func coins(t testing.TB, ids ...string) (sum int64) {
	for _, id := range ids {
		g, ok := goals.Find(id)
		require.True(t, ok, id)
		sum += g.Coins
	}
	return sum
}

// Wins of xiangqi earn these at once.
var first = []string{"first_game", "first_win", "win_xiangqi"}

func TestMigrations(t *testing.T) {
	t.Parallel()
	testkit.MigrationsUpAndDown(t, "rewards", store.Migrations())
}

func TestDeedsCountOnce(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		d := win("g1", 1, linked)
		h.take(d, d)
		h.take(d)
		late := d
		late.Fact.Time = noon.Add(time.Hour)
		h.take(late)
		require.Equal(t, 1, h.tally(1, "games_10", "").Count)
		require.Equal(t, coins(t, first...), h.balance(1))
		require.Len(t, h.handed, 1, "nothing new, nothing told")
		h.take(win("g2", 1, linked))
		require.Equal(t, 2, h.tally(1, "games_10", "").Count)
		require.Equal(t, coins(t, first...), h.balance(1), "once for ever")
		h.check(t)
	})
}

func TestVoidedGames(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		d := win("early", 1, linked)
		h.take(voided(d))
		h.take(d)
		require.Zero(t, h.balance(1), "annulled before it counted")
		later := win("later", 1, linked)
		h.take(later)
		h.take(voided(later))
		require.Equal(t, coins(t, first...), h.balance(1), "annulled after it counted, nothing is taken back")
		missing, err := h.Missing(t.Context(), []deeds.Deed{d, later, win("unknown", 1, linked), win("early", 2, linked)})
		require.NoError(t, err)
		require.Equal(t, []deeds.Deed{win("unknown", 1, linked), win("early", 2, linked)}, missing)
	})
}

func TestGuestsArePaidOnceTheyAreLinked(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		require.NoError(t, h.Know(t.Context(), noon, player(1), linked), "nobody known yet")
		h.take(win("g1", 1, guest))
		require.Zero(t, h.balance(1))
		require.True(t, h.tally(1, "first_win", "").Done())
		require.NoError(t, h.Know(t.Context(), noon, player(1), guest))
		require.Zero(t, h.balance(1))
		for range 2 {
			require.NoError(t, h.Know(t.Context(), noon, player(1), linked))
			require.Equal(t, coins(t, first...), h.balance(1))
		}
		h.take(win("g1", 2, guest))
		h.take(win("g2", 2, linked), win("g2", 1, guest)) // what was told of the account is old
		require.Equal(t, coins(t, first...), h.balance(2), "a game tells it as well")
		require.Equal(t, coins(t, first...), h.balance(1))
		h.check(t)
	})
}

func TestAWalletHasAMost(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		_, err := h.Post(t.Context(), ledger.ForPrize("k", player(1), "t", 1, noon), nil)
		require.NoError(t, err)
		require.NoError(t, h.db.Write().Exec("UPDATE accounts SET balance = 1999999999 WHERE player").Error)
		_, err = h.Post(t.Context(), ledger.ForPrize("l", player(1), "t", 2, noon), nil)
		require.ErrorIs(t, err, ledger.ErrFull)
		h.take(win("g1", 1, linked))
		require.Equal(t, 1, h.tally(1, "games_10", "").Count, "the game counts all the same")
		require.False(t, h.tally(1, "first_win", "").Paid)
	})
}

// Whatever the code does, the database keeps wallets at 0 and above.
func TestTheDatabaseRefusesDebts(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		h.take(win("g1", 1, linked))
		for _, set := range []string{"balance = -1", "balance = 2000000001"} {
			err := h.db.Write().Exec("UPDATE accounts SET " + set + " WHERE player").Error
			require.ErrorContains(t, err, "accounts_not_")
		}
		err := h.db.Write().Exec("UPDATE entries SET amount = 0").Error
		require.ErrorContains(t, err, "entries_of_something")
		require.Equal(t, coins(t, first...), h.balance(1))
	})
}

func TestWhatIsTold(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		h.take(win("g1", 1, linked), win("g1", 2, guest))
		require.Len(t, h.handed, 2, "one message a player")
		var one, two rewardsv1.PlayerRewards
		require.NoError(t, proto.Unmarshal(h.handed[0].Payload, &one))
		require.NoError(t, proto.Unmarshal(h.handed[1].Payload, &two))
		require.Equal(t, "kydai.rewards.v1.changed."+player(1), h.handed[0].Subject)
		require.EqualValues(t, 1, one.GetNumber())
		require.Len(t, one.GetEntries(), len(first))
		require.Empty(t, two.GetEntries())
		states := func(p *rewardsv1.PlayerRewards) map[string]string {
			all := map[string]string{}
			for _, a := range p.GetAchievements() {
				all[a.GetGoal().GetId()] = a.GetState() + a.GetReason()
			}
			return all
		}
		require.Equal(t, "paid", states(&one)["first_win"])
		require.Equal(t, "earnedlink_account", states(&two)["first_win"])
		require.Equal(t, "open", states(&two)["games_10"])
		require.NotEmpty(t, one.GetQuests())
		require.NotEmpty(t, one.GetQuests()[0].GetGoal().GetTitle().GetVi())
		var stored int64
		require.NoError(t, h.db.Read().Table("outbox").Count(&stored).Error)
		require.EqualValues(t, 2, stored)
		h.take(win("g2", 1, linked))
		require.NoError(t, proto.Unmarshal(h.handed[2].Payload, &one))
		require.EqualValues(t, 2, one.GetNumber())
	})
}

func TestEntriesPageByPage(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		h.take(win("g1", 1, linked), win("g1", 2, linked))
		all, err := h.Entries(t.Context(), player(1), 100, 10)
		require.NoError(t, err)
		require.Len(t, all, 3)
		page, err := h.Entries(t.Context(), player(1), 3, 1)
		require.NoError(t, err)
		require.Equal(t, all[1:2], page)
		require.Equal(t, all[0].Coins-all[0].Amount, all[1].Coins)
		for _, cursor := range []string{"", "1.a", "2.b"} {
			if cursor != "" {
				require.NoError(t, h.SetCursor(t.Context(), cursor))
			}
			got, err := h.Cursor(t.Context())
			require.NoError(t, err)
			require.Equal(t, cursor, got)
		}
		require.True(t, strings.HasPrefix(all[0].Key, "achievement:"+player(1)))
	})
}
