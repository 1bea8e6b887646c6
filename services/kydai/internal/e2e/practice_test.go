package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
)

// practise makes a game of a guest, who begins, against the engine.
func (h *hall) practise(t *testing.T, game, level, more string) (p *player, id string) {
	t.Helper()
	p = h.guest(t)
	return p, p.practise(t, game, level, more)
}

func (p *player) practise(t *testing.T, game, level, more string) (id string) {
	t.Helper()
	body := fmt.Sprintf(`{"game":%q,"seats":{"first":{"player":{"accountId":%q}},"second":{"bot":{"level":%q}}}%s}`, game, p.id, level, more)
	return p.must(t, http.StatusCreated, "POST", "/v1/games", body).str("gameId")
}

// moveOn plays the first legal move of a game in which it is the player's turn.
func (p *player) moveOn(t *testing.T, id string) {
	t.Helper()
	now := p.must(t, http.StatusOK, "GET", "/v1/games/"+id, "")
	legal, _ := now["legal"].([]any)
	require.NotEmpty(t, legal)
	p.move(t, id, now.num("ply")+1, fmt.Sprint(legal[0]))
}

// awaitPly waits for the move of a ply on a stream and returns its event's data.
func awaitPly(t *testing.T, s <-chan event, ply int) answer {
	t.Helper()
	for {
		e := next(t, s)
		data, _ := e.data["data"].(map[string]any)
		if got := answer(data); got.num("played", "ply") == ply {
			return got
		}
	}
}

// TestAGuestPlaysTheEngine plays every game at the weakest level, to its end or
// for long enough, over REST with the stream open.
func TestAGuestPlaysTheEngine(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		for _, g := range games.All() {
			t.Run(g.Name(), func(t *testing.T) {
				t.Parallel()
				playTheEngine(t, h, g)
			})
		}
	})
}

func playTheEngine(t *testing.T, h *hall, g rules.Game) {
	p, id := h.practise(t, g.Name(), "1", `,"timeControl":`+control(g))
	stream := p.stream(t, "/v1/games/"+id+"/stream?afterSeq=0")
	line := rules.NewLine(g, g.Start())
	for !line.Verdict().Over() && line.Plies() < mostPlies {
		move := ""
		if line.Position().Side() == rules.First {
			legal := line.Legal()
			move = p.move(t, id, line.Plies()+1, legal[rand.IntN(len(legal))]).str("move")
		} else {
			move = awaitPly(t, stream, line.Plies()+1).str("played", "move")
		}
		_, err := line.Play(move)
		require.NoError(t, err)
	}
	if !line.Verdict().Over() {
		p.must(t, http.StatusOK, "POST", "/v1/games/"+id+":resign", "{}")
	}
	end := p.must(t, http.StatusOK, "GET", "/v1/games/"+id, "")
	require.Equal(t, line.Position().String(), end.str("position"))
	require.Equal(t, "casual", end.str("settings", "mode"))
	require.NotEqual(t, "running", end.str("status"))
	var played []string
	for _, e := range p.log(t, id) {
		if m := e.str("played", "move"); m != "" {
			played = append(played, m)
		}
	}
	require.Equal(t, line.Moves(), played)
}

