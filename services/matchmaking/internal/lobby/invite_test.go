package lobby_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
)

func (h *hall) invite(t *testing.T, account string) room.Room {
	t.Helper()
	r, err := h.Create(t.Context(), room.Wish{Owner: owner, Game: "jungle", Invitee: account}, lobby.Key{})
	require.NoError(t, err)
	return r
}

func (h *hall) invitations(t *testing.T, accounts ...string) (ids []string) {
	t.Helper()
	rooms, err := h.Invitations(t.Context(), accounts...)
	require.NoError(t, err)
	for _, r := range rooms {
		ids = append(ids, r.ID)
	}
	return ids
}

func TestInvitation(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		first, second, other := h.invite(t, "anna"), h.invite(t, "anna"), h.invite(t, "binh")
		h.open(t, room.Public)
		require.Equal(t, room.Invited, first.Access)
		require.Empty(t, first.Code)
		require.Equal(t, []string{second.ID, first.ID}, h.invitations(t, "anna"))
		require.Equal(t, []string{other.ID, second.ID, first.ID}, h.invitations(t, "anna", "binh", "chi"))
		require.Empty(t, h.invitations(t, "chi"))
		require.Empty(t, h.invitations(t))

		listed, err := h.List(t.Context(), lobby.Filter{Limit: 10})
		require.NoError(t, err)
		require.Len(t, listed, 1, "the public one")
		for _, account := range []string{"", "binh"} {
			_, err := h.Get(t.Context(), first.ID, account)
			require.ErrorIs(t, err, room.ErrNoSuchRoom)
		}
		_, err = h.Join(t.Context(), first.ID, binh)
		require.ErrorIs(t, err, room.ErrNoSuchRoom)
		_, err = h.Decline(t.Context(), first.ID, "binh")
		require.ErrorIs(t, err, room.ErrNoSuchRoom)
		_, err = h.Decline(t.Context(), first.ID, "owner")
		require.ErrorIs(t, err, room.ErrNotInvited)

		for range 2 {
			declined, err := h.Decline(t.Context(), first.ID, "anna")
			require.NoError(t, err)
			require.True(t, declined.Declined)
			require.Equal(t, declined, h.get(t, first.ID))
		}
		_, err = h.Join(t.Context(), first.ID, anna)
		require.ErrorIs(t, err, room.ErrClosed)
		joined, err := h.Join(t.Context(), second.ID, anna)
		require.NoError(t, err)
		require.Equal(t, room.Playing, joined.State)
		_, err = h.Decline(t.Context(), second.ID, "anna")
		require.ErrorIs(t, err, room.ErrClosed)
		require.Empty(t, h.invitations(t, "anna"))
		h.pass(limits.RoomLife)
		require.Empty(t, h.invitations(t, "binh"), "lapsed")
	})
}

func TestBadInvitations(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	h.people.block("hoa", "owner")
	tests := map[string]struct {
		wish room.Wish
		want error
	}{
		"oneself":          {room.Wish{Invitee: "owner"}, room.ErrBadAccess},
		"nobody":           {room.Wish{Invitee: "stranger"}, room.ErrNoSuchPlayer},
		"blocked":          {room.Wish{Invitee: "hoa"}, room.ErrKeptApart},
		"to a public room": {room.Wish{Invitee: "anna", Access: room.Public}, room.ErrBadAccess},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.wish.Owner, tt.wish.Game = owner, "jungle"
			_, err := h.Create(t.Context(), tt.wish, lobby.Key{})
			require.ErrorIs(t, err, tt.want)
		})
	}
}

func TestBlockedPlayersDoNotJoin(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	public, coded := h.open(t, room.Public), h.open(t, room.ByCode)
	invited := h.invite(t, "anna")
	h.people.block("owner", "anna")
	_, err := h.Join(t.Context(), public.ID, anna)
	require.ErrorIs(t, err, room.ErrKeptApart)
	_, err = h.JoinByCode(t.Context(), coded.Code, anna)
	require.ErrorIs(t, err, room.ErrKeptApart)
	_, err = h.Join(t.Context(), coded.ID, anna)
	require.ErrorIs(t, err, room.ErrNoSuchRoom, "without the code there is no such room")
	_, err = h.Join(t.Context(), invited.ID, anna)
	require.ErrorIs(t, err, room.ErrKeptApart, "blocked after the invitation")
	require.Equal(t, room.Open, h.get(t, public.ID).State)

	h.people.mu.Lock()
	h.people.away = errors.New("accounts are away")
	h.people.mu.Unlock()
	_, err = h.Join(t.Context(), public.ID, binh)
	require.Error(t, err, "nobody knows who is blocked")
	require.Equal(t, room.Open, h.get(t, public.ID).State)
}
