package store_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	"kydai.dev/services/rating/internal/elo"
	"kydai.dev/services/rating/internal/events"
	"kydai.dev/services/rating/internal/scorer"
	"kydai.dev/services/rating/internal/standing"
	"kydai.dev/services/rating/internal/store"
)

var (
	noon   = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	blitz  = standing.Board{Game: "xiangqi", Category: "blitz"}
	rapids = standing.Board{Game: "morris", Category: "rapid"}
)

// hall is a store whose messages are handed to nobody.
type hall struct {
	*store.Store
	t  testing.TB
	db *dbx.DB

	mu     sync.Mutex
	handed []outbox.Message
}

func (h *hall) Hand(msgs ...outbox.Message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.handed = append(h.handed, msgs...)
}

func open(t testing.TB, db *dbx.DB) *hall {
	h := &hall{t: t, db: db}
	h.Store = store.New(db, h, events.Messages)
	return h
}

// suite runs a test on a fresh store of each kind.
func suite(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Databases(t, "rating", store.Migrations(), func(t *testing.T, db *dbx.DB) { fn(t, open(t, db)) })
}

// player is the account of a number.
func player(n int) string { return uuid.UUID{15: byte(n)}.String() }

// game is a game between two players on the blitz board.
func game(id string, first, second int, score elo.Score) standing.Game {
	return standing.Game{
		ID: id, Board: blitz, Seats: [2]standing.Seat{{Account: player(first)}, {Account: player(second)}},
		Rated: true, Visibility: standing.Public, Finished: true, Score: score, At: noon,
	}
}

func voided(g standing.Game) standing.Game {
	g.Finished, g.Void, g.At = false, true, g.At.Add(time.Hour)
	return g
}

func (h *hall) take(games ...standing.Game) []standing.Change {
	h.t.Helper()
	changes, err := h.Take(h.t.Context(), games)
	require.NoError(h.t, err)
	return changes
}

// ratings are the ratings of players on a board.
func (h *hall) ratings(b standing.Board, players ...int) []int {
	h.t.Helper()
	all := make([]int, len(players))
	for i, p := range players {
		found, err := h.Standings(h.t.Context(), b, []string{player(p)})
		require.NoError(h.t, err)
		for _, s := range found {
			all[i] = s.Rating
		}
	}
	return all
}

// checkChains demands that every player's history is one chain from 0 to the
// standing, with nothing missing, and that every board's versions are without
// gaps.
func (h *hall) checkChains(t require.TestingT) {
	var rows []struct {
		Game, Category, Player    string
		Number                    int
		RatingBefore, RatingAfter int
	}
	require.NoError(t, h.db.Read().Table("changes").Order("game, category, player, number").Scan(&rows).Error)
	type key struct{ game, category, player string }
	last := map[key][2]int{} // number, rating
	for _, r := range rows {
		k := key{r.Game, r.Category, r.Player}
		require.Equal(t, [2]int{r.Number - 1, r.RatingBefore}, last[k], "the chain of %v breaks at %d", k, r.Number)
		last[k] = [2]int{r.Number, r.RatingAfter}
	}
	var standings []struct {
		Game, Category, Player string
		Rating, Changes        int
	}
	require.NoError(t, h.db.Read().Table("standings").Scan(&standings).Error)
	require.Len(t, standings, len(last))
	for _, s := range standings {
		require.Equal(t, [2]int{s.Changes, s.Rating}, last[key{s.Game, s.Category, s.Player}])
	}
	var gaps int64
	require.NoError(t, h.db.Read().Raw(`WITH v AS (SELECT game, category, version FROM changes UNION ALL SELECT game, category, version FROM enlisted)
		SELECT count(*) FROM boards AS b WHERE b.version <> (SELECT count(*) FROM v WHERE v.game = b.game AND v.category = b.category) OR b.version <>
		(SELECT count(DISTINCT version) FROM v WHERE v.game = b.game AND v.category = b.category) OR b.version <>
		(SELECT coalesce(max(version), 0) FROM v WHERE v.game = b.game AND v.category = b.category)`).Scan(&gaps).Error)
	require.Zero(t, gaps)
}

func TestMigrations(t *testing.T) {
	t.Parallel()
	testkit.MigrationsUpAndDown(t, "rating", store.Migrations())
}

