package ws_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/ws"
)

var nobody = live.Caller{}

func TestOneSocketCarriesManyStreams(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{}, live.Config{})
	player := p.Player()
	first, second := p.Referee.NewGame(player.Account, "b", 0), p.Referee.NewGame("a", "b", 0)
	c := p.dial(t, player, nil)
	c.ok(`{"id":1,"op":"subscribe","stream":"game:` + first + `","afterSeq":0}`)
	require.Equal(t, upTo(0, 2), c.seqs(2))
	c.ok(`{"id":2,"op":"subscribe","stream":"game:` + second + `"}`)
	m := c.next()
	require.Equal(t, "snapshot", m.Type)
	require.Equal(t, "game:"+second, m.Stream)
	c.ok(`{"id":3,"op":"subscribe","stream":"me"}`)
	require.Equal(t, "me", c.next().Stream)

	p.Referee.Play(first, 1)
	require.Equal(t, "game:"+first, c.next().Stream)
	p.Referee.Play(second, 1)
	m = c.next()
	require.Equal(t, "game:"+second, m.Stream)
	require.Equal(t, 3, m.Seq)
	require.Equal(t, "played", m.Type)

	c.ok(`{"id":4,"op":"unsubscribe","stream":"game:` + first + `"}`)
	p.Referee.Play(first, 1)
	p.Referee.Play(second, 1)
	require.Equal(t, "game:"+second, c.next().Stream, "and nothing of the first")
	c.ok(`{"id":5,"op":"subscribe","stream":"game:` + first + `","afterSeq":3}`)
	require.Equal(t, upTo(3, 4), c.seqs(1))
}

func TestATournamentOverASocket(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{}, live.Config{})
	const id = "Cup4Tourname"
	p.Tournaments.Begin(id)
	c := p.dial(t, nobody, nil)
	c.ok(`{"id":1,"op":"subscribe","stream":"tournament:` + id + `"}`)
	require.Equal(t, "snapshot", c.next().Type)
	p.Tournaments.Join(id, 3)
	require.Equal(t, upTo(1, 4), c.seqs(3))
	c.ok(`{"id":2,"op":"unsubscribe","stream":"tournament:` + id + `"}`)
	p.Tournaments.Join(id, 1)
	c.ok(`{"id":3,"op":"subscribe","stream":"tournament:` + id + `","afterSeq":4}`)
	p.Tournaments.Finish(id)
	require.Equal(t, upTo(4, 6), c.seqs(2))
	require.Equal(t, "end", c.next().Type)
}

func TestLongLogIsReadPageByPage(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{}, live.Config{Page: 50})
	id := p.Referee.NewGame("a", "b", 0)
	p.Referee.Play(id, 998)
	require.NoError(t, p.Referee.Sent(t.Context())) // none of it is news that the reader might be too slow for
	c := p.dial(t, nobody, nil)
	c.ok(`{"id":1,"op":"subscribe","stream":"game:` + id + `","afterSeq":0}`)
	require.Equal(t, upTo(0, 1000), c.seqs(1000))
}

func TestReconnectsGiveTheLog(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{}, live.Config{Page: 11, Buffer: 400}) // nobody is too slow
	id := p.Referee.NewGame("a", "b", 0)
	played := make(chan struct{})
	go func() {
		defer close(played)
		for range 300 {
			p.Referee.Play(id, 1)
		}
	}()
	var got []int
	for range 50 {
		c := p.dial(t, nobody, nil)
		c.ok(fmt.Sprintf(`{"id":1,"op":"subscribe","stream":"game:%s","afterSeq":%d}`, id, len(got)))
		got = append(got, c.seqs(1+rand.IntN(5))...)
		require.NoError(t, c.conn.CloseNow())
	}
	<-played
	c := p.dial(t, nobody, nil)
	c.ok(fmt.Sprintf(`{"id":1,"op":"subscribe","stream":"game:%s","afterSeq":%d}`, id, len(got)))
	got = append(got, c.seqs(302-len(got))...)
	require.Equal(t, upTo(0, 302), got)
}