// TestPractice asks for hints, takes moves back until there are none left, is
// refused a draw and accepted a rematch.
func TestPractice(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		p, id := h.practise(t, "xiangqi", "2", `,"takebacks":2,"timeControl":{"preset":"10+5"}`)
		stream := p.stream(t, "/v1/games/"+id+"/stream?afterSeq=0")
		for i := range 2 {
			hint := p.must(t, http.StatusOK, "POST", "/v1/games/"+id+"/hints", "{}")
			require.Equal(t, i+1, hint.num("hints"))
			require.Equal(t, 1, hint.num("ply"))
			again := p.must(t, http.StatusOK, "POST", "/v1/games/"+id+"/hints", "{}")
			require.Equal(t, []any{hint["seq"], hint["hints"], hint["ply"]}, []any{again["seq"], again["hints"], again["ply"]}, "counted once")
			p.move(t, id, 1, hint.str("move"))
			awaitPly(t, stream, 2)
			before := p.must(t, http.StatusOK, "GET", "/v1/games/"+id, "")
			require.Equal(t, 2, before.num("ply"))
			back := p.must(t, http.StatusOK, "POST", "/v1/games/"+id+"/offers", `{"kind":"takeback"}`)
			require.Equal(t, true, back["accepted"])
			now := p.must(t, http.StatusOK, "GET", "/v1/games/"+id, "")
			require.Equal(t, 0, now.num("ply"))
			require.Equal(t, "600s", now.str("clock", "first"))
			require.Equal(t, "600s", now.str("clock", "second"))
			require.Equal(t, 1-i, now.num("practice", "takebacksLeft"))
		}
		p.move(t, id, 1, "h2e2")
		awaitPly(t, stream, 2)
		refused := p.must(t, http.StatusConflict, "POST", "/v1/games/"+id+"/offers", `{"kind":"takeback"}`)
		require.Equal(t, "NO_TAKEBACKS_LEFT", refused.str("reason"))
		alone := p.must(t, http.StatusUnprocessableEntity, "POST", "/v1/games", `{"game":"xiangqi","firstMove":{"limit":"9s"}}`)
		require.Equal(t, "UNUSED_SETTING", alone.str("reason"))
		fault, _ := alone["violations"].([]any)[0].(map[string]any)
		require.Equal(t, "firstMove.limit", fault["field"])
		require.Contains(t, alone.str("detail"), "Nó chỉ dùng cho ván có tính giờ giữa hai người.")

		p.must(t, http.StatusOK, "POST", "/v1/games/"+id+"/offers", `{"kind":"draw"}`)
		for {
			e := next(t, stream)
			if data, _ := e.data["data"].(map[string]any); e.kind == "answered" {
				require.Equal(t, "declined", answer(data).str("answered", "answer"))
				break
			}
		}
		p.must(t, http.StatusOK, "POST", "/v1/games/"+id+":resign", "{}")
		rematch := p.must(t, http.StatusOK, "POST", "/v1/games/"+id+"/offers", `{"kind":"rematch"}`)
		next := p.stream(t, "/v1/games/"+rematch.str("rematchGameId")+"/stream?afterSeq=0")
		awaitPly(t, next, 1) // the engine begins

		first, _, people := h.play(t, "xiangqi", "")
		refused = first.must(t, http.StatusConflict, "POST", "/v1/games/"+people+"/hints", "{}")
		require.Equal(t, "HINTS_NOT_ALLOWED", refused.str("reason"))
	})
}

// TestTheEngineOutlivesItsWorkers kills one of two workers, and then both, while
// games are played: no move is missing, none is played twice, and the databases of
// endings in their common folder are whole at last.
func TestTheEngineOutlivesItsWorkers(t *testing.T) {
	t.Parallel()
	endings := t.TempDir()
	h := startMany(t, "--search-endgames="+endings, "--search-endgame-sets=jungle-2,draughts-russian-2")
	second := h.addReplica(t, "search")
	p := h.guest(t)
	var ids []string
	streams := map[string]<-chan event{}
	for range 4 {
		id := p.practise(t, "morris", "2", `,"timeControl":{"preset":"10+5"}`)
		ids, streams[id] = append(ids, id), p.stream(t, "/v1/games/"+id+"/stream?afterSeq=0")
	}
	for round := range 6 {
		for _, id := range ids {
			p.moveOn(t, id)
		}
		if round%2 == 0 {
			h.kill(t, second)
		}
		if round == 3 {
			h.kill(t, "search")
			h.kill(t, second)
		}
		for _, id := range ids {
			awaitPly(t, streams[id], 2*round+2)
		}
	}
	for _, id := range ids {
		plies := 0
		for _, e := range p.log(t, id) {
			if e.at("played") != nil {
				plies++
				require.Equal(t, plies, e.num("played", "ply"), "none twice")
			}
		}
		require.Equal(t, 12, plies)
	}
	require.Eventually(t, func() bool {
		beasts, err := filepath.Glob(filepath.Join(endings, "jungle", "*.kye"))
		men, err2 := filepath.Glob(filepath.Join(endings, "draughts-russian", "*.kye"))
		return err == nil && err2 == nil && len(beasts) == 36 && len(men) > 0
	}, startLimit, 20*time.Millisecond)
}

