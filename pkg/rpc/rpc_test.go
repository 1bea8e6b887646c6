package rpc_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"

	_ "kydai.dev/proto/gen/kydai/account/v1" // the contracts that the tests call
	_ "kydai.dev/proto/gen/kydai/referee/v1"
)

// start is when the tests take place.
var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// answer is what stands behind every call of a test; nil answers are empty.
type answer func(ctx context.Context, method string, req proto.Message) (proto.Message, error)

// hall is a process with the contracts of account and referee, and the keys of
// all who call it.
type hall struct {
	conn     grpc.ClientConnInterface
	keys     map[string]*authn.Key
	public   jose.JSONWebKeySet
	verifier *authn.Verifier
	metrics  *prometheus.Registry
	log      *logBuffer
}

// overBoth runs a test over a gRPC server on a socket, then inside the process.
func overBoth(t *testing.T, fn answer, run func(t *testing.T, h *hall)) {
	t.Helper()
	t.Run("wire", func(t *testing.T) {
		h, intercept := newHall(t)
		h.conn = wire(t, intercept, fn)
		run(t, h)
	})
	t.Run("local", func(t *testing.T) {
		h, intercept := newHall(t)
		l := rpc.NewLocal(intercept, nil, nil)
		register(t, l, fn)
		h.conn = l
		run(t, h)
	})
}

func newHall(t testing.TB) (*hall, grpc.UnaryServerInterceptor) {
	t.Helper()
	h := &hall{keys: map[string]*authn.Key{}, metrics: prometheus.NewRegistry(), log: &logBuffer{}}
	for _, service := range []string{"account", "referee", "gateway", "matchmaking", "clock"} {
		key, err := authn.NewKey(service)
		require.NoError(t, err)
		h.keys[service] = key
		h.public.Keys = append(h.public.Keys, key.Public().Keys...)
	}
	h.verifier = authn.NewVerifier(h.public, now)
	logger := slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	intercept, err := rpc.Server{Log: logger, Verifier: h.verifier, Metrics: h.metrics}.Interceptor()
	require.NoError(t, err)
	return h, intercept
}

func now() time.Time { return start }

func wire(t *testing.T, intercept grpc.UnaryServerInterceptor, fn answer) grpc.ClientConnInterface {
	t.Helper()
	server := grpc.NewServer(grpc.UnaryInterceptor(intercept), grpc.WaitForHandlers(true))
	register(t, server, fn)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var served sync.WaitGroup
	served.Go(func() { _ = server.Serve(listener) }) // ends with Stop
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, conn.Close())
		server.Stop()
		served.Wait()
	})
	return conn
}

// register serves health and two contracts whose every call fn answers.
func register(t testing.TB, to grpc.ServiceRegistrar, fn answer) {
	t.Helper()
	healthv1.RegisterHealthServer(to, health.NewServer())
	for _, name := range []protoreflect.FullName{"kydai.account.v1.AccountService", "kydai.referee.v1.RefereeService"} {
		to.RegisterService(describe(t, name, fn), struct{}{})
	}
}

func describe(t testing.TB, name protoreflect.FullName, fn answer) *grpc.ServiceDesc {
	t.Helper()
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(name)
	require.NoError(t, err)
	desc := &grpc.ServiceDesc{ServiceName: string(name), HandlerType: (*any)(nil)}
	methods := d.(protoreflect.ServiceDescriptor).Methods()
	for i := range methods.Len() {
		m := methods.Get(i)
		desc.Methods = append(desc.Methods, grpc.MethodDesc{MethodName: string(m.Name()), Handler: handle(t, m, fn)})
	}
	return desc
}

// handle is what protoc-gen-go-grpc generates for a call.
func handle(t testing.TB, m protoreflect.MethodDescriptor, fn answer) grpc.MethodHandler {
	t.Helper()
	full := "/" + string(m.Parent().FullName()) + "/" + string(m.Name())
	return func(srv any, ctx context.Context, dec func(any) error, intercept grpc.UnaryServerInterceptor) (any, error) {
		req := newMessage(t, m.Input())
		if err := dec(req); err != nil {
			return nil, err
		}
		return intercept(ctx, req, &grpc.UnaryServerInfo{Server: srv, FullMethod: full}, func(ctx context.Context, req any) (any, error) {
			resp, err := fn(ctx, full, req.(proto.Message))
			if resp == nil {
				resp = newMessage(t, m.Output())
			}
			return resp, err
		})
	}
}

func newMessage(t testing.TB, d protoreflect.MessageDescriptor) proto.Message {
	t.Helper()
	typ, err := protoregistry.GlobalTypes.FindMessageByName(d.FullName())
	require.NoError(t, err)
	return typ.New().Interface()
}

// client returns a connection to a service in another's name.
func (h *hall) client(t *testing.T, service, callee string) *rpc.Client {
	t.Helper()
	return rpc.NewClient(h.conn, callee, h.signer(t, service, now))
}

func (h *hall) signer(t testing.TB, service string, now func() time.Time) *authn.Signer {
	t.Helper()
	s, err := authn.NewSigner(h.keys[service], now)
	require.NoError(t, err)
	return s
}

// token returns a player's token that began at a time.
func (h *hall) token(t testing.TB, at time.Time, scopes ...string) string {
	t.Helper()
	token, err := h.signer(t, "account", now).PlayerToken(authn.PlayerToken{
		Account: "alice", Session: "phone", Guest: true, Scopes: scopes,
		IssuedAt: at, Expires: at.Add(15 * time.Minute),
	})
	require.NoError(t, err)
	return token
}

// logBuffer keeps what was logged.
type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}
