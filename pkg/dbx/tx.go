package dbx

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	gosqlite "github.com/glebarez/go-sqlite"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrUnknownCommit says that a commit was asked for and nobody knows whether
// it took place: the caller must look before it does anything again.
var ErrUnknownCommit = errors.New("outcome of the commit is unknown")

const (
	txTries = 5
	txPause = 5 * time.Millisecond
	// commitLimit ends the wait for a database that has gone silent.
	commitLimit = 10 * time.Second
)

// Tx runs fn in a transaction on the writer. A transaction that PostgreSQL
// broke off (deadlock, serialization) is run again, so fn must leave nothing
// behind outside tx. fn must return the error of any statement that failed.
// Once ctx is done nothing is committed, but a commit on its way is not
// interrupted. An outcome that cannot be known is ErrUnknownCommit.
func (d *DB) Tx(ctx context.Context, fn func(tx *gorm.DB) error) error {
	for try := 1; ; try++ {
		err := translate(d.once(ctx, fn)) // GORM hands on as it is why no connection could be had
		if err == nil || try == txTries || !brokenOff(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(rand.N(txPause << try)):
		}
	}
}

func (d *DB) once(ctx context.Context, fn func(tx *gorm.DB) error) error {
	if d.turns != nil { // the pool hands its one connection to any of those who wait
		if err := d.turns.Acquire(ctx, 1); err != nil {
			return fmt.Errorf("wait for the writer: %w", err)
		}
		defer d.turns.Release(1)
	}
	return d.write.WithContext(ctx).Connection(func(conn *gorm.DB) error {
		// The statements end with ctx, the transaction doesn't: a commit cut
		// off half-way would be one more unknown outcome.
		life, end := context.WithCancel(context.WithoutCancel(ctx))
		defer end()
		tx := conn.WithContext(life).Begin()
		if tx.Error != nil {
			return fmt.Errorf("begin: %w", tx.Error)
		}
		open := true
		defer func() {
			if open {
				tx.Rollback()
			}
		}()
		if err := fn(tx.WithContext(ctx)); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("before commit: %w", err)
		}
		open = false
		defer time.AfterFunc(commitLimit, end).Stop()
		return commitError(tx.Commit().Error)
	})
}

// commitError tells a commit that surely did nothing from one that may have.
func commitError(err error) error {
	if err == nil {
		return nil
	}
	if refused(err) {
		return fmt.Errorf("commit: %w", err)
	}
	return fmt.Errorf("commit: %w: %w", ErrUnknownCommit, err)
}

// refused reports that the database answered the commit with a plain no, or
// never saw it. Anything unlisted counts as unknown.
func refused(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code[:2] == "23" || brokenOff(err)
	}
	if errors.Is(err, gorm.ErrForeignKeyViolated) || errors.Is(err, gorm.ErrDuplicatedKey) {
		return true // what GORM makes of a constraint that SQLite checks at the end
	}
	var lite *gosqlite.Error
	if errors.As(err, &lite) {
		return lite.Code()&0xff == sqlite3.SQLITE_BUSY
	}
	return errors.Is(err, sql.ErrTxDone) || errors.Is(err, pgx.ErrTxCommitRollback) || pgconn.SafeToRetry(err)
}

// brokenOff reports that PostgreSQL gave the transaction up for another's sake.
func brokenOff(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
