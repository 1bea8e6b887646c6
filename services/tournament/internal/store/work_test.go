package store_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

const lease = time.Minute

func (b box) chores(t *testing.T, worker string, now time.Time, limit int) []record.Chore {
	t.Helper()
	list, err := b.ClaimChores(t.Context(), worker, now, now.Add(lease), limit)
	require.NoError(t, err)
	return list
}

func keysOf(list []record.Chore) []string {
	var keys []string
	for _, c := range list {
		keys = append(keys, c.Key)
	}
	return keys
}

// asking makes an append that asks for chores, each written KEY or LANE/KEY.
func asking(a record.Append, chores ...string) record.Append {
	n := next(a, tourney.Opened{})
	for _, key := range chores {
		lane, _, found := strings.Cut(key, "/")
		if !found {
			lane = key
		}
		n.Chores = append(n.Chores, tourney.Chore{Key: key, Lane: lane, Kind: tourney.PauseGame{GameID: key}})
	}
	return n
}

func TestChoresOfALaneAreDoneInOrder(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		a := b.add(t, asking(b.create(t, fresh("one", start)), "g/pause", "h/pause"))
		b.add(t, asking(a, "g/resume", "h/resume"))
		b.add(t, asking(b.create(t, fresh("two", start)), "g/pause")) // another tournament's lane
		got := b.chores(t, "w", start, 10)
		require.Equal(t, []string{"g/pause", "h/pause", "g/pause"}, keysOf(got))
		require.Empty(t, b.chores(t, "w", start, 10))
		require.NoError(t, b.Drop(t.Context(), got[0]))
		require.Equal(t, []string{"g/resume"}, keysOf(b.chores(t, "w", start, 10)))
		require.NoError(t, b.Postpone(t.Context(), got[1], start.Add(time.Second)))
		require.Empty(t, b.chores(t, "w", start, 10), "what comes after waits, too")
		again := b.chores(t, "w", start.Add(time.Second), 10)
		require.Equal(t, []string{"h/pause"}, keysOf(again))
		require.Equal(t, 2, again[0].Attempt)
	})
}

// A chore goes to others once its worker's time is up, who then has no say any more.
func TestLeasesOfChoresExpire(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		b.add(t, asking(b.create(t, fresh("one", start)), "k"))
		first := b.chores(t, "first", start, 1)
		require.Len(t, first, 1)
		require.Empty(t, b.chores(t, "second", start.Add(lease-1000), 1))
		second := b.chores(t, "second", start.Add(lease), 1)
		require.Equal(t, keysOf(first), keysOf(second))
		require.ErrorIs(t, b.Drop(t.Context(), first[0]), record.ErrLost)
		require.ErrorIs(t, b.Postpone(t.Context(), first[0], start), record.ErrLost)
		require.NoError(t, b.Drop(t.Context(), second[0]))
		require.ErrorIs(t, b.Drop(t.Context(), second[0]), record.ErrLost)
		require.Empty(t, b.chores(t, "second", start.Add(2*lease), 1))
	})
}

// The chore whose outcome is appended goes with it; what is asked for twice is there
// once.
func TestAnOutcomeEndsItsChore(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		a := b.add(t, asking(b.create(t, fresh("one", start)), "k", "l"))
		stale := next(a, tourney.Played{})
		a = b.add(t, asking(a, "k"))
		require.Len(t, b.chores(t, "w", start, 10), 2)
		a = b.add(t, asking(a, "m"))
		stale.Done = "k"
		require.ErrorIs(t, b.Append(t.Context(), stale), record.ErrStale)
		require.EqualValues(t, 3, b.rows(t)["chores"], "no outcome, no end")
		n := next(a, tourney.GameMade{})
		n.Done = "k"
		b.add(t, n)
		require.Equal(t, []string{"l", "m"}, keysOf(b.chores(t, "w", start.Add(lease), 10)))
	})
}

