package e2e_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules/games"
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