func TestGamesCountOnce(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		g := game("g1", 1, 2, elo.Win)
		changes := h.take(g, g)
		require.Len(t, changes, 2)
		require.Equal(t, []int64{1, 2}, []int64{changes[0].Version, changes[1].Version})
		require.Empty(t, h.take(g), "delivered again")
		late := g
		late.At = noon.Add(10 * time.Minute)
		require.Empty(t, h.take(late, game("g1", 1, 2, elo.Loss)), "whatever it says")
		require.Equal(t, []int{20, 0}, h.ratings(blitz, 1, 2))
		stored, err := h.Game(t.Context(), "g1")
		require.NoError(t, err)
		require.Equal(t, scorer.Outcome{State: standing.StateRated, Visibility: "public", Players: [2]string{player(1), player(2)}, Changes: changes}, stored)
		h.checkChains(t)
	})
}

func TestTheHighestRatingIsRemembered(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		h.take(game("g1", 1, 2, elo.Win), game("g2", 1, 2, elo.Win))
		h.take(game("g3", 1, 2, elo.Loss))
		found, err := h.Standings(t.Context(), blitz, []string{player(1)})
		require.NoError(t, err)
		require.Equal(t, []int{17, 39}, []int{found[0].Rating, found[0].Best})
	})
}

func TestVoidedGames(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		first, second := game("g1", 1, 2, elo.Win), game("g2", 1, 2, elo.Win)
		h.take(first, second)
		require.Equal(t, []int{39, 0}, h.ratings(blitz, 1, 2))
		back := h.take(voided(first), voided(first))
		require.Len(t, back, 2)
		require.Equal(t, standing.Returned, back[0].Cause)
		require.Equal(t, []int{19, 0}, h.ratings(blitz, 1, 2), "the second game keeps the arithmetic that it had")
		require.Empty(t, h.take(voided(first), first))
		o, err := h.Game(t.Context(), "g1")
		require.NoError(t, err)
		require.Equal(t, standing.StateReturned, o.State)
		require.Len(t, o.Changes, 4)

		require.Empty(t, h.take(voided(game("g3", 1, 2, elo.Win))), "voided before it was heard of")
		require.Empty(t, h.take(game("g3", 1, 2, elo.Win)))
		require.Len(t, h.take(game("g4", 2, 1, elo.Win), voided(game("g4", 2, 1, elo.Win))), 4, "both at once")
		h.checkChains(t)
	})
}

func TestWhatIsMissing(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		known, unknown := game("known", 1, 2, elo.Win), game("unknown", 1, 2, elo.Win)
		gone := game("gone", 1, 2, elo.Win)
		h.take(known, gone, voided(gone))
		missing, err := h.Missing(t.Context(), []standing.Game{known, unknown, voided(known), gone, voided(gone), voided(unknown)})
		require.NoError(t, err)
		require.Equal(t, []standing.Game{unknown, voided(known), voided(unknown)}, missing)
		for _, cursor := range []string{"", "1.a", "2.b"} {
			if cursor != "" {
				require.NoError(t, h.SetCursor(t.Context(), cursor))
			}
			got, err := h.Cursor(t.Context())
			require.NoError(t, err)
			require.Equal(t, cursor, got)
		}
	})
}

func TestChangesAreTold(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		other := game("g2", 1, 3, elo.Draw)
		other.Board = rapids
		changes := h.take(game("g1", 1, 2, elo.Win), other, game("g3", 2, 1, elo.Loss))
		require.Len(t, h.handed, 2, "one message a board")
		require.Equal(t, "kydai.rating.v1.changed.xiangqi.blitz", h.handed[0].Subject)
		require.Equal(t, "kydai.rating.v1.changed.morris.rapid", h.handed[1].Subject)
		var told ratingv1.RatingChanges
		require.NoError(t, proto.Unmarshal(h.handed[0].Payload, &told))
		require.Len(t, told.GetChanges(), 4)
		require.True(t, proto.Equal(events.ChangeToProto(changes[0]), told.GetChanges()[0]))
		var stored int64
		require.NoError(t, h.db.Read().Table("outbox").Count(&stored).Error)
		require.EqualValues(t, 2, stored)
		h.take(game("g1", 1, 2, elo.Win))
		require.Len(t, h.handed, 2, "nothing new, nothing told")
	})
}

func TestHistoryAndPoints(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		for i := range 7 {
			g := game(fmt.Sprintf("g%d", i), 1, 2, elo.Win)
			if i == 6 {
				g.Visibility = standing.Private
			}
			h.take(g)
		}
		k := standing.Key{Board: blitz, Player: player(1)}
		page, err := h.History(t.Context(), k, 1000, 3)
		require.NoError(t, err)
		require.Equal(t, []int{7, 6, 5}, []int{page[0].Number, page[1].Number, page[2].Number})
		require.Equal(t, []string{"private", "public"}, []string{page[0].Visibility, page[1].Visibility})
		require.Equal(t, page[0].Before, page[1].After)
		page, err = h.History(t.Context(), k, 3, 10)
		require.NoError(t, err)
		require.Len(t, page, 2)
		points, err := h.Points(t.Context(), k, 3, 7)
		require.NoError(t, err)
		require.Equal(t, []int{3, 6, 7}, []int{points[0].Number, points[1].Number, points[2].Number})
	})
}

