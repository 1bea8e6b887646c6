package e2e_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
	"kydai.dev/pkg/testkit"
)

// awaitAnalysis waits until an analysis has ended, and returns it.
func (p *player) awaitAnalysis(t *testing.T, id string) answer {
	t.Helper()
	require.Eventually(t, func() bool {
		return p.must(t, http.StatusOK, "GET", "/v1/operations/"+id, "")["done"] == true
	}, startLimit, 20*time.Millisecond)
	return p.must(t, http.StatusOK, "GET", "/v1/analyses/"+id, "")
}

// finish plays a game of jungle against the weakest engine for some plies and gives
// it up, and returns the moves.
func (p *player) finish(t *testing.T, id string, plies int) (moves []string) {
	t.Helper()
	stream := p.stream(t, "/v1/games/"+id+"/stream?afterSeq=0")
	for ply := 1; ply <= plies; ply += 2 {
		now := p.must(t, http.StatusOK, "GET", "/v1/games/"+id, "")
		legal, _ := now["legal"].([]any)
		require.NotEmpty(t, legal)
		moves = append(moves, p.move(t, id, ply, fmt.Sprint(legal[ply%len(legal)])).str("move"))
		moves = append(moves, awaitPly(t, stream, ply+1).str("played", "move"))
	}
	p.must(t, http.StatusOK, "POST", "/v1/games/"+id+":resign", "{}")
	return moves
}

// TestAGameIsAnalyzed: a game against the engine is analysed once it is over, by
// the same engine, for whoever may read it.
func TestAGameIsAnalyzed(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		p, id := h.practise(t, "jungle", "1", "")
		refused := p.must(t, http.StatusConflict, "POST", "/v1/games/"+id+"/analyses", "{}")
		require.Equal(t, "GAME_NOT_OVER", refused.str("reason"))
		moves := p.finish(t, id, 6)
		op := p.must(t, http.StatusAccepted, "POST", "/v1/games/"+id+"/analyses", `{"budget":{"nodes":300,"lines":2}}`)
		a := h.guest(t).awaitAnalysis(t, op.str("operationId"))
		require.Equal(t, "done", a.str("state"))
		plies, _ := a["plies"].([]any)
		require.Len(t, plies, len(moves))
		for i, item := range plies {
			ply, _ := item.(map[string]any)
			require.Equal(t, moves[i], answer(ply).str("move"))
			require.NotEmpty(t, answer(ply).str("texts", "vietnamese"))
			require.Contains(t, []string{"best", "good", "inaccuracy", "mistake", "blunder"}, answer(ply).str("class"))
		}
		again := h.guest(t).must(t, http.StatusAccepted, "POST", "/v1/games/"+id+"/analyses", `{"budget":{"nodes":300,"lines":2}}`)
		require.Equal(t, op.str("operationId"), again.str("operationId"))
		require.Len(t, p.all(t, "/v1/games/"+id+"/analyses?pageSize=1", "analyses"), 1)
		require.Len(t, p.all(t, "/v1/me/analyses?pageSize=1", "analyses"), 1)
	})
}

// TestEveryGameCanBeAnalyzed analyses a record of each game.
func TestEveryGameCanBeAnalyzed(t *testing.T) {
	t.Parallel()
	h := startOne(t, "--study-running=10")
	p := h.guest(t)
	for _, g := range games.All() {
		move := g.Start().Moves()[0]
		body := fmt.Sprintf(`{"text":"{\"game\":\"%s\",\"moves\":[\"%s\"]}","budget":{"nodes":200}}`, g.Name(), move)
		op := p.must(t, http.StatusAccepted, "POST", "/v1/analyses", body)
		a := p.awaitAnalysis(t, op.str("resultId"))
		require.Equal(t, []any{"done", g.Name()}, []any{a["state"], a["game"]})
	}
}

// TestAnAnalysisSurvivesKills: the hall is killed while it analyses a game that is
// played to its end, again and again; the analysis goes on where it was, and its
// stream, taken up each time by the last id, has every event once.
func TestAnAnalysisSurvivesKills(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		h := startOne(t, append(unlimited, "--db", db.DSN, "--study-lease=1s")...)
		p, id := h.practise(t, "morris", "1", "")
		moves := p.playOut(t, id)
		op := p.must(t, http.StatusAccepted, "POST", "/v1/games/"+id+"/analyses", `{"budget":{"nodes":100000}}`).str("operationId")
		var got []int
		for _, most := range []int{4, 9, len(moves) + 3} { // the last one is the end
			require.Less(t, len(got), len(moves), "there is something left to do")
			got = p.follow(t, op, got, most)
			if most < len(moves) {
				h.kill(t, "kydai")
			}
		}
		a := p.awaitAnalysis(t, op)
		require.Equal(t, "done", a.str("state"))
		plies, _ := a["plies"].([]any)
		require.Len(t, plies, len(moves))
		require.Len(t, got, len(moves)+2)
		for i, seq := range got {
			require.Equal(t, i+1, seq)
		}
		p.exportsReadBack(t, id, op, moves)
	})
}

