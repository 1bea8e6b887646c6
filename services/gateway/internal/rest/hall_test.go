package rest_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	searchv1 "kydai.dev/proto/gen/kydai/search/v1"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/problem"
	"kydai.dev/services/gateway/internal/rest"
)

// call is what a service was asked.
type call struct {
	method string
	req    proto.Message
	origin rpc.Origin
	caller authn.Caller
}

// hall is a gateway in front of services that are real but for their handlers:
// contracts, tokens, admission and validation are those of every process; a
// handler notes the call and gives the answer that the test has set.
type hall struct {
	t      testing.TB
	url    string
	now    time.Time
	signer *authn.Signer
	Server *rest.Server
	quiet  proto.Message // answered without a note, in benchmarks

	mu      sync.Mutex
	calls   []call
	answers map[string]func(proto.Message) (proto.Message, error)
}

// options change a hall before it opens.
type options func(*rest.Deps)

func newHall(t testing.TB, opts ...options) *hall {
	t.Helper()
	h := &hall{t: t, now: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC), answers: map[string]func(proto.Message) (proto.Message, error){}}
	clock := func() time.Time { h.mu.Lock(); defer h.mu.Unlock(); return h.now }
	keys, set, err := authn.EnsureKeys(t.TempDir(), "account", "gateway")
	require.NoError(t, err)
	h.signer = signer(t, keys["account"], clock)
	verifier := authn.NewVerifier(set, clock)
	log := slog.New(slog.DiscardHandler)
	intercept, err := rpc.Server{Log: log, Verifier: verifier, Metrics: prometheus.NewRegistry()}.Interceptor()
	require.NoError(t, err)
	local := rpc.NewLocal(intercept, nil, nil)
	for _, desc := range []grpc.ServiceDesc{
		accountv1.AccountService_ServiceDesc, matchmakingv1.RoomService_ServiceDesc, matchmakingv1.TicketService_ServiceDesc, matchmakingv1.LobbyService_ServiceDesc, ratingv1.RatingService_ServiceDesc, rewardsv1.RewardsService_ServiceDesc, searchv1.SearchService_ServiceDesc, studyv1.StudyService_ServiceDesc,
		tournamentv1.TournamentService_ServiceDesc, tournamentv1.DirectorService_ServiceDesc, tournamentv1.SeriesService_ServiceDesc,
		refereev1.RefereeService_ServiceDesc, refereev1.RulesService_ServiceDesc, refereev1.CatalogService_ServiceDesc,
	} {
		local.RegisterService(h.handled(desc), nil)
	}
	own := signer(t, keys["gateway"], clock)
	deps := rest.Deps{
		Log: log, Metrics: prometheus.NewRegistry(), Verifier: verifier, Now: clock,
		Limiter: limit.New(limit.Config{}, clock),
		Dial:    func(service string) grpc.ClientConnInterface { return rpc.NewClient(local, service, own) },
		Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	}
	for _, o := range opts {
		o(&deps)
	}
	h.Server, err = rest.New(deps)
	require.NoError(t, err)
	server := httptest.NewServer(h.Server)
	t.Cleanup(server.Close)
	h.url = server.URL
	return h
}

func signer(t testing.TB, key *authn.Key, now func() time.Time) *authn.Signer {
	t.Helper()
	s, err := authn.NewSigner(key, now)
	require.NoError(t, err)
	return s
}

// handled is a contract whose calls are all handled by note.
func (h *hall) handled(desc grpc.ServiceDesc) *grpc.ServiceDesc {
	desc.Methods = slices.Clone(desc.Methods)
	for i := range desc.Methods {
		name := "/" + desc.ServiceName + "/" + desc.Methods[i].MethodName
		desc.Methods[i].Handler = func(_ any, ctx context.Context, dec func(any) error, intercept grpc.UnaryServerInterceptor) (any, error) {
			in, out := messages(h.t, name)
			if err := dec(in); err != nil {
				return nil, err
			}
			return intercept(ctx, in, &grpc.UnaryServerInfo{FullMethod: name}, func(ctx context.Context, req any) (any, error) {
				return h.note(ctx, name, req.(proto.Message), out)
			})
		}
	}
	return &desc
}

