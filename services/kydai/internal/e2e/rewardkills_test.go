package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/rewards/rewardstest"
)

// countedGame plays a game that is long enough to count, as far as it comes; every
// fifth is given up at once.
func countedGame(t *testing.T, first, second *player, n int) (ended bool) {
	room := first.attempt(t, "/v1/rooms", `{"game":"xiangqi","side":"first","mode":"rated","timeControl":{"preset":"10+5"}}`)
	path := "/v1/games/" + second.attempt(t, "/v1/rooms/"+room.str("roomId")+":join", "{}").str("gameId")
	both := []*player{first, second}
	for i, move := range long {
		if n%5 == 4 && i == 2 {
			break
		}
		for range 3 { // a hall that is killed may answer the next time
			if both[i%2].attempt(t, path+"/moves", fmt.Sprintf(`{"ply":%d,"move":%q}`, i+1, move)) != nil {
				break
			}
		}
	}
	return both[n%2].attempt(t, path+":resign", "{}") != nil
}

// claimSome claims whatever may be done, twice at once.
func (p *player) claimSome(t *testing.T) {
	_, got := p.call(t, http.MethodGet, "/v1/me/quests", "")
	quests, _ := got["quests"].([]any)
	for _, item := range quests {
		q, _ := item.(map[string]any)
		if answer(q).str("state") != "done" {
			continue
		}
		var both errgroup.Group
		for range 2 {
			both.Go(func() error {
				p.attempt(t, "/v1/me/quests/"+answer(q).str("goal", "id")+":claim", `{"period":"`+answer(q).str("period")+`"}`)
				return nil
			})
		}
		_ = both.Wait() // whatever came of it
	}
}

// TestRewardsAfterKills: a hall is killed again and again while games end and
// quests are claimed. Afterwards progress and ledger are exactly those that the
// games and ratings give.
func TestRewardsAfterKills(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		rounds := 2
		if soak() {
			rounds = 20
		}
		h := startOne(t, append(unlimited, "--db", db.DSN, "--matchmaking-open-rooms=10000", "--rewards-audit-every=1s", "--rating-audit-every=1s")...)
		players := make([]*player, 6)
		for i := range players {
			players[i] = h.guest(t)
			if i%2 == 0 {
				players[i].link(t, fmt.Sprintf("player%d@example.com", i), i/2+1)
			}
		}
		var games atomic.Int64
		var stopped atomic.Bool
		var playing errgroup.Group
		for i, first := range players {
			playing.Go(func() error {
				for n := i; !stopped.Load(); n++ {
					if countedGame(t, first, players[(i+1+n%3)%len(players)], n) {
						games.Add(1)
					}
					first.claimSome(t)
				}
				return nil
			})
		}
		more := func() {
			begin := games.Load()
			require.Eventually(t, func() bool { return games.Load() > begin+6 }, startLimit, time.Millisecond)
		}
		for range rounds {
			more()
			h.kill(t, "kydai")
		}
		more()
		stopped.Store(true)
		require.NoError(t, playing.Wait())
		h.checkRewards(t, db, players)
	})
}

// checkRewards counts everything again from the referee's games and the ratings,
// once the last of them has been heard of.
func (h *hall) checkRewards(t *testing.T, db dbx.Config, players []*player) {
	t.Helper()
	var log rewardstest.Log
	seen := map[string]bool{}
	for _, p := range players {
		for _, g := range p.all(t, "/v1/players/"+p.id+"/games?state=ended&pageSize=100", "games") {
			if !seen[g.str("gameId")] {
				seen[g.str("gameId")] = true
				log.Games = append(log.Games, as(t, g, &refereev1.GameSummary{}))
			}
		}
		for _, c := range p.all(t, "/v1/players/"+p.id+"/ratings/xiangqi/rapid/history?pageSize=100", "changes") {
			log.Ratings = append(log.Ratings, as(t, c, &ratingv1.RatingChange{}))
		}
	}
	require.NotEmpty(t, log.Ratings)
	var err error
	require.Eventually(t, func() bool {
		err = rewardstest.Check(t, db, log)
		return err == nil
	}, 2*startLimit, 500*time.Millisecond)
	require.NoError(t, err)
	paid := 0
	for i, p := range players {
		balance := p.wallet(t).num("balance")
		require.Equal(t, i%2 == 0, balance > 0, "linked players are paid, guests are not")
		paid += balance
	}
	t.Logf("%d games, %d coins", len(log.Games), paid)
}

// as reads an answer as the message that it is.
func as[M proto.Message](t *testing.T, a answer, into M) M {
	t.Helper()
	data, err := json.Marshal(a)
	require.NoError(t, err)
	require.NoError(t, protojson.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(data, into), strings.TrimSpace(string(data)))
	return into
}
