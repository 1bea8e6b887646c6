package queue_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/testkit"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/queue"
	"kydai.dev/services/matchmaking/internal/ticket"
)

func TestRatingsDecideWhoMeets(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		h.others.set(func(o *others) { o.ratings = map[string]int{"a": 1000, "b": 1010, "c": 2000, "d": 2010} })
		a, b, c := h.wait(t, "a"), h.wait(t, "b"), h.wait(t, "c")
		h.others.set(func(o *others) { o.noRates = errors.New("ratings are away") })
		d := h.wait(t, "d")
		require.Zero(t, d.Rating, "never heard of")
		_, err := h.Leave(t.Context(), c.ID, "c")
		require.NoError(t, err)
		require.Equal(t, 2000, h.wait(t, "c").Rating, "the last one known")
		h.pair(t)
		require.Equal(t, h.get(t, a).GameID, h.get(t, b).GameID)
		require.Equal(t, ticket.Waiting, h.get(t, d).State)
	})
}

func TestBlockedPlayersDoNotMeet(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	h.others.set(func(o *others) { o.blocks = [][2]string{{"b", "a"}} })
	a, b := h.wait(t, "a"), h.wait(t, "b")
	h.pair(t)
	require.Equal(t, ticket.Waiting, h.get(t, a).State)
	c := h.wait(t, "c")
	h.others.set(func(o *others) { o.noBlock = errors.New("accounts are away") })
	require.Error(t, h.Pair(t.Context()))
	require.Equal(t, ticket.Waiting, h.get(t, c).State, "nobody knows who is blocked")
	h.others.set(func(o *others) { o.noBlock = nil })
	h.pair(t)
	require.Equal(t, ticket.Matched, h.get(t, c).State)
	require.NotEqual(t, h.get(t, a).GameID, h.get(t, b).GameID)
}

func TestColoursAndOpponentsAreRemembered(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		firsts := []string{}
		play := func(accounts ...string) {
			for _, a := range accounts {
				h.wait(t, a)
			}
			h.others.set(func(o *others) { o.games = map[string]ticket.Match{} })
			h.pair(t)
			h.pass(time.Minute)
		}
		for range 2 {
			play("anna", "binh")
			for _, m := range h.others.games {
				firsts = append(firsts, m.First.Owner.Account)
			}
		}
		require.ElementsMatch(t, []string{"anna", "binh"}, firsts, "each once")
		play("anna", "binh", "chi", "dung")
		require.Len(t, h.others.games, 2)
		for _, m := range h.others.games {
			met := []string{m.First.Owner.Account, m.Second.Owner.Account}
			slices.Sort(met)
			require.NotEqual(t, []string{"anna", "binh"}, met, "not for the third time running")
		}
	})
}

// A crash between pairing and the game is repaired; asked for again, it is the
// same game.
func TestMatchesCutShortAreMended(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		h.others.set(func(o *others) { o.away = errors.New("the referee is away") })
		anna, binh := h.wait(t, "anna"), h.wait(t, "binh")
		require.Error(t, h.Pair(t.Context()))
		require.Equal(t, ticket.Starting, h.get(t, anna).State)
		require.Equal(t, anna.ID, h.wait(t, "anna").ID, "no second ticket")
		h.others.set(func(o *others) { o.away = nil })
		require.NoError(t, h.Mend(t.Context()))
		require.Equal(t, ticket.Starting, h.get(t, anna).State, "somebody may be at it")
		h.pass(4 * time.Second)
		h.Queue = h.replica(t, "two")
		require.NoError(t, h.Mend(t.Context()))
		require.Equal(t, ticket.Matched, h.get(t, anna).State)
		require.Equal(t, h.get(t, anna).GameID, h.get(t, binh).GameID)
	})
}

func TestAGameThatIsRefusedEndsItsTickets(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	h.others.set(func(o *others) { o.away = errs.New(errs.Invalid, "BAD_TIME_CONTROL", "no longer offered") })
	anna, binh := h.wait(t, "anna"), h.wait(t, "binh")
	h.pair(t)
	require.Equal(t, ticket.Gone, h.get(t, anna).State)
	require.Equal(t, ticket.Gone, h.get(t, binh).State)
}

// Three replicas pair a thousand players at once: nobody is in two games.
func TestReplicasPairOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		const players = 300
		var group errgroup.Group
		group.SetLimit(8)
		for i := range players {
			group.Go(func() error {
				w := wish(fmt.Sprint("player ", i))
				if i%2 == 0 {
					w.Game = "jungle"
					w.Control = timecontrol.Control{Preset: "10m"}
				}
				_, _, err := h.Create(t.Context(), w, lobby.Key{})
				return err
			})
		}
		require.NoError(t, group.Wait())
		var pairing errgroup.Group
		for i := range 3 {
			replica := h.replica(t, fmt.Sprint(i))
			pairing.Go(func() error {
				for range 3 {
					if err := replica.Pair(t.Context()); err != nil {
						return err
					}
				}
				return nil
			})
		}
		require.NoError(t, pairing.Wait())
		seen := map[string]bool{}
		for key, m := range h.others.games {
			require.Equal(t, 1, h.others.asked[key])
			require.Equal(t, m.First.Game, m.Second.Game)
			for _, account := range []string{m.First.Owner.Account, m.Second.Owner.Account} {
				require.False(t, seen[account], "%s is in two games", account)
				seen[account] = true
			}
		}
		require.Len(t, seen, players)
	})
}

// A replica that reaches nobody gives its pools up: another one pairs them.
func TestAReplicaThatCanNotPairStepsBack(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		cut := &others{noBlock: errors.New("accounts are out of reach")}
		lost := queue.New(h.store, queue.Others{Referee: cut, Ratings: cut, People: cut}, queue.Config{Life: life, Replica: "lost"}, h.now, testkit.Logger(t))
		anna := h.wait(t, "anna")
		h.wait(t, "binh")
		require.ErrorContains(t, lost.Pair(t.Context()), "out of reach")
		h.pass(time.Millisecond)
		h.pair(t)
		require.Equal(t, ticket.Matched, h.get(t, anna).State)
	})
}
