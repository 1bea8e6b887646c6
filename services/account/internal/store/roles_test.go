package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/store"
)

// given is a role that is granted, or revoked.
func given(player, role string, granted bool, at time.Time) profile.RoleChange {
	return profile.RoleChange{ID: newID(), PlayerID: player, Role: role, Granted: granted, Note: "why", By: "operator", At: at}
}

func TestRolesAreGivenAndTaken(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		minh, an := join(t, s, "Minh"), join(t, s, "An")
		var told []profile.RoleChange // newest first
		change := func(c profile.RoleChange, counts bool, want ...string) {
			has, err := s.ChangeRole(t.Context(), c)
			require.NoError(t, err)
			require.Equal(t, want, has)
			if counts {
				told = append([]profile.RoleChange{c}, told...)
			}
		}
		change(given(minh.ID, "mod", true, start), true, "mod")
		change(given(minh.ID, "mod", true, start), false, "mod")
		change(given(minh.ID, "admin", true, start.Add(time.Second)), true, "admin", "mod")
		change(given(minh.ID, "mod", false, start.Add(2*time.Second)), true, "admin")
		change(given(minh.ID, "mod", false, start.Add(2*time.Second)), false, "admin")
		change(given(minh.ID, "bot", false, start.Add(2*time.Second)), false, "admin")

		has, err := s.Roles(t.Context(), minh.ID)
		require.NoError(t, err)
		require.Equal(t, []string{"admin"}, has)
		changes, err := s.RoleChanges(t.Context(), minh.ID)
		require.NoError(t, err)
		require.Equal(t, told, changes, "what changed nothing is no change")
		has, err = s.Roles(t.Context(), an.ID)
		require.NoError(t, err)
		require.Empty(t, has)
	})
}

func TestRolesOfNobody(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		guest, _, _ := enter(t, s, start)
		_, err := s.ChangeRole(t.Context(), given(guest.ID, "admin", true, start))
		require.ErrorIs(t, err, profile.ErrGuestRole)
		_, err = s.ChangeRole(t.Context(), given(newID(), "admin", true, start))
		require.ErrorIs(t, err, profile.ErrNoPlayer)
		changes, err := s.RoleChanges(t.Context(), guest.ID)
		require.NoError(t, err)
		require.Empty(t, changes)
	})
}

func TestOneRoleAtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		minh := join(t, s, "Minh")
		var all errgroup.Group
		for range 8 {
			all.Go(func() error {
				_, err := s.ChangeRole(t.Context(), given(minh.ID, "mod", true, start))
				return err
			})
		}
		require.NoError(t, all.Wait())
		changes, err := s.RoleChanges(t.Context(), minh.ID)
		require.NoError(t, err)
		require.Len(t, changes, 1)
	})
}
