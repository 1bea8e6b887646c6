package arbiter_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/errs"
	"kydai.dev/services/referee/internal/arbiter"
	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/record"
)

func TestCreateIsOncePerKey(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		ids := make([]string, 20)
		var all errgroup.Group
		for i := range ids {
			all.Go(func() (err error) {
				ids[i], err = h.replicas[i%2].Create(t.Context(), people("k"), []byte("body"))
				return err
			})
		}
		require.NoError(t, all.Wait())
		for _, id := range ids {
			require.Equal(t, ids[0], id)
		}
		_, err := h.replicas[0].Create(t.Context(), people("k"), []byte("another body"))
		require.ErrorIs(t, err, game.ErrKeyReused)
		other := people("k")
		other.Creator = "tournament"
		require.NotEqual(t, ids[0], h.replicas[1].create(t, other), "keys are per creator")
		games, err := h.replicas[0].records.List(t.Context(), record.Filter{Account: ann, Viewer: ann, Limit: 100})
		require.NoError(t, err)
		require.Len(t, games, 2)
	})
}

func TestARefusedOrderStoresNothing(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	bad := people("k")
	bad.Game = "chess"
	_, err := h.replicas[0].Create(t.Context(), bad, nil)
	requireReason(t, "UNKNOWN_GAME", err)
	h.replicas[0].create(t, people("k"))
}