func TestMoveIsAnsweredBeforeItsEvent(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{}, live.Config{})
	player := p.Player()
	id := p.Referee.NewGame(player.Account, "b", 0)
	mover, watcher := p.dial(t, player, nil), p.dial(t, nobody, nil)
	for _, c := range []*client{mover, watcher} {
		c.ok(`{"id":1,"op":"subscribe","stream":"game:` + id + `","afterSeq":2}`)
	}
	for ply := 1; ply <= 20; ply++ {
		release := p.Referee.Hold(id)
		mover.send(fmt.Sprintf(`{"id":"move %d","op":"move","game":"%s","ply":%d,"move":"a1","afterSeq":%d}`, ply, id, ply, ply+1))
		require.Equal(t, ply+2, watcher.next().Seq, "it is out already")
		mover.send(`{"id":"ping","op":"ping"}`)
		require.Equal(t, "ping", mover.next().Re, "other answers don't wait for it")
		release()
		answer := mover.next()
		require.Equal(t, fmt.Sprintf("move %d", ply), answer.Re)
		require.InDelta(t, ply, answer.OK["ply"], 0)
		require.InDelta(t, ply+2, answer.OK["seq"], 0)
		require.Nil(t, answer.OK["result"])
		require.Equal(t, ply+2, mover.next().Seq)
	}
}

func TestMoveAndSubscriptionAtOnce(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{}, live.Config{})
	player := p.Player()
	id := p.Referee.NewGame(player.Account, "b", 0)
	release := p.Referee.Hold(id)
	c := p.dial(t, player, nil)
	c.send(`{"id":1,"op":"move","game":"` + id + `","ply":1,"move":"a1"}`)
	c.send(`{"id":2,"op":"subscribe","stream":"game:` + id + `","afterSeq":0}`)
	require.InDelta(t, 2, c.next().Re, 0)
	release()
	require.InDelta(t, 1, c.next().Re, 0)
	require.Equal(t, upTo(0, 3), c.seqs(3))
}

func TestMovesUnderWayAreBounded(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{Moves: 2}, live.Config{})
	player := p.Player()
	c := p.dial(t, player, nil)
	release := make([]func(), 3)
	for i := range release {
		id := p.Referee.NewGame(player.Account, "b", 0)
		release[i] = p.Referee.Hold(id)
		c.send(fmt.Sprintf(`{"id":%d,"op":"move","game":"%s","ply":1,"move":"a1"}`, i, id))
	}
	c.send(`{"id":"ping","op":"ping"}`)
	release[1]()
	require.InDelta(t, 1, c.next().Re, 0, "the ping waits behind the third move")
	require.Equal(t, "ping", c.next().Re)
	release[2]()
	require.InDelta(t, 2, c.next().Re, 0)
	release[0]()
	require.InDelta(t, 0, c.next().Re, 0)
}

func TestFramesAreRefused(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{Streams: 1}, live.Config{})
	player, other := p.Player(), p.Player()
	id := p.Referee.NewGame(player.Account, "b", 0)
	hidden := p.Referee.NewGame("a", "b", 0)
	p.Referee.Hide(hidden)
	tests := map[string]struct {
		caller       live.Caller
		frame        string
		status       int
		reason, meta string
	}{
		"garbage":             {nobody, `{"id":1,`, 400, "BAD_JSON", ""},
		"unknown operation":   {nobody, `{"id":1,"op":"chat"}`, 400, "UNKNOWN_OP", ""},
		"unknown field":       {nobody, `{"id":1,"op":"ping","x":1}`, 400, "UNKNOWN_FIELD", ""},
		"unknown stream":      {nobody, `{"id":1,"op":"subscribe","stream":"tv:xiangqi"}`, 404, "UNKNOWN_STREAM", ""},
		"no such game":        {nobody, `{"id":1,"op":"subscribe","stream":"game:none"}`, 404, "NO_SUCH_GAME", ""},
		"a private game":      {other, `{"id":1,"op":"subscribe","stream":"game:` + hidden + `"}`, 404, "NO_SUCH_GAME", ""},
		"below the log":       {nobody, `{"id":1,"op":"subscribe","stream":"game:` + id + `","afterSeq":-1}`, 400, "INVALID_ARGUMENT", ""},
		"nobody's account":    {nobody, `{"id":1,"op":"subscribe","stream":"me"}`, 401, "NO_TOKEN", ""},
		"a move by nobody":    {nobody, `{"id":1,"op":"move","game":"` + id + `","ply":1,"move":"a1"}`, 401, "NO_TOKEN", ""},
		"a move in another's": {other, `{"id":1,"op":"move","game":"` + id + `","ply":1,"move":"a1"}`, 403, "NOT_YOUR_GAME", ""},
		"an illegal move":     {player, `{"id":1,"op":"move","game":"` + id + `","ply":1,"move":"illegal"}`, 422, "ILLEGAL_MOVE", ""},
		"a ply that is taken": {player, `{"id":1,"op":"move","game":"` + id + `","ply":2,"move":"a1"}`, 409, "PLY_TAKEN", "1"},
		"a ply of 0":          {player, `{"id":1,"op":"move","game":"` + id + `","ply":0,"move":"a1"}`, 400, "INVALID_ARGUMENT", ""},
		"a forged token":      {nobody, `{"id":1,"op":"auth","token":"x.y.z"}`, 401, "BAD_TOKEN", ""},
		"another's token":     {player, `{"id":1,"op":"auth","token":"` + other.Token + `"}`, 401, "BAD_TOKEN", ""},
	}
	for name, tt := range tests {
		c := p.dial(t, tt.caller, nil)
		e := c.refused(tt.frame)
		require.Equal(t, tt.reason, e.Reason, name)
		require.Equal(t, tt.status, e.Status, name)
		require.Equal(t, tt.meta, e.Metadata["ply"], name)
		require.NotEmpty(t, e.Title, name)
		c.ok(`{"id":2,"op":"ping"}`) // the socket lives on
		require.NoError(t, c.conn.CloseNow())
	}
	c := p.dial(t, nobody, nil)
	c.ok(`{"id":1,"op":"subscribe","stream":"game:` + id + `","afterSeq":2}`)
	require.Equal(t, "TOO_MANY_STREAMS", c.refused(`{"id":2,"op":"subscribe","stream":"game:x"}`).Reason)
	require.Equal(t, "Too many open streams", c.refused(`{"id":2,"op":"subscribe","stream":"game:x"}`).Title)
}