func TestListedPlayers(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		g := game("g1", 1, 2, elo.Win)
		g.Seats[1].Guest = true
		h.take(g)
		listed := map[string]int{}
		require.NoError(t, h.Listed(t.Context(), blitz, func(l scorer.Listing) error {
			listed[l.Player] = l.Rating
			return nil
		}))
		require.Equal(t, map[string]int{player(1): 20}, listed)
		h.take(game("g2", 2, 1, elo.Win)) // linked an account meanwhile
		since, err := h.Since(t.Context(), blitz, 1, 10)
		require.NoError(t, err)
		require.Len(t, since, 3)
		require.Equal(t, scorer.Listing{Player: player(2), Rating: 0, Listed: false, Version: 2}, since[0])
		require.Equal(t, player(2), since[1].Player)
		require.True(t, since[1].Listed)
		h.take(voided(game("g2", 2, 1, elo.Win)))
		versions, err := h.Versions(t.Context())
		require.NoError(t, err)
		require.Equal(t, map[standing.Board]int64{blitz: 6}, versions)
		since, err = h.Since(t.Context(), blitz, 4, 10)
		require.NoError(t, err)
		require.True(t, since[0].Listed, "he has linked an account, and a game that counts")
		h.take(voided(g))
		since, err = h.Since(t.Context(), blitz, 6, 10)
		require.NoError(t, err)
		require.False(t, since[0].Listed || since[1].Listed, "no game that counts")
	})
}

// Fifty games of one player end at the same moment, each told three times by
// several replicas, mixed with games on another board.
func TestManyGamesOfOnePlayerAtOnce(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		replicas := []*hall{h, open(t, h.db), open(t, h.db)}
		var group errgroup.Group
		group.SetLimit(12)
		for i := range 50 {
			g := game(fmt.Sprintf("g%02d", i), 1, 2+i%5, elo.Score(i%3))
			if i%2 == 0 {
				g.Seats[0], g.Seats[1] = g.Seats[1], g.Seats[0] // and the lock order from both sides
			}
			other := game(fmt.Sprintf("m%02d", i), 1, 2+i%5, elo.Draw)
			other.Board = rapids
			for _, r := range replicas {
				batch := []standing.Game{g, other}
				if i%3 == 0 {
					batch = []standing.Game{other, g}
				}
				group.Go(func() error {
					_, err := r.Take(context.WithoutCancel(t.Context()), batch)
					return err
				})
			}
		}
		require.NoError(t, group.Wait())
		h.checkChains(t)
		found, err := h.StandingsOf(t.Context(), player(1))
		require.NoError(t, err)
		require.Len(t, found, 2)
		for _, s := range found {
			require.Equal(t, 50, s.Games())
			require.Equal(t, 50, s.Changes)
		}
	})
}

// Whatever is delivered how often in whatever order and company, every finished
// game counts once and every chain is whole.
func TestShuffledDoubledAndDelayedEvents(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "rating", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		h := open(t, db)
		run := 0
		rapid.Check(t, func(t *rapid.T) {
			run++
			var events []standing.Game
			finished, void := map[string]standing.Game{}, map[string]bool{}
			for i := range rapid.IntRange(1, 8).Draw(t, "games") {
				first := rapid.IntRange(0, 3).Draw(t, "first")
				g := game(fmt.Sprintf("r%d-%d", run, i), first, (first+rapid.IntRange(1, 3).Draw(t, "second"))%4, elo.Score(rapid.IntRange(0, 2).Draw(t, "score")))
				finished[g.ID] = g
				events = append(events, g, g)
				if rapid.IntRange(0, 3).Draw(t, "void") == 0 {
					void[g.ID] = true
					events = append(events, voided(g), voided(g))
				}
			}
			events = rapid.Permutation(events).Draw(t, "order")
			for len(events) > 0 {
				n := rapid.IntRange(1, len(events)).Draw(t, "batch")
				_, err := h.Take(context.Background(), events[:n])
				require.NoError(t, err)
				events = events[n:]
			}
			h.checkChains(t)
			for id := range finished {
				o, err := h.Game(context.Background(), id)
				require.NoError(t, err)
				want := map[bool]map[int]bool{false: {2: true}, true: {0: true, 4: true}}[void[id]]
				require.True(t, want[len(o.Changes)], "%s has %d changes, void %v", id, len(o.Changes), void[id])
			}
		})
	})
}
