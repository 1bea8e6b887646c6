package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/store"
)

func TestSameKeyIsSameRoom(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		key := lobby.Key{Caller: "owner", Text: "k1", Body: []byte("body")}
		var group errgroup.Group
		ids := make([]string, 10)
		for i := range ids {
			group.Go(func() error {
				r, err := s.Add(t.Context(), newRoom("owner", "", 0), key, most)
				ids[i] = r.ID
				return err
			})
		}
		require.NoError(t, group.Wait())
		for _, id := range ids {
			require.Equal(t, ids[0], id)
		}
		_, err := s.Add(t.Context(), newRoom("owner", "", 0), lobby.Key{Caller: "owner", Text: "k1", Body: []byte("another")}, most)
		require.ErrorIs(t, err, room.ErrKeyReused)
		other, err := s.Add(t.Context(), newRoom("binh", "", 0), lobby.Key{Caller: "binh", Text: "k1", Body: []byte("another")}, most)
		require.NoError(t, err, "keys are each caller's own")
		require.NotEqual(t, ids[0], other.ID)

		rooms, err := s.List(t.Context(), lobby.Filter{Limit: 10}, noon)
		require.NoError(t, err)
		require.Len(t, rooms, 2)
	})
}

func TestRefusedRoomLeavesItsKeyFree(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		key := lobby.Key{Caller: "owner", Text: "k1", Body: []byte("body")}
		_, err := s.Add(t.Context(), newRoom("owner", "", 0), key, 0)
		require.ErrorIs(t, err, room.ErrTooManyRooms)
		r := newRoom("owner", "", 0)
		added, err := s.Add(t.Context(), r, key, most)
		require.NoError(t, err)
		require.Equal(t, r.ID, added.ID)
	})
}

func TestOpenRoomsAreLimited(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		var group errgroup.Group
		refusals := make([]error, 12)
		for i := range refusals {
			group.Go(func() error {
				_, refusals[i] = s.Add(t.Context(), newRoom("owner", "", 0), lobby.Key{}, most)
				return nil
			})
		}
		require.NoError(t, group.Wait())
		refused := 0
		for _, err := range refusals {
			if err == nil {
				continue
			}
			refused++
			require.ErrorIs(t, err, room.ErrTooManyRooms)
			var e *errs.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, life, e.RetryAfter)
		}
		require.Equal(t, 12-most, refused)

		add(t, s, newRoom("binh", "", 0))
		add(t, s, newRoom("owner", "", life)) // the others have lapsed
	})
}

func TestClosedRoomsMakeRoom(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		r := newRoom("owner", "", 0)
		_, err := s.Add(t.Context(), r, lobby.Key{}, 1)
		require.NoError(t, err)
		_, err = s.Add(t.Context(), newRoom("owner", "", 0), lobby.Key{}, 1)
		require.ErrorIs(t, err, room.ErrTooManyRooms)
		starting(t, s, r.ID, noon)
		_, err = s.Add(t.Context(), newRoom("owner", "", 0), lobby.Key{}, 1)
		require.NoError(t, err)
	})
}

func TestCodesAreUniqueAmongOpenRooms(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		r := add(t, s, newRoom("owner", "ABC234", 0))
		key := lobby.Key{Caller: "binh", Text: "k1", Body: []byte("body")}
		_, err := s.Add(t.Context(), newRoom("binh", "ABC234", 0), key, most)
		require.ErrorIs(t, err, lobby.ErrCodeTaken)
		_, err = s.Add(t.Context(), newRoom("binh", "ABC235", 0), key, most)
		require.NoError(t, err, "the key was not used up")

		starting(t, s, r.ID, noon)
		add(t, s, newRoom("owner", "ABC234", time.Minute))
	})
}