func TestRefusedFramesCount(t *testing.T) {
	t.Parallel()
	limits := limit.Config{Write: limit.Rate{Calls: 3, Per: time.Hour}, Address: 1}
	p := startLimited(t, ws.Config{}, live.Config{}, limits)
	player := p.Player()
	id := p.Referee.NewGame(player.Account, "b", 0)
	c := p.dial(t, player, nil)
	for range 3 {
		require.Equal(t, "ILLEGAL_MOVE", c.refused(`{"id":1,"op":"move","game":"`+id+`","ply":1,"move":"illegal"}`).Reason)
	}
	e := c.refused(`{"id":1,"op":"move","game":"` + id + `","ply":1,"move":"illegal"}`)
	require.Equal(t, "RATE_LIMITED", e.Reason)
	require.NotNil(t, e.RetryAfter)
	for ply := range 50 {
		c.ok(fmt.Sprintf(`{"id":1,"op":"move","game":"%s","ply":%d,"move":"a1"}`, id, ply+1))
	}
}

func TestHandshakeIsRefused(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{Origins: []string{"https://play.example"}}, live.Config{PerAccount: 1})
	player := p.Player()
	p.dial(t, player, nil)
	upgrade := http.Header{
		"Connection": {"keep-alive, Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"},
		"Sec-Websocket-Key": {"AAAAAAAAAAAAAAAAAAAAAA=="},
	}
	tests := map[string]struct {
		query  string
		change http.Header
		status int
		reason string
	}{
		"no upgrade":        {change: http.Header{"Upgrade": nil}, status: 426, reason: "UPGRADE_REQUIRED"},
		"no connection":     {change: http.Header{"Connection": {"keep-alive"}}, status: 426, reason: "UPGRADE_REQUIRED"},
		"an old version":    {change: http.Header{"Sec-Websocket-Version": {"8"}}, status: 426, reason: "UPGRADE_REQUIRED"},
		"no key":            {change: http.Header{"Sec-Websocket-Key": nil}, status: 426, reason: "UPGRADE_REQUIRED"},
		"a bad key":         {change: http.Header{"Sec-Websocket-Key": {"x"}}, status: 426, reason: "UPGRADE_REQUIRED"},
		"a foreign page":    {change: http.Header{"Origin": {"https://evil.example"}}, status: 403, reason: "ORIGIN_DENIED"},
		"an opaque page":    {change: http.Header{"Origin": {"null"}}, status: 403, reason: "ORIGIN_DENIED"},
		"a forged token":    {change: http.Header{"Authorization": {"Bearer x"}}, status: 401, reason: "BAD_TOKEN"},
		"another scheme":    {change: http.Header{"Authorization": {"Basic x"}}, status: 401, reason: "BAD_TOKEN"},
		"a forged ticket":   {query: "?ticket=x", status: 401, reason: "BAD_TOKEN"},
		"two tickets":       {query: "?ticket=x&ticket=y", status: 400, reason: "INVALID_ARGUMENT"},
		"unknown parameter": {query: "?token=x", status: 400, reason: "UNKNOWN_FIELD"},
		"too many sockets":  {query: "?ticket=" + player.Token, status: 429, reason: "TOO_MANY_STREAMS"},
	}
	for name, tt := range tests {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http"+strings.TrimPrefix(p.url, "ws")+"/"+tt.query, nil)
		require.NoError(t, err)
		req.Header = upgrade.Clone()
		for header, values := range tt.change {
			req.Header[header] = values
		}
		resp, err := http.DefaultTransport.RoundTrip(req)
		require.NoError(t, err, name)
		require.Equal(t, tt.status, resp.StatusCode, name)
		require.Equal(t, "application/problem+json", resp.Header.Get("Content-Type"), name)
		require.Equal(t, tt.reason, reason(t, resp), name)
	}
	for _, origin := range []string{"https://play.example", "http" + strings.TrimPrefix(p.url, "ws")} {
		opts := &websocket.DialOptions{HTTPHeader: http.Header{}}
		c := p.dialFrom(t, origin, opts)
		c.ok(`{"id":1,"op":"ping"}`)
	}
}

