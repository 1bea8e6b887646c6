package store_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/tournament/internal/events"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/store"
	"kydai.dev/services/tournament/internal/tourney"
)

// box is a store and what it has handed on.
type box struct {
	*store.Store
	db   *dbx.DB
	sent *hands
}

// hands takes messages nowhere, and counts them.
type hands struct{ msgs chan outbox.Message }

func (h hands) Hand(msgs ...outbox.Message) {
	for _, m := range msgs {
		h.msgs <- m
	}
}

func boxes(t *testing.T, fn func(t *testing.T, b box)) {
	t.Helper()
	testkit.Databases(t, "tournament", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		h := hands{msgs: make(chan outbox.Message, 1000)}
		fn(t, box{Store: store.New(db, h, events.Codec{}), db: db, sent: &h})
	})
}

const (
	ann = "0190a000-0000-7000-8000-00000000000a"
	bob = "0190a000-0000-7000-8000-00000000000b"
	dir = "0190a000-0000-7000-8000-0000000000dd"
)

var start = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

// fresh makes the append of a new tournament that starts at a time.
func fresh(id string, at time.Time) record.Append {
	return record.Append{
		ID:     id,
		Events: []tourney.Event{{Seq: 1, At: start, Actor: dir, Kind: tourney.Created{Settings: tourney.Settings{Name: id, Game: "xiangqi", Start: at}}}},
		Summary: record.Summary{
			ID: id, Seq: 1, Status: tourney.Open, Name: id, Game: "xiangqi", Start: at, Director: dir,
		},
	}
}

// next makes an append of kinds after a.
func next(a record.Append, kinds ...any) record.Append {
	n := record.Append{ID: a.ID, After: a.Summary.Seq, Summary: a.Summary}
	for i, k := range kinds {
		n.Events = append(n.Events, tourney.Event{Seq: n.After + i + 1, At: start.Add(time.Second), Kind: k})
	}
	n.Summary.Seq = n.After + len(kinds)
	return n
}

func (b box) create(t *testing.T, a record.Append) record.Append {
	t.Helper()
	id, err := b.Create(t.Context(), a)
	require.NoError(t, err)
	require.Equal(t, a.ID, id)
	return a
}

func (b box) add(t *testing.T, a record.Append) record.Append {
	t.Helper()
	require.NoError(t, b.Append(t.Context(), a))
	return a
}

func (b box) log(t *testing.T, id string) []tourney.Event {
	t.Helper()
	log, err := b.Log(t.Context(), id, 0, 1000)
	require.NoError(t, err)
	return log
}

// rows counts all that is stored.
func (b box) rows(t *testing.T) map[string]int64 {
	t.Helper()
	counts := map[string]int64{}
	for _, table := range []string{"tournaments", "log", "entrants", "standings", "chores", "starts", "keys", "outbox"} {
		var n int64
		require.NoError(t, b.db.Read().Table(table).Count(&n).Error)
		counts[table] = n
	}
	return counts
}

func TestMigrations(t *testing.T) {
	t.Parallel()
	testkit.MigrationsUpAndDown(t, "tournament", store.Migrations())
}

func TestWhatIsAppendedComesBack(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		a := b.create(t, fresh("one", start))
		n := next(a, tourney.Opened{}, joined(ann), tourney.RoundFinished{Round: 1})
		n.Standings = []record.Standings{{Time: start, Standings: tourney.Standings{
			Round: 1, Seq: 4, TieBreaks: []string{"BH"}, Places: []tourney.Place{{Rank: 1, Player: ann, Name: "Lan", Number: 1, Points: 10}},
		}}}
		n.News = []tourney.NextGame{{Player: ann, Round: 2}}
		b.add(t, n)
		require.Equal(t, slices.Concat(a.Events, n.Events), b.log(t, "one"))
		tail, err := b.Log(t.Context(), "one", 2, 1)
		require.NoError(t, err)
		require.Equal(t, n.Events[1:2], tail)
		st, there, err := b.Standings(t.Context(), "one", 1)
		require.NoError(t, err)
		require.True(t, there)
		require.Equal(t, n.Standings[0], st)
		again := next(n, tourney.Played{})
		again.Standings = []record.Standings{{Time: start.Add(1), Standings: tourney.Standings{Round: 1, Seq: 5}}}
		b.add(t, again)
		st, _, err = b.Standings(t.Context(), "one", 1)
		require.NoError(t, err)
		require.Equal(t, n.Standings[0], st, "they never change")
		_, there, err = b.Standings(t.Context(), "one", 2)
		require.NoError(t, err)
		require.False(t, there)
		heads, err := b.Heads(t.Context(), "one", "two")
		require.NoError(t, err)
		require.Equal(t, map[string]int{"one": 5}, heads)
		require.Len(t, b.sent.msgs, 4)
		require.EqualValues(t, 4, b.rows(t)["outbox"])
	})
}

