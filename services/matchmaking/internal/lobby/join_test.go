package lobby_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
)

var (
	errAway    = errs.New(errs.Unavailable, "UNAVAILABLE", "the referee is away")
	errRefused = errs.New(errs.Invalid, "BAD_POSITION", "the position is refused")
)

// always fails with an error.
func always(err error) func(room.Room) error { return func(room.Room) error { return err } }

func TestJoinBeginsTheGame(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	r, err := h.Create(t.Context(), room.Wish{Owner: owner, Game: "jungle", Side: room.Second}, lobby.Key{})
	require.NoError(t, err)
	got, err := h.Join(t.Context(), r.ID, anna)
	require.NoError(t, err)
	require.Equal(t, room.Playing, got.State)
	require.Equal(t, got, h.get(t, r.ID))
	first, second := h.referee.games[got.GameID].Seats()
	require.Equal(t, anna, first)
	require.Equal(t, owner, second)
}

func TestTwentyJoinOneGame(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		r := h.open(t, room.Public)
		var group errgroup.Group
		games, refusals := make([]string, 20), make([]error, 20)
		for i := range games {
			group.Go(func() error {
				got, err := h.Join(t.Context(), r.ID, room.Player{Account: fmt.Sprint(i)})
				games[i], refusals[i] = got.GameID, err
				return nil
			})
		}
		require.NoError(t, group.Wait())
		r = h.get(t, r.ID)
		require.Len(t, h.referee.games, 1)
		for i, err := range refusals {
			if fmt.Sprint(i) == r.Joiner.Account {
				require.NoError(t, err)
				require.Equal(t, r.GameID, games[i])
			} else {
				require.ErrorIs(t, err, room.ErrClosed)
			}
		}
	})
}

func TestDoubleTapsJoinOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		r := h.open(t, room.ByCode)
		var group errgroup.Group
		rooms := make([]room.Room, limits.CodeTries)
		for i := range rooms {
			group.Go(func() (err error) {
				rooms[i], err = h.JoinByCode(t.Context(), r.Code, anna)
				return err
			})
		}
		require.NoError(t, group.Wait())
		require.Len(t, h.referee.games, 1)
		for _, got := range rooms {
			require.Equal(t, h.get(t, r.ID), got)
		}
	})
}

func TestNobodyPlaysHimself(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	_, err := h.Join(t.Context(), h.open(t, room.Public).ID, owner)
	require.ErrorIs(t, err, room.ErrOwnRoom)
	_, err = h.JoinByCode(t.Context(), h.open(t, room.ByCode).Code, owner)
	require.ErrorIs(t, err, room.ErrOwnRoom)
	require.Empty(t, h.referee.games)
}

// The seat stays the player's while the referee is away, and the game begins
// once it is back, by the player's next request or by itself.
func TestRefereeAway(t *testing.T) {
	t.Parallel()
	tests := map[string]func(t *testing.T, h *hall, r room.Room){
		"the player asks again": func(t *testing.T, h *hall, r room.Room) {
			_, err := h.JoinByCode(t.Context(), r.Code, anna)
			require.NoError(t, err)
		},
		"nobody asks": func(t *testing.T, h *hall, _ room.Room) {
			h.pass(4 * time.Second)
			require.NoError(t, h.Mend(t.Context()))
		},
	}
	for name, again := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := onSQLite(t)
			r := h.open(t, room.ByCode)
			h.referee.fails(always(errAway))
			_, err := h.JoinByCode(t.Context(), r.Code, anna)
			require.ErrorIs(t, err, lobby.ErrNotBegun)
			var e *errs.Error
			require.ErrorAs(t, err, &e)
			require.Positive(t, e.RetryAfter)
			require.Equal(t, room.Starting, h.get(t, r.ID).State)
			_, err = h.JoinByCode(t.Context(), r.Code, binh)
			require.ErrorIs(t, err, room.ErrClosed)
			h.pass(time.Hour)
			require.ErrorIs(t, h.Mend(t.Context()), lobby.ErrNotBegun)

			h.referee.fails(nil)
			again(t, h, r)
			r = h.get(t, r.ID)
			require.Equal(t, room.Playing, r.State)
			require.Equal(t, anna, h.referee.games[r.GameID].Joiner)
		})
	}
}

// An answer of the referee that gets lost leaves one game, not two.
func TestLostAnswer(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	r := h.open(t, room.Public)
	h.referee.lost = always(errors.New("connection reset"))
	_, err := h.Join(t.Context(), r.ID, anna)
	require.ErrorIs(t, err, lobby.ErrNotBegun)
	h.referee.lost = nil
	got, err := h.Join(t.Context(), r.ID, anna)
	require.NoError(t, err)
	require.Len(t, h.referee.games, 1)
	require.Contains(t, h.referee.games, got.GameID)
}

