package arbiter_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/testkit"
	"kydai.dev/services/referee/internal/arbiter"
	"kydai.dev/services/referee/internal/game"
)

func TestReplicasServeAGameInTurns(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		a, b := h.replicas[0], h.replicas[1]
		id := a.create(t, people("k"))
		for ply := 1; ply <= len(opening); ply++ {
			r := h.replicas[ply%2]
			st := r.play(t, id, ply)
			require.Equal(t, ply+2, st.Event.Seq)
			require.Equal(t, ply+2, st.Last)
			requireSame(t, st, h.replicas[1-ply%2].play(t, id, ply)) // a retry at the other one gives the first answer
		}
		for _, r := range h.replicas {
			require.Equal(t, "running seq 10 ply 8", r.seen(t, id, game.Viewer{}))
		}
		_, err := b.Resign(t.Context(), id, ann, "", start)
		require.NoError(t, err)
		require.Equal(t, "finished seq 11 ply 8", a.seen(t, id, game.Viewer{}))
	})
}

// Every move is sent to both replicas at once: one of them stores it, and both
// give the same answer.
func TestReplicasServeGamesAtOnce(t *testing.T) {
	t.Parallel()
	const games = 6
	halls(t, func(t *testing.T, h *hall) {
		ids := make([]string, games)
		var all errgroup.Group
		for i := range games {
			ids[i] = h.replicas[i%2].create(t, people(fmt.Sprint(i)))
			all.Go(func() error {
				for ply, m := range opening {
					var both errgroup.Group
					var answers [2]arbiter.Stored
					for r := range h.replicas {
						both.Go(func() (err error) {
							answers[r], err = h.replicas[r].Play(t.Context(), ids[i], move(ply+1, m))
							return err
						})
					}
					if err := both.Wait(); err != nil {
						return err
					}
					if answers[0].Event.Seq != ply+3 || answers[0].Event.Seq != answers[1].Event.Seq || answers[0].Last != answers[1].Last {
						return fmt.Errorf("ply %d: answered %+v and %+v", ply+1, answers[0], answers[1])
					}
				}
				return nil
			})
		}
		require.NoError(t, all.Wait())
		for _, id := range ids {
			log := h.replicas[0].log(t, id)
			require.Len(t, log, len(opening)+2)
			for ply, m := range opening {
				require.Equal(t, m, log[ply+2].GetPlayed().GetMove())
			}
		}
	})
}

// Different moves for one ply, at both replicas at once: one is played, the
// other is refused for what was.
func TestReplicasDecideOnOneMove(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.replicas[0].create(t, people("k"))
		legal := [2]string{"h2e2", "b2e2"}
		var both errgroup.Group
		var errs [2]error
		for r, m := range legal {
			both.Go(func() error {
				_, errs[r] = h.replicas[r].Play(t.Context(), id, move(1, m))
				return nil
			})
		}
		require.NoError(t, both.Wait())
		won := 0
		if errs[0] != nil {
			won = 1
		}
		require.NoError(t, errs[won])
		e := refusal(t, "PLY_TAKEN", errs[1-won])
		require.Equal(t, "3", e.Metadata["seq"])
		log := h.replicas[0].log(t, id)
		require.Len(t, log, 3)
		require.Equal(t, legal[won], log[2].GetPlayed().GetMove())
	})
}