func TestAuthKeepsASocketOpen(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{Ping: 100 * time.Millisecond, Dead: 10 * time.Second}, live.Config{})
	soon := time.Now().Add(2 * time.Second).Truncate(time.Second) // as tokens have it
	player := p.PlayerUntil(soon)
	id := p.Referee.NewGame(player.Account, "b", 0)
	var clients []*client
	for range 2 {
		c := p.dial(t, player, nil)
		c.ok(`{"id":1,"op":"subscribe","stream":"game:` + id + `","afterSeq":2}`)
		clients = append(clients, c)
	}
	kept, left := clients[0], clients[1]
	kept.ok(`{"id":2,"op":"auth","token":"` + p.Token(player.Account, time.Now().Add(time.Hour)) + `"}`)
	last, code := left.closed()
	require.Equal(t, websocket.StatusCode(4401), code)
	require.Equal(t, "end", last.Type)
	require.Equal(t, live.ReasonExpired, last.Data["reason"])
	require.False(t, time.Now().Before(soon))
	p.Referee.Play(id, 1)
	require.Equal(t, 3, kept.next().Seq)
	kept.ok(`{"id":3,"op":"move","game":"` + id + `","ply":2,"move":"a1"}`)
}

func TestSignOutClosesItsSockets(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{Ping: 100 * time.Millisecond, Dead: 10 * time.Second}, live.Config{})
	player, other := p.Player(), p.Player()
	id := p.Referee.NewGame(player.Account, other.Account, 0)
	gone, quiet, stays := p.dial(t, player, nil), p.dial(t, player, nil), p.dial(t, other, nil)
	gone.ok(`{"id":1,"op":"subscribe","stream":"game:` + id + `","afterSeq":2}`)
	p.Verifier.End(player.Session, time.Now().Add(time.Hour))
	last, code := gone.closed()
	require.Equal(t, websocket.StatusCode(4401), code)
	require.Equal(t, "end", last.Type)
	require.Equal(t, live.ReasonSignedOut, last.Data["reason"])
	_, code = quiet.closed()
	require.Equal(t, websocket.StatusCode(4401), code)
	stays.ok(`{"id":1,"op":"ping"}`)
}

func TestNobodyBecomesAPlayer(t *testing.T) {
	t.Parallel()
	p := start(t, ws.Config{}, live.Config{PerAccount: 1})
	player := p.Player()
	id := p.Referee.NewGame(player.Account, "b", 0)
	c := p.dial(t, nobody, nil)
	c.ok(`{"id":1,"op":"auth","token":"` + player.Token + `"}`)
	c.ok(`{"id":2,"op":"move","game":"` + id + `","ply":1,"move":"a1"}`)
	again := p.dial(t, nobody, nil)
	require.Equal(t, "TOO_MANY_STREAMS", again.refused(`{"id":1,"op":"auth","token":"`+player.Token+`"}`).Reason)
	require.NoError(t, c.conn.Close(websocket.StatusNormalClosure, ""))
	require.Eventually(t, func() bool {
		again.send(`{"id":1,"op":"auth","token":"` + player.Token + `"}`)
		return again.next().Error == nil
	}, patience, time.Millisecond, "its place is free again")
}
