package porter_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/session"
)

// sweeps is a store in which only sweeping is of interest.
type sweeps struct {
	porter.Store
	swept func(old session.Old, limit int) (int, error)
}

func (s sweeps) Sweep(_ context.Context, old session.Old, limit int) (int, error) {
	return s.swept(old, limit)
}

func TestTidyGoesOnWhileThereIsMore(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	left := []int{500, 700, 500, 499, 500}
	store := sweeps{swept: func(old session.Old, limit int) (int, error) {
		require.Equal(t, 500, limit)
		require.Equal(t, rules.Grace, old.Ended.Sub(old.Spent))
		require.Equal(t, ways.Window, old.Ended.Sub(old.Counted))
		n := left[0]
		if left = left[1:]; n < limit {
			cancel()
		}
		return n, nil
	}}
	p := porter.New(store, nil, ways, rules, time.Now, slog.New(slog.DiscardHandler))
	require.ErrorIs(t, p.Tidy(ctx), context.Canceled)
	require.Len(t, left, 1, "a batch that is not full is the last")
}

func TestTidyOutlivesFailures(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var log strings.Builder
	failing := sweeps{swept: func(session.Old, int) (int, error) { return 0, errors.New("disk full") }}
	// The writer ends the loop when the failure has been told.
	p := porter.New(failing, nil, ways, rules, time.Now, slog.New(slog.NewTextHandler(writer(func(b []byte) { log.Write(b); cancel() }), nil)))
	require.ErrorIs(t, p.Tidy(ctx), context.Canceled)
	require.Contains(t, log.String(), "disk full")
}

type writer func([]byte)

func (w writer) Write(b []byte) (int, error) {
	w(b)
	return len(b), nil
}

func TestTidyDeletesWhatHasEnded(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		player, tokens := h.admit(t)
		h.wait(rules.Refresh)
		_, living := h.admit(t)
		ctx, cancel := context.WithCancel(t.Context())
		store := sweeps{Store: h.store, swept: func(old session.Old, limit int) (int, error) {
			defer cancel()
			return h.store.Sweep(t.Context(), old, limit)
		}}
		p := porter.New(store, nil, ways, rules, h.time, slog.New(slog.DiscardHandler))
		require.ErrorIs(t, p.Tidy(ctx), context.Canceled)

		_, err := h.store.Family(t.Context(), tokens.Refresh.Family())
		require.ErrorIs(t, err, session.ErrBadRefresh)
		_, err = h.store.Family(t.Context(), living.Refresh.Family())
		require.NoError(t, err)
		_, err = h.Player(t.Context(), player.ID)
		require.NoError(t, err)
	})
}
