package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/account/internal/session"
	"kydai.dev/services/account/internal/signin"
	"kydai.dev/services/account/internal/store"
)

// once counts a first time only.
func once(_ int, a signin.Allowance) (signin.Allowance, error) { return a.Next(1, time.Hour, start) }

func pending(key string) signin.Pending {
	return signin.Pending{
		Key: []byte(key), Account: "alice", Provider: "google", Redirect: "https://play.example.com/", Email: "a@example.com", Code: []byte("mac"),
		Expires: start.Add(signin.Life),
	}
}

func TestWhatHasBegunIsRedeemedOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		begun := pending("one")
		require.NoError(t, s.Begin(t.Context(), begun, nil, nil))
		refusal := errors.New("no")
		_, err := s.Redeem(t.Context(), begun.Key, func(signin.Pending) error { return refusal })
		require.ErrorIs(t, err, refusal)
		found, err := s.Redeem(t.Context(), begun.Key, func(signin.Pending) error { return nil })
		require.NoError(t, err)
		want := begun
		want.Tries = 2
		require.Equal(t, want, found)
		_, err = s.Redeem(t.Context(), begun.Key, func(signin.Pending) error { return nil })
		require.ErrorIs(t, err, signin.ErrBadState)

		proven := begun.Again(signin.Person{Provider: "google", Subject: "1001", Email: "b@example.com", Name: "Minh"})
		require.NoError(t, s.Begin(t.Context(), proven, nil, nil))
		require.NoError(t, s.Begin(t.Context(), proven, nil, nil), "in its own place")
		found, err = s.Redeem(t.Context(), begun.Key, func(signin.Pending) error { return nil })
		require.NoError(t, err)
		require.Equal(t, proven.Proven, found.Proven)
	})
}

func TestRefusedBeginStoresNothing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		counters := [][]byte{[]byte("address"), []byte("caller")}
		require.NoError(t, s.Begin(t.Context(), pending("one"), counters[1:], once))
		require.ErrorIs(t, s.Begin(t.Context(), pending("two"), counters, once), signin.ErrTooManyCodes)
		_, err := s.Redeem(t.Context(), []byte("two"), func(signin.Pending) error { return nil })
		require.ErrorIs(t, err, signin.ErrBadState)
		require.NoError(t, s.Begin(t.Context(), pending("two"), counters[:1], once), "the address was not counted")
	})
}

func TestSweepTakesWhatNobodyFinished(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		key := [][]byte{[]byte("address")}
		require.NoError(t, s.Begin(t.Context(), pending("one"), key, once))
		require.NoError(t, s.Begin(t.Context(), pending("two"), nil, nil))
		sweep := func(after time.Duration) int {
			n, err := s.Sweep(t.Context(), session.Old{Ended: start.Add(after), Spent: start, Counted: start.Add(after - time.Hour)}, 10)
			require.NoError(t, err)
			return n
		}
		require.Zero(t, sweep(signin.Life-time.Second))
		require.Equal(t, 2, sweep(signin.Life))
		require.Zero(t, sweep(time.Hour))
		require.ErrorIs(t, s.Begin(t.Context(), pending("one"), key, once), signin.ErrTooManyCodes, "the counter stays for its window")
		require.Equal(t, 1, sweep(time.Hour+time.Second))
		require.NoError(t, s.Begin(t.Context(), pending("one"), key, once))
	})
}
