package deeds_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/goals"
)

const saigon = "Asia/Ho_Chi_Minh"

// quest is one that so many wins in a week do.
var quest, _ = goals.Find("weekly_win_7")

// monday is noon in a zone on the first Monday from a day on which the quest is on
// offer.
func monday(t *testing.T, zone string, from time.Time) time.Time {
	t.Helper()
	place, err := time.LoadLocation(zone)
	require.NoError(t, err)
	at := time.Date(from.Year(), from.Month(), from.Day(), 12, 0, 0, 0, place)
	for at.Weekday() != time.Monday || !slices.ContainsFunc(goals.Offered(at, place), func(g goals.Goal) bool { return g.ID == quest.ID }) {
		at = at.AddDate(0, 0, 1)
	}
	return at
}

func win(n int, at time.Time, as deeds.Profile) deeds.Deed {
	return deeds.Deed{Player: "p", Key: fmt.Sprint(n), As: as, Fact: goals.Fact{
		Kind: goals.GameFact, Time: at, Game: "morris", Category: "rapid", Result: goals.Win, Opponent: goals.Person, Side: goals.First, Plies: 50,
	}}
}

// done is a player who has done the quest at a time.
func done(at time.Time, as deeds.Profile) *deeds.Book {
	b := deeds.NewBook(deeds.Player{ID: "p"})
	for n := range quest.Target {
		b.Take(win(n, at, as))
	}
	return b
}

func TestClaim(t *testing.T) {
	t.Parallel()
	at := monday(t, saigon, time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC))
	end := at.Add(12*time.Hour).AddDate(0, 0, 6) // midnight
	week := quest.Period(at, at.Location())
	linked, guest := deeds.Profile{Linked: true, Zone: saigon}, deeds.Profile{Zone: saigon}
	begun := deeds.NewBook(deeds.Player{ID: "p"})
	begun.Take(win(1, at, linked))
	paid := done(at, linked)
	paid.Pay(deeds.Slot{Goal: quest.ID, Period: week})
	nobody := deeds.NewBook(deeds.Player{ID: "p", Profile: linked})
	tests := map[string]struct {
		book   *deeds.Book
		period string
		now    time.Time
		want   error
	}{
		"done":                       {book: done(at, linked), now: at},
		"done, the week named":       {book: done(at, linked), period: week, now: at},
		"last week's":                {book: done(at, linked), period: week, now: end.Add(deeds.Grace - 1)},
		"not named after its end":    {book: done(at, linked), now: end, want: deeds.ErrNotOffered},
		"too late":                   {book: done(at, linked), period: week, now: end.Add(deeds.Grace), want: deeds.ErrOver},
		"paid":                       {book: paid, period: week, now: end.AddDate(1, 0, 0)},
		"begun":                      {book: begun, now: at, want: deeds.ErrNotDone},
		"nothing done":               {book: nobody, now: at, want: deeds.ErrNotDone},
		"another week":               {book: nobody, period: "2020-W01", now: at, want: deeds.ErrNotOffered},
		"a guest":                    {book: done(at, guest), now: at, want: deeds.ErrGuest},
		"a guest who has done less":  {book: deeds.NewBook(deeds.Player{ID: "p", Profile: guest}), now: at, want: deeds.ErrGuest},
		"a guest who comes too late": {book: done(at, guest), period: week, now: end.Add(deeds.Grace), want: deeds.ErrOver},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tally, err := tt.book.Claim(quest, tt.period, tt.now)
			require.ErrorIs(t, err, tt.want)
			if tt.want == nil {
				require.True(t, tally.Done())
				require.Equal(t, deeds.Slot{Goal: quest.ID, Period: week}, tally.Slot)
			}
		})
	}
	for _, id := range []string{"first_win", "no_such_goal", ""} {
		_, err := deeds.Quest(id)
		require.ErrorIs(t, err, deeds.ErrNoQuest, id)
	}
}

