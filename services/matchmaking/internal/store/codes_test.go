package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/store"
)

func TestByCode(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		by := func(account string) string {
			r, err := s.ByCode(t.Context(), "ABC234", account)
			require.NoError(t, err)
			return r.ID
		}
		_, err := s.ByCode(t.Context(), "ABC234", "anna")
		require.ErrorIs(t, err, room.ErrNoSuchRoom)
		first := add(t, s, newRoom("owner", "ABC234", 0))
		starting(t, s, first.ID, noon)
		second := add(t, s, newRoom("owner", "ABC234", time.Minute))
		require.Equal(t, second.ID, by("anna"), "the open one")
		change(t, s, second.ID, func(r room.Room) room.Room { r.State = room.Closed; return r })
		require.Equal(t, first.ID, by("anna"), "the one that she joined")
		require.Equal(t, second.ID, by("binh"), "the last one")

		add(t, s, newRoom("owner", "", 0))
		_, err = s.ByCode(t.Context(), "", "anna")
		require.ErrorIs(t, err, room.ErrNoSuchRoom, "public rooms have no code")
	})
}

func TestTriesAreCountedOneByOne(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		var group errgroup.Group
		refusals := make([]error, 20)
		for i := range refusals {
			group.Go(func() error {
				refusals[i] = s.CountTry(t.Context(), "anna", func(tr room.Tries) (room.Tries, error) { return tr.Next(7, time.Minute, noon) })
				return nil
			})
		}
		require.NoError(t, group.Wait())
		allowed := 0
		for _, err := range refusals {
			if err == nil {
				allowed++
			} else {
				require.ErrorIs(t, err, room.ErrTooManyTries)
			}
		}
		require.Equal(t, 7, allowed)
		require.NoError(t, s.CountTry(t.Context(), "binh", func(tr room.Tries) (room.Tries, error) {
			require.Zero(t, tr.Count)
			return tr, nil
		}))
	})
}
