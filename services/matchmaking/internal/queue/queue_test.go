package queue_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/ticket"
)

func TestTwoWhoWaitPlay(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		anna := h.wait(t, "anna")
		require.Equal(t, ticket.Waiting, anna.State)
		require.Equal(t, anna, h.get(t, anna))
		h.pair(t)
		require.Equal(t, ticket.Waiting, h.get(t, anna).State, "alone")

		h.pass(4 * time.Second)
		binh := h.wait(t, "binh")
		h.pair(t)
		require.Len(t, h.others.games, 1)
		for key, m := range h.others.games {
			require.ElementsMatch(t, []string{anna.ID, binh.ID}, []string{m.First.ID, m.Second.ID})
			for _, made := range []ticket.Ticket{anna, binh} {
				got := h.get(t, made)
				require.Equal(t, ticket.Matched, got.State)
				require.Equal(t, "game of "+key, got.GameID)
			}
		}
		waiting := ticket.New("x", anna.Wish, 0, h.now())
		wait, err := h.EstimatedWait(t.Context(), waiting)
		require.NoError(t, err)
		require.Equal(t, 2*time.Second, wait)
		h.pass(30 * time.Second)
		wait, err = h.EstimatedWait(t.Context(), waiting)
		require.NoError(t, err)
		require.Equal(t, 30*time.Second, wait, "no less than it has waited")
		wait, err = h.EstimatedWait(t.Context(), h.get(t, anna))
		require.NoError(t, err)
		require.Zero(t, wait, "who has a game waits no more")
	})
}

func TestOneWishIsOneTicket(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		made := make([]ticket.Ticket, 10)
		existing := make([]bool, len(made))
		var group errgroup.Group
		for i := range made {
			group.Go(func() (err error) {
				made[i], existing[i], err = h.Create(t.Context(), wish("anna"), lobby.Key{})
				return err
			})
		}
		require.NoError(t, group.Wait())
		fresh := 0
		for i := range made {
			require.Equal(t, made[0].ID, made[i].ID)
			if !existing[i] {
				fresh++
			}
		}
		require.Equal(t, 1, fresh)

		other := wish("anna")
		other.Control, other.Mode = timecontrol.Control{Preset: "3+3"}, room.Casual
		same, _, err := h.Create(t.Context(), other, lobby.Key{})
		require.NoError(t, err)
		require.Equal(t, made[0].ID, same.ID, "one ticket a player and game")
		other.Game, other.Control = "jungle", timecontrol.Control{}
		jungle, _, err := h.Create(t.Context(), other, lobby.Key{})
		require.NoError(t, err)
		require.NotEqual(t, made[0].ID, jungle.ID)

		h.wait(t, "binh")
		h.pair(t)
		h.pass(time.Second)
		late := h.wait(t, "anna")
		require.Equal(t, made[0].ID, late.ID, "the second tap came after the match")
		require.NotEmpty(t, late.GameID)
		h.others.set(func(o *others) { o.over = true })
		next := h.wait(t, "anna")
		require.NotEqual(t, made[0].ID, next.ID, "its game is over: that is another wish")
		require.Equal(t, next.ID, h.wait(t, "anna").ID)
		h.wait(t, "chi")
		h.pair(t)
		third := h.wait(t, "anna")
		require.NotContains(t, []string{made[0].ID, next.ID}, third.ID, "nor is the game before it hers again")
		require.Equal(t, ticket.Waiting, third.State)
	})
}

func TestKeysGiveTheirTicketsAgain(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	key := lobby.Key{Caller: "anna", Text: "tap", Body: []byte("b")}
	made, existing, err := h.Create(t.Context(), wish("anna"), key)
	require.NoError(t, err)
	require.False(t, existing)
	_, err = h.Leave(t.Context(), made.ID, "anna")
	require.NoError(t, err)
	again, existing, err := h.Create(t.Context(), wish("anna"), key)
	require.NoError(t, err)
	require.True(t, existing)
	require.Equal(t, made.ID, again.ID)
	require.Equal(t, ticket.Gone, again.State)
	key.Body = []byte("c")
	_, _, err = h.Create(t.Context(), wish("anna"), key)
	require.ErrorIs(t, err, room.ErrKeyReused)
}

// The second device's tap gave the ticket of the first; sent once more, late, it
// is no new wish.
func TestKeysGiveTheTicketsThatWereThere(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		key := lobby.Key{Caller: "anna", Text: "second tap", Body: []byte("b")}
		made := h.wait(t, "anna")
		for range 2 {
			same, _, err := h.Create(t.Context(), wish("anna"), key)
			require.NoError(t, err)
			require.Equal(t, made.ID, same.ID)
		}
		_, err := h.Leave(t.Context(), made.ID, "anna")
		require.NoError(t, err)
		late, existing, err := h.Create(t.Context(), wish("anna"), key)
		require.NoError(t, err)
		require.True(t, existing)
		require.Equal(t, made.ID, late.ID)
		require.Equal(t, ticket.Gone, late.State)
	})
}

func TestAMatchIsAnotherWishHalfAMinuteLater(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	anna := h.wait(t, "anna")
	h.wait(t, "binh")
	h.pair(t)
	h.pass(31 * time.Second)
	require.NotEqual(t, anna.ID, h.wait(t, "anna").ID)
}

