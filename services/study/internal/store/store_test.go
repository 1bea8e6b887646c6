package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/study/internal/analysis"
	"kydai.dev/services/study/internal/desk"
	"kydai.dev/services/study/internal/store"
)

// box is a store and what it has told.
type box struct {
	*store.Store
	db   *dbx.DB
	told chan []analysis.Event
}

// Hand takes no messages anywhere: the tests read what was stored.
func (box) Hand(...outbox.Message) {}

func boxes(t *testing.T, fn func(t *testing.T, b box)) {
	t.Helper()
	testkit.Databases(t, "study", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		b := box{db: db, told: make(chan []analysis.Event, 1000)}
		b.Store = store.New(db, b, func(ctx context.Context, events []analysis.Event) (outbox.Message, error) {
			b.told <- events
			return outbox.New(ctx, "s", "t", 0, []byte{1}), nil
		})
		fn(t, b)
	})
}

var (
	start  = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	plenty = desk.Limits{Running: 10, Daily: 100, Queue: 100}
	lines  = []analysis.Line{{Moves: []string{"d5", "e5"}, Score: 12, Depth: 3}, {Moves: []string{"a7"}, Score: -8, Mate: -3, Depth: 3}}
)

// fresh is a new analysis of a game of three plies.
func fresh(t *testing.T, game string, at time.Time) analysis.Analysis {
	t.Helper()
	g, _ := games.Find("morris")
	a, err := analysis.New(uuid.Must(uuid.NewV7()).String(), analysis.Subject{
		Game: g, Start: g.Start().String(), Moves: []string{"a1", "d1", "g1"}, Result: rules.Win(rules.First, "resignation"),
	}, analysis.Budget{Nodes: 100, Lines: 2}, at)
	require.NoError(t, err)
	a.GameID = game
	return a
}

func (b box) add(t *testing.T, a analysis.Analysis, account string) analysis.Analysis {
	t.Helper()
	added, err := b.Add(t.Context(), a, account, desk.Key{}, plenty)
	require.NoError(t, err)
	return added
}

func (b box) claim(t *testing.T, worker string, at time.Time) (analysis.Analysis, bool) {
	t.Helper()
	a, found, err := b.Claim(t.Context(), worker, at, at.Add(time.Minute))
	require.NoError(t, err)
	return a, found
}

func found(n int, at time.Time) []analysis.Found {
	all := make([]analysis.Found, n)
	for i := range all {
		all[i] = analysis.Found{Lines: lines, At: at}
	}
	return all
}

func TestMigrations(t *testing.T) {
	t.Parallel()
	testkit.MigrationsUpAndDown(t, "study", store.Migrations())
}

func TestWhatIsKeptComesBack(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		a := fresh(t, "", start)
		a.Owner, a.Tags = "me", []record.Tag{{Name: "White", Value: `Lan "ơi"`}}
		a.Comments = []record.Comment{{Ply: 1, Text: "mở đầu"}}
		added := b.add(t, a, "me")
		require.Equal(t, a, added)
		require.Equal(t, 1, (<-b.told)[0].Seq)
		work, ok := b.claim(t, "w", start)
		require.True(t, ok)
		next, err := b.Note(t.Context(), work, "w", found(2, start.Add(time.Second)))
		require.NoError(t, err)
		got, err := b.Get(t.Context(), a.ID)
		require.NoError(t, err)
		require.Equal(t, next, got)
		require.Equal(t, lines, got.Found[1].Lines)
		require.Equal(t, 2, got.Seq())
		_, err = b.Note(t.Context(), next, "w", found(2, start.Add(2*time.Second)))
		require.NoError(t, err)
		got, err = b.Get(t.Context(), a.ID)
		require.NoError(t, err)
		require.Equal(t, analysis.Done, got.State)
		require.Equal(t, start.Add(2*time.Second), got.Ended)
		require.Equal(t, 2, got.Report[rules.First].Moves)
		list, err := b.OfAccount(t.Context(), "me", "", 5)
		require.NoError(t, err)
		got.Found = nil
		require.Equal(t, []analysis.Analysis{got}, list)
	})
}

// Events are told in the order of their numbers, with the change and not without.
func TestEventsAreToldWithTheChange(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		b.add(t, fresh(t, "g", start), "me")
		a, _ := b.claim(t, "w", start)
		for _, n := range []int{1, 1, 2} {
			var err error
			a, err = b.Note(t.Context(), a, "w", found(n, start))
			require.NoError(t, err)
		}
		close(b.told)
		var seqs []int
		for events := range b.told {
			for _, e := range events {
				seqs = append(seqs, e.Seq)
			}
		}
		require.Equal(t, []int{1, 2, 3, 4, 5}, seqs)
		all, err := a.Events(0, 100)
		require.NoError(t, err)
		require.Len(t, all, 5)
		var rows int64
		require.NoError(t, b.db.Read().Table("outbox").Count(&rows).Error)
		require.EqualValues(t, 3, rows, "the first position alone says nothing yet")
	})
}

