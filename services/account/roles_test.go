package account_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

// operator calls with the key that the process made for its operator.
func (h *hall) operator(t *testing.T) accountv1.AccountServiceClient {
	t.Helper()
	return accountv1.NewAccountServiceClient(h.operatorConn(t))
}

func (h *hall) operatorConn(t *testing.T) grpc.ClientConnInterface {
	t.Helper()
	key, err := authn.ReadKey(filepath.Join(h.own.Data, "keys", "operator.jwk"))
	require.NoError(t, err)
	signer, err := authn.NewSigner(key, time.Now)
	require.NoError(t, err)
	return rpc.NewClient(h.conn, "account", signer)
}

// Roles are the operator's alone to give: no player gets one by asking, whatever
// the player's own roles, and no other service does.
func TestCallersOfRoles(t *testing.T) {
	t.Parallel()
	inHalls(t, emailInLog, func(t *testing.T, h *hall) {
		guest, made := h.guest(t, "")
		player, entry := h.signIn(t, "minh@example.com")
		id := entry.GetPlayer().GetPlayerId()
		_, err := h.operator(t).GrantRole(t.Context(), &accountv1.GrantRoleRequest{PlayerId: id, Role: "admin"})
		require.NoError(t, err)
		tokens, err := h.refresh(t.Context(), entry.GetTokens().GetRefreshToken())
		require.NoError(t, err)
		admin := rpc.WithToken(t.Context(), tokens.GetAccessToken())

		calls := map[string]callOf{
			"GrantRole":  plainly(accountv1.AccountServiceClient.GrantRole, &accountv1.GrantRoleRequest{PlayerId: id, Role: "mod"}),
			"RevokeRole": plainly(accountv1.AccountServiceClient.RevokeRole, &accountv1.RevokeRoleRequest{PlayerId: id, Role: "admin"}),
			"ListRoles":  plainly(accountv1.AccountServiceClient.ListRoles, &accountv1.ListRolesRequest{PlayerId: id}),
		}
		for name, call := range calls {
			for who, ctx := range map[string]context.Context{"nobody": t.Context(), "guest": guest, "player": player, "admin": admin} {
				t.Run(name+" by "+who, func(t *testing.T) {
					for _, by := range []accountv1.AccountServiceClient{h.wire, h.AccountServiceClient, h.service(t, "matchmaking")} {
						requireReason(t, call(ctx, by), codes.PermissionDenied, "CALLER_DENIED")
					}
				})
			}
		}
		roles, err := h.operator(t).ListRoles(t.Context(), &accountv1.ListRolesRequest{PlayerId: id})
		require.NoError(t, err)
		require.Equal(t, []string{"admin"}, roles.GetRoles())
		require.Len(t, roles.GetChanges(), 1)

		grant := func(id, role, note string) error {
			_, err := h.operator(t).GrantRole(t.Context(), &accountv1.GrantRoleRequest{PlayerId: id, Role: role, Note: note})
			return err
		}
		requireReason(t, grant(made.GetPlayer().GetPlayerId(), "admin", ""), codes.FailedPrecondition, "GUEST_HAS_NO_ROLE")
		requireReason(t, grant("0195a7c0-0000-7000-8000-000000000000", "admin", ""), codes.NotFound, "NO_SUCH_PLAYER")
		requireReason(t, grant(id, "king", ""), codes.InvalidArgument, "INVALID_ARGUMENT")
		requireReason(t, grant(id, "", ""), codes.InvalidArgument, "INVALID_ARGUMENT")
		requireReason(t, grant(id, "mod", "a\x00b"), codes.InvalidArgument, "INVALID_ARGUMENT")
		requireReason(t, grant(id, "mod", strings.Repeat("a", 501)), codes.InvalidArgument, "INVALID_ARGUMENT")
	})
}
