package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/testkit"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/matchmaking/internal/events"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/store"
)

const (
	life = 2 * time.Hour
	most = 5
)

var (
	noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	anna = room.Player{Account: "anna", Guest: true}
)

// suite runs a test on a fresh store of each kind.
func suite(t *testing.T, fn func(t *testing.T, s *store.Store)) {
	t.Helper()
	testkit.Databases(t, "matchmaking", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		fn(t, store.New(db, events.NewNews(outbox.NewRelay(db, nil, outbox.RelayConfig{}, testkit.Logger(t)))))
	})
}

// newRoom is a room of an owner, opened some time after noon.
func newRoom(owner, code string, after time.Duration) room.Room {
	w := room.Wish{
		Owner: room.Player{Account: owner, Guest: true}, Game: "xiangqi", Side: room.Random, Mode: room.Casual, Access: room.Public,
		Control: timecontrol.Control{Bank: 3 * time.Minute, Increment: time.Second, ByoYomi: 10 * time.Second}, Start: "a line",
		Odds: handicap.Odds{Preset: "one_horse", Side: room.Second, Remove: []string{"a0", "i3"}},
	}
	if code != "" {
		w.Access = room.ByCode
	}
	return room.New(uuid.Must(uuid.NewV7()).String(), code, w, noon.Add(after), life)
}

func add(t *testing.T, s *store.Store, r room.Room) room.Room {
	t.Helper()
	added, err := s.Add(t.Context(), r, lobby.Key{}, most)
	require.NoError(t, err)
	require.Equal(t, r, added)
	return added
}

func change(t *testing.T, s *store.Store, id string, fn func(room.Room) room.Room) room.Room {
	t.Helper()
	r, err := s.Change(t.Context(), id, func(r room.Room) (room.Room, error) { return fn(r), nil })
	require.NoError(t, err)
	return r
}

// starting has a room joined by anna at a time.
func starting(t *testing.T, s *store.Store, id string, at time.Time) room.Room {
	t.Helper()
	r, err := s.Change(t.Context(), id, func(r room.Room) (room.Room, error) { return r.Join(anna, true, true, at) })
	require.NoError(t, err)
	return r
}

func TestMigrations(t *testing.T) {
	t.Parallel()
	testkit.MigrationsUpAndDown(t, "matchmaking", store.Migrations())
}

func TestRoomsComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		r := add(t, s, newRoom("owner", "ABC234", 0))
		got, err := s.Get(t.Context(), r.ID)
		require.NoError(t, err)
		require.Equal(t, r, got)

		r = starting(t, s, r.ID, noon)
		require.Equal(t, anna, r.Joiner)
		r = change(t, s, r.ID, func(r room.Room) room.Room { return r.Begun("g1", noon.Add(time.Second)) })
		got, err = s.Get(t.Context(), r.ID)
		require.NoError(t, err)
		require.Equal(t, r, got)

		_, err = s.Get(t.Context(), "another")
		require.ErrorIs(t, err, room.ErrNoSuchRoom)
	})
}

func TestRefusedChangeChangesNothing(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		r := add(t, s, newRoom("owner", "", 0))
		_, err := s.Change(t.Context(), r.ID, func(r room.Room) (room.Room, error) { return r.Refused(noon), room.ErrOwnRoom })
		require.ErrorIs(t, err, room.ErrOwnRoom)
		_, err = s.Change(t.Context(), "another", func(r room.Room) (room.Room, error) { return r, nil })
		require.ErrorIs(t, err, room.ErrNoSuchRoom)
		got, err := s.Get(t.Context(), r.ID)
		require.NoError(t, err)
		require.Equal(t, r, got)
	})
}

func TestOneOfManyGetsTheSeat(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		r := add(t, s, newRoom("owner", "", 0))
		var group errgroup.Group
		refusals := make([]error, 20)
		for i := range refusals {
			group.Go(func() error {
				_, refusals[i] = s.Change(context.WithoutCancel(t.Context()), r.ID, func(r room.Room) (room.Room, error) {
					return r.Join(room.Player{Account: fmt.Sprint(i)}, false, true, noon)
				})
				return nil
			})
		}
		require.NoError(t, group.Wait())
		r, err := s.Get(t.Context(), r.ID)
		require.NoError(t, err)
		for i, err := range refusals {
			if fmt.Sprint(i) == r.Joiner.Account {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, room.ErrClosed)
			}
		}
	})
}

func TestListIsReadPageByPage(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, s *store.Store) {
		var want []string
		for i := range 7 { // some at the same moment
			r := add(t, s, newRoom(fmt.Sprint(i), "", time.Duration(i/2)*time.Minute))
			want = append([]string{r.ID}, want...)
		}
		add(t, s, newRoom("by code", "ABC234", 0))
		taken := add(t, s, newRoom("taken", "", time.Minute))
		starting(t, s, taken.ID, noon)
		jungle := newRoom("jungle", "", -time.Minute)
		jungle.Game = "jungle"
		add(t, s, jungle)
		lapsed := newRoom("lapsed", "", -life)
		add(t, s, lapsed)

		var got []string
		f := lobby.Filter{Game: "xiangqi", Limit: 3}
		for {
			rooms, err := s.List(t.Context(), f, noon)
			require.NoError(t, err)
			for _, r := range rooms {
				got = append(got, r.ID)
				f.BeforeTime, f.BeforeID = r.Created, r.ID
			}
			if len(rooms) < f.Limit {
				break
			}
		}
		require.Equal(t, want, got)

		rooms, err := s.List(t.Context(), lobby.Filter{Limit: 20}, noon)
		require.NoError(t, err)
		require.Len(t, rooms, 8, "with jungle")
	})
}