func TestRefusedGameClosesTheRoom(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	r := h.open(t, room.Public)
	h.referee.fails(always(fmt.Errorf("wrapped: %w", errRefused)))
	_, err := h.Join(t.Context(), r.ID, anna)
	require.ErrorIs(t, err, room.ErrUnplayable)
	var e *errs.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "BAD_POSITION", e.Metadata["cause"])
	require.Equal(t, room.Closed, h.get(t, r.ID).State)
	_, err = h.Join(t.Context(), r.ID, anna)
	require.ErrorIs(t, err, room.ErrClosed)
}

func TestMendClosesWhatIsRefused(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	r := h.open(t, room.Public)
	h.referee.fails(always(errAway))
	_, err := h.Join(t.Context(), r.ID, anna)
	require.Error(t, err)
	h.referee.fails(always(errRefused))
	h.pass(time.Minute)
	require.NoError(t, h.Mend(t.Context()))
	require.Equal(t, room.Closed, h.get(t, r.ID).State)
}

func TestMendLeavesJoinsUnderWayAlone(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	r := h.open(t, room.Public)
	h.referee.fails(always(errAway))
	_, err := h.Join(t.Context(), r.ID, anna)
	require.Error(t, err)
	h.referee.fails(nil)
	require.NoError(t, h.Mend(t.Context()))
	require.Equal(t, room.Starting, h.get(t, r.ID).State)
}

// A room that can't be helped does not keep the others from it.
func TestMendPutsOffWhatFails(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	h.referee.fails(always(errAway))
	var rooms []room.Room
	for range 3 {
		r := h.open(t, room.Public)
		_, err := h.Join(t.Context(), r.ID, anna)
		require.Error(t, err)
		rooms = append(rooms, r)
		h.pass(time.Second)
	}
	h.referee.fails(func(r room.Room) error {
		if r.ID == rooms[0].ID {
			return errors.New("this one makes it stumble")
		}
		return nil
	})
	h.pass(time.Minute)
	require.Error(t, h.Mend(t.Context()))
	require.NoError(t, h.Mend(t.Context()))
	require.Equal(t, room.Starting, h.get(t, rooms[0].ID).State)
	require.Equal(t, room.Playing, h.get(t, rooms[1].ID).State)
	require.Equal(t, room.Playing, h.get(t, rooms[2].ID).State)
}

func TestWrongCodes(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	r := h.open(t, room.ByCode)
	left := h.open(t, room.ByCode)
	_, err := h.Leave(t.Context(), left.ID, "owner")
	require.NoError(t, err)
	wrong := []string{"nonsense", left.Code, "", "222222"}
	for i := range limits.CodeTries {
		_, err := h.JoinByCode(t.Context(), wrong[i%len(wrong)], anna)
		require.ErrorIs(t, err, room.ErrWrongCode)
		h.pass(time.Second)
	}
	_, err = h.JoinByCode(t.Context(), r.Code, anna)
	require.ErrorIs(t, err, room.ErrTooManyTries, "also for the right one")
	var e *errs.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, room.Open, h.get(t, r.ID).State)

	h.pass(e.RetryAfter)
	require.NoError(t, h.Tidy(t.Context()))
	_, err = h.JoinByCode(t.Context(), " "+r.Code[:3]+"-"+r.Code[3:], anna)
	require.NoError(t, err)
}

func TestRightCodesAreNotCounted(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	r := h.open(t, room.ByCode)
	for range 2 * limits.CodeTries {
		_, err := h.JoinByCode(t.Context(), r.Code, anna)
		require.NoError(t, err)
		_, err = h.JoinByCode(t.Context(), r.Code, binh)
		require.ErrorIs(t, err, room.ErrClosed)
	}
}

func TestManyTriesAtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		var group errgroup.Group
		refusals := make([]error, 30)
		for i := range refusals {
			group.Go(func() error {
				_, refusals[i] = h.JoinByCode(t.Context(), "222222", anna)
				return nil
			})
		}
		require.NoError(t, group.Wait())
		looked := 0
		for _, err := range refusals {
			if errors.Is(err, room.ErrWrongCode) {
				looked++
			} else {
				require.ErrorIs(t, err, room.ErrTooManyTries)
			}
		}
		require.Equal(t, limits.CodeTries, looked)
	})
}
