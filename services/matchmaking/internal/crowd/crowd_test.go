package crowd_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/testkit"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/matchmaking/internal/crowd"
	"kydai.dev/services/matchmaking/internal/events"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/store"
	"kydai.dev/services/matchmaking/internal/ticket"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

const life = 12 * time.Second

// hall is a crowd with a clock of its own.
type hall struct {
	*crowd.Crowd
	tickets store.Tickets
	time    time.Time
}

func onBoth(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Databases(t, "matchmaking", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		records := store.New(db, events.NewNews(outbox.NewRelay(db, nil, outbox.RelayConfig{}, testkit.Logger(t))))
		h := &hall{tickets: store.NewTickets(records), time: noon}
		h.Crowd = crowd.New(store.NewCrowd(records), life, func() time.Time { return h.time })
		fn(t, h)
	})
}

// counts are those of a game, in the order of their words, after a while.
func (h *hall) counts(t *testing.T, game string) [3]int {
	t.Helper()
	h.time = h.time.Add(time.Second)
	c, err := h.Counts(t.Context())
	require.NoError(t, err)
	require.Len(t, c.Games, len(games.All()))
	for _, g := range c.Games {
		if g.Name == game {
			return [3]int{g.Online, g.Searching, g.Playing}
		}
	}
	require.FailNow(t, "no such game")
	return [3]int{}
}

func TestPlaying(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		note := func(id, game string, people int, over bool) {
			require.NoError(t, h.Note(t.Context(), []crowd.Change{{GameID: id, Game: game, People: people, Over: over, At: h.time}}))
		}
		require.NoError(t, h.Note(t.Context(), nil))
		note("1", "xiangqi", 2, false)
		note("2", "xiangqi", 1, false)
		note("3", "jungle", 2, false)
		require.Equal(t, [3]int{3, 0, 3}, h.counts(t, "xiangqi"))
		note("1", "xiangqi", 2, false)
		require.Equal(t, [3]int{3, 0, 3}, h.counts(t, "xiangqi"), "told twice")
		note("1", "xiangqi", 2, true)
		note("1", "xiangqi", 2, false)
		require.Equal(t, [3]int{1, 0, 1}, h.counts(t, "xiangqi"), "what is over stays over")
		note("4", "xiangqi", 2, true)
		note("4", "xiangqi", 2, false)
		require.Equal(t, [3]int{1, 0, 1}, h.counts(t, "xiangqi"), "the end came first")
		require.Equal(t, [3]int{2, 0, 2}, h.counts(t, "jungle"))
		require.Equal(t, [3]int{0, 0, 0}, h.counts(t, "morris"))

		h.time = h.time.Add(25 * time.Hour)
		require.Equal(t, [3]int{0, 0, 0}, h.counts(t, "jungle"), "nobody plays for a day")
		require.NoError(t, h.Forget(t.Context()))
		note("3", "jungle", 2, false)
		require.Equal(t, [3]int{2, 0, 2}, h.counts(t, "jungle"), "forgotten, so it is new")
	})
}

func TestSearching(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		for _, account := range []string{"anna", "binh"} {
			w := ticket.Wish{Owner: room.Player{Account: account}, Game: "morris", Mode: room.Casual, Control: timecontrol.Control{}}
			_, _, err := h.tickets.Add(t.Context(), ticket.New(account, w, 0, h.time), lobby.Key{}, h.time, "")
			require.NoError(t, err)
		}
		require.Equal(t, [3]int{2, 2, 0}, h.counts(t, "morris"))
		require.NoError(t, h.tickets.Keep(t.Context(), []string{"anna"}, h.time))
		h.time = h.time.Add(life - 2*time.Second)
		require.Equal(t, [3]int{2, 2, 0}, h.counts(t, "morris"))
		require.Equal(t, [3]int{1, 1, 0}, h.counts(t, "morris"), "binh is gone")
	})
}

// whole is a sample of all.
func whole(hashes ...uint64) crowd.Sample { return crowd.Sample{Of: len(hashes), Hashes: hashes} }

func TestPresence(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		online := func() int {
			c, err := h.Counts(t.Context())
			require.NoError(t, err)
			return c.Online
		}
		h.Hear(crowd.Presence{Replica: "a", Online: whole(1, 2), Watching: map[string]crowd.Watchers{"morris": {Strangers: 1}}})
		h.Hear(crowd.Presence{Replica: "a", Online: whole(1, 2, 3), Watching: map[string]crowd.Watchers{"morris": {Accounts: whole(1), Strangers: 1}}})
		h.Hear(crowd.Presence{Replica: "b", Online: whole(3, 4, 5, 6, 7), Watching: map[string]crowd.Watchers{
			"morris": {Accounts: whole(1), Strangers: 1}, "jungle": {Strangers: 1},
		}})
		require.Equal(t, [3]int{3, 0, 0}, h.counts(t, "morris"))
		require.Equal(t, 7, online())
		h.Hear(crowd.Presence{Replica: "b"})
		require.Equal(t, 7, online(), "counted a moment ago")
		h.time = h.time.Add(10 * time.Second)
		h.Hear(crowd.Presence{Replica: "b", Online: whole(1, 8)})
		require.Equal(t, 4, online())
		h.time = h.time.Add(10 * time.Second)
		require.Equal(t, 2, online(), "a tells nothing any more")

		started := crowd.Change{GameID: "g", Game: "morris", People: 2, At: h.time}
		another := crowd.Change{GameID: "h", Game: "morris", People: 2, At: h.time}
		require.NoError(t, h.Note(t.Context(), []crowd.Change{started, another}))
		h.time = h.time.Add(2 * time.Second)
		require.Equal(t, 4, online(), "never fewer than at one game")
	})
}
