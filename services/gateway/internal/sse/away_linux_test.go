package sse_test

import (
	"context"
	"net"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
	"kydai.dev/services/gateway/internal/sse"
)

// Nobody is paired with somebody whose network is gone, though nothing says so.
func TestTicketsOfTheAwayAreKeptNoLonger(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Attend: livetest.Beat})
	server := serve(t, hall, sse.Config{})
	away, here := hall.Player(), hall.Player()
	deaf := follow(t, server.URL+"/v1/me/stream", away)
	follow(t, server.URL+"/v1/me/stream", here)
	hall.AwaitKept(t, away, 2)
	livetest.Deafen(t, deaf)
	hall.AwaitLeft(t, away, here)
}

// follow opens a stream and returns the connection below it.
func follow(t *testing.T, url string, c live.Caller) net.Conn {
	t.Helper()
	var below net.Conn
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		below = conn
		return conn, err
	}}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+c.Token)
	resp, err := transport.RoundTrip(req)
	require.NoError(t, err)
	t.Cleanup(func() { _ = resp.Body.Close() })
	require.Equal(t, http.StatusOK, resp.StatusCode)
	return below
}
