package account_test

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	"kydai.dev/services/account"
)

// config is what kong makes of no flags at all, with a grace that a test can
// live without.
func config(db dbx.Config) account.Config {
	return account.Config{
		DB: db, AccessLife: 15 * time.Minute, RefreshLife: 720 * time.Hour, RefreshGrace: 0, TicketLife: 30 * time.Second,
		CodeMost: 5, CallerMost: 20, CodeWindow: time.Hour, Retention: time.Hour, StreamSize: 1 << 20,
	}
}

// hall is a process with the account service, which a gateway calls.
type hall struct {
	accountv1.AccountServiceClient
	wire accountv1.AccountServiceClient // without the gateway's proof
	conn grpc.ClientConnInterface       // which wire uses
	env  *app.Env                       // the gateway's
	own  *app.Env                       // the account service's
	// peers are other services in the process.
	peers map[string]*app.Env
	log   *logBuffer
}

// inHalls runs a test on both databases, in a process with NATS away.
func inHalls(t *testing.T, change func(*account.Config), run func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		cfg := config(db)
		if change != nil {
			change(&cfg)
		}
		run(t, start(t, cfg))
	})
}

func start(t *testing.T, cfg account.Config) *hall {
	t.Helper()
	return startOn(t, cfg, bus.Config{URL: "nats://127.0.0.1:1"})
}

func startOn(t *testing.T, cfg account.Config, nats bus.Config) *hall {
	t.Helper()
	h := &hall{log: &logBuffer{}, peers: map[string]*app.Env{}}
	cfgProcess := process(t)
	cfgProcess.NATS = nats
	log := slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	p, err := app.Start(t.Context(), cfgProcess, log,
		app.Builder{Name: "account", Build: func(ctx context.Context, env *app.Env) (*app.Service, error) {
			h.own = env
			return account.New(ctx, cfg, env)
		}},
		h.peer("matchmaking"), h.peer("rating"), h.peer("rewards"), h.peer("clock"), h.peer("tournament"), h.peer("chat"),
		app.Builder{Name: "gateway", Build: func(_ context.Context, env *app.Env) (*app.Service, error) {
			h.env = env
			return &app.Service{}, nil
		}})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background()) // the test's own ends before its clean-ups
	var running errgroup.Group
	running.Go(func() error { return p.Run(ctx) })
	t.Cleanup(func() {
		stop()
		require.NoError(t, running.Wait())
	})
	h.AccountServiceClient = accountv1.NewAccountServiceClient(h.env.Dial("account"))
	conn, err := grpc.NewClient(p.GRPCAddr(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	h.conn, h.wire = conn, accountv1.NewAccountServiceClient(conn)
	return h
}

// process is one whose data goes with the test, with NATS away.
func process(t *testing.T) app.Config {
	t.Helper()
	return app.Config{
		Data: t.TempDir(), GRPC: "127.0.0.1:0", Ops: "127.0.0.1:0", Drain: time.Second, NATS: bus.Config{URL: "nats://127.0.0.1:1"},
	}
}

// peer is a service that does nothing but call.
func (h *hall) peer(name string) app.Builder {
	return app.Builder{Name: name, Build: func(_ context.Context, env *app.Env) (*app.Service, error) {
		h.peers[name] = env
		return &app.Service{}, nil
	}}
}

// guest makes a guest and returns a context in which it calls.
func (h *hall) guest(t *testing.T, name string) (context.Context, *accountv1.CreateGuestSessionResponse) {
	t.Helper()
	ctx := rpc.WithOrigin(t.Context(), rpc.Origin{UserAgent: "test/1.0", Address: "203.0.113.7"})
	resp, err := h.CreateGuestSession(ctx, &accountv1.CreateGuestSessionRequest{Name: name})
	require.NoError(t, err)
	return rpc.WithToken(ctx, resp.GetTokens().GetAccessToken()), resp
}

func (h *hall) refresh(ctx context.Context, token string) (*accountv1.Tokens, error) {
	resp, err := h.RefreshSession(ctx, &accountv1.RefreshSessionRequest{RefreshToken: token})
	return resp.GetTokens(), err
}

func requireReason(t *testing.T, err error, code codes.Code, reason string) {
	t.Helper()
	require.Equal(t, code, status.Code(err), "%v", err)
	e, ok := errs.FromStatus(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, reason, e.Reason)
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