func TestTheSameIsOneAnalysis(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		a := b.add(t, fresh(t, "g", start), "me")
		require.Equal(t, a.ID, b.add(t, fresh(t, "g", start), "me").ID)
		require.Equal(t, a.ID, b.add(t, fresh(t, "g", start), "you").ID)
		require.NotEqual(t, a.ID, b.add(t, fresh(t, "h", start), "me").ID)
		deeper := fresh(t, "g", start)
		deeper.Budget.Nodes++
		require.NotEqual(t, a.ID, b.add(t, deeper, "me").ID)
		mine, yours := fresh(t, "", start), fresh(t, "", start)
		mine.Owner, yours.Owner = "me", "you"
		require.NotEqual(t, b.add(t, mine, "me").ID, b.add(t, yours, "you").ID, "a record is its sender's")
		list, err := b.OfGame(t.Context(), "g", "", 10)
		require.NoError(t, err)
		require.Len(t, list, 2)
		page, err := b.OfGame(t.Context(), "g", list[0].ID, 10)
		require.NoError(t, err)
		require.Equal(t, list[1:], page)

		_, err = b.Cancel(t.Context(), deeper.ID, "me", start)
		require.NoError(t, err)
		again := fresh(t, "g", start)
		again.Budget.Nodes++
		require.Equal(t, again.ID, b.add(t, again, "me").ID, "what was cancelled is done anew")
	})
}

func TestKeys(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		key := desk.Key{Caller: "me", Text: "k", Body: []byte{1}}
		a, err := b.Add(t.Context(), fresh(t, "g", start), "me", key, plenty)
		require.NoError(t, err)
		again, err := b.Add(t.Context(), fresh(t, "h", start), "me", key, plenty)
		require.NoError(t, err)
		require.Equal(t, a.ID, again.ID, "the key says what is meant")
		key.Body = []byte{2}
		_, err = b.Add(t.Context(), fresh(t, "g", start), "me", key, plenty)
		require.ErrorIs(t, err, analysis.ErrKeyReused)
		key.Body = []byte{1}
		require.NoError(t, b.Delete(t.Context(), a.ID, "me", start))
		same := b.add(t, fresh(t, "g", start), "you")
		joined, err := b.Add(t.Context(), fresh(t, "g", start), "me", key, plenty)
		require.NoError(t, err)
		require.Equal(t, same.ID, joined.ID, "what the key gave is gone")
		require.NoError(t, b.Sweep(t.Context(), start.Add(time.Second)))
		key.Body = []byte{3}
		_, err = b.Add(t.Context(), fresh(t, "g", start), "me", key, plenty)
		require.NoError(t, err, "the key was forgotten")
	})
}

func TestLimits(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		limits := desk.Limits{Running: 2, Daily: 3, Queue: 4}
		n := 0
		add := func(account string, at time.Time) error {
			n++
			_, err := b.Add(t.Context(), fresh(t, fmt.Sprint("game", n), at), account, desk.Key{}, limits)
			return err
		}
		require.NoError(t, add("me", start))
		require.NoError(t, add("me", start))
		require.ErrorIs(t, add("me", start), analysis.ErrTooMany)
		for range 2 {
			a, ok := b.claim(t, "w", start)
			require.True(t, ok)
			_, err := b.Note(t.Context(), a, "w", found(4, start))
			require.NoError(t, err)
		}
		require.NoError(t, add("me", start.Add(time.Hour)))
		list, err := b.OfAccount(t.Context(), "me", "", 10)
		require.NoError(t, err)
		for _, a := range list {
			require.NoError(t, b.Delete(t.Context(), a.ID, "me", start))
		}
		err = add("me", start.Add(2*time.Hour))
		require.ErrorIs(t, err, analysis.ErrUsedUp, "deleting gives nothing back")
		require.NoError(t, add("me", start.Add(24*time.Hour)))
		for _, account := range []string{"a", "b", "c"} {
			require.NoError(t, add(account, start))
		}
		require.ErrorIs(t, add("d", start), analysis.ErrQueueFull)
		_, err = b.Add(t.Context(), fresh(t, fmt.Sprint("game", n-1), start), "d", desk.Key{}, limits)
		require.NoError(t, err, "joining what is under way costs nothing")
	})
}

// Many at once stay within the limits, and make the same only once.
func TestManyAtOnceStayWithinTheLimits(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		var group errgroup.Group
		for i := range 12 {
			a := fresh(t, fmt.Sprint("game", i/4), start)
			group.Go(func() error {
				_, err := b.Add(t.Context(), a, "me", desk.Key{}, desk.Limits{Running: 2, Daily: 100, Queue: 100})
				if err != nil {
					require.ErrorIs(t, err, analysis.ErrTooMany)
				}
				return nil
			})
		}
		require.NoError(t, group.Wait())
		list, err := b.OfAccount(t.Context(), "me", "", 100)
		require.NoError(t, err)
		require.Len(t, list, 2)
	})
}

