// Package dbx opens a service's own database: GORM on one SQLite file, or on
// one schema of a PostgreSQL database. It runs the service's migrations, reads
// back the settings that durability hangs on, and knows the one right way to
// run a transaction on either, so that no service has to.
package dbx

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"regexp"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"
	"gorm.io/gorm"
)

// Config says where a service's data lives.
type Config struct {
	DSN      string `name:"db" help:"Database: sqlite:FOLDER (one file per service), sqlite:FILE.db, or postgres://user@host/database (one schema per service)." default:"${db}"`
	MaxConns int    `name:"db-max-conns" help:"Most connections to PostgreSQL, or most concurrent readers of SQLite." default:"16"`
}

// Dialect is the kind of a database.
type Dialect string

// The databases that kydai runs on. The names are those of the folders with
// migrations.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// defaultConns is what a Config made without kong gets.
const defaultConns = 16

// DB is a service's database. It is safe for concurrent use.
type DB struct {
	write, read *gorm.DB
	// turns hands SQLite's writer to transactions in the order in which they
	// ask; nil on PostgreSQL.
	turns      *semaphore.Weighted
	dialect    Dialect
	service    string
	migrations fs.FS
	log        *slog.Logger
}

// serviceName is what may stand, unquoted, as a schema and a file name.
var serviceName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// Open opens the database of a service and brings it up to date. The folders
// postgres and sqlite of migrations hold versioned SQL for goose; nil migrates
// nothing.
func Open(ctx context.Context, cfg Config, service string, migrations fs.FS, log *slog.Logger) (*DB, error) {
	if !serviceName.MatchString(service) {
		return nil, fmt.Errorf("open database: bad service name %q", service)
	}
	if cfg.MaxConns <= 0 {
		cfg.MaxConns = defaultConns
	}
	db := &DB{service: service, migrations: migrations, log: log}
	if err := db.open(ctx, cfg); err != nil {
		return nil, fmt.Errorf("open database of %s: %w", service, errors.Join(err, db.Close()))
	}
	return db, nil
}

func (d *DB) open(ctx context.Context, cfg Config) error {
	var err error
	if path, ok := strings.CutPrefix(cfg.DSN, "sqlite:"); ok {
		err = d.openSQLite(ctx, path, cfg.MaxConns)
	} else if strings.HasPrefix(cfg.DSN, "postgres://") || strings.HasPrefix(cfg.DSN, "postgresql://") {
		err = d.openPostgres(ctx, cfg.DSN, cfg.MaxConns)
	} else {
		err = errors.New("address must begin with sqlite: or postgres://")
	}
	if err != nil {
		return err
	}
	return d.Up(ctx)
}

// Write returns the handle for everything that changes data. On SQLite it has
// one connection: a statement outside Tx waits for the transaction that runs.
func (d *DB) Write() *gorm.DB { return d.write }

// Read returns the handle for queries. On SQLite it never waits for the writer
// and refuses to write.
func (d *DB) Read() *gorm.DB { return d.read }

// Dialect returns the kind of the database.
func (d *DB) Dialect() Dialect { return d.dialect }

// Service returns the name of the service whose database it is.
func (d *DB) Service() string { return d.service }

// Ping reports whether the database answers.
func (d *DB) Ping(ctx context.Context) error {
	if err := d.read.WithContext(ctx).Exec("SELECT 1").Error; err != nil {
		return fmt.Errorf("ping database of %s: %w", d.service, err)
	}
	return nil
}

// Clock returns the database's own time, against which a process checks its.
func (d *DB) Clock(ctx context.Context) (time.Time, error) {
	query := "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
	if d.dialect == SQLite {
		query = "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)"
	}
	var ms int64
	if err := d.read.WithContext(ctx).Raw(query).Scan(&ms).Error; err != nil {
		return time.Time{}, fmt.Errorf("read clock of %s: %w", d.service, err)
	}
	return time.UnixMilli(ms).UTC(), nil
}

// Close closes every connection and waits for running queries.
func (d *DB) Close() error {
	err := closePool(d.write)
	if d.read != d.write {
		err = errors.Join(err, closePool(d.read))
	}
	return err
}

func closePool(g *gorm.DB) error {
	if g == nil {
		return nil
	}
	pool, err := g.DB()
	if err != nil {
		return err
	}
	return pool.Close()
}
