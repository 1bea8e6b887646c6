package gateway_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/gateway"
)

// listening is a log that waits for the address of the HTTP listener.
type listening struct {
	slog.Handler
	address chan string
}

func (l listening) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if r.Message == "listening for HTTP" && a.Key == "address" {
			l.address <- a.Value.String()
		}
		return true
	})
	return nil
}

func (l listening) Enabled(context.Context, slog.Level) bool { return true }
func (l listening) WithAttrs([]slog.Attr) slog.Handler       { return l }

// start runs a gateway alone, as its binary does, and returns its address.
func start(t *testing.T) (url string, stop func()) {
	t.Helper()
	keys := t.TempDir()
	_, _, err := authn.EnsureKeys(keys, "account", "gateway")
	require.NoError(t, err)
	heard := listening{slog.DiscardHandler, make(chan string, 1)}
	cfg := app.Config{
		Data: t.TempDir(), GRPC: "127.0.0.1:0", Ops: "127.0.0.1:0", Drain: 5 * time.Second, NATS: testkit.NATSServer(t).Config(),
		Key: filepath.Join(keys, "gateway.jwk"), JWKS: filepath.Join(keys, authn.JWKSFile),
	}
	p, err := app.Start(t.Context(), cfg, slog.New(heard), app.Builder{Name: "gateway", Build: func(ctx context.Context, env *app.Env) (*app.Service, error) {
		return gateway.New(ctx, gateway.Config{HTTP: "127.0.0.1:0"}, env)
	}})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	stop = func() {
		cancel()
		require.NoError(t, <-ended)
	}
	return "http://" + <-heard.address, stop
}

func get(t *testing.T, url string) (*http.Response, []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, data
}

func TestGatewayAlone(t *testing.T) {
	t.Parallel()
	url, stop := start(t)
	defer stop()

	resp, data := get(t, url+"/healthz")
	require.Equal(t, http.StatusOK, resp.StatusCode)
	require.JSONEq(t, `{"ok":true}`, string(data))

	_, data = get(t, url+"/.well-known/jwks.json")
	var keys jose.JSONWebKeySet
	require.NoError(t, json.Unmarshal(data, &keys))
	require.Len(t, keys.Keys, 1, "the account service's key and no other")
	require.Equal(t, "account", keys.Keys[0].KeyID)
	require.True(t, keys.Keys[0].IsPublic())

	_, data = get(t, url+"/v1/openapi.json")
	require.Contains(t, string(data), `"openapi":"3.1.0"`)

	resp, data = get(t, url+"/docs")
	require.Contains(t, resp.Header.Get("Content-Type"), "text/html")
	require.Contains(t, string(data), "/docs/docs.js")
	require.Contains(t, resp.Header.Get("Content-Security-Policy"), "script-src 'self'")

	resp, data = get(t, url+"/v1/rooms")
	require.Equal(t, http.StatusServiceUnavailable, resp.StatusCode, "%s", data)
	require.Equal(t, "application/problem+json", resp.Header.Get("Content-Type"))
	require.Equal(t, "1", resp.Header.Get("Retry-After"))
}

func TestStopsListening(t *testing.T) {
	t.Parallel()
	url, stop := start(t)
	stop()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/healthz", nil)
	require.NoError(t, err)
	resp, err := http.DefaultClient.Do(req)
	if err == nil {
		_ = resp.Body.Close()
	}
	require.Error(t, err)
}
