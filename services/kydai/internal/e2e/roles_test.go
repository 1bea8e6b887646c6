package e2e_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/authn"
)

// signIn signs in by the nth code and returns the player with the tokens' refresh
// token.
func (h *hall) signIn(t *testing.T, email string, nth int) (p *player, refresh string) {
	t.Helper()
	p = &player{h: h}
	handle := p.must(t, http.StatusOK, "POST", "/v1/sessions:emailCode", `{"email":"`+email+`"}`).str("handle")
	entry := p.must(t, http.StatusOK, "POST", "/v1/sessions:finish", `{"handle":"`+handle+`","code":"`+h.code(t, nth)+`"}`)
	p.id, p.token = entry.str("player", "playerId"), entry.str("tokens", "accessToken")
	return p, entry.str("tokens", "refreshToken")
}

// TestOperatorGivesRoles: by the command line and the operator's key, and by
// nothing else; the player's next tokens have them. Whoever is made an organizer holds
// tournaments.
func TestOperatorGivesRoles(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		minh, refresh := h.signIn(t, "minh@example.com", 1)
		key := filepath.Join(h.keys, authn.OperatorService+".jwk")
		accounts := func(args ...string) (string, error) {
			return tool(t, append([]string{"accounts"}, append(args, "--account", h.account, "--key", key)...)...)
		}
		out, err := accounts("grant", "--player", minh.id, "--role", "admin", "--note", "runs the hall")
		require.NoError(t, err)
		require.Equal(t, minh.id+" has admin\n", out)
		out, err = accounts("grant", "--player", minh.id, "--role", "mod")
		require.NoError(t, err)
		require.Equal(t, minh.id+" has admin mod\n", out)

		next := minh.must(t, http.StatusOK, "POST", "/v1/sessions:refresh", `{"refreshToken":"`+refresh+`"}`)
		require.Subset(t, scopes(t, next.str("tokens", "accessToken")), []string{"admin", "mod"})
		_, err = accounts("revoke", "--player", minh.id, "--role", "mod")
		require.NoError(t, err)
		next = minh.must(t, http.StatusOK, "POST", "/v1/sessions:refresh", `{"refreshToken":"`+next.str("tokens", "refreshToken")+`"}`)
		require.Contains(t, scopes(t, next.str("tokens", "accessToken")), "admin")
		require.NotContains(t, scopes(t, next.str("tokens", "accessToken")), "mod")
		out, err = accounts("roles", "--player", minh.id)
		require.NoError(t, err)
		require.Regexp(t, `(?s)^`+minh.id+` has admin\n\S+ revoked mod by operator\n\S+ granted mod by operator\n\S+ granted admin by operator: runs the hall\n$`, out)

		_, err = accounts("grant", "--player", h.guest(t).id, "--role", "admin")
		require.Error(t, err, "a guest")
		_, err = accounts("grant", "--player", minh.id, "--role", "king")
		require.Error(t, err, "no such role")
		key = filepath.Join(h.keys, "gateway.jwk")
		_, err = accounts("grant", "--player", minh.id, "--role", "mod")
		require.Error(t, err, "not the operator's key")
		h.holdSeries(t, h.moderator(t, "organizer", 2))
	})
}

// scopes are those of an access token.
func scopes(t *testing.T, token string) []string {
	t.Helper()
	parts := strings.Split(token, ".")
	require.Len(t, parts, 3)
	body, err := base64.RawURLEncoding.DecodeString(parts[1])
	require.NoError(t, err)
	var claims struct{ Scope string }
	require.NoError(t, json.Unmarshal(body, &claims))
	return strings.Fields(claims.Scope)
}
