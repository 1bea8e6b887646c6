package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
)

// mostPlies ends a random game by resignation; long enough for most to end on
// the board, short enough for tests.
const mostPlies = 60

// TestTwoGuestsPlayEveryGame plays random legal games to their end, with both
// players' streams open.
func TestTwoGuestsPlayEveryGame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		for _, g := range games.All() {
			t.Run(g.Name(), func(t *testing.T) {
				t.Parallel()
				playToTheEnd(t, h, g)
			})
		}
	})
}

func playToTheEnd(t *testing.T, h *hall, g rules.Game) {
	first, second, id := h.play(t, g.Name(), `,"timeControl":`+control(g))
	streams := []<-chan event{first.stream(t, "/v1/games/"+id+"/stream?afterSeq=0"), second.stream(t, "/v1/games/"+id+"/stream?afterSeq=0")}
	line := rules.NewLine(g, g.Start())
	for !line.Verdict().Over() && line.Plies() < mostPlies {
		mover := []*player{first, second}[line.Position().Side()]
		legal := line.Legal()
		ply, err := line.Play(legal[rand.IntN(len(legal))])
		require.NoError(t, err)
		got := mover.move(t, id, ply.Number, ply.Move)
		require.Equal(t, ply.Next.String(), got.str("position"))
		require.Equal(t, ply.Number, got.num("ply"))
		require.Equal(t, string(ply.Verdict.Reason), got.str("result", "reason"))
		again := mover.move(t, id, ply.Number, ply.Move)
		require.Equal(t, got, again, "the same move again gives the first answer")
	}
	want := string(line.Verdict().Reason)
	if want == "" {
		want = "resignation"
		first.must(t, http.StatusOK, "POST", "/v1/games/"+id+":resign", "{}")
	}
	end := second.must(t, http.StatusOK, "GET", "/v1/games/"+id, "")
	require.Equal(t, want, end.str("result", "reason"))
	require.Equal(t, line.Position().String(), end.str("position"))
	require.Equal(t, line.Plies(), end.num("ply"))
	checkLog(t, first, id, line, streams)
	listed := second.must(t, http.StatusOK, "GET", "/v1/me/games", "")
	require.Contains(t, fmt.Sprint(listed["games"]), id)
}

func control(g rules.Game) string {
	if g.Name() == "jungle" {
		return `{"preset":"10m"}`
	}
	return `{"preset":"10+5"}`
}

// checkLog holds the log and the streams against the game that was played.
func checkLog(t *testing.T, p *player, id string, line *rules.Line, streams []<-chan event) {
	t.Helper()
	log := p.log(t, id)
	var played []string
	for i, e := range log {
		require.Equal(t, i+1, e.num("seq"))
		if m := e.str("played", "move"); m != "" {
			played = append(played, m)
		}
		for _, s := range streams {
			got := next(t, s)
			require.Equal(t, strconv.Itoa(i+1), got.id)
			require.Equal(t, map[string]any(e), got.data["data"])
		}
	}
	require.Equal(t, line.Moves(), played)
}

// TestAKilledHallForgetsNothing kills what keeps the game between acknowledged
// moves.
func TestAKilledHallForgetsNothing(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		victim := "kydai"
		if _, many := h.procs["referee"]; many {
			victim = "referee"
		}
		first, second, id := h.play(t, "xiangqi", `,"timeControl":{"preset":"10+5"}`)
		first.move(t, id, 1, "h2e2")
		h.kill(t, victim)
		got := second.persist(t, "POST", "/v1/games/"+id+"/moves", `{"ply":2,"move":"h9g7"}`)
		require.Equal(t, 2, got.num("ply"))
		h.kill(t, victim)
		again := second.persist(t, "POST", "/v1/games/"+id+"/moves", `{"ply":2,"move":"h9g7"}`)
		require.Equal(t, got, again)
		var played []string
		for _, e := range first.log(t, id) {
			if m := e.str("played", "move"); m != "" { // time given for an outage is in the log too
				played = append(played, m)
			}
		}
		require.Equal(t, []string{"h2e2", "h9g7"}, played)
	})
}
