package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/referee/internal/record"
	"kydai.dev/services/referee/internal/store"
)

func TestMigrationsGoUpAndDown(t *testing.T) {
	t.Parallel()
	testkit.MigrationsUpAndDown(t, "referee", store.Migrations())
}

func TestAppend(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		h.append(game("g"))
		row := h.row("g")
		deadline := at(30).UnixMicro()
		require.Equal(t, record.Row{
			ID: "g", Creator: "matchmaking", CreationKey: "g", BodyHash: []byte{1, 2}, Settings: []byte("settings"), Visibility: "public",
			FirstAccount: ann, SecondAccount: bob, Status: "running", Seq: 2, CreatedAt: start.UnixMicro(), Deadline: &deadline,
		}, row)

		h.append(next("g", 3))
		row = h.row("g")
		require.Equal(t, []int{3, 1}, []int{row.Seq, row.Ply})
		require.Equal(t, at(63).UnixMicro(), *row.Deadline)
		require.Nil(t, row.EndedAt)

		h.append(record.Append{GameID: "g", Seq: 4, LastSeq: 5, Events: []byte("g:4-5"), State: record.State{
			Ply: 1, Status: "finished", Winner: "none", Reason: "agreement", AsOf: at(9), Ended: at(9),
		}})
		row = h.row("g")
		ended := at(9).UnixMicro()
		require.WithinDuration(t, time.Now(), row.Place().Closed, time.Minute)
		row.ClosedAt = nil
		require.Equal(t, record.Row{
			ID: "g", Creator: "matchmaking", CreationKey: "g", BodyHash: []byte{1, 2}, Settings: []byte("settings"), Visibility: "public",
			FirstAccount: ann, SecondAccount: bob, Status: "finished", Winner: "none", Reason: "agreement", Seq: 5, Ply: 1,
			CreatedAt: start.UnixMicro(), EndedAt: &ended,
		}, row, "and no deadline")
		require.Equal(t, "g:1-2 g:3 g:4-5", h.log("g"))
		require.Equal(t, []string{"g:1-2 ", "g:3 ", "g:4-5"}, h.outbox())
	})
}

func TestAppendsOfManyGamesShareACommit(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		var all []record.Append
		for i := range 12 {
			all = append(all, game(fmt.Sprintf("g%02d", i)))
		}
		for _, err := range h.together(all...) {
			require.NoError(t, err)
		}
		for i := range 12 {
			all[i] = next(fmt.Sprintf("g%02d", i), 3)
		}
		for _, err := range h.together(all...) {
			require.NoError(t, err)
		}
		largest := 0
		for _, g := range h.groups.all {
			largest = max(largest, len(g))
		}
		require.Greater(t, largest, 1)
		require.Less(t, len(h.groups.all), 24)
	})
}

func TestGamesEndInOneCommit(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		var ends []record.Append
		for i, id := range []string{"a", "b", "c"} {
			h.append(game(id))
			end := next(id, 3)
			end.State = record.State{Status: "finished", Winner: []string{"first", "second", "none"}[i], Reason: "timeout", AsOf: at(3), Ended: at(float64(3 + i))}
			ends = append(ends, end)
		}
		for _, err := range h.together(ends...) {
			require.NoError(t, err)
		}
		for i, id := range []string{"a", "b", "c"} {
			row := h.row(id)
			require.Equal(t, []string{"finished", ends[i].State.Winner, "timeout"}, []string{row.Status, row.Winner, row.Reason})
			require.Equal(t, ends[i].State.Ended.UnixMicro(), *row.EndedAt)
			require.Nil(t, row.Deadline)
		}
	})
}

