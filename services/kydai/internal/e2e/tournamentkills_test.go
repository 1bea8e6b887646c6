package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// entrants is how many players a tournament has here.
const entrants = 16

// contests are the tournaments that are played, by format.
var contests = map[string]string{
	"swiss":              `"rounds":5,"swiss":{"halfByes":1}`,
	"round_robin":        `"tieBreaks":["DE","SB"]`,
	"double_round_robin": `"tieBreaks":["SB","WIN"]`,
	"knockout":           `"knockout":{"steps":[{"kind":"games","games":2},{"kind":"armageddon"}],"thirdPlace":true}`,
}

// contest is a tournament that is being played.
type contest struct {
	*hall
	id, format string
	director   *player
	players    map[string]*player
	// ended counts the games that have a result, and seen are those that somebody
	// plays.
	ended atomic.Int64
	seen  map[string]bool
}

// path is where something of the tournament is read.
func (c *contest) path(of string) string { return "/v1/tournaments/" + c.id + of }

// contest creates a tournament that all players have joined, and that starts soon.
func (h *hall) contest(t *testing.T, director *player, players map[string]*player, format string) *contest {
	t.Helper()
	start := time.Now().Add(3 * time.Second).UTC().Format(time.RFC3339Nano)
	body := fmt.Sprintf(`{"settings":{"name":"Cup","game":"xiangqi","mode":"rated","timeControl":{"preset":"10+5"},"format":%q,"startTime":%q,
		"registration":{"guests":true,"mostPlayers":%d},"pace":{"pause":"0.1s"},"noShow":"60s",
		"prizes":[{"firstPlace":1,"lastPlace":1,"coins":100},{"firstPlace":2,"lastPlace":4,"coins":10}],%s}}`, format, start, entrants, contests[format])
	id := director.must(t, http.StatusCreated, "POST", "/v1/tournaments", body).str("tournamentId")
	c := &contest{hall: h, id: id, format: format, director: director, players: players, seen: map[string]bool{}}
	for _, p := range players {
		p.persist(t, "PUT", c.path("/players/me"), "{}")
	}
	return c
}

// play plays every game that is there, until the tournament is over.
func (c *contest) play(t *testing.T) {
	var games errgroup.Group
	var now answer
	require.Eventually(t, func() bool {
		now = c.director.persist(t, "GET", c.path(""), "")
		c.begin(t, &games, object(now, "round"))
		status := now.str("status")
		return status != "open" && status != "running" || now.str("trouble") != ""
	}, 10*startLimit, 30*time.Millisecond)
	require.Empty(t, now.str("trouble"))
	require.Equal(t, "finished", now.str("status"), "%v", now)
	_ = games.Wait() // they have no errors
}

// begin begins to play the games of a round that nobody plays yet.
func (c *contest) begin(t *testing.T, games *errgroup.Group, round answer) {
	for _, pairing := range list(round, "pairings") {
		for _, g := range list(pairing, "games") {
			if id := g.str("gameId"); id != "" && g.str("result") == "" && !c.seen[id] {
				c.seen[id] = true
				games.Go(func() error { c.finish(t, pairing, g, int(id[0])); return nil })
			}
		}
	}
}

// finish plays a game to its end, whatever is killed meanwhile: it is lost by one
// side or the other, or drawn.
func (c *contest) finish(t *testing.T, pairing, g answer, n int) {
	first, second := c.players[pairing.str("firstPlayerId")], c.players[pairing.str("secondPlayerId")]
	if g.str("firstPlayerId") == second.id {
		first, second = second, first
	}
	path := "/v1/games/" + g.str("gameId")
	for {
		first.attempt(t, path+"/moves", `{"ply":1,"move":"h2e2","offerDraw":true}`)
		switch n % 3 {
		case 0:
			second.attempt(t, path+"/offers", `{"kind":"draw"}`)
		case 1:
			first.attempt(t, path+":resign", "{}")
		case 2:
			second.attempt(t, path+":resign", "{}")
		}
		code, now := first.call(t, "GET", path, "")
		if code == http.StatusOK && now.str("status") != "running" {
			c.ended.Add(1)
			return
		}
		if t.Context().Err() != nil {
			return
		}
	}
}