// Every kind of chore comes back as it was.
func TestKindsOfChores(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		kinds := []any{
			tourney.MakeGame{
				Pairing: tourney.PairingID{Round: 2, Board: 3}, Paired: 4, Number: 5, Game: "xiangqi", Rated: true, First: ann, Second: bob,
				Controls: [2]timecontrol.Control{{Preset: "3+3"}, {Bank: time.Minute, Increment: time.Second}}, NoShow: time.Minute,
				Spectators: tourney.Spectators{Barred: true, Delay: time.Second},
			},
			tourney.DecideGame{GameID: "g", Result: tourney.Drawn, Actor: dir, Reason: "flag \"was\" seen"},
			tourney.VoidGame{GameID: "g", Actor: dir, Reason: "sự cố"},
			tourney.PauseGame{GameID: "g", Actor: dir, Reason: "storm"},
			tourney.ResumeGame{GameID: "g", Actor: dir, Reason: "over"},
			tourney.PayPrize{Player: ann, Rank: 1, Coins: 100},
		}
		n := next(b.create(t, fresh("one", start)), tourney.Opened{})
		for i, k := range kinds {
			n.Chores = append(n.Chores, tourney.Chore{Key: fmt.Sprint(i), Lane: fmt.Sprint(i), Kind: k})
		}
		b.add(t, n)
		for i, c := range b.chores(t, "w", start, 10) {
			require.Equal(t, record.Chore{Chore: n.Chores[i], Tournament: "one", Worker: "w", Attempt: 1}, c)
		}
		unknown := next(n, tourney.Opened{})
		unknown.Chores = []tourney.Chore{{Key: "x", Kind: "something"}}
		require.Error(t, b.Append(t.Context(), unknown))
	})
}

// Many workers at once do each chore once, although some die over theirs.
func TestNoChoreIsLostNorDoneByTwo(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		const chores, workers = 40, 4
		var keys []string
		for i := range chores {
			keys = append(keys, fmt.Sprintf("%d/%02d", i%15, i))
		}
		b.add(t, asking(b.create(t, fresh("one", start)), keys...))
		var lock sync.Mutex
		held, done := map[string]bool{}, []string(nil)
		// work claims, does and drops chores; of the first it dies.
		work := func(worker string, now time.Time) error {
			for died := false; ; died = true {
				list, err := b.ClaimChores(t.Context(), worker, now, now.Add(lease), 3)
				if err != nil || len(list) == 0 {
					return err
				}
				for _, c := range list {
					lock.Lock()
					twice := held[c.Key]
					held[c.Key] = true
					lock.Unlock()
					if twice {
						return fmt.Errorf("%s has been given to two", c.Key)
					}
					if !died {
						continue
					}
					if err := b.Drop(t.Context(), c); err != nil {
						return err
					}
					lock.Lock()
					done = append(done, c.Key)
					lock.Unlock()
				}
			}
		}
		for now := start; len(done) < chores; now = now.Add(lease) {
			before := len(done)
			var group errgroup.Group
			for w := range workers {
				group.Go(func() error { return work(fmt.Sprint(w), now) })
			}
			require.NoError(t, group.Wait())
			clear(held)
			for _, key := range done {
				held[key] = true
			}
			if len(done) == before { // those who died took all there was
				b.finish(t, now.Add(lease), &done)
				now = now.Add(lease)
			}
		}
		slices.Sort(done)
		slices.Sort(keys)
		require.Equal(t, keys, done)
	})
}

// finish does the chores that are free.
func (b box) finish(t *testing.T, now time.Time, done *[]string) {
	t.Helper()
	for _, c := range b.chores(t, "last", now, 100) {
		require.NoError(t, b.Drop(t.Context(), c))
		*done = append(*done, c.Key)
	}
}

func (b box) due(t *testing.T, worker string, now time.Time, limit int) []string {
	t.Helper()
	ids, err := b.Due(t.Context(), worker, now, now.Add(lease), limit)
	require.NoError(t, err)
	return ids
}

func TestDueTournaments(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		appends := map[string]record.Append{}
		for i, id := range []string{"a", "b", "c"} {
			a := fresh(id, start)
			a.Due = start.Add(time.Duration(i) * time.Second)
			appends[id] = b.create(t, a)
		}
		b.create(t, fresh("never", start))
		require.Empty(t, b.due(t, "w", start.Add(-time.Second), 10))
		require.Equal(t, []string{"a"}, b.due(t, "w", start, 10))
		require.Equal(t, []string{"b"}, b.due(t, "w", start.Add(2*time.Second), 1), "the longest due first, and no more than asked for")
		require.Equal(t, []string{"c"}, b.due(t, "v", start.Add(2*time.Second), 10))
		n := next(appends["b"], tourney.Opened{})
		n.Due = start.Add(3 * time.Second)
		b.add(t, n)
		require.Equal(t, []string{"b"}, b.due(t, "w", start.Add(3*time.Second), 10), "an append frees it")
		require.Equal(t, []string{"a", "c"}, b.due(t, "w", start.Add(2*time.Second+lease), 10), "or the end of the lease")
		b.add(t, next(n, tourney.Played{}))
		require.Empty(t, b.due(t, "w", start.Add(3*time.Second+lease), 10))
	})
}

