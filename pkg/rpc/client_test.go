package rpc_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

// connFunc is a connection whose every call is the function.
type connFunc func(context.Context) error

func (f connFunc) Invoke(ctx context.Context, _ string, _, _ any, _ ...grpc.CallOption) error {
	return f(ctx)
}

func (f connFunc) NewStream(ctx context.Context, _ *grpc.StreamDesc, _ string, _ ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, f(ctx)
}

func withMetadata(ctx context.Context, md metadata.MD) context.Context {
	return metadata.NewOutgoingContext(ctx, md)
}

// A player's token travels from the gateway through the referee to the account
// service; each service proves itself on its own stretch.
func TestTokenTravelsOn(t *testing.T) {
	t.Parallel()
	h, intercept := newHall(t)
	local := rpc.NewLocal(intercept, nil, nil)
	onward := rpc.NewClient(local, "account", h.signer(t, "referee", now))
	seen := make(chan authn.Caller, 2)
	register(t, local, func(ctx context.Context, method string, _ proto.Message) (proto.Message, error) {
		seen <- authn.FromContext(ctx)
		if method == getMe {
			return nil, nil
		}
		return nil, onward.Invoke(ctx, getMe, &accountv1.GetMeRequest{}, &accountv1.GetMeResponse{})
	})
	req, resp := valid[createGame]()
	conn := rpc.NewClient(local, "referee", h.signer(t, "gateway", now))
	require.NoError(t, conn.Invoke(rpc.WithToken(t.Context(), h.token(t, start, "play")), createGame, req, resp))
	atReferee, atAccount := <-seen, <-seen
	require.Equal(t, "gateway", atReferee.Service)
	require.Equal(t, "referee", atAccount.Service)
	require.Equal(t, "alice", atReferee.Account)
	require.Equal(t, "alice", atAccount.Account)
}

func TestRefusalOfOurOwnProofIsOurs(t *testing.T) {
	t.Parallel()
	overBoth(t, whoCalls(nil), func(t *testing.T, h *hall) {
		slow := func() time.Time { return start.Add(-time.Hour) } // the clock of a machine gone wrong
		conn := rpc.NewClient(h.conn, "account", h.signer(t, "gateway", slow))
		err := conn.Invoke(rpc.WithToken(t.Context(), h.token(t, start)), getMe, &accountv1.GetMeRequest{}, &accountv1.GetMeResponse{})
		require.ErrorContains(t, err, "account refuses our own token")
		require.Equal(t, codes.Internal, errs.ToStatus(errs.Remote(err), "gateway").Code(), "the player is not signed out for it")
	})
}

func TestEndOfAnInnerCallIsNotInternal(t *testing.T) {
	t.Parallel()
	fn := func(ctx context.Context, _ string, _ proto.Message) (proto.Message, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	overBoth(t, fn, func(t *testing.T, h *hall) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		err := h.conn.Invoke(ctx, createGuest, guest(""), &accountv1.CreateGuestSessionResponse{})
		st := errs.ToStatus(errs.Remote(err), "gateway")
		require.Equal(t, codes.DeadlineExceeded, st.Code())
		e, ok := errs.FromStatus(st.Err())
		require.True(t, ok)
		require.Equal(t, "DEADLINE_EXCEEDED", e.Reason)
	})
}
