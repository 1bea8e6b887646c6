package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gorm.io/gorm"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/referee/internal/record"
	"kydai.dev/services/referee/internal/store"
)

// once lets a function stand in for the next transaction.
type once struct {
	mu sync.Mutex
	fn func(store.Transact) store.Transact
}

func (o *once) around(next store.Transact) store.Transact {
	return func(ctx context.Context, fn func(*gorm.DB) error) error {
		o.mu.Lock()
		with := o.fn
		o.fn = nil
		o.mu.Unlock()
		if with != nil {
			return with(next)(ctx, fn)
		}
		return next(ctx, fn)
	}
}

func (o *once) set(fn func(store.Transact) store.Transact) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.fn = fn
}

// lost is a commit of which no answer came, though it took place.
func lost(next store.Transact) store.Transact {
	return func(ctx context.Context, fn func(*gorm.DB) error) error {
		return errors.Join(next(ctx, fn), dbx.ErrUnknownCommit)
	}
}

// undone is a commit of which no answer came, and which did not take place.
func undone(store.Transact) store.Transact {
	return func(context.Context, func(*gorm.DB) error) error { return dbx.ErrUnknownCommit }
}

func TestAnUnknownOutcomeIsSaidToBeUnknown(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		o := &once{}
		h := open(t, db, o.around)
		h.append(game("g"))
		o.set(lost)
		require.ErrorIs(t, h.committer.Append(t.Context(), next("g", 3)), dbx.ErrUnknownCommit)
		require.ErrorIs(t, h.committer.Append(t.Context(), next("g", 3)), record.ErrStale, "it was stored")
		o.set(undone)
		require.ErrorIs(t, h.committer.Append(t.Context(), next("g", 4)), dbx.ErrUnknownCommit)
		require.NoError(t, h.committer.Append(t.Context(), next("g", 4)), "it was not")
		o.set(lost)
		require.ErrorIs(t, h.committer.Append(t.Context(), game("h")), dbx.ErrUnknownCommit)
		require.ErrorIs(t, h.committer.Append(t.Context(), game("h")), record.ErrKeyTaken)
		require.Equal(t, "g:1-2 g:3 g:4 ", h.log("g"))
		require.Equal(t, []string{"g:1-2 ", "g:3 ", "g:4 ", "h:1-2 "}, h.outbox(), "all that was stored is told")
	})
}

func TestAppendWaitsForItsOutcome(t *testing.T) {
	t.Parallel()
	h := open(t, testkit.Open(t, testkit.SQLite(t), "referee", store.Migrations()))
	reached, letThrough := h.gate.close()
	ctx, cancel := context.WithCancel(t.Context())
	answer := make(chan error, 1)
	go func() { answer <- h.committer.Append(ctx, game("g")) }()
	<-reached
	cancel() // who asked has gone, but the game must know
	letThrough()
	require.NoError(t, <-answer)
	require.Equal(t, "g:1-2 ", h.log("g"))
}

func TestAppendToAClosedLog(t *testing.T) {
	t.Parallel()
	h := open(t, testkit.Open(t, testkit.SQLite(t), "referee", store.Migrations()))
	h.append(game("g"))
	h.stop()
	require.ErrorIs(t, h.committer.Append(t.Context(), next("g", 3)), record.ErrStopped)
	require.Equal(t, "g:1-2 ", h.log("g"))
}

// Everything that was queued when the log closed gets an answer, and the answer
// is true.
func TestClosingTheLogAnswersAll(t *testing.T) {
	t.Parallel()
	h := open(t, testkit.Open(t, testkit.SQLite(t), "referee", store.Migrations()))
	reached, letThrough := h.gate.close()
	const games = 20
	errs := make([]error, games)
	var wait sync.WaitGroup
	for i := range games {
		wait.Go(func() { errs[i] = h.committer.Append(context.Background(), game(fmt.Sprintf("g%02d", i))) })
	}
	<-reached
	stopped := make(chan struct{})
	go func() {
		h.stop()
		close(stopped)
	}()
	letThrough()
	wait.Wait()
	<-stopped
	for i, err := range errs {
		id := fmt.Sprintf("g%02d", i)
		if err == nil {
			require.Equal(t, id+":1-2 ", h.log(id))
			continue
		}
		require.ErrorIs(t, err, record.ErrStopped)
		require.Empty(t, h.log(id))
	}
}

// Rows go to the bus as soon as they are stored, and away with a later commit.
func TestPublishedRowsAreDeletedByALaterCommit(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		nats := testkit.NATS(t)
		require.NoError(t, nats.EnsureStream(t.Context(), bus.StreamSpec{Name: "GAMES", Subjects: []string{"games"}, MaxAge: time.Hour, MaxBytes: 1 << 20}))
		relay := outbox.NewRelay(db, nats, outbox.RelayConfig{Lanes: 1, Sweep: time.Hour}, testkit.Logger(t))
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- relay.Run(ctx) }()
		defer func() { cancel(); require.NoError(t, <-done) }()

		o := &once{}
		h := openWith(t, db, relay, o.around)
		h.append(game("g"))
		seq := 3
		require.Eventually(t, func() bool { // each further commit takes away what was acknowledged
			if seq == 4 {
				o.set(undone) // a failed one does not lose it
				require.ErrorIs(t, h.committer.Append(t.Context(), next("g", seq)), dbx.ErrUnknownCommit)
			}
			h.append(next("g", seq))
			seq++
			for _, p := range h.outbox() {
				if p == "g:1-2 " || p == "g:3 " {
					return false
				}
			}
			return seq > 5
		}, 20*time.Second, 5*time.Millisecond)
	})
}