func TestGamesIDs(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	form := regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{12}$`)
	seen := map[string]bool{}
	for i := range 50 {
		id := h.replicas[0].create(t, people(fmt.Sprint(i)))
		require.Regexp(t, form, id)
		require.False(t, seen[id])
		seen[id] = true
	}
}

func TestUnknownGames(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		r := h.replicas[0]
		for _, id := range []string{"NobodyNobody", "", "short", "longerthantwelve", "with\x00nothing", "'; drop table", "O0Il11111111", "Nobody\xffbody"} {
			_, err := r.Play(t.Context(), id, move(1, "h2e2"))
			require.ErrorIs(t, err, game.ErrNoSuchGame, "%q", id)
			err = r.View(t.Context(), id, game.Viewer{Service: true}, func(*game.Game) error { return nil })
			require.ErrorIs(t, err, game.ErrNoSuchGame, "%q", id)
			_, err = r.VisibleSeq(t.Context(), id, game.Viewer{Service: true})
			require.ErrorIs(t, err, game.ErrNoSuchGame, "%q", id)
		}
	})
}

// uncertain is a log whose next append has an outcome that nobody knows.
type uncertain struct {
	arbiter.Log
	next string // "stored", "lost" or "" for a certain one
}

func (u *uncertain) Append(ctx context.Context, a record.Append) error {
	next := u.next
	u.next = ""
	switch next {
	case "stored":
		return errors.Join(u.Log.Append(ctx, a), dbx.ErrUnknownCommit)
	case "lost":
		return dbx.ErrUnknownCommit
	default:
		return u.Log.Append(ctx, a)
	}
}

func TestAnUncertainCommit(t *testing.T) {
	t.Parallel()
	for _, outcome := range []string{"stored", "lost"} {
		t.Run(outcome, func(t *testing.T) {
			t.Parallel()
			h := sqlite(t)
			u := &uncertain{}
			r := h.open(h.clock.Now, 100, func(log arbiter.Log) arbiter.Log { u.Log = log; return u })

			u.next = outcome
			_, err := r.Create(t.Context(), people("k"), []byte("k"))
			e := refusal(t, "STORE_UNCERTAIN", err)
			require.Equal(t, errs.Unavailable, e.Kind)
			require.Equal(t, time.Second, e.RetryAfter)
			id := r.create(t, people("k")) // the same again finds out
			require.Equal(t, id, h.replicas[0].create(t, people("k")))

			r.play(t, id, 1)
			u.next = outcome
			_, err = r.Play(t.Context(), id, move(2, opening[1]))
			requireReason(t, "STORE_UNCERTAIN", err)
			require.Equal(t, outcome == "stored", r.seen(t, id, game.Viewer{}) == "running seq 4 ply 2", "the log is read again")
			require.Equal(t, 4, r.play(t, id, 2).Event.Seq)
			require.Len(t, r.log(t, id), 4)
		})
	}
}

func TestAClosedLog(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	r := h.replicas[0]
	id := r.create(t, people("k"))
	r.stop()
	_, err := r.Play(t.Context(), id, move(1, opening[0]))
	requireReason(t, "UNAVAILABLE", err)
	_, err = r.Create(t.Context(), people("l"), nil)
	requireReason(t, "UNAVAILABLE", err)
	require.Equal(t, "running seq 2 ply 0", r.seen(t, id, game.Viewer{}))
}

// held is a log that holds up appends.
type held struct {
	arbiter.Log
	reached, release chan struct{}
}

func (h *held) Append(ctx context.Context, a record.Append) error {
	if a.Create == nil {
		h.reached <- struct{}{}
		<-h.release
	}
	return h.Log.Append(ctx, a)
}

// A game is decided on by one at a time; the others wait, but not for ever.
func TestCommandsOfAGameWaitForEachOther(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	l := &held{reached: make(chan struct{}), release: make(chan struct{})}
	r := h.open(h.clock.Now, 100, func(log arbiter.Log) arbiter.Log { l.Log = log; return l })
	id, other := r.create(t, people("k")), r.create(t, people("l"))
	answer := make(chan error, 1)
	go func() {
		_, err := r.Play(t.Context(), id, move(1, opening[0]))
		answer <- err
	}()
	<-l.reached
	_, err := r.Play(briefly(t), id, move(2, opening[1]))
	requireReason(t, "UNAVAILABLE", err)
	err = r.View(briefly(t), id, game.Viewer{}, func(*game.Game) error { return nil })
	requireReason(t, "UNAVAILABLE", err)
	require.Equal(t, "running seq 2 ply 0", r.seen(t, other, game.Viewer{}), "other games go on")
	require.Empty(t, answer, "nothing is answered before it is stored")
	close(l.release)
	require.NoError(t, <-answer)
}

// Games that were forgotten are read again.
func TestAFewGamesAreRemembered(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	r := h.open(h.clock.Now, 1, nil)
	ids := []string{r.create(t, people("k")), r.create(t, people("l")), r.create(t, people("m"))}
	for ply := 1; ply <= 4; ply++ {
		for _, id := range ids {
			require.Equal(t, ply+2, r.play(t, id, ply).Event.Seq)
		}
	}
}

func TestViews(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		a, b := h.replicas[0], h.replicas[1]
		delayed := people("delayed")
		delayed.Spectators.Delay = 10 * time.Second
		id := a.create(t, delayed)
		visible := func(r *replica, v game.Viewer) int {
			seq, err := r.VisibleSeq(t.Context(), id, v)
			require.NoError(t, err)
			return seq
		}
		stranger, player, service := game.Viewer{Account: eve}, game.Viewer{Account: bob}, game.Viewer{Service: true}
		h.until(at(5))
		require.ErrorIs(t, b.View(t.Context(), id, stranger, func(*game.Game) error { return nil }), game.ErrNoSuchGame, "it has not begun for him")
		a.play(t, id, 1)
		h.until(at(14))
		_, err := a.Resign(t.Context(), id, ann, "", at(14))
		require.NoError(t, err)
		for _, r := range h.replicas {
			require.Equal(t, "running seq 2 ply 0", r.seen(t, id, stranger))
			require.Equal(t, "finished seq 4 ply 1", r.seen(t, id, player))
			require.Equal(t, "finished seq 4 ply 1", r.seen(t, id, service))
			require.Equal(t, []int{2, 4, 4}, []int{visible(r, stranger), visible(r, player), visible(r, service)})
		}
		h.until(at(15))
		require.Equal(t, "running seq 3 ply 1", b.seen(t, id, stranger))
		h.until(at(24))
		require.Equal(t, "finished seq 4 ply 1", b.seen(t, id, stranger))

		hidden := people("hidden")
		hidden.Visibility = game.Private
		id = a.create(t, hidden)
		require.ErrorIs(t, b.View(t.Context(), id, stranger, func(*game.Game) error { return nil }), game.ErrNoSuchGame)
		_, err = b.Play(t.Context(), id, game.PlayMove{Account: eve, Ply: 1, Move: "h2e2"})
		require.ErrorIs(t, err, game.ErrNoSuchGame)
		_, err = b.Resign(t.Context(), id, eve, "", at(24))
		require.ErrorIs(t, err, game.ErrNoSuchGame)
		require.Equal(t, "running seq 2 ply 0", b.seen(t, id, player))
	})
}

func TestErrorsOfAViewPass(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.replicas[0].create(t, people("k"))
	oops := errors.New("oops")
	require.ErrorIs(t, h.replicas[0].View(t.Context(), id, game.Viewer{}, func(*game.Game) error { return oops }), oops)
}

func TestWhatIsStoredTogetherIsAnsweredTogether(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	r := h.replicas[0]
	id := r.create(t, people("k"))
	m := move(1, opening[0])
	m.OfferDraw = true
	st, err := r.Play(t.Context(), id, m)
	require.NoError(t, err)
	require.Equal(t, []int{3, 4}, []int{st.Event.Seq, st.Last})
	again, err := r.Play(t.Context(), id, m)
	require.NoError(t, err)
	requireSame(t, st, again)

	st, err = r.Accept(t.Context(), id, bob, 4, start)
	require.NoError(t, err)
	require.Equal(t, []int{5, 6}, []int{st.Event.Seq, st.Last})
	require.Equal(t, game.Result{Winner: "none", Reason: game.Agreement, Status: game.StatusFinished}, st.End)
	again, err = r.Accept(t.Context(), id, bob, 4, start)
	require.NoError(t, err)
	requireSame(t, st, again)
	st, err = r.Decline(t.Context(), id, bob, 4, start)
	requireReason(t, "GAME_OVER", err)
	require.Zero(t, st)
}
