package rpc_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

const (
	createGuest  = accountv1.AccountService_CreateGuestSession_FullMethodName
	listSessions = accountv1.AccountService_ListSessions_FullMethodName
	getMe        = accountv1.AccountService_GetMe_FullMethodName
	getPlayer    = accountv1.AccountService_GetPlayer_FullMethodName
	createGame   = refereev1.RefereeService_CreateGame_FullMethodName
	listDue      = refereev1.RefereeService_ListDue_FullMethodName
)

// valid are requests that break no limit, and room for their answers.
var valid = map[string]func() (req, resp proto.Message){
	createGuest: func() (proto.Message, proto.Message) {
		return &accountv1.CreateGuestSessionRequest{}, &accountv1.CreateGuestSessionResponse{}
	},
	listSessions: func() (proto.Message, proto.Message) {
		return &accountv1.ListSessionsRequest{}, &accountv1.ListSessionsResponse{}
	},
	getMe: func() (proto.Message, proto.Message) { return &accountv1.GetMeRequest{}, &accountv1.GetMeResponse{} },
	getPlayer: func() (proto.Message, proto.Message) {
		return &accountv1.GetPlayerRequest{PlayerId: "0195a7c0-0000-7000-8000-000000000000"}, &accountv1.GetPlayerResponse{}
	},
	createGame: func() (proto.Message, proto.Message) {
		return &refereev1.CreateGameRequest{Game: "xiangqi"}, &refereev1.CreateGameResponse{}
	},
	listDue: func() (proto.Message, proto.Message) {
		return &refereev1.ListDueRequest{Before: timestamppb.New(start), Limit: 1}, &refereev1.ListDueResponse{}
	},
}

// callers are all who may come: what each puts on a call, by the hall and the
// service that is called.
var callers = map[string]func(t *testing.T, h *hall, callee string) metadata.MD{
	"nobody":          func(*testing.T, *hall, string) metadata.MD { return nil },
	"player":          player("play"),
	"ticket":          player("stream"),
	"gateway":         service("gateway"),
	"matchmaking":     service("matchmaking"),
	"clock":           service("clock"),
	"gateway+player":  both(service("gateway"), player("play")),
	"gateway+ticket":  both(service("gateway"), player("stream")),
	"matching+ticket": both(service("matchmaking"), player("stream")),
	"clock+player":    both(service("clock"), player("play")),
	"expired player": func(t *testing.T, h *hall, _ string) metadata.MD {
		return metadata.Pairs("authorization", "Bearer "+h.token(t, start.Add(-time.Hour), "play"))
	},
	"forged player": func(*testing.T, *hall, string) metadata.MD {
		return metadata.Pairs("authorization", "Bearer forged")
	},
	"another scheme": func(*testing.T, *hall, string) metadata.MD {
		return metadata.Pairs("authorization", "Basic YTpi")
	},
	"lower-case scheme": func(t *testing.T, h *hall, _ string) metadata.MD {
		return metadata.Pairs("authorization", "bearer "+h.token(t, start, "play"))
	},
	"clock at another's door": func(t *testing.T, h *hall, _ string) metadata.MD {
		return service("clock")(t, h, "rating")
	},
	"expired clock": func(t *testing.T, h *hall, callee string) metadata.MD {
		hourAgo := func() time.Time { return start.Add(-time.Hour) }
		token, err := h.signer(t, "clock", hourAgo).ServiceToken(callee)
		require.NoError(t, err)
		return metadata.Pairs("x-kydai-service", token)
	},
	"player as service": func(t *testing.T, h *hall, _ string) metadata.MD {
		return metadata.Pairs("x-kydai-service", h.token(t, start, "play"))
	},
	"service as player": func(t *testing.T, h *hall, callee string) metadata.MD {
		return metadata.Pairs("authorization", "Bearer "+service("account")(t, h, callee)["x-kydai-service"][0])
	},
}

func player(scopes ...string) func(*testing.T, *hall, string) metadata.MD {
	return func(t *testing.T, h *hall, _ string) metadata.MD {
		return metadata.Pairs("authorization", "Bearer "+h.token(t, start, scopes...))
	}
}

func service(name string) func(*testing.T, *hall, string) metadata.MD {
	return func(t *testing.T, h *hall, callee string) metadata.MD {
		token, err := h.signer(t, name, now).ServiceToken(callee)
		require.NoError(t, err)
		return metadata.Pairs("x-kydai-service", token)
	}
}

func both(a, b func(*testing.T, *hall, string) metadata.MD) func(*testing.T, *hall, string) metadata.MD {
	return func(t *testing.T, h *hall, callee string) metadata.MD {
		return metadata.Join(a(t, h, callee), b(t, h, callee))
	}
}

