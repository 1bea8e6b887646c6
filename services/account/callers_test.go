package account_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

// callOf makes one call of the contract.
type callOf func(ctx context.Context, by accountv1.AccountServiceClient) error

func plainly[Req, Resp any](call func(accountv1.AccountServiceClient, context.Context, Req, ...grpc.CallOption) (Resp, error), req Req) callOf {
	return func(ctx context.Context, by accountv1.AccountServiceClient) error {
		_, err := call(by, ctx, req)
		return err
	}
}

// admits holds that calls for players are refused to everybody else: nobody,
// services, and the holders of tokens for something else, old or forged.
func (h *hall) admits(t *testing.T, calls map[string]callOf, ticket string) {
	t.Helper()
	old, err := h.playerToken(t, time.Now().Add(-time.Hour))
	require.NoError(t, err)
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			requireReason(t, call(t.Context(), h.wire), codes.Unauthenticated, "NO_TOKEN")
			requireReason(t, call(t.Context(), h.AccountServiceClient), codes.Unauthenticated, "NO_TOKEN")
			requireReason(t, call(t.Context(), h.service(t, "matchmaking")), codes.Unauthenticated, "NO_TOKEN")
			requireReason(t, call(rpc.WithToken(t.Context(), ticket), h.wire), codes.PermissionDenied, "SCOPE_MISSING")
			requireReason(t, call(rpc.WithToken(t.Context(), old), h.wire), codes.Unauthenticated, "EXPIRED_TOKEN")
			requireReason(t, call(rpc.WithToken(t.Context(), old[:len(old)-4]+"AAAA"), h.wire), codes.Unauthenticated, "BAD_TOKEN")
		})
	}
}

// playerToken is a token that ended long ago or holds still.
func (h *hall) playerToken(t *testing.T, issued time.Time) (string, error) {
	t.Helper()
	return h.own.Signer.PlayerToken(authn.PlayerToken{
		Account: "0195a7c0-0000-7000-8000-000000000000", Session: "s", Scopes: []string{"play"}, IssuedAt: issued, Expires: issued.Add(time.Minute),
	})
}

// service calls in the name of another service.
func (h *hall) service(t *testing.T, name string) accountv1.AccountServiceClient {
	t.Helper()
	return accountv1.NewAccountServiceClient(h.peers[name].Dial("account"))
}
