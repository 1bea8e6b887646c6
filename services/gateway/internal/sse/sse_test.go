package sse_test

import (
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
	"kydai.dev/services/gateway/internal/sse"
)

// numbers are the ids of the events after one up to another.
func numbers(after, last int) []string {
	var out []string
	for seq := after + 1; seq <= last; seq++ {
		out = append(out, strconv.Itoa(seq))
	}
	return out
}

func TestStreamStandsAtOnceAndStaysOpen(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	id := hall.Referee.NewGame("a", "b", 0)
	server := serve(t, hall, sse.Config{Heartbeat: 20 * time.Millisecond})
	tests := map[string]map[string]string{
		"plain":           {},
		"behind gzip":     {"Accept-Encoding": "gzip"},
		"kept alive":      {"Connection": "keep-alive"},
		"an event source": {"Accept": "text/event-stream", "Cache-Control": "no-cache"},
	}
	clients := map[string]*client{}
	for name, headers := range tests {
		c := connect(t, server.URL+"/v1/games/"+id+"/stream?afterSeq=2", headers)
		require.Equal(t, http.StatusOK, c.resp.StatusCode, name)
		require.Equal(t, "text/event-stream", c.resp.Header.Get("Content-Type"))
		require.Equal(t, "no-store", c.resp.Header.Get("Cache-Control"))
		require.Equal(t, "no", c.resp.Header.Get("X-Accel-Buffering"))
		require.Empty(t, c.resp.Header.Get("Content-Encoding"))
		first, err := c.read()
		require.NoError(t, err)
		require.Equal(t, "kydai", first.comment)
		require.Regexp(t, `^1\d\d\d$`, first.retry)
		for range 3 {
			beat, err := c.read()
			require.NoError(t, err)
			require.Equal(t, message{comment: "hb"}, beat)
		}
		clients[name] = c
	}
	hall.Referee.Play(id, 1)
	for name, c := range clients {
		m := c.next()
		require.Equal(t, "3", m.id, name)
		require.Equal(t, "played", m.event)
		require.Equal(t, "game:"+id, m.json(t)["stream"])
	}
}

func TestStreamBegins(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	id := hall.Referee.NewGame("a", "b", 0)
	hall.Referee.Play(id, 8)
	server := serve(t, hall, sse.Config{})
	tests := map[string]struct {
		query, lastID string
		event         string
		reset         any
		want          []string
	}{
		"nowhere":                   {event: "snapshot", want: []string{"10", "11"}},
		"from the first":            {query: "?afterSeq=0", event: "created", want: numbers(0, 11)},
		"somewhere":                 {query: "?afterSeq=6", event: "played", want: numbers(6, 11)},
		"where it was cut off":      {lastID: "7", event: "played", want: numbers(7, 11)},
		"cut off after a parameter": {query: "?afterSeq=2", lastID: "7", event: "played", want: numbers(7, 11)},
		"in the future":             {lastID: "70", event: "snapshot", reset: true, want: []string{"10", "11"}},
		"at a foreign id":           {lastID: "x'--", event: "snapshot", reset: true, want: []string{"10", "11"}},
	}
	clients := map[string]*client{}
	for name, tt := range tests {
		headers := map[string]string{}
		if tt.lastID != "" {
			headers["Last-Event-ID"] = tt.lastID
		}
		clients[name] = connect(t, server.URL+"/v1/games/"+id+"/stream"+tt.query, headers)
	}
	hall.Referee.Play(id, 1)
	for name, tt := range tests {
		first := clients[name].next()
		require.Equal(t, tt.event, first.event, name)
		require.Equal(t, tt.reset, first.json(t)["reset"], name)
		require.Equal(t, tt.want, append([]string{first.id}, clients[name].ids(len(tt.want)-1)...), name)
	}
}

func TestStreamIsRefused(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{PerAccount: 1})
	busy := hall.Player()
	id := hall.Referee.NewGame(busy.Account, "b", 0)
	hidden := hall.Referee.NewGame("a", "b", 0)
	hall.Referee.Hide(hidden)
	expired := hall.PlayerUntil(time.Now().Add(-time.Hour))
	server := serve(t, hall, sse.Config{})
	connect(t, server.URL+"/v1/me/stream", bearer(busy)).next()
	tests := map[string]struct {
		path    string
		headers map[string]string
		status  int
		reason  string
	}{
		"no such game":       {path: "/v1/games/none/stream", status: 404, reason: "NO_SUCH_GAME"},
		"not for the public": {path: "/v1/games/" + hidden + "/stream?afterSeq=0", status: 404, reason: "NO_SUCH_GAME"},
		"not a number":       {path: "/v1/games/" + id + "/stream?afterSeq=x", status: 400, reason: "INVALID_ARGUMENT"},
		"below zero":         {path: "/v1/games/" + id + "/stream?afterSeq=-1", status: 400, reason: "INVALID_ARGUMENT"},
		"too large":          {path: "/v1/games/" + id + "/stream?afterSeq=2147483648", status: 400, reason: "INVALID_ARGUMENT"},
		"given twice":        {path: "/v1/games/" + id + "/stream?afterSeq=1&afterSeq=2", status: 400, reason: "INVALID_ARGUMENT"},
		"unknown parameter":  {path: "/v1/games/" + id + "/stream?since=1", status: 400, reason: "UNKNOWN_FIELD"},
		"no query at all":    {path: "/v1/games/" + id + "/stream?%zz", status: 400, reason: "INVALID_ARGUMENT"},
		"forged token":       {path: "/v1/games/" + id + "/stream", headers: map[string]string{"Authorization": "Bearer x"}, status: 401, reason: "BAD_TOKEN"},
		"another scheme":     {path: "/v1/games/" + id + "/stream", headers: map[string]string{"Authorization": "Basic x"}, status: 401, reason: "BAD_TOKEN"},
		"forged ticket":      {path: "/v1/me/stream?ticket=x", status: 401, reason: "BAD_TOKEN"},
		"expired token":      {path: "/v1/games/" + id + "/stream", headers: bearer(expired), status: 401, reason: "EXPIRED_TOKEN"},
		"nobody's account":   {path: "/v1/me/stream", status: 401, reason: "NO_TOKEN"},
		"account from a seq": {path: "/v1/me/stream?afterSeq=1", headers: bearer(busy), status: 400, reason: "UNKNOWN_FIELD"},
		"too many streams":   {path: "/v1/me/stream", headers: bearer(busy), status: 429, reason: "TOO_MANY_STREAMS"},
	}
	for name, tt := range tests {
		c := connect(t, server.URL+tt.path, tt.headers)
		require.Equal(t, tt.status, c.resp.StatusCode, name)
		require.Equal(t, "application/problem+json", c.resp.Header.Get("Content-Type"))
		body, err := c.in.ReadString('\n')
		require.Error(t, err)
		require.Equal(t, tt.reason, message{data: body}.json(t)["reason"], name)
	}
}

