package arbiter_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/testkit"
	"kydai.dev/services/referee/internal/arbiter"
	"kydai.dev/services/referee/internal/game"
)

// begun is a game in which bob has until 62 s.
func begun(t testing.TB, h *hall) string {
	t.Helper()
	id := h.replicas[0].create(t, people("k"))
	h.until(at(1))
	h.replicas[0].play(t, id, 1)
	h.until(at(2))
	h.replicas[0].play(t, id, 2)
	h.until(at(2))
	return id
}

func TestACommandIsJudgedAtItsArrival(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.replicas[0].create(t, people("k"))
	h.until(at(10))
	m := move(1, opening[0])
	m.Arrival = at(9.25)
	st, err := h.replicas[0].Play(t.Context(), id, m)
	require.NoError(t, err)
	require.Equal(t, at(9.25), st.Event.At)
	m = move(2, opening[1])
	m.Arrival = at(1)
	st, err = h.replicas[0].Play(t.Context(), id, m)
	require.NoError(t, err)
	require.Equal(t, at(9.25), st.Event.At, "never before the event before")
	require.Equal(t, at(1), st.Event.Kind.(game.Played).Arrival, "the arrival is kept as it was")
	h.until(at(20))
	st, err = h.replicas[0].Resign(t.Context(), id, ann, "", at(5))
	require.NoError(t, err)
	require.Equal(t, at(18), st.Event.At, "two seconds back at most")
}

// A command that arrived after the deadline waits until stamped moves in
// flight have had their time.
func TestMovesInFlightWinAgainstTheFlag(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := begun(t, h)
		h.until(at(62.05)) // ann's deadline is at 62 s
		late := move(3, opening[2])
		late.Arrival = at(62.01)
		_, err := h.replicas[0].Play(briefly(t), id, late)
		require.Error(t, err)
		require.Equal(t, "running seq 4 ply 2", h.replicas[0].seen(t, id, game.Viewer{}), "nothing is decided yet")

		inFlight := move(3, "a3a4")
		inFlight.Arrival = at(62)
		st, err := h.replicas[1].Play(t.Context(), id, inFlight)
		require.NoError(t, err)
		require.Equal(t, at(62), st.Event.At)
		_, err = h.replicas[0].Play(t.Context(), id, late)
		requireReason(t, "PLY_TAKEN", err)
	})
}

func TestWhoComesTooLateGetsTheResult(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := begun(t, h)
	h.until(at(62.03))
	begin := time.Now()
	now := func() time.Time { return at(62.03).Add(time.Since(begin)) } // this replica's time goes on by itself
	r := h.open(now, 100, nil)
	run(t, r)
	late := move(3, opening[2])
	late.Arrival = at(62.02)
	_, err := r.Play(t.Context(), id, late)
	require.True(t, now().After(at(62.1)), "no earlier than 100 ms after the deadline")
	e := refusal(t, "GAME_OVER", err)
	require.Equal(t, map[string]string{"winner": "second", "reason": "timeout", "status": "finished", "seq": "5"}, e.Metadata)
	log := r.log(t, id)
	require.Equal(t, at(62), log[4].GetAt().AsTime(), "the deadline is the end")
	require.Equal(t, "timeout", log[4].GetFinished().GetResult().GetReason())
}

// run keeps a replica's heartbeat going.
func run(t testing.TB, r *replica) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-done)
	})
}

func TestClaimTimeout(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := begun(t, h)
		for _, seconds := range []float64{3, 62, 62.1} {
			h.until(at(seconds))
			for _, r := range h.replicas {
				c, err := r.ClaimTimeout(t.Context(), id)
				require.NoError(t, err)
				require.Equal(t, arbiter.Claim{Seq: 4, Deadline: at(62)}, c, "too early at %v", seconds)
			}
		}
		h.until(at(62.1).Add(time.Nanosecond))
		var all errgroup.Group
		for i := range 6 {
			all.Go(func() error {
				c, err := h.replicas[i%2].ClaimTimeout(t.Context(), id)
				require.Equal(t, arbiter.Claim{Over: true, Seq: 5}, c)
				return err
			})
		}
		require.NoError(t, all.Wait())
		require.Equal(t, []string{"created", "started", "played", "played", "finished"}, h.replicas[0].kinds(t, id))
		_, err := h.replicas[1].ClaimTimeout(t.Context(), "NobodyNobody")
		requireReason(t, "NO_SUCH_GAME", err)
	})
}

