package porter_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/authn"
	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/profile"
)

// Tokens have the roles of the moment: at the next renewal and at the next
// sign-in, and those of nobody else.
func TestTokensHaveRoles(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		entry := h.signIn(t, "minh@example.com")
		operator := authn.Caller{Service: "operator", AsService: true}
		change := func(granted bool, want ...string) {
			has, err := h.ChangeRole(t.Context(), operator, profile.RoleChange{PlayerID: entry.Player.ID, Role: "mod", Granted: granted})
			require.NoError(t, err)
			require.Equal(t, want, has)
		}
		moderates := func(tokens porter.Tokens) bool { return h.caller(t, tokens).Has("mod") }
		change(true, "mod")
		require.False(t, moderates(entry.Tokens))
		tokens, err := h.Renew(t.Context(), entry.Tokens.Refresh.Text())
		require.NoError(t, err)
		require.True(t, moderates(tokens))
		require.True(t, moderates(h.signIn(t, "minh@example.com").Tokens))
		require.False(t, moderates(h.signIn(t, "an@example.com").Tokens))
		change(false)
		tokens, err = h.Renew(t.Context(), tokens.Refresh.Text())
		require.NoError(t, err)
		require.False(t, moderates(tokens))

		has, changes, err := h.Roles(t.Context(), entry.Player.ID)
		require.NoError(t, err)
		require.Empty(t, has)
		require.Len(t, changes, 2)
		require.Equal(t, "operator", changes[0].By)
		for _, id := range []string{"", "x", "0195a7c0-0000-7000-8000-000000000000"} {
			_, err = h.ChangeRole(t.Context(), operator, profile.RoleChange{PlayerID: id, Role: "mod", Granted: true})
			require.ErrorIs(t, err, profile.ErrNoPlayer)
			_, _, err = h.Roles(t.Context(), id)
			require.ErrorIs(t, err, profile.ErrNoPlayer)
		}
	})
}
