package arbiter_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/services/referee/internal/arbiter"
	"kydai.dev/services/referee/internal/game"
)

var (
	pausing  = game.Act{Director: eve, Reason: "The lights went out."}
	resuming = game.Act{Reason: "They are on again."}
)

// pairing is a game of a tournament.
func pairing(key string) game.Order {
	o := people(key)
	o.Creator, o.Tournament = game.Organiser, game.Tournament{ID: "cup", Round: 1, Board: 1, Game: 1}
	return o
}

// paired creates a game of a tournament at 0 s and plays two moves.
func paired(t testing.TB, h *hall) string {
	t.Helper()
	id := h.replicas[0].create(t, pairing("k"))
	h.until(at(1))
	h.replicas[0].play(t, id, 1)
	h.until(at(2))
	h.replicas[0].play(t, id, 2)
	return id
}

// A game that one replica paused stands still at every other, and at one that
// has only just begun; the deadline is gone from the list until it goes on.
func TestPause(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := paired(t, h)
		h.until(at(4))
		paused, err := h.replicas[0].Pause(t.Context(), id, pausing, time.Time{})
		require.NoError(t, err)
		again, err := h.replicas[1].Pause(t.Context(), id, resuming, time.Time{})
		require.NoError(t, err)
		requireSame(t, paused, again)
		h.clock.set(at(1000)) // and all replicas are away meanwhile
		h.beat()
		h.until(at(1004))
		late := h.open(h.clock.Now, 100, nil)
		for _, r := range h.replicas {
			_, err := r.Play(t.Context(), id, move(3, opening[2]))
			requireReason(t, "GAME_PAUSED", err)
			c, err := r.ClaimTimeout(t.Context(), id)
			require.NoError(t, err)
			require.Equal(t, arbiter.Claim{Seq: 5}, c, "no deadline to come back at")
			due, err := r.records.Due(t.Context(), at(1e6), 10)
			require.NoError(t, err)
			require.Empty(t, due)
		}
		st, err := h.replicas[1].Play(t.Context(), id, move(2, opening[1]))
		require.NoError(t, err, "what was played before is answered")
		require.Equal(t, 4, st.Event.Seq)

		resumed, err := late.Resume(t.Context(), id, resuming, time.Time{})
		require.NoError(t, err)
		again, err = h.replicas[0].Resume(t.Context(), id, pausing, time.Time{})
		require.NoError(t, err)
		requireSame(t, resumed, again)
		due, err := h.replicas[0].records.Due(t.Context(), at(1e6), 10)
		require.NoError(t, err)
		require.Len(t, due, 1)
		require.Equal(t, at(1062), due[0].Time(), "two seconds of the minute had passed")
		h.until(at(1007))
		h.replicas[0].play(t, id, 3)
		require.Equal(t, []string{"created", "started", "played", "played", "paused", "clock_adjusted", "played"}, h.replicas[0].kinds(t, id))
		log := h.replicas[0].log(t, id)
		require.Equal(t, 1000*time.Second, log[5].GetClockAdjusted().GetBy().AsDuration(), "the absence gives nothing more")
		require.Equal(t, 10*time.Minute-5*time.Second+5*time.Second, log[6].GetClock().GetFirst().AsDuration())
	})
}

// Referees that are away just after a pause give back what they took of the time
// that ran, in the log and in the list of deadlines alike.
func TestDowntimeAfterAPause(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := paired(t, h)
		h.until(at(4))
		_, err := h.replicas[0].Pause(t.Context(), id, pausing, time.Time{})
		require.NoError(t, err)
		h.until(at(6)) // the last heartbeat before they were away
		h.clock.set(at(6.5))
		_, err = h.replicas[0].Resume(t.Context(), id, resuming, time.Time{})
		require.NoError(t, err)
		h.clock.set(at(16))
		h.beat()
		due, err := h.replicas[0].records.Due(t.Context(), at(1e6), 10)
		require.NoError(t, err)
		c, err := h.replicas[1].ClaimTimeout(t.Context(), id)
		require.NoError(t, err)
		require.Equal(t, at(74), c.Deadline, "58 seconds are left of the minute")
		require.Equal(t, c.Deadline, due[0].Time())
	})
}

// A round is paused by many who do not know of each other: once.
func TestPausesAtOnce(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := paired(t, h)
		for range 2 {
			var all errgroup.Group
			for i := range 10 {
				all.Go(func() error {
					_, err := h.replicas[i%2].Pause(t.Context(), id, pausing, time.Time{})
					return err
				})
			}
			require.NoError(t, all.Wait())
			for i := range 10 {
				all.Go(func() error {
					_, err := h.replicas[i%2].Resume(t.Context(), id, resuming, time.Time{})
					return err
				})
			}
			require.NoError(t, all.Wait())
		}
		require.Equal(t, []string{"created", "started", "played", "played", "paused", "clock_adjusted", "paused", "clock_adjusted"}, h.replicas[0].kinds(t, id))
	})
}

// A pause whose storing nobody knows of is found by the same call again.
func TestAPauseOfWhichNobodyKnows(t *testing.T) {
	t.Parallel()
	for _, outcome := range []string{"stored", "lost"} {
		t.Run(outcome, func(t *testing.T) {
			t.Parallel()
			h := sqlite(t)
			u := &uncertain{}
			r := h.open(h.clock.Now, 100, func(log arbiter.Log) arbiter.Log { u.Log = log; return u })
			id := paired(t, h)
			u.next = outcome
			_, err := r.Pause(t.Context(), id, pausing, time.Time{})
			requireReason(t, "STORE_UNCERTAIN", err)
			st, err := r.Pause(t.Context(), id, pausing, time.Time{})
			require.NoError(t, err)
			require.Equal(t, 5, st.Event.Seq)
			require.Equal(t, []string{"created", "started", "played", "played", "paused"}, r.kinds(t, id))
		})
	}
}
