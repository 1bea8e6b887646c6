package ws_test

import (
	"context"
	"net"
	"net/http"
	"testing"

	"github.com/coder/websocket"

	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
	"kydai.dev/services/gateway/internal/ws"
)

// Nobody is paired with somebody whose network is gone, though nothing says so.
func TestTicketsOfSocketsThatAreAwayAreKeptNoLonger(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{}, live.Config{Attend: livetest.Beat})
	away, here := p.Player(), p.Player()
	var deaf net.Conn
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		deaf = conn
		return conn, err
	}
	first := p.dial(t, away, &websocket.DialOptions{HTTPClient: &http.Client{Transport: &http.Transport{DialContext: dial}}})
	for _, c := range []*client{first, p.dial(t, here, nil)} {
		c.ok(`{"id":1,"op":"subscribe","stream":"me"}`)
	}
	p.AwaitKept(t, away, 2)
	livetest.Deafen(t, deaf)
	p.AwaitLeft(t, away, here)
}