// A replica that lags claims nothing on an old deadline.
func TestClaimOnAnOldDeadline(t *testing.T) {
	t.Parallel()
	h := newHall(t, testkit.SQLite(t), 2)
	id := begun(t, h)
	require.Equal(t, "running seq 4 ply 2", h.replicas[1].seen(t, id, game.Viewer{}))
	h.until(at(50))
	h.replicas[0].play(t, id, 3)
	h.until(at(63))
	c, err := h.replicas[1].ClaimTimeout(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, arbiter.Claim{Seq: 5, Deadline: at(110)}, c)
	h.replicas[1].play(t, id, 4)
}

func TestNothingIsDecidedInSilence(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	r := h.replicas[0]
	id := begun(t, h)
	h.clock.set(at(2.799))
	require.NoError(t, r.Ready(briefly(t)))
	h.clock.set(at(2.8))
	silent := map[string]error{"ready": r.Ready(briefly(t))}
	_, silent["play"] = r.Play(briefly(t), id, move(3, opening[2]))
	_, silent["resign"] = r.Resign(briefly(t), id, ann, "", start)
	_, silent["abort"] = r.Abort(briefly(t), id, ann, start)
	_, silent["offer"] = r.Offer(briefly(t), id, ann, game.DrawOffer, 0, start)
	_, silent["accept"] = r.Accept(briefly(t), id, ann, 3, start)
	_, silent["decline"] = r.Decline(briefly(t), id, ann, 3, start)
	_, silent["claim"] = r.ClaimTimeout(briefly(t), id)
	_, silent["create"] = r.Create(briefly(t), people("l"), nil)
	for command, err := range silent {
		require.ErrorIs(t, err, arbiter.ErrBusy, command)
	}
	require.Equal(t, "running seq 4 ply 2", r.seen(t, id, game.Viewer{}), "reading goes on")

	answer := make(chan error, 1)
	go func() {
		_, err := r.Play(t.Context(), id, move(3, opening[2]))
		answer <- err
	}()
	require.NoError(t, r.Beat(t.Context()))
	require.NoError(t, <-answer, "who waits is answered with the next heartbeat")
}

// All referees are away from 2 s to 32 s. Whoever serves a game next writes
// that into its log, once, before anything else.
func TestDowntime(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := begun(t, h)
		other := h.replicas[1].create(t, people("other"))
		h.clock.set(at(32))
		h.beat()
		late := h.replicas[1].create(t, people("late"))
		require.Equal(t, "running seq 4 ply 2", h.replicas[1].seen(t, id, game.Viewer{}))

		h.until(at(42))
		_, err := h.replicas[0].Play(t.Context(), id, move(3, opening[2]))
		require.NoError(t, err)
		_, err = h.replicas[1].Play(t.Context(), id, move(4, opening[3]))
		require.NoError(t, err)
		require.Equal(t, []string{"created", "started", "played", "played", "clock_adjusted", "played", "played"}, h.replicas[0].kinds(t, id))
		log := h.replicas[0].log(t, id)
		require.Equal(t, 30*time.Second, log[4].GetClockAdjusted().GetBy().AsDuration())
		require.Equal(t, at(32), log[4].GetAt().AsTime())
		require.Equal(t, at(92), log[4].GetClock().GetDeadline().AsTime())
		require.Equal(t, 10*time.Minute-10*time.Second+5*time.Second, log[5].GetClock().GetFirst().AsDuration(), "ten seconds of her own")

		c, err := h.replicas[0].ClaimTimeout(t.Context(), other)
		require.NoError(t, err)
		require.Equal(t, arbiter.Claim{Seq: 3, Deadline: at(2 + 30 + 30)}, c, "the first move of the other game has its time too")
		c, err = h.replicas[0].ClaimTimeout(t.Context(), late)
		require.NoError(t, err)
		require.Equal(t, arbiter.Claim{Seq: 2, Deadline: at(32 + 30)}, c, "a game that began later lost nothing")
		due, err := h.replicas[0].records.Due(t.Context(), at(10_000), 10)
		require.NoError(t, err)
		require.Len(t, due, 3)
		require.Equal(t, []time.Time{at(62), at(62), at(42 + 60)}, []time.Time{due[0].Time(), due[1].Time(), due[2].Time()}, "rows and logs agree")
	})
}

