package e2e_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// soak says that cases of long durations run in full.
func soak() bool { return os.Getenv("KYDAI_SOAK") != "" }

// flagLimit is how long a test waits for a flag beyond its deadline; how fast it
// falls is for benchmarks.
const flagLimit = 30 * time.Second

// secondClock lets another replica of the clock claim the same flags, where
// services run in processes of their own.
func (h *hall) secondClock(t *testing.T) {
	t.Helper()
	first, ok := h.procs["clock"]
	if !ok {
		return
	}
	ops := freeAddress(t)
	own := map[string]string{"--data": t.TempDir(), "--grpc": freeAddress(t), "--ops": ops}
	args := append([]string(nil), first.args...)
	for i, arg := range args[:len(args)-1] {
		if value, ok := own[arg]; ok {
			args[i+1] = value
		}
	}
	name := "clock 2"
	p := &process{args: args, ops: ops}
	h.procs[name] = p
	p.run(t, "clock")
	t.Cleanup(func() { p.stop(syscall.SIGTERM) })
}

// meet starts a game between two guests as matchmaking does, with a limit for
// the first move that no room offers.
func (h *hall) meet(t *testing.T, limit time.Duration, then string) (first, second *player, gameID string) {
	t.Helper()
	first, second = h.guest(t), h.guest(t)
	seat := func(p *player) *refereev1.Seat {
		return &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: p.id, Guest: true}}}
	}
	made, err := h.dialReferee(t).CreateGame(h.as(t, "matchmaking", 0), &refereev1.CreateGameRequest{
		CreationKey: "test:" + first.id, Game: "xiangqi", Seats: &refereev1.Seats{First: seat(first), Second: seat(second)},
		TimeControl: &refereev1.TimeControl{Preset: "10+5"}, FirstMove: &refereev1.FirstMove{Limit: durationpb.New(limit), Then: then},
	})
	require.NoError(t, err)
	return first, second, made.GetGame().GetGameId()
}

// ended waits until a game is over.
func (p *player) ended(t *testing.T, gameID string, within time.Duration) answer {
	t.Helper()
	var game answer
	require.Eventually(t, func() bool {
		game = p.must(t, http.StatusOK, "GET", "/v1/games/"+gameID, "")
		return game.str("status") != "running"
	}, within+flagLimit, 200*time.Millisecond, "%v", game)
	return game
}

// checkEnd holds the end of a game on time against its log: it came once, at the
// deadline that stood, and no bank is below zero.
func checkEnd(t *testing.T, p *player, game answer) {
	t.Helper()
	log := p.log(t, game.str("gameId"))
	last, before := log[len(log)-1], log[len(log)-2]
	require.Equal(t, game["result"], last.at("finished", "result"))
	require.Equal(t, before.str("clock", "deadline"), last.str("at"), "the deadline is the end")
	require.Equal(t, last.str("at"), game.str("endTime"))
	for i, e := range log {
		require.Equal(t, i+1, e.num("seq"))
		require.Equal(t, e.at("finished") != nil, i == len(log)-1, "one end")
		for _, side := range []string{"first", "second"} {
			require.False(t, strings.HasPrefix(e.str("clock", side), "-"), "%v", e["clock"])
		}
	}
}

// TestFirstMoveLimitIsKeptWithNobodyThere: a game whose first move does not come
// ends by itself, once, though two clocks claim it and nobody is connected.
func TestFirstMoveLimitIsKeptWithNobodyThere(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.secondClock(t)
		tests := map[string]answer{
			"abort":   {"winner": "none", "reason": "first_move_timeout", "status": "aborted"},
			"forfeit": {"winner": "second", "reason": "forfeit", "status": "finished"},
		}
		for then, want := range tests {
			t.Run(then, func(t *testing.T) {
				t.Parallel()
				first, _, id := h.meet(t, 2*time.Second, then)
				_, cut := first.watch(t, "/v1/games/"+id+"/stream")
				cut()
				game := first.ended(t, id, 2*time.Second)
				require.Equal(t, map[string]any(want), game["result"])
				checkEnd(t, first, game)
			})
		}
	})
}

// timeOut is a game in which red lets its time run out with everybody gone, and
// the result that is to be shown.
type timeOut struct {
	control, position string
	limit             time.Duration
	want              map[string]any

	red, black *player
	id         string
}

// timeOuts are the cases; in full every kind of limit is waited for.
func timeOuts() []*timeOut {
	lost := map[string]any{"winner": "second", "reason": "timeout", "status": "finished"}
	drawn := map[string]any{"winner": "none", "reason": "timeout_no_attackers", "status": "finished"}
	cases := []*timeOut{
		{control: `{"preset":"3+3"}`, limit: 30 * time.Second, want: lost},
		{control: `{"preset":"3+3"}`, limit: 30 * time.Second, want: drawn, position: "4k4/9/9/9/9/9/9/4B4/4A4/R2AK4 w - - 0 1"},
		{control: `{"preset":"3+3"}`, limit: 30 * time.Second, want: lost, position: "4k4/9/9/p8/9/9/9/4B4/4A4/R2AK4 w - - 0 1"},
	}
	if soak() {
		cases = append(cases,
			&timeOut{control: `{"bank":"180s"}`, limit: 180 * time.Second, want: lost},
			&timeOut{control: `{"bank":"180s","byoYomi":"10s"}`, limit: 190 * time.Second, want: lost})
	}
	return cases
}