// A replica that remembers an older game looks into the log before it says
// anything that it does not store.
func TestAReplicaThatLagsBehind(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		before int // plies that the lagging replica knows
		then   func(t *testing.T, ahead *replica, id string)
		ask    func(t *testing.T, lagging *replica, id string) error
		want   string
	}{
		"another move was played": {
			0, func(t *testing.T, r *replica, id string) { r.play(t, id, 1) },
			func(t *testing.T, r *replica, id string) error {
				_, err := r.Play(t.Context(), id, move(1, "b2e2"))
				return err
			}, "PLY_TAKEN",
		},
		"the same move was played": {
			0, func(t *testing.T, r *replica, id string) { r.play(t, id, 1) },
			func(t *testing.T, r *replica, id string) error {
				st, err := r.Play(t.Context(), id, move(1, opening[0]))
				require.Equal(t, 3, st.Event.Seq)
				return err
			}, "",
		},
		"the ply is not ahead any more": {
			0, func(t *testing.T, r *replica, id string) { r.play(t, id, 1) },
			func(t *testing.T, r *replica, id string) error {
				_, err := r.Play(t.Context(), id, move(2, opening[1]))
				return err
			}, "",
		},
		"the game is over": {1, func(t *testing.T, r *replica, id string) {
			_, err := r.Resign(t.Context(), id, ann, "", start)
			require.NoError(t, err)
		}, func(t *testing.T, r *replica, id string) error {
			_, err := r.Play(t.Context(), id, move(2, opening[1]))
			return err
		}, "GAME_OVER"},
		"an answer was taken back": {2, func(t *testing.T, r *replica, id string) {
			st, err := r.Offer(t.Context(), id, bob, game.TakebackOffer, 0, start)
			require.NoError(t, err)
			_, err = r.Accept(t.Context(), id, ann, st.Event.Seq, start)
			require.NoError(t, err)
		}, func(t *testing.T, r *replica, id string) error { // the same move as before, but played anew
			m := move(2, opening[1])
			m.AfterSeq = 7
			st, err := r.Play(t.Context(), id, m)
			require.Equal(t, 8, st.Event.Seq)
			return err
		}, ""},
		"an answer that was not seen to be taken back": {2, func(t *testing.T, r *replica, id string) {
			st, err := r.Offer(t.Context(), id, bob, game.TakebackOffer, 0, start)
			require.NoError(t, err)
			_, err = r.Accept(t.Context(), id, ann, st.Event.Seq, start)
			require.NoError(t, err)
		}, func(t *testing.T, r *replica, id string) error {
			m := move(2, opening[1])
			m.AfterSeq = 4
			_, err := r.Play(t.Context(), id, m)
			return err
		}, "REWOUND"},
		"an offer was made": {1, func(t *testing.T, r *replica, id string) {
			_, err := r.Offer(t.Context(), id, ann, game.DrawOffer, 0, start)
			require.NoError(t, err)
		}, func(t *testing.T, r *replica, id string) error {
			st, err := r.Accept(t.Context(), id, bob, 4, start)
			require.Equal(t, game.Result{Winner: "none", Reason: game.Agreement, Status: game.StatusFinished}, st.End)
			require.Equal(t, 6, st.Last)
			return err
		}, ""},
		"an offer has lapsed": {1, func(t *testing.T, r *replica, id string) {
			_, err := r.Offer(t.Context(), id, ann, game.DrawOffer, 0, start)
			require.NoError(t, err)
			r.play(t, id, 2)
		}, func(t *testing.T, r *replica, id string) error {
			_, err := r.Accept(t.Context(), id, bob, 4, start)
			return err
		}, "OFFER_CLOSED"},
		"too late to abort": {
			0, func(t *testing.T, r *replica, id string) { r.play(t, id, 1) },
			func(t *testing.T, r *replica, id string) error {
				_, err := r.Abort(t.Context(), id, ann, start)
				return err
			}, "TOO_LATE_TO_ABORT",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t, testkit.SQLite(t), 2)
			ahead, lagging := h.replicas[0], h.replicas[1]
			id := ahead.create(t, people("k"))
			for ply := 1; ply <= tt.before; ply++ {
				ahead.play(t, id, ply)
			}
			require.Contains(t, lagging.seen(t, id, game.Viewer{}), fmt.Sprintf("ply %d", tt.before))
			tt.then(t, ahead, id)
			err := tt.ask(t, lagging, id)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			requireReason(t, tt.want, err)
		})
	}
}

func TestRematchPressedByBothAtOnce(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.replicas[0].create(t, people("k"))
		_, err := h.replicas[0].Resign(t.Context(), id, ann, "", start)
		require.NoError(t, err)
		for _, r := range h.replicas { // both know the end
			require.Equal(t, "finished seq 3 ply 0", r.seen(t, id, game.Viewer{}))
		}
		var both errgroup.Group
		for i, account := range []string{ann, bob} {
			both.Go(func() error {
				_, err := h.replicas[i].Offer(t.Context(), id, account, game.RematchOffer, 0, start)
				return err
			})
		}
		require.NoError(t, both.Wait())
		require.Equal(t, []string{"created", "started", "finished", "offered", "answered"}, h.replicas[0].kinds(t, id))
		next := h.replicas[0].log(t, id)[4].GetAnswered().GetRematchGameId()
		for i, account := range []string{ann, bob} { // whoever presses again gets the same
			st, err := h.replicas[1-i].Offer(t.Context(), id, account, game.RematchOffer, 0, start)
			require.NoError(t, err)
			require.Equal(t, next, st.Event.Kind.(game.Answered).Rematch)
		}
		row, err := h.replicas[0].records.ByKey(t.Context(), "referee", "rematch:"+id)
		require.NoError(t, err)
		require.Equal(t, next, row.ID)
		require.Equal(t, []string{bob, ann}, []string{row.FirstAccount, row.SecondAccount}, "colours are swapped")
	})
}

func TestRematchByAccepting(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	r := h.replicas[0]
	id := r.create(t, people("k"))
	_, err := r.Abort(t.Context(), id, ann, start)
	require.NoError(t, err)
	offer, err := r.Offer(t.Context(), id, ann, game.RematchOffer, 0, start)
	require.NoError(t, err)
	_, err = r.Accept(t.Context(), id, ann, offer.Event.Seq, start)
	requireReason(t, "OWN_OFFER", err)
	_, err = r.records.ByKey(t.Context(), "referee", "rematch:"+id)
	require.Error(t, err, "no game is made by asking alone")
	first, err := r.Accept(t.Context(), id, bob, offer.Event.Seq, start)
	require.NoError(t, err)
	next := first.Event.Kind.(game.Answered).Rematch
	require.Equal(t, "running seq 2 ply 0", r.seen(t, next, game.Viewer{}))
	again, err := r.Accept(t.Context(), id, bob, offer.Event.Seq, start)
	require.NoError(t, err)
	requireSame(t, first, again)
}
