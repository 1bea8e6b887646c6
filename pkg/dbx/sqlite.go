package dbx

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	gosqlite "github.com/glebarez/go-sqlite"
	"github.com/glebarez/sqlite"
	"golang.org/x/sync/semaphore"
	"gorm.io/gorm"
)

// pragma is one setting of a SQLite connection, and what it reads back as.
type pragma struct{ name, value, reads string }

var pragmas = []pragma{
	{"busy_timeout", "5000", "5000"},
	{"journal_mode", "WAL", "wal"},
	{"synchronous", "FULL", "2"},
	{"foreign_keys", "1", "1"},
	{"wal_autocheckpoint", "8000", "8000"},
	{"cache_size", "-65536", "-65536"}, // KiB; taken as it is needed
	{"temp_store", "MEMORY", "2"},      // also what a statement may have to undo
}

// Readers are told to refuse writes, so that a write which slipped into Read
// fails at once instead of fighting the writer for the lock.
var readPragmas = append(slices.Clone(pragmas), pragma{"query_only", "1", "1"})

func (d *DB) openSQLite(ctx context.Context, path string, readers int) error {
	d.dialect, d.turns = SQLite, semaphore.NewWeighted(1)
	file, err := sqliteFile(path, d.service)
	if err != nil {
		return err
	}
	// The writer goes first: it creates the file and turns WAL on.
	if d.write, err = d.openPool(ctx, file, pragmas, "immediate", 1); err != nil {
		return err
	}
	d.read, err = d.openPool(ctx, file, readPragmas, "deferred", readers)
	return err
}

// sqliteFile names a service's file and makes its folder.
func sqliteFile(path, service string) (string, error) {
	if path == "" {
		return "", fmt.Errorf("address sqlite: names no folder")
	}
	if filepath.Ext(path) != ".db" {
		path = filepath.Join(path, service+".db")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("make folder: %w", err)
	}
	return path, nil
}

func (d *DB) openPool(ctx context.Context, file string, set []pragma, lock string, conns int) (*gorm.DB, error) {
	pool := sql.OpenDB(sqliteConnector{dsn: sqliteDSN(file, set, lock)})
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	if err := checkPragmas(ctx, pool, set); err != nil {
		_ = pool.Close()
		return nil, err
	}
	return newGORM(&sqlite.Dialector{Conn: pool}, d.log)
}

func sqliteDSN(file string, set []pragma, lock string) string {
	options := url.Values{"_txlock": {lock}}
	for _, p := range set {
		options.Add("_pragma", p.name+"("+p.value+")")
	}
	return "file:" + (&url.URL{Path: file}).EscapedPath() + "?" + options.Encode()
}

// checkPragmas reads the settings back: SQLite ignores what it doesn't know
// and a file system may not carry WAL, both without an error.
func checkPragmas(ctx context.Context, pool *sql.DB, set []pragma) error {
	for _, p := range set {
		var got string
		if err := pool.QueryRowContext(ctx, "PRAGMA "+p.name).Scan(&got); err != nil {
			return fmt.Errorf("read pragma %s: %w", p.name, err)
		}
		if !strings.EqualFold(got, p.reads) {
			return fmt.Errorf("pragma %s is %s, must be %s", p.name, got, p.reads)
		}
	}
	return nil
}

// sqliteConnector opens connections of the SQLite driver, wrapped.
type sqliteConnector struct{ dsn string }

func (c sqliteConnector) Driver() driver.Driver { return &gosqlite.Driver{} }

func (c sqliteConnector) Connect(context.Context) (driver.Conn, error) {
	conn, err := c.Driver().Open(c.dsn)
	if err != nil {
		return nil, err
	}
	return sqliteConn{conn.(rawConn)}, nil
}

// rawConn is what the driver's connections can do.
type rawConn interface {
	driver.Conn
	driver.Pinger
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
}

// sqliteConn mends two habits of the driver: it stores times in the zone they
// came in, where text no longer sorts by time, and it leaves a transaction
// open whose commit went wrong.
type sqliteConn struct{ rawConn }

// CheckNamedValue stores times in UTC, to the microsecond as PostgreSQL does.
func (sqliteConn) CheckNamedValue(v *driver.NamedValue) error {
	value, err := driver.DefaultParameterConverter.ConvertValue(v.Value)
	if t, ok := value.(time.Time); ok {
		value = t.UTC().Truncate(time.Microsecond)
	}
	v.Value = value
	return err
}

func (c sqliteConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	tx, err := c.rawConn.BeginTx(ctx, opts)
	if err != nil {
		return nil, err
	}
	return sqliteTx{tx}, nil
}

type sqliteTx struct{ driver.Tx }

// Commit rolls back what could not be committed: the pool hands the connection
// to the next transaction, which could not begin inside this one.
func (t sqliteTx) Commit() error {
	err := t.Tx.Commit()
	if err != nil {
		_ = t.Tx.Rollback() // fails where SQLite has rolled back by itself
	}
	return err
}
