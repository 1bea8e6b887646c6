package e2e_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// dialReferee returns the referee over the wire.
func (h *hall) dialReferee(t *testing.T) refereev1.RefereeServiceClient {
	t.Helper()
	conn, err := grpc.NewClient(h.referee, grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	return refereev1.NewRefereeServiceClient(conn)
}

// as returns a context for calls of the referee by a service of the hall, with a
// proof that was made some time ago.
func (h *hall) as(t *testing.T, service string, ago time.Duration) context.Context {
	t.Helper()
	key, err := authn.ReadKey(filepath.Join(h.keys, service+".jwk"))
	require.NoError(t, err)
	return proving(t, key, ago)
}

func proving(t *testing.T, key *authn.Key, ago time.Duration) context.Context {
	t.Helper()
	signer, err := authn.NewSigner(key, func() time.Time { return time.Now().Add(-ago) })
	require.NoError(t, err)
	token, err := signer.ServiceToken("referee")
	require.NoError(t, err)
	return metadata.AppendToOutgoingContext(t.Context(), "x-kydai-service", token)
}

// TestCallsOfServicesAreForServices: what only the clock may ask is refused to
// players, other services, and whoever cannot prove to be the clock.
func TestCallsOfServicesAreForServices(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		referee, player := h.dialReferee(t), h.guest(t)
		forged, err := authn.NewKey("clock")
		require.NoError(t, err)
		tests := map[string]struct {
			ctx  context.Context //nolint:containedctx // what the call carries is the test
			want string
		}{
			"nobody":                 {t.Context(), "CALLER_DENIED"},
			"a player":               {rpc.WithToken(t.Context(), player.token), "CALLER_DENIED"},
			"another service":        {h.as(t, "matchmaking", 0), "CALLER_DENIED"},
			"a player's gateway":     {rpc.WithToken(h.as(t, "gateway", 0), player.token), "CALLER_DENIED"},
			"a forged clock":         {proving(t, forged, 0), "BAD_SERVICE_TOKEN"},
			"the clock an hour ago":  {h.as(t, "clock", time.Hour), "BAD_SERVICE_TOKEN"},
			"the clock":              {h.as(t, "clock", 0), ""},
			"the clock for a player": {rpc.WithToken(h.as(t, "clock", 0), player.token), ""},
		}
		for name, tt := range tests {
			_, err := referee.ListDue(tt.ctx, &refereev1.ListDueRequest{Before: timestamppb.Now()})
			if tt.want == "" {
				require.NoError(t, err, name)
				continue
			}
			refused, ok := errs.FromStatus(err)
			require.True(t, ok, "%s: %v", name, err)
			require.Equal(t, tt.want, errs.Reason(refused), name)
		}
	})
}
