package e2e_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
)

// longGame makes random moves of a game that goes on for more than 500 plies.
type longGame struct {
	table
	random *rand.Rand
}

// alone starts a game that one account plays against itself.
func (p *player) alone(t *testing.T) *longGame {
	t.Helper()
	game, found := games.Find("jungle")
	require.True(t, found)
	made := p.must(t, http.StatusCreated, "POST", "/v1/games", `{"game":"jungle"}`)
	return &longGame{table{id: made.str("gameId"), line: rules.NewLine(game, game.Start())}, rand.New(rand.NewPCG(1, 0))}
}

// play plays the next plies.
func (g *longGame) play(t *testing.T, p *player, plies int) {
	t.Helper()
	for range plies {
		legal := g.line.Legal()
		ply, err := g.line.Play(legal[g.random.IntN(len(legal))])
		require.NoError(t, err)
		p.move(t, g.id, ply.Number, ply.Move)
	}
}

// numbers are the ids of the events after one up to another.
func numbers(after, last int) []string {
	var out []string
	for seq := after + 1; seq <= last; seq++ {
		out = append(out, strconv.Itoa(seq))
	}
	return out
}

func ids(t *testing.T, events <-chan event, n int) []string {
	t.Helper()
	out := make([]string, n)
	for i := range out {
		out[i] = next(t, events).id
	}
	return out
}

// TestReconnectedAndNotStale: a client that was away for more than any buffer
// holds goes on where it was.
func TestReconnectedAndNotStale(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		p, nobody := h.guest(t), &player{h: h}
		g := p.alone(t)
		path := "/v1/games/" + g.id + "/stream"
		events, cut := nobody.watch(t, path+"?afterSeq=0")
		g.play(t, p, 3)
		require.Equal(t, numbers(0, 5), ids(t, events, 5))
		cut()
		g.play(t, p, 100)
		events = nobody.stream(t, path, "Last-Event-ID", "5")
		require.Equal(t, numbers(5, 105), ids(t, events, 100))
		g.play(t, p, 1)
		require.Equal(t, numbers(105, 106), ids(t, events, 1))

		fromTheFuture := next(t, nobody.stream(t, path, "Last-Event-ID", "1000"))
		require.Equal(t, "snapshot", fromTheFuture.kind)
		require.Equal(t, true, fromTheFuture.data["reset"])
		require.Equal(t, "106", fromTheFuture.id)
	})
}

// TestHundredCutsGiveTheLog cuts a stream off at random while the game goes on.
func TestHundredCutsGiveTheLog(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		p, nobody := h.guest(t), &player{h: h}
		g := p.alone(t)
		var got []string
		for range 100 {
			g.play(t, p, 1)
			events, cut := nobody.watch(t, "/v1/games/"+g.id+"/stream?afterSeq="+strconv.Itoa(len(got)))
			g.play(t, p, 1)
			there := g.line.Plies() + 2 - len(got)
			got = append(got, ids(t, events, 1+rand.IntN(min(there, 4)))...)
			cut()
		}
		events := nobody.stream(t, "/v1/games/"+g.id+"/stream?afterSeq="+strconv.Itoa(len(got)))
		got = append(got, ids(t, events, 202-len(got))...)
		require.Equal(t, numbers(0, 202), got)
		require.Len(t, p.log(t, g.id), 202)
	})
}

// TestIdleStreamLives: headers and heartbeats come although nobody moves, and
// the next move does at last. In full it stays open for ten minutes.
func TestIdleStreamLives(t *testing.T) {
	t.Parallel()
	options, beats := []string{"--stream-heartbeat=500ms"}, 4
	if os.Getenv("KYDAI_SOAK") != "" {
		options, beats = nil, 60
	}
	h := startOne(t, options...)
	p := h.guest(t)
	g := p.alone(t)
	for name, headers := range map[string][]string{
		"plain": nil, "behind gzip": {"Accept-Encoding", "gzip"}, "kept alive": {"Connection", "keep-alive"},
	} {
		t.Run(name, func(t *testing.T) {
			resp, _ := p.open(t, "/v1/games/"+g.id+"/stream?afterSeq="+strconv.Itoa(g.line.Plies()+2), headers...)
			defer func() { _ = resp.Body.Close() }()
			require.Empty(t, resp.Header.Get("Content-Encoding"))
			lines := bufio.NewScanner(resp.Body)
			for heard := 0; heard < beats; {
				require.True(t, lines.Scan(), "the stream has ended")
				if strings.HasPrefix(lines.Text(), ":hb") {
					heard++
				}
			}
			g.play(t, p, 1)
			for !strings.HasPrefix(lines.Text(), "event: played") {
				require.True(t, lines.Scan(), "the stream has ended")
			}
		})
	}
}

// TestNATSAwayIsHardlyNoticed: players who learn of moves by their streams
// alone play on without NATS, and nothing is lost when it is back.
func TestNATSAwayIsHardlyNoticed(t *testing.T) {
	t.Parallel()
	h := startMany(t)
	first, second, id := h.play(t, "jungle", `,"timeControl":{"preset":"30m"}`)
	streams := []<-chan event{first.stream(t, "/v1/games/"+id+"/stream?afterSeq=2"), second.stream(t, "/v1/games/"+id+"/stream?afterSeq=2")}
	game, _ := games.Find("jungle")
	line := rules.NewLine(game, game.Start())
	random := rand.New(rand.NewPCG(1, 0))
	turn := func() {
		side := line.Position().Side()
		legal := line.Legal()
		ply, err := line.Play(legal[random.IntN(len(legal))])
		require.NoError(t, err)
		[]*player{first, second}[side].move(t, id, ply.Number, ply.Move)
		for _, events := range streams { // nobody moves before he has heard
			e := next(t, events)
			require.Equal(t, ply.Move, e.data.str("data", "played", "move"), "%v", e)
			require.Equal(t, strconv.Itoa(ply.Number+2), e.id)
		}
	}
	for range 10 {
		turn()
	}
	h.nats.Stop()
	for range 10 {
		turn()
	}
	h.nats.Start()
	for range 20 {
		turn()
	}
	require.Equal(t, "running", first.must(t, http.StatusOK, "GET", "/v1/games/"+id, "").str("status"))
}

// TestStreamOfAnAccount opens by a ticket and hears of its games.
func TestStreamOfAnAccount(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		owner, joiner := h.guest(t), h.guest(t)
		old := owner.alone(t)
		ticket := owner.must(t, http.StatusOK, "POST", "/v1/streamTickets", "{}").str("ticket")
		nobody := &player{h: h}
		events := nobody.stream(t, "/v1/me/stream?ticket="+ticket)
		snapshot := next(t, events)
		require.Equal(t, "snapshot", snapshot.kind)
		require.Contains(t, fmt.Sprint(snapshot.data.at("data", "games")), old.id)

		room := owner.must(t, http.StatusCreated, "POST", "/v1/rooms", `{"game":"morris"}`)
		joined := joiner.must(t, http.StatusOK, "POST", "/v1/rooms/"+room.str("roomId")+":join", "{}")
		for _, kind := range []string{"gameStarted", "gameFinished"} {
			e := next(t, events)
			require.Equal(t, kind, e.kind)
			require.Empty(t, e.id)
			require.Equal(t, joined.str("gameId"), e.data.str("data", "gameId"))
			if kind == "gameStarted" {
				joiner.must(t, http.StatusOK, "POST", "/v1/games/"+joined.str("gameId")+":resign", "{}")
			}
		}
	})
}

// patience is how long a socket may take for a frame.
const patience = time.Minute
