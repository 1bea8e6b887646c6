package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/goals"
	"kydai.dev/services/rewards/internal/store"
	"kydai.dev/services/rewards/internal/store/storetest"
)

// anyDeed draws what one of a few players has done.
func anyDeed(t *rapid.T, run, i int) deeds.Deed {
	zone := rapid.SampledFrom([]string{saigon, saigon, "Europe/Paris", "America/Los_Angeles"}).Draw(t, "zone")
	d := deeds.Deed{
		Player: fmt.Sprintf("%s-%d", player(rapid.IntRange(1, 3).Draw(t, "player")), run), Key: fmt.Sprintf("game:%d", i),
		As: deeds.Profile{Linked: rapid.Bool().Draw(t, "linked"), Zone: zone},
	}
	d.Fact = goals.Fact{
		Kind: goals.GameFact, Time: noon.Add(time.Duration(rapid.IntRange(0, 60).Draw(t, "hour")) * time.Hour),
		Game:     rapid.SampledFrom([]string{"xiangqi", "jungle", "morris", "draughts-russian"}).Draw(t, "game"),
		Category: rapid.SampledFrom([]string{"blitz", "rapid", ""}).Draw(t, "category"), Rated: rapid.Bool().Draw(t, "rated"),
		Result:   rapid.SampledFrom([]string{goals.Win, goals.Win, goals.Draw, goals.Loss}).Draw(t, "result"),
		Opponent: goals.Person, Side: rapid.SampledFrom([]string{goals.First, goals.Second}).Draw(t, "side"),
		Plies: rapid.SampledFrom([]int{1, 40, 120}).Draw(t, "plies"),
	}
	return d
}

// sums are the tallies of the goals that do not go by the order of games, and
// what they have paid. Each game was in one time zone only.
func (h *hall) sums(t require.TestingT, run int) []string {
	var rows []struct {
		Player, Goal, Period string
		Count                int
		Paid                 bool
	}
	require.NoError(t, h.db.Read().Table("tallies").Where("player LIKE ?", fmt.Sprintf("%%-%d", run)).Order("player, period, goal").Scan(&rows).Error)
	var all []string
	for _, r := range rows {
		if g, _ := goals.Find(r.Goal); g.Count != goals.CountStreak {
			r.Player, _, _ = strings.Cut(r.Player, "-0-")
			all = append(all, fmt.Sprint(r))
		}
	}
	return all
}

// Whatever is delivered how often in whatever order and company, each deed counts
// once, the sums are the same, and all can be counted again from what happened.
// Streaks alone go by the order of counting.
func TestShuffledDoubledAndDelayedDeeds(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "rewards", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		h, run := open(t, db), 0
		var happened []deeds.Deed
		rapid.Check(t, func(t *rapid.T) {
			var all []deeds.Deed
			for i := range rapid.IntRange(1, 12).Draw(t, "deeds") {
				all = append(all, anyDeed(t, 0, i))
			}
			var sums [2][]string
			for pass := range sums {
				run++
				h.deliver(t, again(all, run), pass == 0)
				sums[pass] = h.sums(t, run)
				happened = append(happened, again(all, run)...)
			}
			require.Equal(t, sums[0], sums[1])
		})
		h.check(t)
		require.NoError(t, storetest.Check(db, happened))
	})
}

// again are the deeds of other players of that name.
func again(all []deeds.Deed, run int) []deeds.Deed {
	same := slices.Clone(all)
	for i := range same {
		same[i].Player = fmt.Sprintf("%s-%d", same[i].Player, run)
	}
	return same
}

// deliver tells of deeds: in order, or as the bus may at its worst. In the end all
// players are linked.
func (h *hall) deliver(t *rapid.T, all []deeds.Deed, inOrder bool) {
	told := slices.Clone(all)
	if inOrder {
		deeds.Sort(told)
	} else {
		told = rapid.Permutation(append(told, all...)).Draw(t, "order")
	}
	for len(told) > 0 {
		n := rapid.IntRange(1, len(told)).Draw(t, "batch")
		require.NoError(t, h.Take(context.Background(), noon, told[:n]))
		told = told[n:]
	}
	for _, d := range all {
		require.NoError(t, h.Know(context.Background(), noon, d.Player, linked))
	}
}

// The check of what is stored finds what is wrong.
func TestTheRecountFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		happened := []deeds.Deed{win("g1", 1, linked), win("g2", 1, linked), voided(win("g3", 1, linked)), win("g3", 1, linked)}
		h.take(happened...)
		require.NoError(t, storetest.Check(h.db, happened))
		require.Error(t, storetest.Check(h.db, happened[:1]), "a game that nobody played")
		require.Error(t, storetest.Check(h.db, append(happened, win("g4", 1, linked))), "a game that was not counted")
		require.Error(t, storetest.Check(h.db, append(happened, win("g4", 2, linked))), "a player who is missing")
		for _, damage := range []string{
			"UPDATE tallies SET count = 3 WHERE goal = 'games_10'", "UPDATE tallies SET paid = false WHERE goal = 'first_win'",
			"UPDATE payments SET amount = amount + 1", "DELETE FROM tallies",
		} {
			require.NoError(t, h.db.Write().Exec(damage).Error)
			require.Error(t, storetest.Check(h.db, happened), damage)
		}
	})
}

// Fifty games of one player end at the same moment, each told three times by
// several replicas together with its opponent's side.
func TestManyGamesOfOnePlayerAtOnce(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		replicas := []*hall{h, open(t, h.db), open(t, h.db)}
		var happened []deeds.Deed
		var group errgroup.Group
		group.SetLimit(12)
		for i := range 50 {
			mine, other := win(fmt.Sprintf("g%02d", i), 1, linked), win(fmt.Sprintf("g%02d", i), 2+i%5, linked)
			other.Fact.Result, other.Fact.Side = goals.Loss, goals.Second
			batch := []deeds.Deed{mine, other}
			if i%2 == 0 {
				slices.Reverse(batch)
			}
			happened = append(happened, batch...)
			for _, r := range replicas {
				group.Go(func() error { return r.Take(context.WithoutCancel(t.Context()), noon, batch) })
			}
		}
		require.NoError(t, group.Wait())
		h.check(t)
		require.NoError(t, storetest.Check(h.db, happened))
		require.Equal(t, 50, h.tally(1, "games_100", "").Count)
		require.True(t, h.tally(1, "wins_10", "").Paid)
		require.True(t, h.tally(1, "streak_10", "").Paid, "one serial order")
	})
}
