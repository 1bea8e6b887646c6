package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// TestHeadOpensNoSocket: HEAD is answered as GET without an upgrade is.
func TestHeadOpensNoSocket(t *testing.T) {
	t.Parallel()
	h := startOne(t)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodHead, h.base+"/v1/ws", nil)
	require.NoError(t, err)
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
	} {
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	require.Equal(t, http.StatusUpgradeRequired, resp.StatusCode)
}

// socket is a WebSocket of a player.
type socket struct {
	t    *testing.T
	conn *websocket.Conn
	ctx  context.Context //nolint:containedctx // of the test
}

func (p *player) dial(t *testing.T, query string) *socket {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	opts := &websocket.DialOptions{HTTPHeader: http.Header{}}
	if p.token != "" {
		opts.HTTPHeader.Set("Authorization", "Bearer "+p.token)
	}
	conn, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(p.h.base, "http")+"/v1/ws"+query, opts)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return &socket{t: t, conn: conn, ctx: ctx}
}

func (s *socket) next() answer {
	s.t.Helper()
	_, data, err := s.conn.Read(s.ctx)
	require.NoError(s.t, err)
	var a answer
	require.NoError(s.t, json.Unmarshal(data, &a))
	return a
}

// ask sends a frame whose answer is the next.
func (s *socket) ask(frame string) answer {
	s.t.Helper()
	require.NoError(s.t, s.conn.Write(s.ctx, websocket.MessageText, []byte(frame)))
	a := s.next()
	require.NotNil(s.t, a["re"], "%v", a)
	return a
}

// TestTwoGuestsPlayOverSockets: each has one socket, and one watches.
func TestTwoGuestsPlayOverSockets(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		first, second, id := h.play(t, "xiangqi", `,"timeControl":{"preset":"10+5"}`)
		ticket := second.must(t, http.StatusOK, "POST", "/v1/streamTickets", "{}").str("ticket")
		nobody := &player{h: h}
		sockets := []*socket{first.dial(t, ""), nobody.dial(t, "?ticket="+ticket), nobody.dial(t, "")}
		for _, s := range sockets {
			a := s.ask(`{"id":"s","op":"subscribe","stream":"game:` + id + `","afterSeq":2}`)
			require.NotNil(t, a["ok"], "%v", a)
		}
		a := sockets[1].ask(fmt.Sprintf(`{"id":1,"op":"move","game":%q,"ply":1,"move":"h2e2"}`, id))
		require.Equal(t, "SCOPE_MISSING", a.str("error", "reason"), "a ticket only opens streams")
		a = sockets[1].ask(fmt.Sprintf(`{"id":2,"op":"auth","token":%q}`, second.token))
		require.NotNil(t, a["ok"], "%v", a)
		for i, move := range []string{"h2e2", "h9g7", "h0g2", "i9h9"} {
			mover := sockets[i%2]
			body := fmt.Sprintf(`{"id":%d,"op":"move","game":%q,"ply":%d,"move":%q,"afterSeq":%d}`, i, id, i+1, move, i+2)
			a := mover.ask(body)
			require.Equal(t, move, a.str("ok", "move"), "%v", a)
			require.Equal(t, i+3, a.num("ok", "seq"))
			require.Contains(t, a["ok"], "clock")
			for _, s := range sockets {
				e := s.next()
				require.Equal(t, "played", e.str("type"), "%v", e)
				require.Equal(t, i+3, e.num("seq"))
				require.Equal(t, move, e.str("data", "played", "move"))
			}
			rest := []*player{first, second}[i%2].move(t, id, i+1, move)
			require.Equal(t, a["ok"], map[string]any(rest), "REST gives the same body")
		}
		a = sockets[0].ask(fmt.Sprintf(`{"id":9,"op":"move","game":%q,"ply":5,"move":"a0a9"}`, id))
		require.Equal(t, "ILLEGAL_MOVE", a.str("error", "reason"))
		require.Equal(t, 422, a.num("error", "status"))
		a = sockets[1].ask(fmt.Sprintf(`{"id":9,"op":"move","game":%q,"ply":3,"move":"a3a4"}`, id))
		require.Equal(t, "PLY_TAKEN", a.str("error", "reason"))
		require.Equal(t, "4", a.str("error", "metadata", "ply"))
		a = sockets[2].ask(fmt.Sprintf(`{"id":9,"op":"move","game":%q,"ply":5,"move":"a3a4"}`, id))
		require.Equal(t, "NO_TOKEN", a.str("error", "reason"))
	})
}
