package e2e_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// answer is a JSON object as a client reads it.
type answer map[string]any

func (a answer) str(path ...string) string {
	s, _ := a.at(path...).(string)
	return s
}

func (a answer) num(path ...string) int {
	n, _ := a.at(path...).(float64)
	return int(n)
}

func (a answer) at(path ...string) any {
	var v any = map[string]any(a)
	for _, key := range path {
		m, _ := v.(map[string]any)
		v = m[key]
	}
	return v
}

// player is a guest of a hall.
type player struct {
	h     *hall
	id    string
	token string
}

// guest signs a guest in.
func (h *hall) guest(t *testing.T) *player {
	t.Helper()
	p := &player{h: h}
	got := p.must(t, http.StatusCreated, "POST", "/v1/sessions:guest", "{}")
	p.id, p.token = got.str("player", "playerId"), got.str("tokens", "accessToken")
	require.NotEmpty(t, p.token)
	return p
}

// call makes a request and returns the status and the body.
func (p *player) call(t *testing.T, method, path, body string, headers ...string) (int, answer) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, p.h.base+path, strings.NewReader(body))
	require.NoError(t, err)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if p.token != "" {
		req.Header.Set("Authorization", "Bearer "+p.token)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil
	}
	defer func() { require.NoError(t, resp.Body.Close()) }()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, nil // killed in the middle of it
	}
	var got answer
	if len(data) > 0 {
		require.NoError(t, json.Unmarshal(data, &got), "%s", data)
	}
	return resp.StatusCode, got
}

// must makes a request that must have a status.
func (p *player) must(t *testing.T, status int, method, path, body string, headers ...string) answer {
	t.Helper()
	code, got := p.call(t, method, path, body, headers...)
	require.Equal(t, status, code, "%s %s %s: %v", method, path, body, got)
	return got
}

// persist makes a request again until the hall answers, as a client does while
// a server restarts.
func (p *player) persist(t *testing.T, method, path, body string) answer {
	t.Helper()
	var got answer
	require.Eventually(t, func() bool {
		code, a := p.call(t, method, path, body)
		got = a
		return code == http.StatusOK
	}, startLimit, 20*time.Millisecond, "%s %s: %v", method, path, got)
	return got
}

// play makes two guests meet in a room; the first one takes the first side.
func (h *hall) play(t *testing.T, game, control string) (first, second *player, gameID string) {
	t.Helper()
	first, second = h.guest(t), h.guest(t)
	room := first.must(t, http.StatusCreated, "POST", "/v1/rooms", fmt.Sprintf(`{"game":%q,"side":"first"%s}`, game, control))
	joined := second.must(t, http.StatusOK, "POST", "/v1/rooms/"+room.str("roomId")+":join", "{}")
	require.NotEmpty(t, joined.str("gameId"))
	return first, second, joined.str("gameId")
}

// move plays one move.
func (p *player) move(t *testing.T, gameID string, ply int, move string) answer {
	t.Helper()
	return p.must(t, http.StatusOK, "POST", "/v1/games/"+gameID+"/moves", fmt.Sprintf(`{"ply":%d,"move":%q}`, ply, move))
}

// log reads the whole log of a game.
func (p *player) log(t *testing.T, gameID string) []answer {
	t.Helper()
	var all []answer
	for {
		got := p.must(t, http.StatusOK, "GET", fmt.Sprintf("/v1/games/%s/events?afterSeq=%d&limit=100", gameID, len(all)), "")
		events, _ := got["events"].([]any)
		if len(events) == 0 {
			return all
		}
		for _, e := range events {
			m, _ := e.(map[string]any)
			all = append(all, m)
		}
	}
}

// event is one event of a live stream.
type event struct {
	id, kind string
	data     answer
}

// stream opens a live stream and hands its events on until the test ends.
func (p *player) stream(t *testing.T, path string, headers ...string) <-chan event {
	t.Helper()
	events, _ := p.watch(t, path, headers...)
	return events
}

// watch opens a live stream that can be cut off.
func (p *player) watch(t *testing.T, path string, headers ...string) (events <-chan event, cut func()) {
	t.Helper()
	resp, cut := p.open(t, path, headers...)
	all := make(chan event, 4096)
	go func() {
		defer close(all)
		defer func() { _ = resp.Body.Close() }()
		readEvents(resp.Body, all)
	}()
	return all, cut
}

// open sends the request of a live stream.
func (p *player) open(t *testing.T, path string, headers ...string) (resp *http.Response, cut func()) {
	t.Helper()
	ctx, cut := context.WithCancel(t.Context())
	t.Cleanup(cut)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.h.base+path, nil)
	require.NoError(t, err)
	if p.token != "" {
		req.Header.Set("Authorization", "Bearer "+p.token)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err = http.DefaultClient.Do(req)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, resp.StatusCode)
	require.Equal(t, "text/event-stream", resp.Header.Get("Content-Type"))
	return resp, cut
}

func readEvents(r io.Reader, events chan<- event) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	var e event
	for lines.Scan() {
		line := lines.Bytes()
		switch {
		case len(line) == 0 && e.kind != "":
			events <- e
			e = event{}
		case bytes.HasPrefix(line, []byte("id: ")):
			e.id = string(line[4:])
		case bytes.HasPrefix(line, []byte("event: ")):
			e.kind = string(line[7:])
		case bytes.HasPrefix(line, []byte("data: ")):
			_ = json.Unmarshal(line[6:], &e.data) // an event without data fails its test
		}
	}
}

// next is the next event of a stream.
func next(t *testing.T, events <-chan event) event {
	t.Helper()
	select {
	case e, open := <-events:
		require.True(t, open, "the stream has ended")
		return e
	case <-time.After(startLimit):
		require.FailNow(t, "no event came")
		return event{}
	}
}
