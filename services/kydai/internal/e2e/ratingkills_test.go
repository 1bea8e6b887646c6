package e2e_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// attempt makes a request of which anything may come while the hall is killed.
func (p *player) attempt(t *testing.T, path, body string) answer {
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.h.base+path, strings.NewReader(body))
	if err != nil {
		return nil
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+p.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil
	}
	defer func() { _ = resp.Body.Close() }()
	var got answer
	if resp.StatusCode >= http.StatusBadRequest || json.NewDecoder(resp.Body).Decode(&got) != nil {
		return nil
	}
	return got
}

// ratedGame plays a game from the room to its end, as far as it comes: the n-th
// is lost by one side or the other, drawn, or aborted; every fifth is annulled.
func ratedGame(t *testing.T, first, second, mod *player, n int) (ended bool) {
	path, ended := endRatedGame(t, first, second, n)
	if ended && n%5 == 4 {
		mod.attempt(t, path+":void", `{"reason":"a test"}`)
	}
	return ended
}

func endRatedGame(t *testing.T, first, second *player, n int) (path string, ended bool) {
	room := first.attempt(t, "/v1/rooms", `{"game":"xiangqi","side":"first","mode":"rated","timeControl":{"preset":"10+5"}}`)
	path = "/v1/games/" + second.attempt(t, "/v1/rooms/"+room.str("roomId")+":join", "{}").str("gameId")
	if n%7 == 6 {
		return path, first.attempt(t, path+":abort", "{}") != nil
	}
	first.attempt(t, path+"/moves", `{"ply":1,"move":"h2e2","offerDraw":true}`)
	if n%3 == 2 {
		return path, second.attempt(t, path+"/offers", `{"kind":"draw"}`) != nil
	}
	return path, []*player{first, second}[n%3].attempt(t, path+":resign", "{}") != nil
}

// TestRatingsAfterKills: a hall, or one of two replicas of rating, is killed again
// and again while rated games end. Afterwards the ratings are those that the
// referee's own games give: each finished rated game once for both players, in one
// chain each, and what annulled games gave or took is given back.
func TestRatingsAfterKills(t *testing.T) {
	t.Parallel()
	options := append(unlimited, "--matchmaking-open-rooms=10000", "--rating-audit-every=1s")
	t.Run("one process", func(t *testing.T) {
		t.Parallel()
		startOne(t, options...).killWhileGamesEnd(t, "kydai")
	})
	t.Run("a process each", func(t *testing.T) {
		t.Parallel()
		h := startMany(t, options...)
		h.killWhileGamesEnd(t, "rating", h.addReplica(t, "rating"))
	})
}

// killWhileGamesEnd kills programs in turn, each after some games more have ended.
func (h *hall) killWhileGamesEnd(t *testing.T, programs ...string) {
	t.Helper()
	rounds := 2
	if soak() {
		rounds = 20
	}
	players := make([]*player, 8)
	for i := range players {
		players[i] = h.guest(t)
	}
	mod := h.moderator(t, "mod", 1)
	var games atomic.Int64
	var stopped atomic.Bool
	var playing errgroup.Group
	for i, first := range players {
		playing.Go(func() error {
			for n := i; !stopped.Load(); n++ {
				if ratedGame(t, first, players[(i+1+n%3)%len(players)], mod, n) {
					games.Add(1)
				}
			}
			return nil
		})
	}
	more := func() {
		begin := games.Load()
		require.Eventually(t, func() bool { return games.Load() > begin+15 }, startLimit, time.Millisecond)
	}
	for round := range rounds {
		more()
		h.kill(t, programs[round%len(programs)])
	}
	more()
	stopped.Store(true)
	require.NoError(t, playing.Wait())
	h.checkRatings(t, players)
}

// TestRatingsAfterAnAbsenceOfNATS: rated games end and are annulled while NATS is
// away. None is lost and none counts twice.
func TestRatingsAfterAnAbsenceOfNATS(t *testing.T) {
	t.Parallel()
	h := startMany(t, unlimited...)
	players, mod := []*player{h.guest(t), h.guest(t)}, h.moderator(t, "mod", 1)
	games := func(from int) {
		for n := from; n < from+5; n++ {
			require.True(t, ratedGame(t, players[n%2], players[1-n%2], mod, n))
		}
	}
	games(0)
	h.nats.Stop()
	games(5)
	h.nats.Start()
	games(10)
	h.checkRatings(t, players)
}

