package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/store"
)

func TestWaitingLongestFirst(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		late, early := add(t, s, newRoom("owner", "", 0)), add(t, s, newRoom("owner", "", 0))
		recent := add(t, s, newRoom("owner", "", 0))
		add(t, s, newRoom("owner", "", 0)) // open
		starting(t, s, early.ID, noon)
		starting(t, s, late.ID, noon.Add(time.Second))
		starting(t, s, recent.ID, noon.Add(time.Minute))
		ids := func(limit int) (ids []string) {
			rooms, err := s.Waiting(t.Context(), room.Starting, noon.Add(time.Minute), limit)
			require.NoError(t, err)
			for _, r := range rooms {
				ids = append(ids, r.ID)
			}
			return ids
		}
		require.Equal(t, []string{early.ID, late.ID}, ids(10))
		require.Equal(t, []string{early.ID}, ids(1))
		change(t, s, early.ID, func(r room.Room) room.Room { return r.LookedAfter(noon.Add(2 * time.Second)) })
		require.Equal(t, []string{late.ID, early.ID}, ids(10))
	})
}

func TestLapsedRoomsAreClosed(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		lapsed, fresh := add(t, s, newRoom("owner", "", 0)), add(t, s, newRoom("owner", "", time.Microsecond))
		taken := starting(t, s, add(t, s, newRoom("owner", "", 0)).ID, noon)
		require.NoError(t, s.CloseLapsed(t.Context(), noon.Add(life)))
		for id, want := range map[string]room.Room{lapsed.ID: lapsed.At(noon.Add(life)), fresh.ID: fresh.At(noon), taken.ID: taken} {
			got, err := s.Get(t.Context(), id)
			require.NoError(t, err)
			require.Equal(t, want.State, got.State)
		}
		got, err := s.Get(t.Context(), lapsed.ID)
		require.NoError(t, err)
		require.Equal(t, lapsed.At(noon.Add(life)), got)
	})
}

func TestEndsAreTakenInOnce(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		first, second := add(t, s, newRoom("owner", "", 0)), add(t, s, newRoom("owner", "", 0))
		starting(t, s, first.ID, noon)
		starting(t, s, second.ID, noon)
		ends := []lobby.End{{RoomID: first.ID, GameID: "g1", Seq: 9}, {RoomID: "forgotten", GameID: "g0", Seq: 3}, {RoomID: second.ID, GameID: "g2", Seq: 7}}
		require.NoError(t, s.TakeEnds(t.Context(), ends, noon))
		for i, id := range []string{first.ID, second.ID} {
			r, err := s.Get(t.Context(), id)
			require.NoError(t, err)
			require.Equal(t, room.Finished, r.State)
			require.Equal(t, fmt.Sprint("g", i+1), r.GameID)
		}
		// Were the news taken in again, it would show.
		change(t, s, first.ID, func(r room.Room) room.Room { r.State = room.Playing; return r })
		require.NoError(t, s.TakeEnds(t.Context(), ends, noon))
		r, err := s.Get(t.Context(), first.ID)
		require.NoError(t, err)
		require.Equal(t, room.Playing, r.State)
	})
}

func TestForget(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		key := lobby.Key{Caller: "owner", Text: "k1", Body: []byte("body")}
		r, err := s.Add(t.Context(), newRoom("owner", "", 0), key, most)
		require.NoError(t, err)
		gone := add(t, s, newRoom("owner", "", 0))
		change(t, s, gone.ID, func(r room.Room) room.Room { r.State = room.Closed; return r })
		require.NoError(t, s.CountTry(t.Context(), "anna", func(tr room.Tries) (room.Tries, error) { return tr.Next(1, time.Hour, noon) }))

		forget := func(at time.Time) {
			require.NoError(t, s.Forget(t.Context(), lobby.Old{Keys: at, Tries: at, Rooms: at, News: at}))
		}
		forget(noon)
		again, err := s.Add(t.Context(), newRoom("owner", "", 0), key, most)
		require.NoError(t, err)
		require.Equal(t, r.ID, again.ID)
		require.Error(t, s.CountTry(t.Context(), "anna", func(tr room.Tries) (room.Tries, error) { return tr.Next(1, time.Hour, noon) }))

		forget(noon.Add(time.Microsecond))
		again, err = s.Add(t.Context(), newRoom("owner", "", 0), key, most)
		require.NoError(t, err)
		require.NotEqual(t, r.ID, again.ID)
		_, err = s.Get(t.Context(), gone.ID)
		require.ErrorIs(t, err, room.ErrNoSuchRoom)
		_, err = s.Get(t.Context(), r.ID)
		require.NoError(t, err, "open rooms stay")
		require.NoError(t, s.CountTry(t.Context(), "anna", func(tr room.Tries) (room.Tries, error) { return tr.Next(1, time.Hour, noon) }))
	})
}