func TestLeaving(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		a := b.add(t, fresh(t, "g", start), "me")
		b.add(t, fresh(t, "g", start), "you")
		got, err := b.Cancel(t.Context(), a.ID, "me", start)
		require.NoError(t, err)
		require.Equal(t, analysis.Queued, got.State, "another one wants it")
		asked, err := b.Asked(t.Context(), a.ID, "me")
		require.NoError(t, err)
		require.False(t, asked)
		work, _ := b.claim(t, "w", start)
		got, err = b.Cancel(t.Context(), a.ID, "you", start)
		require.NoError(t, err)
		require.Equal(t, analysis.Cancelled, got.State)
		_, err = b.Note(t.Context(), work, "w", found(1, start))
		require.ErrorIs(t, err, desk.ErrLost)
		_, err = b.Cancel(t.Context(), a.ID, "you", start)
		require.ErrorIs(t, err, analysis.ErrEnded)
		require.NoError(t, b.Delete(t.Context(), a.ID, "you", start))
		_, err = b.Get(t.Context(), a.ID)
		require.ErrorIs(t, err, analysis.ErrNoSuchAnalysis)
		require.ErrorIs(t, b.Delete(t.Context(), a.ID, "you", start), analysis.ErrNoSuchAnalysis)
		var left int64
		require.NoError(t, b.db.Read().Table("askers").Count(&left).Error)
		require.Zero(t, left)
	})
}

func TestWorkersShare(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		first := b.add(t, fresh(t, "g", start), "me")
		second := b.add(t, fresh(t, "h", start), "me")
		a, ok := b.claim(t, "w1", start)
		require.True(t, ok)
		require.Equal(t, first.ID, a.ID, "the oldest first")
		other, ok := b.claim(t, "w2", start)
		require.True(t, ok)
		require.Equal(t, second.ID, other.ID)
		_, ok = b.claim(t, "w3", start)
		require.False(t, ok)
		a, err := b.Note(t.Context(), a, "w1", found(1, start))
		require.NoError(t, err)

		late := start.Add(2 * time.Minute)
		require.NoError(t, b.Extend(t.Context(), second.ID, "w2", late.Add(time.Minute)))
		taken, ok := b.claim(t, "w3", late)
		require.True(t, ok)
		require.Equal(t, a.ID, taken.ID)
		require.Len(t, taken.Found, 1, "it goes on where it was")
		require.Equal(t, start, taken.Started)
		_, err = b.Note(t.Context(), a, "w1", found(1, late))
		require.ErrorIs(t, err, desk.ErrLost)
		require.ErrorIs(t, b.Extend(t.Context(), a.ID, "w1", late), desk.ErrLost)
		require.ErrorIs(t, b.Fail(t.Context(), a.ID, "w1", analysis.FailedLate, late), desk.ErrLost)
		require.NoError(t, b.Release(t.Context(), a.ID, "w3", late.Add(time.Second)))
		_, ok = b.claim(t, "w1", late)
		require.False(t, ok)
		again, ok := b.claim(t, "w1", late.Add(time.Second))
		require.True(t, ok)
		require.NoError(t, b.Fail(t.Context(), again.ID, "w1", analysis.FailedSearch, late))
		got, err := b.Get(t.Context(), again.ID)
		require.NoError(t, err)
		require.Equal(t, analysis.Failed, got.State)
		require.Equal(t, analysis.FailedSearch, got.Error)
	})
}

// Whoever writes for a position that another one has written loses.
func TestAStaleWriterChangesNothing(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		b.add(t, fresh(t, "g", start), "me")
		a, _ := b.claim(t, "w", start)
		_, err := b.Note(t.Context(), a, "w", found(2, start))
		require.NoError(t, err)
		_, err = b.Note(t.Context(), a, "w", found(1, start))
		require.ErrorIs(t, err, desk.ErrLost)
		got, err := b.Get(t.Context(), a.ID)
		require.NoError(t, err)
		require.Len(t, got.Found, 2)
	})
}

// No two workers ever have one analysis.
func TestManyWorkersClaimEachOnce(t *testing.T) {
	t.Parallel()
	boxes(t, func(t *testing.T, b box) {
		const jobs = 12
		for i := range jobs {
			_, err := b.Add(t.Context(), fresh(t, fmt.Sprint("game", i), start), "me", desk.Key{}, desk.Limits{Running: jobs, Daily: jobs, Queue: jobs})
			require.NoError(t, err)
		}
		claimed := make(chan string, jobs*2)
		var group errgroup.Group
		for w := range 4 {
			group.Go(func() error {
				for {
					a, ok, err := b.Claim(t.Context(), fmt.Sprint("w", w), start, start.Add(time.Minute))
					if err != nil {
						return err
					}
					if !ok && b.nothingLeft(t) {
						return nil
					}
					if ok {
						claimed <- a.ID
					}
				}
			})
		}
		require.NoError(t, group.Wait())
		close(claimed)
		seen := map[string]bool{}
		for id := range claimed {
			require.False(t, seen[id])
			seen[id] = true
		}
		require.Len(t, seen, jobs)
	})
}

func (b box) nothingLeft(t *testing.T) bool {
	t.Helper()
	var count int64
	require.NoError(t, b.db.Read().Session(&gorm.Session{}).Table("analyses").Where("state = 'queued'").Count(&count).Error)
	return count == 0
}