// What is on offer comes first, then what is done and can still be claimed.
func TestOffers(t *testing.T) {
	t.Parallel()
	at := monday(t, saigon, time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC))
	end := at.Add(12*time.Hour).AddDate(0, 0, 6)
	b := done(at, deeds.Profile{Linked: true, Zone: saigon})
	listed := func(now time.Time) bool {
		return slices.ContainsFunc(b.Offers(now), func(o deeds.Offer) bool { return o.Goal.ID == quest.ID && o.Done() && !o.Paid })
	}
	require.True(t, listed(at))
	require.True(t, listed(end.Add(deeds.Grace-1)))
	require.False(t, listed(end.Add(deeds.Grace)))
	require.GreaterOrEqual(t, b.Pending(at), quest.Coins)
	early := b.Pending(end.Add(deeds.Grace - 1))
	require.Equal(t, early-quest.Coins, b.Pending(end.Add(deeds.Grace)), "it has lapsed")
	b.Pay(deeds.Slot{Goal: quest.ID, Period: quest.Period(at, at.Location())})
	require.False(t, listed(end.Add(deeds.Grace-1)))
	for _, o := range b.Offers(at) {
		require.True(t, o.Ends.After(at), o.Goal.ID)
	}
}

// A week in which the clocks change ends at the player's midnight all the same.
func TestEndsAcrossAChangeOfClocks(t *testing.T) {
	t.Parallel()
	const paris = "Europe/Paris"
	at := monday(t, paris, time.Date(2026, 10, 19, 0, 0, 0, 0, time.UTC)) // clocks go back on 25 October
	b := done(at, deeds.Profile{Linked: true, Zone: paris})
	tally := b.Tally(deeds.Slot{Goal: quest.ID, Period: quest.Period(at, at.Location())})
	require.True(t, tally.Done())
	end := tally.Ends.In(at.Location())
	require.Equal(t, []any{time.Monday, "00:00:00"}, []any{end.Weekday(), end.Format(time.TimeOnly)})
}

// Deeds that are void or come when a goal is done move nothing.
func TestTallies(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 30, 5, 0, 0, 0, time.UTC)
	as := deeds.Profile{Zone: saigon}
	b := deeds.NewBook(deeds.Player{ID: "p"})
	void := win(1, at, as)
	void.Void = true
	require.Equal(t, 1, b.Take(void).Number)
	require.Empty(t, b.Moved())
	require.Equal(t, 2, b.Take(win(2, at, as)).Number)
	first := b.Tally(deeds.Slot{Goal: "first_win"})
	require.Equal(t, at, first.DoneAt)
	b.Take(win(3, at.Add(time.Hour), as))
	require.Equal(t, first, b.Tally(deeds.Slot{Goal: "first_win"}))
	require.Equal(t, 2, b.Tally(deeds.Slot{Goal: "games_10"}).Count)
	require.Empty(t, b.Owed(), "a guest is owed nothing")
	b.Know(deeds.Profile{Linked: true})
	require.Equal(t, saigon, b.Player.Zone, "what is not told is not forgotten")
	b.Know(deeds.Profile{})
	require.True(t, b.Player.Linked, "for good")
	owed := b.Owed()
	require.NotEmpty(t, owed)
	for _, x := range owed {
		b.Pay(x.Slot)
	}
	require.Empty(t, b.Owed())
}

// Who goes west in the middle of a week has it for longer; a quest done before can
// be claimed as long as it is shown.
func TestAWeekInTwoZones(t *testing.T) {
	t.Parallel()
	const east, west = "Pacific/Kiritimati", "Pacific/Midway" // 25 hours apart
	at := monday(t, east, time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC))
	b := done(at, deeds.Profile{Linked: true, Zone: east})
	end := at.Add(12*time.Hour).AddDate(0, 0, 6)
	late := end.Add(deeds.Grace + 30*time.Minute) // still Sunday in the west
	week := quest.Period(at, at.Location())
	_, err := b.Claim(quest, week, late)
	require.ErrorIs(t, err, deeds.ErrOver)
	b.Know(deeds.Profile{Zone: west})
	require.Equal(t, week, quest.Period(late, b.Player.Location()))
	require.True(t, slices.ContainsFunc(b.Offers(late), func(o deeds.Offer) bool { return o.Goal.ID == quest.ID && o.Done() && late.Before(o.Ends) }))
	tally, err := b.Claim(quest, "", late)
	require.NoError(t, err)
	require.Equal(t, end.UTC(), b.Tally(tally.Slot).Ends, "as it was counted")
	b.Take(win(99, late, deeds.Profile{Zone: west}))
	require.Equal(t, end.UTC(), b.Tally(tally.Slot).Ends, "a quest that is done stands still")
}