// TestTheEnginePlaysWithoutNATS: with NATS away workers ask the referee.
func TestTheEnginePlaysWithoutNATS(t *testing.T) {
	t.Parallel()
	h := startMany(t)
	p, id := h.practise(t, "morris", "1", "")
	stream := p.stream(t, "/v1/games/"+id+"/stream?afterSeq=0")
	p.move(t, id, 1, "a1")
	awaitPly(t, stream, 2)
	h.nats.Stop()
	for ply := 3; ply < 9; ply += 2 {
		p.moveOn(t, id)
		awaitPly(t, stream, ply+1)
	}
	h.nats.Start()
	p.moveOn(t, id)
	awaitPly(t, stream, 10)
}

// TestLostAndSpoiltTurns: a turn that somebody deletes is issued again, one that
// makes no sense is put aside, and the engine plays on.
func TestLostAndSpoiltTurns(t *testing.T) {
	t.Parallel()
	h := startMany(t)
	p, id := h.practise(t, "jungle", "1", "")
	stream := p.stream(t, "/v1/games/"+id+"/stream?afterSeq=0")
	b := h.nats.Connect()
	queue := h.queue(t)

	h.procs["search"].stop(syscall.SIGKILL)
	p.moveOn(t, id)
	require.Eventually(t, func() bool {
		info, err := queue.Info(t.Context())
		return err == nil && info.State.Msgs == 1
	}, startLimit, 20*time.Millisecond)
	require.NoError(t, queue.Purge(t.Context()))
	h.procs["search"].run(t, "search")
	awaitPly(t, stream, 2)

	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: bus.GameTurn(id), Payload: []byte("garbage")}))
	require.Eventually(t, func() bool {
		parked, err := b.Parked(t.Context())
		return err == nil && parked["search"] == 1
	}, startLimit, 20*time.Millisecond, "the operator sees it")
	p.moveOn(t, id)
	awaitPly(t, stream, 4)

	h.procs["search"].stop(syscall.SIGKILL)
	p.moveOn(t, id)
	turn, err := queue.GetLastMsgForSubject(t.Context(), bus.GameTurn(id))
	for ; err != nil; turn, err = queue.GetLastMsgForSubject(t.Context(), bus.GameTurn(id)) {
		require.ErrorIs(t, err, jetstream.ErrMsgNotFound) // it is on its way
	}
	h.procs["search"].run(t, "search")
	awaitPly(t, stream, 6)
	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: bus.GameTurn(id), Payload: turn.Data}), "as if it had not been acknowledged")
	p.moveOn(t, id)
	awaitPly(t, stream, 8)
	plies := 0
	for _, e := range p.log(t, id) {
		if e.at("played") != nil {
			plies++
			require.Equal(t, plies, e.num("played", "ply"), "none twice")
		}
	}
	require.Equal(t, 8, plies)
}

// TestTheEngineKeepsItsTimeThroughKills kills one of two workers again and again,
// for as long as games on the fastest clock last; with KYDAI_SOAK only.
func TestTheEngineKeepsItsTimeThroughKills(t *testing.T) {
	t.Parallel()
	if !soak() {
		t.Skip("takes a minute and a half; KYDAI_SOAK=1 runs it")
	}
	h := startMany(t, "--search-endgame-sets=none", "--limit-read=none", "--limit-write=none", "--limit-create=none", "--limit-stream=none")
	workers := []string{"search", h.addReplica(t, "search")}
	type result struct {
		out string
		err error
	}
	played := make(chan result, 1)
	go func() {
		out, err := tool(t, "load", "--bots=2", "--games=12", "--plies=0", "--for=90s", "--clock=fast",
			"--url", h.base, "--ops", "http://"+h.procs["referee"].ops, "--json")
		played <- result{out, err}
	}()
	kills := 0
	for pause := time.NewTicker(2 * time.Second); ; kills++ {
		select {
		case r := <-played: // nothing missing, nothing twice, no game without an answer
			require.NoError(t, r.err, r.out)
			require.Greater(t, kills, 10)
			t.Log(r.out)
			return
		case <-pause.C:
			h.kill(t, workers[kills%2])
		}
	}
}

// queue is the stream of engines' turns.
func (h *hall) queue(t *testing.T) jetstream.Stream {
	t.Helper()
	cfg := h.nats.Config()
	var options []nats.Option
	if cfg.User != "" {
		options = append(options, nats.UserInfo(cfg.User, secret(t, cfg.PasswordFile)))
	}
	conn, err := nats.Connect(cfg.URL, options...)
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	stream, err := js.Stream(t.Context(), bus.TurnStream)
	require.NoError(t, err)
	return stream
}

func secret(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	return strings.TrimSpace(string(data))
}