// At most one append of a game is in a commit; what comes after it waits for
// the next one.
func TestOneAppendAGameInACommit(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		h.append(game("a"))
		h.append(game("b"))
		errs := h.together(next("a", 3), next("a", 3), next("b", 3), next("a", 3))
		require.NoError(t, errs[2])
		stale := 0
		for _, i := range []int{0, 1, 3} {
			if errs[i] != nil {
				require.ErrorIs(t, errs[i], record.ErrStale)
				stale++
			}
		}
		require.Equal(t, 2, stale, "one of the three was first")
		for _, g := range h.groups.all {
			seen := map[string]bool{}
			for _, id := range g {
				require.False(t, seen[id], "%v", g)
				seen[id] = true
			}
		}
		require.Equal(t, "a:1-2 a:3 ", h.log("a"))
	})
}

func TestAGroupIsBounded(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		const games = store.GroupSize + 44
		appendAll := func(a func(id string) record.Append) {
			var all []record.Append
			for i := range games {
				all = append(all, a(fmt.Sprintf("g%03d", i)))
			}
			for _, err := range h.together(all...) {
				require.NoError(t, err)
			}
		}
		appendAll(game)
		appendAll(func(id string) record.Append { return next(id, 3) })
		stored, largest := 0, 0
		for _, g := range h.groups.all {
			stored, largest = stored+len(g), max(largest, len(g))
		}
		require.Equal(t, 2*games+1, stored, "and the plug")
		require.LessOrEqual(t, largest, store.GroupSize)
		require.Greater(t, largest, store.GroupSize/4, "of more rows than one statement takes")
		for i := range games {
			id := fmt.Sprintf("g%03d", i)
			require.Equal(t, 3, h.row(id).Seq)
			require.Equal(t, id+":1-2 "+id+":3 ", h.log(id))
		}
	})
}

func TestAStaleAppendWritesNothingAndHarmsNobody(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		for _, id := range []string{"a", "b", "c"} {
			h.append(game(id))
		}
		h.append(next("b", 3))
		before, row := h.outbox(), h.row("b")

		stale := next("b", 3)
		stale.Events, stale.State.Ply = []byte("another move"), 77
		errs := h.together(next("a", 3), stale, next("c", 3))
		require.NoError(t, errs[0])
		require.ErrorIs(t, errs[1], record.ErrStale)
		require.NoError(t, errs[2])
		require.Equal(t, "b:1-2 b:3 ", h.log("b"))
		require.Equal(t, row, h.row("b"))
		require.Equal(t, "a:1-2 a:3 ", h.log("a"))
		require.Equal(t, 3, h.row("c").Seq)
		require.Len(t, h.outbox(), len(before)+3, "the two, and that of the test itself")
		require.NotContains(t, h.outbox(), "another move")
	})
}

func TestACreatorsKeyMakesOneGame(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		errs := h.together(creation("a", "x", "k"), creation("b", "x", "k"), creation("c", "y", "k"), creation("d", "x", "l"))
		require.NoError(t, errs[2], "the key of another creator")
		require.NoError(t, errs[3], "another key")
		made := "a"
		if errs[0] != nil {
			made = "b"
			errs[0], errs[1] = errs[1], errs[0]
		}
		require.NoError(t, errs[0])
		require.ErrorIs(t, errs[1], record.ErrKeyTaken)
		row, err := h.ByKey(t.Context(), "x", "k")
		require.NoError(t, err)
		require.Equal(t, made, row.ID)
		require.ErrorIs(t, h.committer.Append(t.Context(), creation("e", "x", "k")), record.ErrKeyTaken)

		for _, id := range []string{"a", "b", "e"} {
			if id == made {
				continue
			}
			require.Empty(t, h.log(id))
			require.Empty(t, h.row(id).ID)
			require.NotContains(t, h.outbox(), id+":1-2 ")
		}
		games, err := h.List(t.Context(), record.Filter{Account: ann, Viewer: ann, Limit: 100})
		require.NoError(t, err)
		require.Len(t, games, 4, "three, and that of the test itself")
		_, err = h.ByKey(t.Context(), "x", "m")
		require.ErrorIs(t, err, record.ErrNotFound)
	})
}