func TestLeave(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		anna := h.wait(t, "anna")
		_, err := h.Leave(t.Context(), anna.ID, "binh")
		require.ErrorIs(t, err, ticket.ErrNoSuchTicket)
		_, err = h.Get(t.Context(), anna.ID, "binh")
		require.ErrorIs(t, err, ticket.ErrNoSuchTicket)
		for range 2 {
			left, err := h.Leave(t.Context(), anna.ID, "anna")
			require.NoError(t, err)
			require.Equal(t, ticket.Gone, left.State)
		}
		binh := h.wait(t, "binh")
		h.pair(t)
		require.Equal(t, ticket.Waiting, h.get(t, binh).State)

		again := h.wait(t, "anna")
		require.NotEqual(t, anna.ID, again.ID)
		h.pair(t)
		_, err = h.Leave(t.Context(), binh.ID, "binh")
		require.ErrorIs(t, err, ticket.ErrMatched)
	})
}

// Whoever is first, the player who gives up or the pairing, both see the same.
func TestLeavingRacesPairing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		for i := range 10 {
			anna, binh := h.wait(t, fmt.Sprint("anna", i)), h.wait(t, fmt.Sprint("binh", i))
			var group errgroup.Group
			var leaving error
			group.Go(func() error { _, leaving = h.Leave(t.Context(), anna.ID, anna.Owner.Account); return nil })
			group.Go(func() error { return h.Pair(t.Context()) })
			require.NoError(t, group.Wait())
			if anna = h.get(t, anna); anna.State == ticket.Gone {
				require.NoError(t, leaving)
				require.Equal(t, ticket.Waiting, h.get(t, binh).State)
				_, err := h.Leave(t.Context(), binh.ID, binh.Owner.Account)
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, leaving, ticket.ErrMatched)
				require.Equal(t, anna.GameID, h.get(t, binh).GameID)
			}
		}
	})
}

func TestWhoIsGoneIsNotPaired(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		anna := h.wait(t, "anna")
		require.NoError(t, h.Lapse(t.Context()), "the hall has just begun to look")
		for range 15 {
			h.pass(time.Second)
			require.NoError(t, h.Lapse(t.Context()))
		}
		require.Equal(t, ticket.Gone, h.get(t, anna).State, "nobody has seen her for 15 s")

		polls, streams := h.wait(t, "polls"), h.wait(t, "streams")
		for range 20 {
			h.pass(time.Second)
			_, err := h.Get(t.Context(), polls.ID, "polls")
			require.NoError(t, err)
			require.NoError(t, h.Keep(t.Context(), []string{"streams", "nobody"}))
			require.NoError(t, h.Lapse(t.Context()))
		}
		h.pair(t)
		require.Equal(t, ticket.Matched, h.get(t, polls).State)
		require.Equal(t, ticket.Matched, h.get(t, streams).State)
	})
}

// A hall that was away has seen nobody: tickets survive that, and whoever comes
// back within the usual time plays.
func TestTicketsSurviveARestart(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	anna, binh := h.wait(t, "anna"), h.wait(t, "binh")
	h.pass(time.Hour)
	h.Queue = h.replica(t, "two")
	require.NoError(t, h.Lapse(t.Context()))
	require.Equal(t, ticket.Waiting, h.get(t, anna).State)
	h.pair(t)
	require.Equal(t, ticket.Waiting, h.get(t, anna).State, "nobody knows whether they are there still")
	for _, made := range []ticket.Ticket{anna, binh} {
		_, err := h.Get(t.Context(), made.ID, made.Owner.Account)
		require.NoError(t, err)
	}
	h.pair(t)
	require.Equal(t, ticket.Matched, h.get(t, anna).State)
}

func TestForget(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		anna := h.wait(t, "anna")
		h.wait(t, "binh")
		h.pair(t)
		waits := h.wait(t, "chi")
		h.pass(8 * 24 * time.Hour)
		require.NoError(t, h.Forget(t.Context()))
		_, err := h.store.Get(t.Context(), anna.ID)
		require.ErrorIs(t, err, ticket.ErrNoSuchTicket)
		require.Equal(t, ticket.Waiting, h.get(t, waits).State)
	})
}

func TestBadWishes(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	tests := map[string]struct {
		change func(*ticket.Wish)
		want   error
	}{
		"unknown game":   {func(w *ticket.Wish) { w.Game = "chess" }, room.ErrUnknownGame},
		"unknown preset": {func(w *ticket.Wish) { w.Control.Preset = "1+1" }, room.ErrBadTimeControl},
		"absurd bank":    {func(w *ticket.Wish) { w.Control = timecontrol.Control{Bank: 1000 * time.Hour} }, room.ErrBadTimeControl},
		"rated, untimed": {func(w *ticket.Wish) { w.Control = timecontrol.Control{} }, room.ErrRatedSettings},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := wish("anna")
			tt.change(&w)
			_, _, err := h.Create(t.Context(), w, lobby.Key{})
			require.ErrorIs(t, err, tt.want)
			var e *errs.Error
			require.ErrorAs(t, err, &e)
			require.Len(t, e.Violations, 1, "the field is named")
		})
	}
}