// Two times nobody was there while ann was thinking; both are hers again.
func TestSeveralDowntimes(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := begun(t, h)
	h.clock.set(at(32))
	h.beat()
	h.until(at(35))
	h.clock.set(at(45))
	h.beat()
	h.replicas[0].play(t, id, 3)
	log := h.replicas[0].log(t, id)
	require.Equal(t, []string{"created", "started", "played", "played", "clock_adjusted", "clock_adjusted", "played"}, h.replicas[0].kinds(t, id))
	require.Equal(t, at(102), log[5].GetClock().GetDeadline().AsTime())
	require.Equal(t, 10*time.Minute-3*time.Second+5*time.Second, log[6].GetClock().GetFirst().AsDuration())
}

func TestAnAdjustmentOfWhichNobodyKnows(t *testing.T) {
	t.Parallel()
	for _, outcome := range []string{"stored", "lost"} {
		t.Run(outcome, func(t *testing.T) {
			t.Parallel()
			h := sqlite(t)
			u := &uncertain{}
			r := h.open(h.clock.Now, 100, func(log arbiter.Log) arbiter.Log { u.Log = log; return u })
			id := begun(t, h)
			h.clock.set(at(32))
			h.beat()
			u.next = outcome
			_, err := r.Play(t.Context(), id, move(3, opening[2]))
			requireReason(t, "STORE_UNCERTAIN", err)
			r.play(t, id, 3)
			require.Equal(t, []string{"created", "started", "played", "played", "clock_adjusted", "played"}, r.kinds(t, id))
		})
	}
}

// A command that waited for its game through a silence waits for the heartbeat
// as well: there may be a downtime that it must know of.
func TestSilenceWhileWaitingForAGame(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	l := &held{reached: make(chan struct{}), release: make(chan struct{})}
	r := h.open(h.clock.Now, 100, func(log arbiter.Log) arbiter.Log { l.Log = log; return l })
	id := r.create(t, people("k"))
	answers := make(chan error, 2)
	play := func(ply int) {
		_, err := r.Play(t.Context(), id, move(ply, opening[ply-1]))
		answers <- err
	}
	go play(1)
	<-l.reached
	go play(2)
	err := r.View(briefly(t), id, game.Viewer{}, func(*game.Game) error { return nil })
	require.ErrorIs(t, err, arbiter.ErrBusy) // meanwhile the second has come to wait for the game, too
	h.clock.set(at(20))
	l.release <- struct{}{}
	require.NoError(t, <-answers)
	require.Empty(t, answers)
	h.beat()
	<-l.reached // the downtime
	l.release <- struct{}{}
	<-l.reached
	l.release <- struct{}{}
	require.NoError(t, <-answers)
	require.Equal(t, []string{"created", "started", "played", "clock_adjusted", "played"}, r.kinds(t, id))
}

func TestRunKeepsTheHeartbeat(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	run(t, h.replicas[0])
	for i := range 3 {
		h.clock.set(at(0.9 * float64(i+1)))
		require.NoError(t, h.replicas[0].Ready(t.Context()))
	}
}