func list(a answer, field string) []answer {
	items, _ := a[field].([]any)
	all := make([]answer, len(items))
	for i, item := range items {
		all[i], _ = item.(map[string]any)
	}
	return all
}

// TestTournamentsAfterKills: a tournament of each format is played to its end while
// what runs it is killed again and again, and NATS with it. Afterwards every player
// has been in exactly one game of each round, each counts as the referee ended it,
// the points are those of the results, and every prize was paid once.
func TestTournamentsAfterKills(t *testing.T) {
	t.Parallel()
	t.Run("one process", func(t *testing.T) {
		t.Parallel()
		h := startOne(t, unlimited...)
		h.playAll(t, func(t *testing.T, _ int) { h.kill(t, "kydai") })
	})
	t.Run("a process each", func(t *testing.T) {
		t.Parallel()
		h := startMany(t, unlimited...)
		victims := []string{"tournament", "referee", h.addReplica(t, "tournament"), "nats"}
		h.playAll(t, func(t *testing.T, n int) {
			if victim := victims[n%len(victims)]; victim != "nats" {
				h.kill(t, victim)
				return
			}
			h.nats.Stop()
			h.nats.Start()
		})
	})
}

// playAll plays tournaments at the same time and strikes after some games each.
func (h *hall) playAll(t *testing.T, strike func(t *testing.T, n int)) {
	t.Helper()
	formats, strikes := []string{"swiss", "knockout"}, 4
	if soak() {
		formats, strikes = append(formats, "round_robin", "double_round_robin"), 40
	}
	director, players := h.moderator(t, "organizer", 1), map[string]*player{}
	for i := range entrants {
		p := h.guest(t)
		p.link(t, fmt.Sprintf("player%d@example.com", i), 2+i) // guests are paid no coins
		players[p.id] = p
	}
	var all []*contest
	for _, format := range formats {
		all = append(all, h.contest(t, director, players, format))
	}
	var playing errgroup.Group
	var over atomic.Int64
	for _, c := range all {
		playing.Go(func() error { c.play(t); over.Add(1); return nil })
	}
	ended := func() (n int64) {
		for _, c := range all {
			n += c.ended.Load()
		}
		return n
	}
	for n := range strikes {
		begin := ended()
		require.Eventually(t, func() bool { return ended() >= begin+8 || over.Load() == int64(len(all)) }, 2*startLimit, time.Millisecond)
		strike(t, n)
	}
	require.NoError(t, playing.Wait())
	for _, c := range all {
		c.check(t)
	}
}

// check holds what was played against what the referee says and the rules ask for.
func (c *contest) check(t *testing.T) {
	t.Helper()
	now := c.director.must(t, http.StatusOK, "GET", c.path(""), "")
	points, met := map[string]float64{}, map[string]int{}
	for number := 1; number <= now.num("rounds"); number++ {
		round := c.director.must(t, http.StatusOK, "GET", c.path(fmt.Sprintf("/rounds/%d", number)), "")
		require.Equal(t, "finished", round.str("state"))
		in := map[string]int{}
		for _, bye := range list(round, "byes") {
			in[bye.str("playerId")]++
			points[bye.str("playerId")] += number64(t, bye.str("points"))
		}
		for _, p := range list(round, "pairings") {
			first, second := p.str("firstPlayerId"), p.str("secondPlayerId")
			in[first]++
			in[second]++
			met[min(first, second)+max(first, second)]++
			points[first] += number64(t, p.str("firstPoints"))
			points[second] += number64(t, p.str("secondPoints"))
			c.checkGames(t, p)
		}
		for id, n := range in {
			require.Equal(t, 1, n, "%s in round %d", id, number)
		}
		if c.format != "knockout" {
			require.Len(t, in, entrants)
		}
	}
	most := map[string]int{"double_round_robin": 2, "knockout": 1}[c.format]
	for couple, n := range met {
		require.LessOrEqual(t, n, max(1, most), couple)
	}
	c.checkStandings(t, points)
	c.checkLog(t)
}