// checkRatings recomputes the ratings from the referee's games.
func (h *hall) checkRatings(t *testing.T, players []*player) {
	t.Helper()
	results := map[string]map[string]answer{} // by player and game
	for _, p := range players {
		of := map[string]answer{}
		for _, g := range p.all(t, "/v1/players/"+p.id+"/games?state=ended&pageSize=100", "games") {
			if status := g.str("result", "status"); g.str("mode") == "rated" && status != "aborted" {
				of[g.str("gameId")] = g
			}
		}
		require.NotEmpty(t, of)
		results[p.id] = of
	}
	var chains map[string][]answer
	require.Eventually(t, func() bool {
		chains = ratingChains(t, players)
		return settled(results, chains)
	}, startLimit, 100*time.Millisecond, "games are missing")
	changes := map[string]answer{} // by player and game
	for player, chain := range chains {
		for game, c := range checkChain(t, results[player], chain) {
			changes[player+game] = c
		}
	}
	for _, c := range changes {
		other := changes[c.str("opponentId")+c.str("gameId")]
		require.NotNil(t, other, "it counted for one side: %v", c)
		require.Equal(t, other.num("before"), c.num("opponentRating"), "both sides went by the same ratings")
	}
}

// ratingChains reads each player's changes, the oldest first.
func ratingChains(t *testing.T, players []*player) map[string][]answer {
	t.Helper()
	chains := map[string][]answer{}
	for _, p := range players {
		chain := p.all(t, "/v1/players/"+p.id+"/ratings/xiangqi/rapid/history?pageSize=100", "changes")
		slices.Reverse(chain)
		chains[p.id] = chain
	}
	return chains
}

// settled reports whether each finished game has counted for both sides, and what
// annulled ones have changed was given back to both. Chains are read one after the
// other: a game that is taken in meanwhile stands in the later one alone.
func settled(results map[string]map[string]answer, chains map[string][]answer) bool {
	sides := map[string]int{} // changes by game and cause
	for player, chain := range chains {
		balance := map[string]int{}
		for _, c := range chain {
			balance[c.str("gameId")] += map[string]int{"game": 1, "returned": -1}[c.str("cause")]
			sides[c.str("gameId")+c.str("cause")]++
		}
		for id, g := range results[player] {
			if balance[id] != map[string]int{"finished": 1}[g.str("result", "status")] {
				return false
			}
		}
	}
	for _, n := range sides {
		if n%2 != 0 {
			return false
		}
	}
	return true
}

// checkChain recomputes a player's changes, the oldest first, and returns those
// by which games counted.
func checkChain(t *testing.T, results map[string]answer, chain []answer) map[string]answer {
	t.Helper()
	counted, before := map[string]answer{}, 0
	for i, c := range chain {
		id := c.str("gameId")
		require.Contains(t, results, id)
		require.Equal(t, []int{i + 1, before}, []int{c.num("number"), c.num("before")}, "the chain breaks")
		result := results[id]["result"].(map[string]any)
		switch earlier := counted[id]; {
		case c.str("cause") == "returned":
			require.Equal(t, "void", result["status"])
			require.NotNil(t, earlier, "given back before it counted")
			before = max(0, before-earlier.num("after")+earlier.num("before"))
		default:
			require.Nil(t, earlier, "it counts twice")
			if result["status"] == "finished" {
				require.InDelta(t, map[any]float64{"none": 0.5, c.str("side"): 1}[result["winner"]], c.at("score"), 0)
			}
			counted[id], before = c, recomputed(c)
		}
		require.Equal(t, before, c.num("after"), "%v", c)
	}
	return counted
}

// recomputed is the rating after a change, by the formula as it is documented:
// expected scores in ten-thousandths, halves away from 0.
func recomputed(c answer) int {
	own, opponent := float64(c.num("before")), float64(c.num("opponentRating"))
	expected := math.Round(1e4 / (1 + math.Pow(10, min(max(opponent-own, -400), 400)/400)))
	k := 20.0
	if c.num("games") <= 30 {
		k = 40
	}
	score, _ := c.at("score").(float64)
	return int(max(0, own+math.Round(k*(1e4*score-expected)/1e4)))
}

// all reads a list page by page.
func (p *player) all(t *testing.T, path, field string) []answer {
	t.Helper()
	var list []answer
	for token := ""; ; {
		page := p.must(t, http.StatusOK, "GET", fmt.Sprintf("%s&pageToken=%s", path, url.QueryEscape(token)), "")
		items, _ := page[field].([]any)
		for _, item := range items {
			m, _ := item.(map[string]any)
			list = append(list, m)
		}
		if token = page.str("nextPageToken"); token == "" {
			return list
		}
	}
}
