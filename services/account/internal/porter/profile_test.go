package porter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/session"
)

func rename(name string) profile.Change { return profile.Change{Name: &name} }

func TestProfileIsChangedUnderACondition(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		player, tokens := h.admit(t)
		caller := h.caller(t, tokens)
		seen := player.Tag()
		changed, err := h.Update(t.Context(), caller, rename("Bình"), []string{"99", seen})
		require.NoError(t, err)
		require.Equal(t, "Bình", changed.Name)
		require.NotEqual(t, seen, changed.Tag())

		_, err = h.Update(t.Context(), caller, rename("Châu"), []string{seen})
		require.ErrorIs(t, err, profile.ErrChanged)
		_, err = h.Update(t.Context(), caller, rename("Châu"), []string{`W/"` + changed.Tag() + `"`})
		require.ErrorIs(t, err, profile.ErrChanged)
		_, err = h.Update(t.Context(), caller, rename("<b>"), []string{changed.Tag()})
		require.ErrorIs(t, err, profile.ErrBadName)
		stored, err := h.Player(t.Context(), player.ID)
		require.NoError(t, err)
		require.Equal(t, changed, stored)
		_, err = h.Update(t.Context(), caller, rename("Châu"), nil)
		require.NoError(t, err, "who names no version means any")
	})
}

func TestBlocking(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		alice, tokens := h.admit(t)
		bob, _ := h.admit(t)
		caller := h.caller(t, tokens)
		require.NoError(t, h.Block(t.Context(), caller, strings.ToUpper(bob.ID)))
		blocks, err := h.Blocks(t.Context(), caller)
		require.NoError(t, err)
		require.Len(t, blocks, 1)
		require.Equal(t, bob, blocks[0].Player)
		relations, err := h.Relations(t.Context(), []string{strings.ToUpper(alice.ID), bob.ID})
		require.NoError(t, err)
		require.Equal(t, []profile.Relation{{Player: alice.ID, Blocked: bob.ID}}, relations)

		require.ErrorIs(t, h.Block(t.Context(), caller, alice.ID), profile.ErrSelf)
		for _, id := range []string{"", "nobody", "0195a7c0-0000-7000-8000-000000000000"} {
			require.ErrorIs(t, h.Block(t.Context(), caller, id), profile.ErrNoPlayer)
		}
		require.NoError(t, h.Unblock(t.Context(), caller, bob.ID))
		require.ErrorIs(t, h.Unblock(t.Context(), caller, bob.ID), profile.ErrNotBlocked)
		_, err = h.Relations(t.Context(), []string{"nobody"})
		require.ErrorIs(t, err, profile.ErrNoPlayer)
	})
}

// A session that was closed changes nothing with what is left of its token.
func TestClosedSessionChangesNothing(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		player, tokens := h.admit(t)
		bob, _ := h.admit(t)
		caller := h.caller(t, tokens)
		require.NoError(t, h.End(t.Context(), caller, porter.Current))
		_, err := h.Update(t.Context(), caller, rename("Bình"), nil)
		require.ErrorIs(t, err, session.ErrEnded)
		require.ErrorIs(t, h.Block(t.Context(), caller, bob.ID), session.ErrEnded)
		require.ErrorIs(t, h.Unblock(t.Context(), caller, bob.ID), session.ErrEnded)
		_, err = h.Blocks(t.Context(), caller)
		require.ErrorIs(t, err, session.ErrEnded)
		stored, err := h.Player(t.Context(), player.ID)
		require.NoError(t, err)
		require.Equal(t, player, stored)
	})
}