func number64(t *testing.T, s string) float64 {
	t.Helper()
	var v float64
	_, err := fmt.Sscan(s, &v)
	require.NoError(t, err, s)
	return v
}

// checkGames compares the results of a pairing with the referee's.
func (c *contest) checkGames(t *testing.T, pairing answer) {
	t.Helper()
	games := list(pairing, "games")
	require.NotEmpty(t, games, "%v", pairing)
	for _, g := range games {
		if g.str("gameId") == "" {
			require.Equal(t, "lot", pairing.str("decidedBy"))
			continue
		}
		game := c.director.must(t, http.StatusOK, "GET", "/v1/games/"+g.str("gameId"), "")
		require.Equal(t, g.str("result"), game.str("result", "winner"), "%v", g)
		require.Equal(t, g.str("reason"), game.str("result", "reason"))
		require.Equal(t, c.id, game.str("settings", "tournament", "tournamentId"))
		require.Equal(t, g.str("firstPlayerId"), game.str("settings", "seats", "first", "player", "accountId"))
	}
}

// checkStandings compares the points with those of the results.
func (c *contest) checkStandings(t *testing.T, points map[string]float64) {
	t.Helper()
	places := list(c.director.must(t, http.StatusOK, "GET", c.path("/standings"), ""), "places")
	require.Len(t, places, entrants)
	for i, p := range places {
		if i > 0 {
			require.GreaterOrEqual(t, p.num("rank"), places[i-1].num("rank"))
		}
		if c.format != "knockout" {
			require.InDelta(t, points[p.str("playerId")], number64(t, p.str("points")), 1e-9, p.str("playerId"))
		}
	}
	require.Equal(t, 1, places[0].num("rank"))
}

// checkLog reads the log: no gap, no game made or ended twice, each prize paid once;
// and no game of the tournament that the log does not know.
func (c *contest) checkLog(t *testing.T) {
	t.Helper()
	events := c.events(t)
	awards, paid, games := 0, map[string]int{}, map[string]int{}
	for i, e := range events {
		require.Equal(t, i+1, e.num("seq"))
		awards += len(list(object(e, "finished"), "awards"))
		if p := object(e, "prizePaid"); p != nil {
			paid[p.str("playerId")]++
		}
		if g := object(e, "gameMade"); g != nil {
			games[g.str("game", "gameId")]++
		}
	}
	require.NotZero(t, awards)
	require.Len(t, paid, awards)
	for id, n := range paid {
		require.Equal(t, 1, n, "paid to %s", id)
	}
	for id, n := range games {
		require.Equal(t, 1, n, "game %s", id)
	}
	for _, p := range c.players {
		for _, g := range p.all(t, "/v1/players/"+p.id+"/games?pageSize=100", "games") {
			if g.str("tournament", "tournamentId") == c.id {
				require.Equal(t, 1, games[g.str("gameId")], "game %s is not in the log", g.str("gameId"))
			}
		}
	}
}

func object(a answer, field string) answer {
	m, _ := a[field].(map[string]any)
	return m
}

// events waits until all prizes are paid, and reads the log.
func (c *contest) events(t *testing.T) []answer {
	t.Helper()
	var all []answer
	require.Eventually(t, func() bool {
		all = nil
		for {
			page := list(c.director.must(t, http.StatusOK, "GET", c.path(fmt.Sprintf("/events?limit=500&afterSeq=%d", len(all))), ""), "events")
			if len(page) == 0 {
				break
			}
			all = append(all, page...)
		}
		awards, paid := 0, 0
		for _, e := range all {
			awards += len(list(object(e, "finished"), "awards"))
			if e["prizePaid"] != nil {
				paid++
			}
		}
		return paid >= awards
	}, startLimit, 100*time.Millisecond, "prizes of %s", strings.ToUpper(c.format))
	return all
}
