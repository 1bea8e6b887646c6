package e2e_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
)

// table is a hot-seat game of one account.
type table struct {
	id   string
	line *rules.Line
}

// playNext plays the first legal move, if the game still goes on.
func (tb *table) playNext(t *testing.T, p *player) {
	t.Helper()
	moves := tb.line.Legal()
	if len(moves) == 0 {
		return
	}
	p.move(t, tb.id, tb.line.Plies()+1, moves[0])
	_, err := tb.line.Play(moves[0])
	require.NoError(t, err)
}

// One account plays 300 moves in ten games at once, reads until it is told to
// wait, plays on meanwhile, and may read again after the seconds it was told.
func TestLimitsNeverStopALegalMove(t *testing.T) {
	t.Parallel()
	h := startOne(t)
	p := h.guest(t)
	game, ok := games.Find("draughts-international")
	require.True(t, ok)
	tables := make([]*table, 10)
	for i := range tables {
		made := p.must(t, http.StatusCreated, "POST", "/v1/games", `{"game":"draughts-international"}`)
		tables[i] = &table{id: made.str("gameId"), line: rules.NewLine(game, game.Start())}
	}
	for range 30 {
		for _, tb := range tables {
			tb.playNext(t, p)
		}
	}
	var refused *http.Response
	for range 2000 {
		if resp := p.raw(t, "GET", "/v1/me"); resp.StatusCode != http.StatusOK {
			refused = resp
			break
		}
	}
	require.NotNil(t, refused, "there is no limit")
	require.Equal(t, http.StatusTooManyRequests, refused.StatusCode)
	require.Equal(t, "application/problem+json", refused.Header.Get("Content-Type"))
	after, err := strconv.Atoi(refused.Header.Get("Retry-After"))
	require.NoError(t, err)
	tables[0].playNext(t, p)
	<-time.After(time.Duration(after) * time.Second)
	p.must(t, http.StatusOK, "GET", "/v1/me", "")
}

// raw makes a request and keeps what comes before the body.
func (p *player) raw(t *testing.T, method, path string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, p.h.base+path, nil)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+p.token)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	return resp
}
