package dbx_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
)

func count(t *testing.T, db *dbx.DB) int {
	t.Helper()
	var n int64
	require.NoError(t, db.Read().Model(&parent{}).Count(&n).Error)
	return int(n)
}

func TestTxKeepsAllOrNothing(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", migrations(), func(t *testing.T, db *dbx.DB) {
		err := db.Tx(t.Context(), func(tx *gorm.DB) error {
			require.NoError(t, tx.Create(&parent{ID: 1}).Error)
			return errOops
		})
		require.ErrorIs(t, err, errOops)
		require.Zero(t, count(t, db))

		require.Panics(t, func() {
			_ = db.Tx(t.Context(), func(tx *gorm.DB) error {
				require.NoError(t, tx.Create(&parent{ID: 2}).Error)
				panic(errOops)
			})
		})
		require.Zero(t, count(t, db))

		require.NoError(t, db.Tx(t.Context(), func(tx *gorm.DB) error { return tx.Create(&parent{ID: 3}).Error }))
		require.Equal(t, 1, count(t, db))
	})
}

func TestTxCommitsNothingOnceTheContextIsDone(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", migrations(), func(t *testing.T, db *dbx.DB) {
		ctx, cancel := context.WithCancel(t.Context())
		err := db.Tx(ctx, func(tx *gorm.DB) error {
			require.NoError(t, tx.Create(&parent{ID: 1}).Error)
			cancel()
			return nil
		})
		require.ErrorIs(t, err, context.Canceled)
		require.NotErrorIs(t, err, dbx.ErrUnknownCommit)
		require.Zero(t, count(t, db))
		require.NoError(t, db.Tx(t.Context(), func(tx *gorm.DB) error { return tx.Create(&parent{ID: 1}).Error }))
	})
}

func TestTxWaitsForTheWriterNoLongerThanItsContext(t *testing.T) {
	t.Parallel()
	db := testkit.Open(t, testkit.SQLite(t), "referee", migrations())
	ctx, cancel := context.WithCancel(t.Context())
	err := db.Tx(t.Context(), func(*gorm.DB) error {
		cancel()
		return db.Tx(ctx, func(*gorm.DB) error { return nil })
	})
	require.ErrorIs(t, err, context.Canceled)
}

func TestTxWritersTakeTurns(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", migrations(), func(t *testing.T, db *dbx.DB) {
		var all errgroup.Group
		for i := range 40 {
			all.Go(func() error {
				return db.Tx(t.Context(), func(tx *gorm.DB) error { return tx.Create(&parent{ID: int64(i + 1)}).Error })
			})
		}
		require.NoError(t, all.Wait())
		require.Equal(t, 40, count(t, db))
	})
}

// Whoever asks first writes first: in a crowd nobody waits for much more than one
// turn of everybody else.
func TestTxWritersComeInTheirOrder(t *testing.T) {
	t.Parallel()
	const writers, turns = 10, 100
	db := testkit.Open(t, testkit.SQLite(t), "referee", migrations())
	var done, late atomic.Int64
	var all errgroup.Group
	for range writers {
		all.Go(func() error {
			for range turns {
				asked := done.Load()
				err := db.Tx(t.Context(), func(*gorm.DB) error {
					if done.Add(1)-asked > 3*writers {
						late.Add(1)
					}
					return nil
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, all.Wait())
	require.Less(t, late.Load(), int64(writers*turns/50), "one in twenty waits that long where any of the crowd may be next")
}

// Two transactions lock two rows crosswise: PostgreSQL ends one of them, and
// the retry makes both succeed.
func TestTxRunsAgainAfterADeadlock(t *testing.T) {
	t.Parallel()
	db := testkit.Open(t, testkit.Postgres(t), "referee", migrations())
	require.NoError(t, db.Write().Create([]parent{{ID: 1}, {ID: 2}}).Error)

	var all errgroup.Group
	var runs [2]int
	var both sync.WaitGroup
	both.Add(2)
	for i, order := range [][]int64{{1, 2}, {2, 1}} {
		all.Go(func() error {
			return db.Tx(t.Context(), func(tx *gorm.DB) error {
				runs[i]++
				if err := lock(tx, order[0]); err != nil {
					return err
				}
				if runs[i] == 1 {
					both.Done()
					both.Wait()
				}
				return lock(tx, order[1])
			})
		})
	}
	require.NoError(t, all.Wait())
	require.GreaterOrEqual(t, runs[0]+runs[1], 3, "one of them ran again; on a busy machine both may be ended")
}

func lock(tx *gorm.DB, id int64) error {
	return tx.Exec("SELECT * FROM parents WHERE id = ? FOR UPDATE", id).Error
}

// The server ends the session while its transaction is open, so the commit
// gets no answer that says what became of it.
func TestTxTellsAnUnknownOutcome(t *testing.T) {
	t.Parallel()
	db := testkit.Open(t, testkit.Postgres(t), "referee", migrations())
	err := db.Tx(t.Context(), func(tx *gorm.DB) error {
		require.NoError(t, tx.Create(&parent{ID: 1}).Error)
		var pid int
		require.NoError(t, tx.Raw("SELECT pg_backend_pid()").Scan(&pid).Error)
		return db.Write().Exec("SELECT pg_terminate_backend(?)", pid).Error
	})
	require.ErrorIs(t, err, dbx.ErrUnknownCommit)
	require.Zero(t, count(t, db))
}

// A deferred constraint fails at the commit itself: a plain no, and on SQLite
// the writer must not stay inside the failed transaction.
func TestTxTellsARefusedCommit(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", migrations(), func(t *testing.T, db *dbx.DB) {
		require.NoError(t, db.Write().Exec(`CREATE TABLE late (id bigint PRIMARY KEY,
			parent_id bigint REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)`).Error)
		err := db.Tx(t.Context(), func(tx *gorm.DB) error {
			return tx.Exec("INSERT INTO late VALUES (1, 99)").Error
		})
		require.ErrorContains(t, err, "commit")
		require.NotErrorIs(t, err, dbx.ErrUnknownCommit)
		require.NoError(t, db.Tx(t.Context(), func(tx *gorm.DB) error {
			return tx.Exec("INSERT INTO late VALUES (1, NULL)").Error
		}))
	})
}