// The answer of an append leaves once its commit has returned, and until then
// nobody sees anything of it.
func TestNothingIsAnsweredOrSeenBeforeTheCommit(t *testing.T) {
	t.Parallel()
	stages := map[string]func(reached chan<- struct{}, release <-chan struct{}) func(store.Transact) store.Transact{
		"before the commit": func(reached chan<- struct{}, release <-chan struct{}) func(store.Transact) store.Transact {
			return func(next store.Transact) store.Transact {
				return func(ctx context.Context, fn func(*gorm.DB) error) error {
					return next(ctx, func(tx *gorm.DB) error {
						err := fn(tx) // everything is written, nothing is committed
						reached <- struct{}{}
						<-release
						return err
					})
				}
			}
		},
		"before the commit returns": func(reached chan<- struct{}, release <-chan struct{}) func(store.Transact) store.Transact {
			return func(next store.Transact) store.Transact {
				return func(ctx context.Context, fn func(*gorm.DB) error) error {
					err := next(ctx, fn)
					reached <- struct{}{}
					<-release
					return err
				}
			}
		},
	}
	for name, stage := range stages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testkit.Databases(t, "referee", store.Migrations(), func(t *testing.T, db *dbx.DB) {
				reached, release := make(chan struct{}), make(chan struct{})
				h := open(t, db, stage(reached, release))
				answer := make(chan error, 1)
				go func() { answer <- h.committer.Append(context.Background(), game("g")) }()
				<-reached
				require.Empty(t, answer)
				if name == "before the commit" {
					require.Empty(t, h.log("g"))
					heads, err := h.Heads(t.Context(), []string{"g"})
					require.NoError(t, err)
					require.Empty(t, heads)
					_, err = h.ByKey(t.Context(), "matchmaking", "g")
					require.ErrorIs(t, err, record.ErrNotFound)
					require.Empty(t, h.outbox())
				}
				require.Empty(t, answer)
				close(release)
				require.NoError(t, <-answer)
				require.Equal(t, "g:1-2 ", h.log("g"))
				require.Equal(t, []string{"g:1-2 "}, h.outbox())
			})
		})
	}
}

// Two replicas append to the same games; each place in a log is filled once.
func TestTwoWriters(t *testing.T) {
	t.Parallel()
	const games, length, workers = 5, 40, 3
	testkit.Configs(t, func(t *testing.T, cfg dbx.Config) {
		var halls []*hall
		for range 2 {
			halls = append(halls, open(t, testkit.Open(t, cfg, "referee", store.Migrations())))
		}
		for i := range games {
			halls[0].append(game(fmt.Sprintf("g%d", i)))
		}
		var all errgroup.Group
		var mu sync.Mutex
		won := map[string]int{}
		for w, h := range halls {
			for range workers {
				all.Go(func() error {
					for i := range games {
						id := fmt.Sprintf("g%d", (i+w)%games)
						for {
							heads, err := h.Heads(t.Context(), []string{id})
							if err != nil || heads[id] >= length {
								if err != nil {
									return err
								}
								break
							}
							err = h.committer.Append(t.Context(), next(id, heads[id]+1))
							if err == nil {
								mu.Lock()
								won[fmt.Sprintf("%s:%d ", id, heads[id]+1)]++
								mu.Unlock()
							} else if !errors.Is(err, record.ErrStale) {
								return err
							}
						}
					}
					return nil
				})
			}
		}
		require.NoError(t, all.Wait())
		require.Len(t, won, games*(length-2))
		for i := range games {
			id := fmt.Sprintf("g%d", i)
			want := id + ":1-2 "
			for seq := 3; seq <= length; seq++ {
				event := fmt.Sprintf("%s:%d ", id, seq)
				want += event
				require.Equal(t, 1, won[event], event)
			}
			require.Equal(t, want, halls[1].log(id))
			row := halls[1].row(id)
			require.Equal(t, []int{length, length - 2}, []int{row.Seq, row.Ply})
		}
		require.Len(t, halls[0].outbox(), games*(length-1), "one message a stored append")
	})
}
