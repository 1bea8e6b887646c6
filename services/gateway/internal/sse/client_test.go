package sse_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
	"kydai.dev/services/gateway/internal/problem"
	"kydai.dev/services/gateway/internal/sse"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// serve serves the streams of a hall.
func serve(t testing.TB, hall *livetest.Hall, cfg sse.Config) *httptest.Server {
	t.Helper()
	h := sse.New(cfg, hall.Hub, hall.Verifier, problem.Write)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/games/{id}/stream", h.Game)
	mux.HandleFunc("GET /v1/tournaments/{id}/stream", h.Tournament)
	mux.HandleFunc("GET /v1/me/stream", h.Me)
	server := httptest.NewServer(mux)
	t.Cleanup(func() {
		hall.Hub.Drain(context.Background())
		h.Wait()
		server.Close()
	})
	return server
}

// message is a server-sent event as a client sees it; comment is set where it
// is none.
type message struct {
	id, event, data, retry, comment string
}

// client reads a stream.
type client struct {
	t    *testing.T
	resp *http.Response
	in   *bufio.Reader
	stop context.CancelFunc
}

func connect(t *testing.T, url string, headers map[string]string) *client {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	require.NoError(t, err)
	for name, value := range headers {
		req.Header.Set(name, value)
	}
	transport := &http.Transport{DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	resp, err := (&http.Client{Transport: transport}).Do(req)
	require.NoError(t, err)
	t.Cleanup(func() { _ = resp.Body.Close() })
	return &client{t: t, resp: resp, in: bufio.NewReader(resp.Body), stop: cancel}
}

// read reads the next block, up to an empty line.
func (c *client) read() (m message, err error) {
	for {
		line, err := c.in.ReadString('\n')
		if err != nil {
			return m, err
		}
		line = strings.TrimSuffix(line, "\n")
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "":
			if line == "" {
				return m, nil
			}
			m.comment = value
		case "id":
			m.id = value
		case "event":
			m.event = value
		case "data":
			m.data = value
		case "retry":
			m.retry = value
		}
	}
}

// next waits for the next event and passes over comments.
func (c *client) next() message {
	c.t.Helper()
	for {
		m, err := c.read()
		require.NoError(c.t, err)
		if m.event != "" {
			return m
		}
	}
}

// ids reads so many events and returns their ids.
func (c *client) ids(n int) []string {
	c.t.Helper()
	out := make([]string, n)
	for i := range out {
		out[i] = c.next().id
	}
	return out
}

// closed waits for the end of the connection.
func (c *client) closed() {
	c.t.Helper()
	_, err := c.read()
	require.ErrorIs(c.t, err, io.EOF)
}

func (m message) json(t *testing.T) map[string]any {
	t.Helper()
	var v map[string]any
	require.NoError(t, json.Unmarshal([]byte(m.data), &v))
	return v
}

func bearer(c live.Caller) map[string]string {
	return map[string]string{"Authorization": "Bearer " + c.Token}
}
