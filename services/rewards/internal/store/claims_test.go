package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/goals"
	"kydai.dev/services/rewards/internal/ledger"
	"kydai.dev/services/rewards/internal/steward"
)

// done does a quest.
func (h *hall) done(p int, g goals.Goal, as deeds.Profile) {
	h.t.Helper()
	for i := range g.Target {
		h.take(win(fmt.Sprintf("%s%d", g.ID, i), p, as))
	}
}

func (h *hall) claim(p int, g goals.Goal, period string, at time.Time, as deeds.Profile) (ledger.Entry, error) {
	return h.Claim(context.WithoutCancel(h.t.Context()), at, player(p), as, steward.Claim{Quest: g, Period: period})
}

func TestClaims(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		g := quest
		_, err := h.claim(1, g, "", noon, linked)
		require.ErrorIs(t, err, deeds.ErrNotDone, "nothing done")
		h.take(win("one", 1, linked))
		_, err = h.claim(1, g, "", noon, linked)
		require.ErrorIs(t, err, deeds.ErrNotDone)
		h.done(1, g, linked)
		before := h.balance(1)
		entry, err := h.claim(1, g, "", noon, linked)
		require.NoError(t, err)
		require.Equal(t, before+g.Coins, entry.Coins)
		require.Equal(t, week(0), entry.Period)
		again, err := h.claim(1, g, week(0), noon.AddDate(1, 0, 0), linked)
		require.NoError(t, err, "however late")
		require.Equal(t, entry, again)
		require.Equal(t, before+g.Coins, h.balance(1))
		for period, want := range map[string]error{week(-1): deeds.ErrNotOffered, week(1): deeds.ErrNotOffered, "2026-11-30": deeds.ErrNotOffered} {
			_, err = h.claim(1, g, period, noon, linked)
			require.ErrorIs(t, err, want, period)
		}
		_, err = h.claim(3, g, "", noon, guest)
		require.ErrorIs(t, err, deeds.ErrGuest)
		h.check(t)
	})
}

func TestClaimsAfterTheEnd(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		g, end := quest, noon.Add(-12*time.Hour).AddDate(0, 0, 7) // midnight in Saigon
		h.done(1, g, linked)
		h.done(2, g, guest)
		_, err := h.claim(1, g, week(0), end.Add(deeds.Grace), linked)
		require.ErrorIs(t, err, deeds.ErrOver)
		_, err = h.claim(2, g, week(0), end, guest)
		require.ErrorIs(t, err, deeds.ErrGuest)
		_, err = h.claim(2, g, week(0), end.Add(deeds.Grace-time.Microsecond), linked)
		require.NoError(t, err, "linked just in time")
		late, err := h.Book(t.Context(), end.Add(time.Hour), player(1))
		require.NoError(t, err)
		offers := late.Offers(end.Add(time.Hour))
		require.Equal(t, deeds.Slot{Goal: g.ID, Period: week(0)}, offers[len(offers)-1].Slot, "last week's is still there")
		h.check(t)
	})
}

// Who changes the time zone has the same date twice, but no quest of it.
func TestOneDateInTwoZones(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		east, west := deeds.Profile{Linked: true, Zone: "Pacific/Kiritimati"}, deeds.Profile{Linked: true, Zone: "Pacific/Midway"}
		g := quest
		h.done(1, g, east)
		entry, err := h.claim(1, g, "", noon, east)
		require.NoError(t, err)
		for i := range g.Target {
			d := win(fmt.Sprintf("west%d", i), 1, west)
			d.Fact.Time = noon.Add(24 * time.Hour)
			h.take(d)
		}
		again, err := h.claim(1, g, week(0), noon.Add(24*time.Hour), west)
		require.NoError(t, err)
		require.Equal(t, entry, again)
		h.check(t)
	})
}

func TestManyClaimsAtOnce(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		g := quest
		for p := range 4 {
			h.done(p, g, linked)
		}
		before := h.balance(0)
		replicas := []*hall{h, open(t, h.db)}
		entries := make([]ledger.Entry, 24)
		var group errgroup.Group
		group.SetLimit(8)
		for i := range entries {
			group.Go(func() (err error) {
				entries[i], err = replicas[i%2].claim(i%4, g, "", noon, linked)
				return err
			})
		}
		require.NoError(t, group.Wait())
		for i, e := range entries {
			require.Equal(t, entries[i%4], e, "one payment each")
		}
		require.Equal(t, before+g.Coins, h.balance(0))
		h.check(t)
	})
}

func TestGrants(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		by := steward.Audit{Operator: "an", Caller: "operator"}
		post := func(key string, p int, amount int64) (ledger.Entry, error) {
			return h.Post(t.Context(), ledger.ForGrant(key, player(p), "why", amount, noon), &by)
		}
		entry, err := post("a", 1, 500)
		require.NoError(t, err)
		again, err := h.Post(t.Context(), ledger.ForGrant("a", player(1), "why", 500, noon.Add(time.Hour)), &steward.Audit{Operator: "binh"})
		require.NoError(t, err)
		require.Equal(t, entry, again)
		_, err = post("a", 1, 400)
		require.ErrorIs(t, err, ledger.ErrKeyReused)
		_, err = post("a", 2, 500)
		require.ErrorIs(t, err, ledger.ErrKeyReused)
		_, err = post("b", 1, -501)
		require.ErrorIs(t, err, ledger.ErrShort)
		_, err = post("b", 1, -500)
		require.NoError(t, err)
		require.Zero(t, h.balance(1))
		for _, absurd := range []int64{0, ledger.MaxAmount + 1, -ledger.MaxAmount - 1, 1 << 62} {
			_, err = post("c", 1, absurd)
			require.ErrorIs(t, err, ledger.ErrAmount)
		}
		grants, err := h.Grants(t.Context(), "", "", 10)
		require.NoError(t, err)
		require.Len(t, grants, 2)
		require.Equal(t, []string{"grant:b", "grant:a"}, []string{grants[0].Key, grants[1].Key}, "newest first")
		require.Equal(t, by, grants[1].Audit, "who was first")
		older, err := h.Grants(t.Context(), player(1), grants[0].ID, 10)
		require.NoError(t, err)
		require.Equal(t, grants[1:], older)
		none, err := h.Grants(t.Context(), player(2), "", 10)
		require.NoError(t, err)
		require.Empty(t, none)
		h.check(t)
	})
}
