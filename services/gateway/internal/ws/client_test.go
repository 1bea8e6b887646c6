package ws_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"kydai.dev/services/gateway/internal/frame"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
	"kydai.dev/services/gateway/internal/problem"
	"kydai.dev/services/gateway/internal/ws"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// place is a hall with sockets.
type place struct {
	*livetest.Hall
	sockets *ws.Server
	url     string
}

func start(t testing.TB, cfg ws.Config, hub live.Config) *place {
	t.Helper()
	return startLimited(t, cfg, hub, limit.Config{})
}

func startLimited(t testing.TB, cfg ws.Config, hub live.Config, limits limit.Config) *place {
	t.Helper()
	p := &place{Hall: livetest.Start(t, hub)}
	var err error
	p.sockets, err = ws.New(cfg, ws.Deps{
		Hub: p.Hub, Referee: p.Client, Verifier: p.Verifier, Limiter: limit.New(limits, time.Now),
		Metrics: p.Metrics, Address: func(r *http.Request) string { return r.RemoteAddr }, Refuse: problem.Write,
	})
	require.NoError(t, err)
	server := httptest.NewServer(p.sockets)
	p.url = "ws" + strings.TrimPrefix(server.URL, "http")
	ctx, stop := context.WithCancel(context.Background())
	swept := make(chan error)
	go func() { swept <- p.sockets.Run(ctx) }()
	t.Cleanup(func() {
		now, cancel := context.WithCancel(context.Background())
		cancel() // what is still open is cut
		p.sockets.Drain(now)
		stop()
		require.NoError(t, <-swept)
		server.Close()
	})
	return p
}

// client is the other end of a socket.
type client struct {
	t    testing.TB
	conn *websocket.Conn
	ctx  context.Context //nolint:containedctx // of the test
}

func (p *place) dial(t testing.TB, c live.Caller, opts *websocket.DialOptions) *client {
	t.Helper()
	if opts == nil {
		opts = &websocket.DialOptions{}
	}
	opts.HTTPHeader = http.Header{"Accept-Language": {"en"}}
	if c.Token != "" {
		opts.HTTPHeader.Set("Authorization", "Bearer "+c.Token)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	conn, resp, err := websocket.Dial(ctx, p.url, opts)
	require.NoError(t, err)
	require.Empty(t, resp.Header.Get("Sec-WebSocket-Extensions"), "never compressed")
	t.Cleanup(func() { _ = conn.CloseNow() })
	return &client{t: t, conn: conn, ctx: ctx}
}

func (c *client) send(frame string) {
	c.t.Helper()
	require.NoError(c.t, c.conn.Write(c.ctx, websocket.MessageText, []byte(frame)))
}

// message is what a server's frame may hold.
type message struct {
	Re    any              `json:"re"`
	OK    map[string]any   `json:"ok"`
	Error *problem.Problem `json:"error"`

	Stream string         `json:"stream"`
	Seq    int            `json:"seq"`
	Type   string         `json:"type"`
	Data   map[string]any `json:"data"`
}

func (c *client) next() message {
	c.t.Helper()
	_, data, err := c.conn.Read(c.ctx)
	require.NoError(c.t, err)
	var m message
	require.NoError(c.t, json.Unmarshal(data, &m), "%s", data)
	return m
}

// ok sends a frame and waits for its answer, which must be the next.
func (c *client) ok(frame string) map[string]any {
	c.t.Helper()
	c.send(frame)
	m := c.next()
	require.Nil(c.t, m.Error)
	require.NotNil(c.t, m.OK)
	return m.OK
}

// refused sends a frame that is refused.
func (c *client) refused(frame string) *problem.Problem {
	c.t.Helper()
	c.send(frame)
	m := c.next()
	require.NotNil(c.t, m.Error)
	return m.Error
}

// seqs reads so many frames of a stream.
func (c *client) seqs(n int) []int {
	c.t.Helper()
	out := make([]int, n)
	for i := range out {
		m := c.next()
		require.NotEmpty(c.t, m.Stream)
		require.NotContains(c.t, []string{frame.TypeLagged, frame.TypeEnd}, m.Type, "the stream is over after %d frames", i)
		out[i] = m.Seq
	}
	return out
}

// closed waits for the end of the socket, over whatever comes before it.
func (c *client) closed() (last message, code websocket.StatusCode) {
	c.t.Helper()
	for {
		_, data, err := c.conn.Read(c.ctx)
		if err != nil {
			return last, websocket.CloseStatus(err)
		}
		last = message{}
		require.NoError(c.t, json.Unmarshal(data, &last))
	}
}

func upTo(after, last int) []int {
	var out []int
	for seq := after + 1; seq <= last; seq++ {
		out = append(out, seq)
	}
	return out
}
