package ws_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/ws"
)

// dialFrom dials as a browser's page does.
func (p *place) dialFrom(t testing.TB, origin string, opts *websocket.DialOptions) *client {
	t.Helper()
	opts.HTTPHeader.Set("Origin", origin)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	conn, _, err := websocket.Dial(ctx, p.url, opts)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return &client{t: t, conn: conn, ctx: ctx}
}

// reason is the reason of a problem.
func reason(t *testing.T, resp *http.Response) string {
	t.Helper()
	var body struct{ Reason string }
	require.NoError(t, json.NewDecoder(resp.Body).Decode(&body))
	require.NoError(t, resp.Body.Close())
	return body.Reason
}

func TestQuietSocketsLiveWhileTheyAnswerPings(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{Ping: 20 * time.Millisecond, Dead: 300 * time.Millisecond}, live.Config{})
	id := p.Referee.NewGame("a", "b", 0)
	pinged := make(chan struct{}, 100)
	c := p.dial(t, nobody, &websocket.DialOptions{OnPingReceived: func(context.Context, []byte) bool {
		pinged <- struct{}{}
		return true
	}})
	c.ok(`{"id":1,"op":"subscribe","stream":"game:` + id + `","afterSeq":2}`)
	got := make(chan message)
	go func() { got <- c.next() }()
	for range 30 { // twice as long as a dead one would live
		<-pinged
	}
	p.Referee.Play(id, 1)
	require.Equal(t, 3, (<-got).Seq)
}

func TestSocketsThatSayNothingAreClosed(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{Ping: 20 * time.Millisecond, Dead: 100 * time.Millisecond}, live.Config{})
	id := p.Referee.NewGame("a", "b", 0)
	c := p.dial(t, nobody, &websocket.DialOptions{OnPingReceived: func(context.Context, []byte) bool { return false }})
	c.ok(`{"id":1,"op":"subscribe","stream":"game:` + id + `","afterSeq":2}`)
	_, code := c.closed()
	require.Equal(t, websocket.StatusCode(-1), code, "without a word")
	require.Eventually(t, func() bool { return p.Hub.Streams() == 0 }, patience, time.Millisecond)
}

func TestSocketsThatTakeNothingAreClosed(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{Ping: 20 * time.Millisecond, Dead: 500 * time.Millisecond}, live.Config{})
	id := p.Referee.NewGame("a", "b", 0)
	c := p.dial(t, nobody, nil)
	c.ok(`{"id":1,"op":"subscribe","stream":"game:` + id + `","afterSeq":2}`)
	limit := time.After(patience)
	for p.Hub.Streams() > 0 {
		p.Referee.Play(id, 16)
		c.send(`{"id":2,"op":"ping"}`) // it talks, but does not listen
		select {
		case <-limit:
			require.Fail(t, "it is still served")
		default:
		}
	}
}

func TestSlowStreamLagsAndTheSocketLivesOn(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{}, live.Config{Buffer: 8})
	player := p.Player()
	id, other := p.Referee.NewGame(player.Account, "b", 0), p.Referee.NewGame("a", "b", 0)
	c, watcher := p.dial(t, player, nil), p.dial(t, nobody, nil)
	c.ok(`{"id":1,"op":"subscribe","stream":"game:` + id + `","afterSeq":2}`)
	c.ok(`{"id":2,"op":"subscribe","stream":"game:` + other + `","afterSeq":2}`)
	watcher.ok(`{"id":1,"op":"subscribe","stream":"game:` + id + `","afterSeq":2}`)
	release := p.Referee.Hold(id)
	c.send(`{"id":3,"op":"move","game":"` + id + `","ply":1,"move":"a1"}`)
	require.Equal(t, 3, watcher.next().Seq)
	for seq := 4; seq < 24; seq++ { // while the answer is awaited
		p.Referee.Play(id, 1)
		require.Equal(t, seq, watcher.next().Seq)
	}
	release()
	require.InDelta(t, 3, c.next().Re, 0)
	lagged := c.next()
	require.Equal(t, "lagged", lagged.Type)
	require.Equal(t, 2, lagged.Seq)
	p.Referee.Play(other, 1)
	require.Equal(t, "game:"+other, c.next().Stream)
	c.ok(`{"id":4,"op":"subscribe","stream":"game:` + id + `","afterSeq":2}`)
	require.Equal(t, upTo(2, 23), c.seqs(21))
}

func TestDrainAnswersMovesUnderWay(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{}, live.Config{})
	player := p.Player()
	id := p.Referee.NewGame(player.Account, "b", 0)
	c, watcher := p.dial(t, player, nil), p.dial(t, nobody, nil)
	for _, c := range []*client{c, watcher} {
		c.ok(`{"id":1,"op":"subscribe","stream":"game:` + id + `","afterSeq":2}`)
	}
	release := p.Referee.Hold(id)
	c.send(`{"id":2,"op":"move","game":"` + id + `","ply":1,"move":"a1"}`)
	require.Equal(t, 3, watcher.next().Seq)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		p.Hub.Drain(t.Context())
		p.sockets.Drain(t.Context())
	}()
	last, code := watcher.closed()
	require.Equal(t, live.ReasonDraining, last.Data["reason"])
	require.Equal(t, websocket.StatusServiceRestart, code)
	release()
	require.InDelta(t, 2, c.next().Re, 0)
	last, code = c.closed()
	require.Equal(t, live.ReasonDraining, last.Data["reason"])
	require.Equal(t, websocket.StatusServiceRestart, code)
	<-drained
}

func TestSocketEndsOnWrongFrames(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{}, live.Config{})
	binary := p.dial(t, nobody, nil)
	require.NoError(t, binary.conn.Write(binary.ctx, websocket.MessageBinary, []byte("x")))
	_, code := binary.closed()
	require.Equal(t, websocket.StatusUnsupportedData, code)
	long := p.dial(t, nobody, nil)
	long.send(`{"id":1,"op":"` + string(make([]byte, 20<<10)) + `"}`)
	_, code = long.closed()
	require.Equal(t, websocket.StatusMessageTooBig, code)
}