// A due tournament goes to one of many workers.
func TestDueTournamentsGoToOneEach(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		const many = 20
		for i := range many {
			a := fresh(fmt.Sprintf("%02d", i), start)
			a.Due = start
			b.create(t, a)
		}
		got := make(chan string, 10*many)
		var group errgroup.Group
		for w := range 4 {
			group.Go(func() error {
				for {
					ids, err := b.Due(t.Context(), fmt.Sprint(w), start, start.Add(lease), 3)
					for _, id := range ids {
						got <- id
					}
					if err != nil || len(ids) == 0 {
						return err
					}
				}
			})
		}
		require.NoError(t, group.Wait())
		rest := b.due(t, "last", start, many) // those that were locked when everybody looked
		require.Len(t, got, many-len(rest))
		close(got)
		for id := range got {
			require.NotContains(t, rest, id)
			rest = append(rest, id)
		}
		require.Len(t, rest, many)
	})
}

func TestRunningTournaments(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		for _, id := range []string{"c", "a", "b"} {
			a := fresh(id, start)
			a.Summary.Status = tourney.Running
			b.create(t, a)
		}
		b.create(t, fresh("open", start))
		ids, err := b.Running(t.Context(), "a", 10)
		require.NoError(t, err)
		require.Equal(t, []string{"b", "c"}, ids)
		ids, err = b.Running(t.Context(), "", 1)
		require.NoError(t, err)
		require.Equal(t, []string{"a"}, ids)
	})
}

func TestALeaseIsMadeLongerByItsOwner(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		a := fresh("a", start)
		a.Due = start
		b.create(t, a)
		require.Equal(t, []string{"a"}, b.due(t, "w", start, 10))
		require.NoError(t, b.Keep(t.Context(), "a", "v", start))
		require.Empty(t, b.due(t, "v", start, 10), "it is another's")
		require.NoError(t, b.Keep(t.Context(), "a", "w", start.Add(2*lease)))
		require.Empty(t, b.due(t, "v", start.Add(lease), 10))
		require.NoError(t, b.Keep(t.Context(), "a", "w", start))
		require.Equal(t, []string{"a"}, b.due(t, "v", start, 10))
	})
}

func TestCensus(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		c, err := b.Census(t.Context())
		require.NoError(t, err)
		require.Len(t, c.Tournaments, 6)
		require.Zero(t, c.Chores)
		require.Zero(t, c.Oldest)
		a := b.create(t, fresh("a", start))
		b.create(t, fresh("b", start))
		n := next(a, tourney.Opened{})
		n.Summary.Status, n.Time = tourney.Running, start.Add(time.Second)
		n.Chores = []tourney.Chore{{Key: "k", Lane: "k", Kind: tourney.PayPrize{}}, {Key: "l", Lane: "l", Kind: tourney.PayPrize{}}}
		b.add(t, n)
		c, err = b.Census(t.Context())
		require.NoError(t, err)
		require.Equal(t, 1, c.Tournaments[tourney.Running])
		require.Equal(t, 1, c.Tournaments[tourney.Open])
		require.Equal(t, 2, c.Chores)
		require.Zero(t, c.Refused)
		require.Equal(t, start.Add(time.Second), c.Oldest)
		for times, chore := range b.chores(t, "w", start, 2) {
			chore.Refused = times // the second one has been, once
			require.NoError(t, b.Postpone(t.Context(), chore, start))
		}
		c, err = b.Census(t.Context())
		require.NoError(t, err)
		require.Equal(t, 1, c.Refused)
		require.Equal(t, start.Add(time.Second), c.Oldest)
		both := b.chores(t, "w", start, 2)
		require.Equal(t, 1, both[1].Refused)
		both[0].Refused = 3
		require.NoError(t, b.Postpone(t.Context(), both[0], start))
		c, err = b.Census(t.Context())
		require.NoError(t, err)
		require.Equal(t, 2, c.Refused)
		require.Zero(t, c.Oldest, "who was refused is no sign of others being away")
	})
}
