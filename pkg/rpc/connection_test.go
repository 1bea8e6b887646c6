package rpc_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

// These hold over a socket and inside a process alike: a service can't tell
// which it is.

func guest(name string) *accountv1.CreateGuestSessionRequest {
	return &accountv1.CreateGuestSessionRequest{Name: name}
}

func TestMessagesAreCopied(t *testing.T) {
	t.Parallel()
	kept := &accountv1.CreateGuestSessionResponse{Player: &accountv1.PlayerProfile{Name: "kept"}}
	fn := func(_ context.Context, _ string, req proto.Message) (proto.Message, error) {
		in := req.(*accountv1.CreateGuestSessionRequest)
		if in.GetName() != "sent" {
			return nil, errors.New("another request")
		}
		in.Name = "changed by the handler"
		return kept, nil
	}
	overBoth(t, fn, func(t *testing.T, h *hall) {
		req := guest("sent")
		resp := &accountv1.CreateGuestSessionResponse{Tokens: &accountv1.Tokens{AccessToken: "of an earlier answer"}}
		require.NoError(t, h.conn.Invoke(t.Context(), createGuest, req, resp))
		require.Equal(t, "sent", req.GetName())
		require.Empty(t, cmp.Diff(kept, resp, protocmp.Transform()), "nothing of the earlier answer is left")
		resp.Player.Name = "changed by the client"
		require.Equal(t, "kept", kept.GetPlayer().GetName())
	})
}

func TestOriginCrosses(t *testing.T) {
	t.Parallel()
	sent := rpc.Origin{
		Arrival: start.Add(123456789 * time.Nanosecond), IdempotencyKey: "k-1",
		UserAgent: "Điện thoại\x00 100%", Address: "203.0.113.7",
	}
	tests := map[string]struct {
		as   string
		sent rpc.Origin
		want rpc.Origin
	}{
		"from the gateway": {as: "gateway", sent: sent, want: rpc.Origin{
			Arrival: sent.Arrival, IdempotencyKey: "k-1",
			UserAgent: "%C4%90i%E1%BB%87n tho%E1%BA%A1i%00 100%25", Address: sent.Address,
		}},
		"from another":  {as: "matchmaking", sent: sent, want: rpc.Origin{IdempotencyKey: "k-1"}},
		"without words": {as: "gateway"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			origins := make(chan rpc.Origin, 2)
			fn := func(ctx context.Context, _ string, _ proto.Message) (proto.Message, error) {
				origins <- rpc.OriginOf(ctx)
				return nil, nil
			}
			overBoth(t, fn, func(t *testing.T, h *hall) {
				// What a stranger may have put there before counts for nothing.
				ctx := rpc.WithOrigin(t.Context(), rpc.Origin{Address: "smuggled", Arrival: start.Add(-time.Hour)})
				ctx = rpc.WithOrigin(ctx, tt.sent)
				conn := h.client(t, tt.as, "account")
				require.NoError(t, conn.Invoke(ctx, createGuest, guest(""), &accountv1.CreateGuestSessionResponse{}))
				require.Equal(t, tt.want, <-origins)
			})
		})
	}
}

func TestOnlyTheCallersOwnProofCounts(t *testing.T) {
	t.Parallel()
	seen := make(chan authn.Caller, 2)
	overBoth(t, whoCalls(seen), func(t *testing.T, h *hall) {
		smuggled := callers["clock"](t, h, "account")
		ctx := rpc.WithToken(withMetadata(t.Context(), smuggled), "forged")
		ctx = rpc.WithToken(ctx, h.token(t, start, "play"))
		require.NoError(t, h.client(t, "gateway", "account").Invoke(ctx, getMe, &accountv1.GetMeRequest{}, &accountv1.GetMeResponse{}))
		c := <-seen
		require.Equal(t, "gateway", c.Service)
		require.Equal(t, "alice", c.Account)
	})
}

func TestStrangeTokenIsRefusedAndBreaksNothing(t *testing.T) {
	t.Parallel()
	overBoth(t, whoCalls(nil), func(t *testing.T, h *hall) {
		ctx := rpc.WithToken(t.Context(), "tiếng Việt\x00\n")
		err := h.conn.Invoke(ctx, getMe, &accountv1.GetMeRequest{}, &accountv1.GetMeResponse{})
		e, ok := errs.FromStatus(err)
		require.True(t, ok, "%v", err)
		require.Equal(t, "BAD_TOKEN", e.Reason)
	})
}

func TestValuesOfTheContextStayAtHome(t *testing.T) {
	t.Parallel()
	type key struct{}
	fn := func(ctx context.Context, _ string, _ proto.Message) (proto.Message, error) {
		if ctx.Value(key{}) != nil || authn.FromContext(ctx).Account != "" {
			return nil, errors.New("a value has crossed")
		}
		return nil, nil
	}
	overBoth(t, fn, func(t *testing.T, h *hall) {
		ctx := context.WithValue(t.Context(), key{}, "secret")
		ctx = authn.WithCaller(ctx, authn.Caller{Account: "mallory"})
		require.NoError(t, h.conn.Invoke(ctx, createGuest, guest(""), &accountv1.CreateGuestSessionResponse{}))
	})
}