// admitted says who gets through to whom, and as whom: p a player, s a
// service, n nobody; other words are reasons of refusals. The columns are the
// methods, the rows the callers.
var (
	admittedMethods = []string{createGuest, listSessions, getMe, getPlayer, createGame, listDue}
	admitted        = map[string][]string{
		"nobody":                  {"n", "NO_TOKEN", "NO_TOKEN", "n", "NO_TOKEN", "CALLER_DENIED"},
		"player":                  {"p", "p", "p", "p", "p", "CALLER_DENIED"},
		"ticket":                  {"p", "SCOPE_MISSING", "p", "p", "SCOPE_MISSING", "CALLER_DENIED"},
		"gateway":                 {"n", "NO_TOKEN", "NO_TOKEN", "n", "NO_TOKEN", "CALLER_DENIED"},
		"matchmaking":             {"n", "NO_TOKEN", "NO_TOKEN", "s", "s", "CALLER_DENIED"},
		"clock":                   {"n", "NO_TOKEN", "NO_TOKEN", "n", "NO_TOKEN", "s"},
		"gateway+player":          {"p", "p", "p", "p", "p", "CALLER_DENIED"},
		"gateway+ticket":          {"p", "SCOPE_MISSING", "p", "p", "SCOPE_MISSING", "CALLER_DENIED"},
		"matching+ticket":         {"p", "SCOPE_MISSING", "p", "s", "s", "CALLER_DENIED"},
		"clock+player":            {"p", "p", "p", "p", "p", "s"},
		"lower-case scheme":       {"p", "p", "p", "p", "p", "CALLER_DENIED"},
		"expired player":          everywhere("EXPIRED_TOKEN"),
		"forged player":           everywhere("BAD_TOKEN"),
		"another scheme":          everywhere("BAD_TOKEN"),
		"service as player":       everywhere("BAD_TOKEN"),
		"clock at another's door": everywhere("BAD_SERVICE_TOKEN"),
		"expired clock":           everywhere("BAD_SERVICE_TOKEN"),
		"player as service":       everywhere("BAD_SERVICE_TOKEN"),
	}
)

func everywhere(reason string) []string {
	all := make([]string, len(admittedMethods))
	for i := range all {
		all[i] = reason
	}
	return all
}

// whoCalls answers by telling the test who was let in.
func whoCalls(seen chan<- authn.Caller) answer {
	return func(ctx context.Context, _ string, _ proto.Message) (proto.Message, error) {
		seen <- authn.FromContext(ctx)
		return nil, nil
	}
}

func TestOnlyDeclaredCallersAreAdmitted(t *testing.T) {
	t.Parallel()
	require.Len(t, admitted, len(callers), "every caller has a row")
	seen := make(chan authn.Caller, 1)
	h, intercept := newHall(t)
	h.conn = wire(t, intercept, whoCalls(seen))
	local := rpc.NewLocal(intercept, nil, nil)
	register(t, local, whoCalls(seen))
	for name, row := range admitted {
		for i, method := range admittedMethods {
			m, err := rpc.MethodOf(method)
			require.NoError(t, err)
			ctx := metadata.NewOutgoingContext(t.Context(), callers[name](t, h, m.Service))
			for _, conn := range []grpc.ClientConnInterface{h.conn, local} {
				req, resp := valid[method]()
				err := conn.Invoke(ctx, method, req, resp)
				requireAdmitted(t, row[i], err, seen, fmt.Sprintf("%s calls %s over %T", name, method, conn))
			}
		}
	}
}

func requireAdmitted(t *testing.T, want string, err error, seen <-chan authn.Caller, where string) {
	t.Helper()
	if len(want) > 1 {
		e, ok := errs.FromStatus(err)
		require.True(t, ok, where)
		require.Equal(t, want, e.Reason, where)
		require.Empty(t, seen, "the handler was not called")
		return
	}
	require.NoError(t, err, where)
	c := <-seen
	as := map[bool]string{true: "s"}[c.AsService]
	switch {
	case as != "":
	case c.Account != "":
		as = "p"
		require.Equal(t, "alice", c.ID())
		require.Equal(t, "phone", c.Session)
		require.WithinDuration(t, start.Add(15*time.Minute), c.Expires, 0)
	default:
		as = "n"
		require.Empty(t, c.ID())
	}
	require.Equal(t, want, as, where)
}

func TestRefusalsOfCallersHaveTheirCodes(t *testing.T) {
	t.Parallel()
	overBoth(t, whoCalls(nil), func(t *testing.T, h *hall) {
		tests := map[string]struct {
			method string
			want   codes.Code
		}{
			"nobody":         {method: getMe, want: codes.Unauthenticated},
			"forged player":  {method: getMe, want: codes.Unauthenticated},
			"expired player": {method: getMe, want: codes.Unauthenticated},
			"expired clock":  {method: listDue, want: codes.Unauthenticated},
			"ticket":         {method: listSessions, want: codes.PermissionDenied},
			"player":         {method: listDue, want: codes.PermissionDenied},
		}
		for name, tt := range tests {
			req, resp := valid[tt.method]()
			ctx := metadata.NewOutgoingContext(t.Context(), callers[name](t, h, "referee"))
			require.Equal(t, tt.want, status.Code(h.conn.Invoke(ctx, tt.method, req, resp)), name)
		}
	})
}

func TestServiceThatIsAdmittedForItself(t *testing.T) {
	t.Parallel()
	seen := make(chan authn.Caller, 1)
	overBoth(t, whoCalls(seen), func(t *testing.T, h *hall) {
		conn := h.client(t, "matchmaking", "referee")
		req, resp := valid[createGame]()
		require.NoError(t, conn.Invoke(rpc.WithToken(t.Context(), h.token(t, start, "play")), createGame, req, resp))
		c := <-seen
		require.True(t, c.AsService)
		require.Equal(t, "matchmaking", c.ID())
		require.Equal(t, "alice", c.Account, "it knows for whom")
	})
}