// TestTimeRunsOutWithNobodyThere: two plies, then everybody leaves; the flag
// falls, and the result is the same wherever it is shown.
func TestTimeRunsOutWithNobodyThere(t *testing.T) {
	t.Parallel()
	run := func(t *testing.T, h *hall) {
		h.secondClock(t)
		cases := timeOuts()
		for _, c := range cases { // all run at once
			c.begin(t, h)
		}
		for _, c := range cases {
			c.check(t, h)
		}
	}
	if soak() {
		halls(t, run)
		return
	}
	run(t, startOne(t))
}

func (c *timeOut) begin(t *testing.T, h *hall) {
	t.Helper()
	c.red, c.black, c.id = h.play(t, "xiangqi", fmt.Sprintf(`,"timeControl":%s,"startPosition":%q`, c.control, c.position))
	_, cut := c.black.watch(t, "/v1/games/"+c.id+"/stream")
	c.red.move(t, c.id, 1, "a0a1")
	c.black.move(t, c.id, 2, "e9e8")
	cut()
}

func (c *timeOut) check(t *testing.T, h *hall) {
	t.Helper()
	game := c.red.ended(t, c.id, c.limit)
	require.Equal(t, c.want, game["result"], "%s %s", c.control, c.position)
	checkEnd(t, c.red, game)
	events := c.black.stream(t, "/v1/games/"+c.id+"/stream?afterSeq=4")
	require.Equal(t, c.want, next(t, events).data.at("data", "finished", "result"))
	for _, reader := range []*player{c.red, c.black, {h: h}} {
		for _, of := range []*player{c.red, c.black} {
			require.Equal(t, c.want, reader.only(t, "/v1/players/"+of.id+"/games")["result"])
		}
	}
	require.Equal(t, c.want, c.red.only(t, "/v1/me/games?state=ended")["result"])
	late := c.red.must(t, http.StatusConflict, "POST", "/v1/games/"+c.id+"/moves", `{"ply":3,"move":"a1a0"}`)
	require.Equal(t, "GAME_OVER", late.str("reason"))
	for name, value := range c.want {
		require.Equal(t, value, late.at("metadata", name))
	}
}

// only is the one game of a list.
func (p *player) only(t *testing.T, path string) answer {
	t.Helper()
	games, _ := p.must(t, http.StatusOK, "GET", path, "")["games"].([]any)
	require.Len(t, games, 1)
	only, _ := games[0].(map[string]any)
	return only
}

// banks are both banks of an event or answer.
func banks(a answer) [2]string { return [2]string{a.str("clock", "first"), a.str("clock", "second")} }

// TestTakeBackGivesNoTimeAway: both banks are what they were before the plies
// taken back, however often, and the first move has its limit again.
func TestTakeBackGivesNoTimeAway(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		first, second, id := h.play(t, "xiangqi", `,"timeControl":{"preset":"10+5"}`)
		path := "/v1/games/" + id
		takeBack := func() answer {
			first.must(t, http.StatusOK, "POST", path+"/offers", `{"kind":"takeback"}`)
			require.Equal(t, true, second.must(t, http.StatusOK, "POST", path+"/offers", `{"kind":"takeback"}`)["accepted"])
			return first.must(t, http.StatusOK, "GET", path, "")
		}
		first.move(t, id, 1, "h2e2")
		game := takeBack()
		require.Equal(t, 0, game.num("ply"))
		require.Equal(t, [2]string{"600s", "600s"}, banks(game))
		require.Nil(t, game.at("clock", "running"), "the bank does not run for the first move")
		asOf, err := time.Parse(time.RFC3339Nano, game.str("clock", "asOf"))
		require.NoError(t, err)
		deadline, err := time.Parse(time.RFC3339Nano, game.str("clock", "deadline"))
		require.NoError(t, err)
		require.Equal(t, 30*time.Second, deadline.Sub(asOf), "the limit of the first move runs anew")

		first.move(t, id, 1, "h2e2")
		before := second.move(t, id, 2, "h9g7")
		for range 10 {
			played := first.move(t, id, 3, "b2d2")
			require.NotEqual(t, banks(before), banks(played), "time has passed and was added")
			game := takeBack()
			require.Equal(t, 2, game.num("ply"))
			require.Equal(t, banks(before), banks(game))
			require.Equal(t, "first", game.str("clock", "running"))
		}
	})
}