func TestDeadlineCrosses(t *testing.T) {
	t.Parallel()
	left := make(chan time.Duration, 2)
	fn := func(ctx context.Context, _ string, _ proto.Message) (proto.Message, error) {
		deadline, ok := ctx.Deadline()
		if !ok {
			return nil, errors.New("no deadline")
		}
		left <- time.Until(deadline)
		return nil, nil
	}
	overBoth(t, fn, func(t *testing.T, h *hall) {
		call := func(ctx context.Context) time.Duration {
			require.NoError(t, h.conn.Invoke(ctx, createGuest, guest(""), &accountv1.CreateGuestSessionResponse{}))
			return <-left
		}
		require.LessOrEqual(t, call(t.Context()), rpc.DefaultDeadline)
		ctx, cancel := context.WithTimeout(t.Context(), rpc.DefaultDeadline/2)
		defer cancel()
		require.LessOrEqual(t, call(ctx), rpc.DefaultDeadline/2)
	})
}

func TestClientGivesEveryCallItsDeadline(t *testing.T) {
	t.Parallel()
	conn := connFunc(func(ctx context.Context) error {
		deadline, ok := ctx.Deadline()
		require.True(t, ok)
		require.LessOrEqual(t, time.Until(deadline), rpc.DefaultDeadline)
		return nil
	})
	h, _ := newHall(t)
	c := rpc.NewClient(conn, "account", h.signer(t, "gateway", now))
	require.NoError(t, c.Invoke(t.Context(), createGuest, guest(""), &accountv1.CreateGuestSessionResponse{}))
	require.Error(t, c.Invoke(t.Context(), "/kydai.account.v1.AccountService/Nothing", nil, nil), "no such call")
}

func TestEndOfTheCallersContextEndsTheCall(t *testing.T) {
	t.Parallel()
	var begun atomic.Int32
	var began func()
	fn := func(ctx context.Context, _ string, _ proto.Message) (proto.Message, error) {
		begun.Add(1)
		began()
		<-ctx.Done()
		return nil, ctx.Err()
	}
	overBoth(t, fn, func(t *testing.T, h *hall) {
		invoke := func(ctx context.Context) codes.Code {
			return status.Code(h.conn.Invoke(ctx, createGuest, guest(""), &accountv1.CreateGuestSessionResponse{}))
		}
		ctx, cancel := context.WithCancel(t.Context())
		begun.Store(0)
		began = cancel
		require.Equal(t, codes.Canceled, invoke(ctx))
		require.Equal(t, codes.Canceled, invoke(ctx))
		require.EqualValues(t, 1, begun.Load(), "a call of a caller who has gone does not begin")

		began = func() {}
		ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		require.Equal(t, codes.DeadlineExceeded, invoke(ctx))
	})
}

// What a database says of a statement that was broken off names no context; a
// refusal stays what it is.
func TestWhateverFailsAfterTheDeadlineIsLate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err  error
		want codes.Code
	}{
		"broken off": {errors.New("interrupted (9)"), codes.DeadlineExceeded},
		"refused":    {errs.New(errs.Unavailable, "BUSY", "busy"), codes.Unavailable},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fn := func(ctx context.Context, _ string, _ proto.Message) (proto.Message, error) {
				<-ctx.Done()
				return nil, tt.err
			}
			_, intercept := newHall(t)
			l := rpc.NewLocal(intercept, nil, nil) // over the wire the caller would not wait for the answer
			register(t, l, fn)
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			err := l.Invoke(ctx, createGuest, guest(""), &accountv1.CreateGuestSessionResponse{})
			require.Equal(t, tt.want, status.Code(err))
		})
	}
}

func TestTheHandlersContextEndsWithItsAnswer(t *testing.T) {
	t.Parallel()
	contexts := make(chan context.Context, 1)
	fn := func(ctx context.Context, _ string, _ proto.Message) (proto.Message, error) {
		contexts <- ctx
		return nil, ctx.Err()
	}
	overBoth(t, fn, func(t *testing.T, h *hall) {
		require.NoError(t, h.conn.Invoke(t.Context(), createGuest, guest(""), &accountv1.CreateGuestSessionResponse{}))
		<-(<-contexts).Done()
	})
}