func joined(account string) tourney.Joined {
	return tourney.Joined{Entrant: tourney.Entrant{Candidate: tourney.Candidate{Player: account}, State: tourney.Playing}}
}

// Of appends that were decided on the same event one is stored, the others leave
// nothing behind.
func TestOneOfManyAppendsWins(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		a := b.create(t, fresh("one", start))
		const many = 8
		results := make(chan error, many)
		var group errgroup.Group
		for i := range many {
			group.Go(func() error {
				n := next(a, joined(fmt.Sprint(i)), tourney.Opened{})
				n.Chores = []tourney.Chore{{Key: fmt.Sprint(i), Lane: fmt.Sprint(i), Kind: tourney.PauseGame{}}}
				n.News = []tourney.NextGame{{Player: fmt.Sprint(i)}}
				results <- b.Append(t.Context(), n)
				return nil
			})
		}
		require.NoError(t, group.Wait())
		close(results)
		won := 0
		for err := range results {
			if err == nil {
				won++
				continue
			}
			require.ErrorIs(t, err, record.ErrStale)
		}
		require.Equal(t, 1, won)
		require.Len(t, b.log(t, "one"), 3)
		require.Equal(t, map[string]int64{
			"tournaments": 1, "log": 3, "entrants": 2, "standings": 0, "chores": 1, "starts": 0, "keys": 0, "outbox": 3,
		}, b.rows(t))
		require.ErrorIs(t, b.Append(t.Context(), next(a, tourney.Opened{})), record.ErrStale)
		require.ErrorIs(t, b.Append(t.Context(), fresh("one", start)), record.ErrStale, "there is one already")
		require.ErrorIs(t, b.Append(t.Context(), next(fresh("none", start), tourney.Opened{})), record.ErrStale)
	})
}

var errKilled = errors.New("killed")

// Whoever dies at any statement of an append leaves nothing behind, and the same
// append can be stored afterwards.
func TestAKillLeavesNothing(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		a := b.create(t, fresh("one", start))
		n := next(a, joined(ann), tourney.RoundFinished{Round: 1})
		n.Chores = []tourney.Chore{{Key: "k", Lane: "k", Kind: tourney.PauseGame{GameID: "g"}}}
		n.Standings = []record.Standings{{Standings: tourney.Standings{Round: 1}}}
		n.News = []tourney.NextGame{{Player: ann}}
		before := b.rows(t)
		handed := len(b.sent.msgs)
		statement, last := 0, 0
		die := func(tx *gorm.DB) {
			if statement++; statement == last {
				_ = tx.AddError(errKilled)
			}
		}
		require.NoError(t, b.db.Write().Callback().Create().After("gorm:create").Register("die", die))
		require.NoError(t, b.db.Write().Callback().Update().After("gorm:update").Register("die", die))
		for last = 1; ; last++ {
			statement = 0
			err := b.Append(t.Context(), n)
			if err == nil {
				break
			}
			require.ErrorIs(t, err, errKilled)
			require.Equal(t, before, b.rows(t))
			require.Len(t, b.sent.msgs, handed)
		}
		require.Greater(t, last, 6, "every statement was interrupted once")
		require.Len(t, b.log(t, "one"), 3)
	})
}

// The same key makes one tournament, also where it comes twice at once.
func TestAKeyMakesOneTournament(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		key := record.Key{Caller: dir, Text: "k", Body: []byte("body")}
		ids := make(chan string, 4)
		var group errgroup.Group
		for i := range 4 {
			group.Go(func() error {
				a := fresh(fmt.Sprintf("t%d", i), start)
				a.Key = key
				id, err := b.Create(t.Context(), a)
				ids <- id
				return err
			})
		}
		require.NoError(t, group.Wait())
		close(ids)
		made := <-ids
		for id := range ids {
			require.Equal(t, made, id)
		}
		require.EqualValues(t, 1, b.rows(t)["tournaments"])
		require.Len(t, b.sent.msgs, 1, "the events are told once")
		other := fresh("other", start)
		other.Key = record.Key{Caller: dir, Text: "k", Body: []byte("another body")}
		_, err := b.Create(t.Context(), other)
		require.ErrorIs(t, err, record.ErrKeyReused)
		require.NoError(t, b.Sweep(t.Context(), start.Add(time.Second)))
		b.create(t, other)
	})
}
