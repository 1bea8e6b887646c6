package lobby_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/testkit"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
)

// play opens a room and has anna join it.
func (h *hall) play(t *testing.T) room.Room {
	t.Helper()
	r, err := h.Join(t.Context(), h.open(t, room.Public).ID, anna)
	require.NoError(t, err)
	return r
}

func TestGamesEnded(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	first, second, third := h.play(t), h.play(t), h.play(t)
	require.NoError(t, h.GamesEnded(t.Context(), nil))
	require.NoError(t, h.GamesEnded(t.Context(), []lobby.End{
		{RoomID: first.ID, GameID: first.GameID, Seq: 5}, {RoomID: "another", GameID: "g", Seq: 5}, {RoomID: second.ID, GameID: second.GameID, Seq: 8},
	}))
	require.Equal(t, room.Finished, h.get(t, first.ID).State)
	require.Equal(t, room.Finished, h.get(t, second.ID).State)
	require.Equal(t, room.Playing, h.get(t, third.ID).State)
}

// choking can't take in the end of one game, alone or among others.
type choking struct {
	lobby.Store
	on string
}

var errChoked = errors.New("choked")

func (c choking) TakeEnds(ctx context.Context, ends []lobby.End, now time.Time) error {
	for _, e := range ends {
		if e.RoomID == c.on {
			return errChoked
		}
	}
	return c.Store.TakeEnds(ctx, ends, now)
}

func TestBadNewsStandAlone(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	first, bad, last := h.play(t), h.play(t), h.play(t)
	l := lobby.New(choking{Store: h.store, on: bad.ID}, h.referee, h.people, limits, h.now, testkit.Logger(t))
	var ends []lobby.End
	for _, r := range []room.Room{first, bad, last} {
		ends = append(ends, lobby.End{RoomID: r.ID, GameID: r.GameID, Seq: 5})
	}
	require.ErrorIs(t, l.GamesEnded(t.Context(), ends), errChoked)
	require.Equal(t, room.Finished, h.get(t, first.ID).State)
	require.Equal(t, room.Playing, h.get(t, bad.ID).State)
	require.Equal(t, room.Finished, h.get(t, last.ID).State)
}

func TestAuditFindsEndsThatNobodyTold(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	over, running := h.play(t), h.play(t)
	h.referee.over[over.GameID] = true
	require.NoError(t, h.Audit(t.Context()))
	require.Equal(t, room.Playing, h.get(t, over.ID).State, "believed for a while")

	h.pass(2 * time.Hour)
	require.NoError(t, h.Audit(t.Context()))
	require.Equal(t, room.Finished, h.get(t, over.ID).State)
	require.Equal(t, room.Playing, h.get(t, running.ID).State)
	h.referee.over[running.GameID] = true
	require.NoError(t, h.Audit(t.Context()))
	require.Equal(t, room.Playing, h.get(t, running.ID).State, "believed for another while")
}