func messages(t testing.TB, method string) (in, out proto.Message) {
	name := strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", ".")
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	require.NoError(t, err)
	m := d.(protoreflect.MethodDescriptor)
	return message(t, m.Input()), message(t, m.Output())
}

func message(t testing.TB, d protoreflect.MessageDescriptor) proto.Message {
	typ, err := protoregistry.GlobalTypes.FindMessageByName(d.FullName())
	require.NoError(t, err)
	return typ.New().Interface()
}

func (h *hall) note(ctx context.Context, method string, req, empty proto.Message) (proto.Message, error) {
	if h.quiet != nil {
		return h.quiet, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	short := method[strings.LastIndex(method, "/")+1:]
	resp, err := empty, error(nil)
	if answer := h.answers[short]; answer != nil {
		resp, err = answer(req)
	}
	h.calls = append(h.calls, call{method: short, req: proto.Clone(req), origin: rpc.OriginOf(ctx), caller: authn.FromContext(ctx)})
	return resp, err
}

// on sets what a call answers.
func (h *hall) on(method string, answer func(proto.Message) (proto.Message, error)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.answers[method] = answer
}

// refusing answers with an error.
func refusing(err error) func(proto.Message) (proto.Message, error) {
	return func(proto.Message) (proto.Message, error) { return nil, err }
}

// saying answers with a message.
func saying(m proto.Message) func(proto.Message) (proto.Message, error) {
	return func(proto.Message) (proto.Message, error) { return m, nil }
}

// asked returns the calls so far.
func (h *hall) asked() []call {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.calls)
}

// last returns the one call of a method.
func (h *hall) last(method string) call {
	h.t.Helper()
	calls := h.asked()
	require.NotEmpty(h.t, calls)
	c := calls[len(calls)-1]
	require.Equal(h.t, method, c.method)
	return c
}

func (h *hall) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

const ann = "0198c7a0-0000-7000-8000-00000000000a"

// token is a player's token.
func (h *hall) token(account string, scopes ...string) string {
	h.t.Helper()
	h.mu.Lock()
	now := h.now
	h.mu.Unlock()
	if len(scopes) == 0 {
		scopes = []string{"play", "challenge"}
	}
	token, err := h.signer.PlayerToken(authn.PlayerToken{
		Account: account, Session: "s", Scopes: scopes, IssuedAt: now, Expires: now.Add(15 * time.Minute),
	})
	require.NoError(h.t, err)
	return token
}

// reply is an answer read whole.
type reply struct {
	*http.Response
	body []byte
}

// header sets headers of a request.
type header map[string]string

// as is the header of a signed-in player.
func (h *hall) as(account string) header {
	return header{"Authorization": "Bearer " + h.token(account)}
}

func (h *hall) send(method, path, body string, headers ...header) reply {
	h.t.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	req, err := http.NewRequestWithContext(h.t.Context(), method, h.url+path, reader)
	require.NoError(h.t, err)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, set := range headers {
		for name, value := range set {
			req.Header.Set(name, value)
		}
	}
	return h.do(req)
}

func (h *hall) do(req *http.Request) reply {
	h.t.Helper()
	resp, err := http.DefaultClient.Do(req)
	require.NoError(h.t, err)
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	require.NoError(h.t, err)
	return reply{resp, data}
}

// problem reads a problem and checks that it is one.
func (r reply) problem(t *testing.T) problem.Problem {
	t.Helper()
	require.Equal(t, "application/problem+json", r.Header.Get("Content-Type"), "%s", r.body)
	var p problem.Problem
	require.NoError(t, json.Unmarshal(r.body, &p), "%s", r.body)
	require.Equal(t, r.StatusCode, p.Status)
	require.Len(t, p.Instance, 32)
	require.NotEmpty(t, p.Title)
	return p
}

// refused demands a reason.
func (r reply) refused(t *testing.T, status int, reason string) problem.Problem {
	t.Helper()
	p := r.problem(t)
	require.Equal(t, reason, p.Reason, "%s", r.body)
	require.Equal(t, status, p.Status)
	return p
}
