package app_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

// diary notes what happens to a service, in order.
type diary struct {
	mu      sync.Mutex
	entries []string
}

func (d *diary) note(entry string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.entries = append(d.entries, entry)
}

func (d *diary) read() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.entries)
}

// config is a process on free ports with NATS away.
func config(t *testing.T) app.Config {
	t.Helper()
	return app.Config{
		Data: t.TempDir(), GRPC: "127.0.0.1:0", Ops: "127.0.0.1:0", Shards: 1, Drain: time.Minute,
		NATS: bus.Config{URL: "nats://127.0.0.1:1"},
	}
}

type accounts struct {
	accountv1.UnimplementedAccountServiceServer
}

func (accounts) GetPlayer(context.Context, *accountv1.GetPlayerRequest) (*accountv1.GetPlayerResponse, error) {
	return &accountv1.GetPlayerResponse{Player: &accountv1.PlayerProfile{Name: "Lan"}}, nil
}

func status(t *testing.T, url string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	return resp.StatusCode
}

// TestAProcessServesAndDrains follows a process from start to end: services
// reach each other, readiness is theirs to say, and loops outlive the draining.
func TestAProcessServesAndDrains(t *testing.T) {
	t.Parallel()
	var d diary
	ready := errors.New("not yet")
	var mu sync.Mutex
	account := app.Builder{Name: "account", Build: func(context.Context, *app.Env) (*app.Service, error) {
		return &app.Service{
			Register: func(r grpc.ServiceRegistrar) { accountv1.RegisterAccountServiceServer(r, accounts{}) },
			Run: []func(context.Context) error{func(ctx context.Context) error {
				<-ctx.Done()
				d.note("loop")
				return ctx.Err()
			}},
			Ready: func(context.Context) error { mu.Lock(); defer mu.Unlock(); return ready },
			Drain: func(context.Context) { d.note("drain") },
			Close: func() error { d.note("close"); return nil },
		}, nil
	}}
	names := make(chan string, 1)
	gateway := app.Builder{Name: "gateway", Build: func(_ context.Context, env *app.Env) (*app.Service, error) {
		client := accountv1.NewAccountServiceClient(env.Dial("account"))
		return &app.Service{Run: []func(context.Context) error{func(ctx context.Context) error {
			got, err := client.GetPlayer(ctx, &accountv1.GetPlayerRequest{PlayerId: "01a22aa8-6e79-79f3-9d0f-4146737c75c7"})
			names <- got.GetPlayer().GetName()
			return err
		}}}, nil
	}}
	p, err := app.Start(t.Context(), config(t), testkit.Logger(t), gateway, account)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()

	require.Equal(t, "Lan", <-names)
	require.Equal(t, http.StatusOK, status(t, "http://"+p.OpsAddr()+"/healthz"))
	require.Equal(t, http.StatusServiceUnavailable, status(t, "http://"+p.OpsAddr()+"/readyz"))
	mu.Lock()
	ready = nil
	mu.Unlock()
	require.Equal(t, http.StatusOK, status(t, "http://"+p.OpsAddr()+"/readyz"))
	require.Equal(t, http.StatusOK, status(t, "http://"+p.OpsAddr()+"/metrics"))

	stop()
	require.NoError(t, <-ended)
	require.Equal(t, []string{"drain", "loop", "close"}, d.read())
}

// TestALoopThatFailsEndsTheProcess says why a process ended.
func TestALoopThatFailsEndsTheProcess(t *testing.T) {
	t.Parallel()
	oops := errors.New("oops")
	p, err := app.Start(t.Context(), config(t), testkit.Logger(t), app.Builder{Name: "clock", Build: func(context.Context, *app.Env) (*app.Service, error) {
		return &app.Service{Run: []func(context.Context) error{func(context.Context) error { return oops }}}, nil
	}})
	require.NoError(t, err)
	err = p.Run(t.Context())
	require.ErrorIs(t, err, oops)
	require.ErrorContains(t, err, "clock")
}

// TestAStartThatFailsLeavesNothingBehind lets the next start have the folder
// and the ports.
func TestAStartThatFailsLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	var d diary
	cfg := config(t)
	first := app.Builder{Name: "account", Build: func(context.Context, *app.Env) (*app.Service, error) {
		return &app.Service{Close: func() error { d.note("close"); return nil }}, nil
	}}
	broken := app.Builder{Name: "referee", Build: func(context.Context, *app.Env) (*app.Service, error) { return nil, errors.New("no database") }}
	_, err := app.Start(t.Context(), cfg, testkit.Logger(t), first, broken)
	require.ErrorContains(t, err, "build referee: no database")
	require.Equal(t, []string{"close"}, d.read())

	p, err := app.Start(t.Context(), cfg, testkit.Logger(t), first)
	require.NoError(t, err)
	_, err = app.Start(t.Context(), cfg, testkit.Logger(t), first)
	require.ErrorIs(t, err, app.ErrLocked)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.NoError(t, p.Run(ctx))
}

func TestSettingsThatMakeNoSenseAreRefused(t *testing.T) {
	t.Parallel()
	require.NoError(t, config(t).Validate())
	for name, change := range map[string]func(*app.Config){
		"no shards":         func(c *app.Config) { c.Shards = 0 },
		"too many shards":   func(c *app.Config) { c.Shards = 100000 },
		"a key alone":       func(c *app.Config) { c.Key = "own.jwk" },
		"public ones alone": func(c *app.Config) { c.JWKS = "jwks.json" },
	} {
		c := config(t)
		change(&c)
		require.Error(t, c.Validate(), name)
	}
}