// TestAnAnalysisWithoutNATS: NATS goes while a record is looked at and comes back.
// Whoever follows the analysis hears of each ply all the same, once and in its order.
func TestAnAnalysisWithoutNATS(t *testing.T) {
	t.Parallel()
	h := startMany(t, unlimited...)
	p := h.guest(t)
	const text = `{\"game\":\"morris\",\"moves\":[\"a1\",\"d1\",\"a4\",\"g1\",\"b4\",\"b6\",\"d6\",\"f6\",\"f4\",\"f2\",\"e4\",\"e3\"]}`
	op := p.must(t, http.StatusAccepted, "POST", "/v1/analyses", `{"text":"`+text+`","budget":{"nodes":800000}}`).str("operationId")
	events, cut := p.watch(t, "/v1/analyses/"+op+"/stream?afterSeq=0")
	defer cut()
	for seq := 1; seq <= 14; seq++ {
		e := next(t, events)
		require.Equal(t, seq, answer(e.data).num("seq"), "%v", e)
		switch seq {
		case 3:
			h.nats.Stop()
		case 7:
			require.Equal(t, "running", p.must(t, http.StatusOK, "GET", "/v1/analyses/"+op, "").str("state"), "there is something left to do")
			h.nats.Start()
		}
	}
	require.Equal(t, "done", p.awaitAnalysis(t, op).str("state"))
}

// follow reads on in the stream of an analysis until so many events were read, and
// adds their numbers; what ends the stream is one, too, without a number.
func (p *player) follow(t *testing.T, id string, got []int, most int) []int {
	t.Helper()
	events, cut := p.watch(t, fmt.Sprintf("/v1/analyses/%s/stream?afterSeq=%d", id, len(got)))
	defer cut()
	for read := len(got); read < most; read++ {
		if e := next(t, events); e.kind != "end" {
			got = append(got, answer(e.data).num("seq"))
		}
	}
	return got
}

// playOut plays against the weakest engine until the game is over.
func (p *player) playOut(t *testing.T, id string) (moves []string) {
	t.Helper()
	stream := p.stream(t, "/v1/games/"+id+"/stream?afterSeq=0")
	for ply := 1; ; ply += 2 {
		now := p.must(t, http.StatusOK, "GET", "/v1/games/"+id, "")
		legal, _ := now["legal"].([]any)
		if now.str("status") != "running" || ply > 60 {
			break
		}
		p.move(t, id, ply, fmt.Sprint(legal[ply*7%len(legal)]))
		for over := false; !over; {
			e := next(t, stream)
			data, _ := e.data["data"].(map[string]any)
			over = answer(data).num("played", "ply") == ply+1 || answer(data).at("played", "result") != nil
		}
	}
	if p.must(t, http.StatusOK, "GET", "/v1/games/"+id, "").str("status") == "running" {
		p.must(t, http.StatusOK, "POST", "/v1/games/"+id+":resign", "{}")
	}
	for _, e := range p.log(t, id) {
		if m := e.str("played", "move"); m != "" {
			moves = append(moves, m)
		}
	}
	return moves
}

// download gets a file.
func (p *player) download(t *testing.T, path string) []byte {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.h.base+path, nil)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+p.token)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	data, err := io.ReadAll(resp.Body)
	require.NoError(t, errors.Join(err, resp.Body.Close()))
	require.Equal(t, http.StatusOK, resp.StatusCode, "%s", data)
	return data
}

// exportsReadBack exports a game with its analysis and reads the same game from it.
func (p *player) exportsReadBack(t *testing.T, game, analysis string, moves []string) {
	t.Helper()
	for _, path := range []string{"/v1/games/" + game + "/export?format=ndjson&analysis=" + analysis, "/v1/analyses/" + analysis + "/export?format=ndjson"} {
		data := p.download(t, path)
		require.Contains(t, string(data), `"marks":[{"ply":1,`)
		for rec, err := range record.Read(bytes.NewReader(data), record.Options{}) {
			require.NoError(t, err)
			require.Equal(t, moves, rec.Moves)
		}
	}
	refused := p.must(t, http.StatusNotFound, "GET", "/v1/games/"+game+"/export?analysis="+game, "")
	require.Equal(t, "NO_SUCH_ANALYSIS", refused.str("reason"))
}

// TestAnAnalysisOverAWebSocket: the stream study:ID comes over a socket as well.
func TestAnAnalysisOverAWebSocket(t *testing.T) {
	t.Parallel()
	h := startOne(t)
	p := h.guest(t)
	op := p.must(t, http.StatusAccepted, "POST", "/v1/analyses", `{"text":"{\"game\":\"morris\",\"moves\":[\"a1\",\"d1\"]}","budget":{"nodes":100}}`).str("operationId")
	s := p.dial(t, "")
	s.ask(`{"id":1,"op":"subscribe","stream":"study:` + op + `","afterSeq":0}`)
	for seq := 1; seq <= 4; seq++ {
		e := s.next()
		require.Equal(t, []any{"study:" + op, seq}, []any{e.str("stream"), e.num("seq")})
	}
}