func TestStatusesCross(t *testing.T) {
	t.Parallel()
	full := errs.New(errs.Conflict, "PLY_TAKEN", "ply 13 is played").With("seq", "31").With("side", "second").
		At("ply", "is played").At("move", "is another").After(1500 * time.Millisecond)
	at := func(e *errs.Error) *errs.Error { // as the caller reads it
		c := *e
		c.Domain = "account.kydai"
		return &c
	}
	internal := &errs.Error{Kind: errs.Internal, Reason: "INTERNAL", Detail: "something went wrong on our side", Domain: "account.kydai"}
	foreign := errs.New(errs.State, "GAME_OVER", "the game is over")
	foreign.Domain = "referee.kydai"
	tests := map[string]struct {
		err  error
		code codes.Code
		want *errs.Error
	}{
		"everything":      {err: full, code: codes.Aborted, want: at(full)},
		"wrapped":         {err: wrapped{full}, code: codes.Aborted, want: at(full)},
		"another service": {err: foreign, code: codes.FailedPrecondition, want: foreign},
		"ours":            {err: errors.New("secret"), code: codes.Internal, want: internal},
		"a bare status":   {err: status.Error(codes.NotFound, "secret"), code: codes.Internal, want: internal},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fn := func(context.Context, string, proto.Message) (proto.Message, error) { return nil, tt.err }
			overBoth(t, fn, func(t *testing.T, h *hall) {
				err := h.conn.Invoke(t.Context(), createGuest, guest(""), &accountv1.CreateGuestSessionResponse{})
				require.Equal(t, tt.code, status.Code(err))
				got, ok := errs.FromStatus(err)
				require.True(t, ok)
				require.Equal(t, tt.want, got)
				require.NotContains(t, err.Error(), "secret")
			})
		})
	}
}

type wrapped struct{ error }

func (w wrapped) Unwrap() error { return w.error }

func TestPanicIsAnErrorOfOurs(t *testing.T) {
	t.Parallel()
	fn := func(context.Context, string, proto.Message) (proto.Message, error) { panic("secret") }
	overBoth(t, fn, func(t *testing.T, h *hall) {
		for range 2 { // the process lives on
			err := h.conn.Invoke(t.Context(), createGuest, guest(""), &accountv1.CreateGuestSessionResponse{})
			e, ok := errs.FromStatus(err)
			require.True(t, ok)
			require.Equal(t, "INTERNAL", e.Reason)
			require.Equal(t, codes.Internal, status.Code(err))
			require.NotContains(t, err.Error(), "secret")
		}
		require.Contains(t, h.log.String(), "connection_test.go", "the log has the stack")
	})
}

func TestCallNobodyServes(t *testing.T) {
	t.Parallel()
	overBoth(t, nil, func(t *testing.T, h *hall) {
		err := h.conn.Invoke(t.Context(), "/kydai.account.v1.AccountService/Nothing", guest(""), guest(""))
		require.Equal(t, codes.Unimplemented, status.Code(err))
	})
}

func TestHealthNeedsNoTokenAndKeepsItsStatuses(t *testing.T) {
	t.Parallel()
	overBoth(t, nil, func(t *testing.T, h *hall) {
		health := healthv1.NewHealthClient(h.conn)
		_, err := health.Check(t.Context(), &healthv1.HealthCheckRequest{})
		require.NoError(t, err)
		_, err = health.Check(t.Context(), &healthv1.HealthCheckRequest{Service: "nobody"})
		require.Equal(t, codes.NotFound, status.Code(err))
	})
}

func TestRequestsBeyondTheirLimits(t *testing.T) {
	t.Parallel()
	overBoth(t, whoCalls(nil), func(t *testing.T, h *hall) {
		err := h.conn.Invoke(t.Context(), getPlayer, &accountv1.GetPlayerRequest{PlayerId: "nobody"}, &accountv1.GetPlayerResponse{})
		require.Equal(t, codes.InvalidArgument, status.Code(err))
		e, ok := errs.FromStatus(err)
		require.True(t, ok)
		require.Equal(t, "INVALID_ARGUMENT", e.Reason)
		require.Equal(t, "account.kydai", e.Domain)
		require.Len(t, e.Violations, 1)
		require.Equal(t, "player_id", e.Violations[0].Field)
		require.NotEmpty(t, e.Violations[0].Description)

		again := h.conn.Invoke(t.Context(), getPlayer, &accountv1.GetPlayerRequest{PlayerId: "nobody"}, &accountv1.GetPlayerResponse{})
		e, _ = errs.FromStatus(again)
		require.Len(t, e.Violations, 1, "one request's faults are not the next one's")
	})
}

func TestStrangersLearnNoLimits(t *testing.T) {
	t.Parallel()
	overBoth(t, whoCalls(nil), func(t *testing.T, h *hall) {
		err := h.conn.Invoke(t.Context(), accountv1.AccountService_DeleteSession_FullMethodName,
			&accountv1.DeleteSessionRequest{}, &accountv1.DeleteSessionResponse{})
		require.Equal(t, codes.Unauthenticated, status.Code(err), "admission comes before validation")
	})
}