func TestReconnectsGiveTheLog(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	id := hall.Referee.NewGame("a", "b", 0)
	server := serve(t, hall, sse.Config{})
	played := make(chan struct{})
	go func() {
		defer close(played)
		for range 300 {
			hall.Referee.Play(id, 1)
		}
	}()
	var got []string
	headers := map[string]string{}
	url := server.URL + "/v1/games/" + id + "/stream?afterSeq=0"
	for range 50 {
		c := connect(t, url, headers)
		got = append(got, c.ids(1+rand.IntN(5))...)
		headers["Last-Event-ID"] = got[len(got)-1]
		c.stop()
	}
	<-played
	got = append(got, connect(t, url, headers).ids(302-len(got))...)
	require.Equal(t, numbers(0, 302), got)
}

func TestStreamsAreClosedOnPurpose(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Linger: 10 * time.Millisecond})
	player := hall.PlayerUntil(time.Now().Add(500 * time.Millisecond))
	id := hall.Referee.NewGame(player.Account, "b", 0)
	ended := hall.Referee.NewGame("a", "b", 0)
	hall.Referee.Finish(ended, time.Now())
	server := serve(t, hall, sse.Config{})
	tests := map[string]struct {
		path    string
		headers map[string]string
		reason  string
	}{
		"game over":              {path: "/v1/games/" + ended + "/stream?afterSeq=3", reason: live.ReasonGameOver},
		"token expired":          {path: "/v1/games/" + id + "/stream?afterSeq=2", headers: bearer(player), reason: live.ReasonExpired},
		"ticket of it":           {path: "/v1/games/" + id + "/stream?afterSeq=2&ticket=" + player.Token, reason: live.ReasonExpired},
		"token expired, account": {path: "/v1/me/stream", headers: bearer(player), reason: live.ReasonExpired},
	}
	for name, tt := range tests {
		c := connect(t, server.URL+tt.path, tt.headers)
		m := c.next()
		for m.event == "snapshot" {
			m = c.next()
		}
		require.Equal(t, "end", m.event, name)
		require.Empty(t, m.id, name)
		data, ok := m.json(t)["data"].(map[string]any)
		require.True(t, ok)
		require.Equal(t, tt.reason, data["reason"], name)
		c.closed()
	}
}

func TestDrainLetsTheServerStop(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	id := hall.Referee.NewGame("a", "b", 0)
	server := serve(t, hall, sse.Config{})
	c := connect(t, server.URL+"/v1/games/"+id+"/stream?afterSeq=0", nil)
	require.Equal(t, numbers(0, 2), c.ids(2))
	hall.Hub.Drain(t.Context())
	require.Equal(t, "end", c.next().event)
	c.closed()
	require.NoError(t, server.Config.Shutdown(t.Context()))
}

func TestSlowReaderIsCutOff(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Buffer: 16})
	id := hall.Referee.NewGame("a", "b", 0)
	server := serve(t, hall, sse.Config{WriteLimit: 100 * time.Millisecond})
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close() //nolint:errcheck // it is cut already
	_, err = conn.Write([]byte("GET /v1/games/" + id + "/stream?afterSeq=0 HTTP/1.1\r\nHost: x\r\n\r\n"))
	require.NoError(t, err)
	_, err = conn.Read(make([]byte, 1)) // it stands; nothing more is read
	require.NoError(t, err)
	limit := time.After(patience)
	for hall.Hub.Streams() > 0 {
		hall.Referee.Play(id, 16)
		select {
		case <-limit:
			require.Fail(t, "a reader that takes nothing is still served")
		default:
		}
	}
}

// A tournament is taken up again from the last id, and closed once it is over.
func TestATournamentIsTakenUpAgain(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	const id = "Cup4Tourname"
	hall.Tournaments.Begin(id)
	hall.Tournaments.Join(id, 3)
	server := serve(t, hall, sse.Config{})
	c := connect(t, server.URL+"/v1/tournaments/"+id+"/stream", map[string]string{"Last-Event-ID": "2"})
	hall.Tournaments.Finish(id)
	for i, want := range []string{"joined", "joined", "finished"} {
		m := c.next()
		require.Equal(t, []string{strconv.Itoa(i + 3), want}, []string{m.id, m.event})
		require.Equal(t, "tournament:"+id, m.json(t)["stream"])
	}
	end := c.next()
	require.Equal(t, "end", end.event)
	require.Equal(t, map[string]any{"reason": live.ReasonTournamentOver, "reconnect": false}, end.json(t)["data"])
}
