package dbx

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// migrationLock is the advisory lock under which one replica at a time creates
// the schema and migrates; the schema's name is hashed into its second half.
const migrationLock = 0x6b79

// Folder is the folder of migrations that a store has embedded.
func Folder(files embed.FS) fs.FS {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		panic("dbx: " + err.Error()) // only for a malformed path
	}
	return sub
}

// Up brings the database to the newest version of its migrations.
func (d *DB) Up(ctx context.Context) error {
	return d.migrate(ctx, func(p *goose.Provider) error {
		_, err := p.Up(ctx)
		return err
	})
}

// Down takes every migration back. It is for tests: it deletes all data.
func (d *DB) Down(ctx context.Context) error {
	return d.migrate(ctx, func(p *goose.Provider) error {
		_, err := p.DownTo(ctx, 0)
		return err
	})
}

func (d *DB) migrate(ctx context.Context, step func(*goose.Provider) error) error {
	pool, err := d.write.DB()
	if err != nil {
		return err
	}
	return d.alone(ctx, pool, func() error {
		if d.migrations == nil {
			return nil
		}
		p, err := d.provider(pool)
		if err != nil {
			return fmt.Errorf("read migrations: %w", err)
		}
		if err := step(p); err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		return nil
	})
}

func (d *DB) provider(pool *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(d.migrations, string(d.dialect))
	if err != nil {
		return nil, err
	}
	dialect := goose.DialectPostgres
	if d.dialect == SQLite {
		dialect = goose.DialectSQLite3
	}
	return goose.NewProvider(dialect, pool, files, goose.WithDisableGlobalRegistry(true), goose.WithSlog(d.log))
}

// alone runs fn while no other replica migrates, with the schema in place. A
// SQLite file has one process (app.LockDir), so nothing is to be done there.
func (d *DB) alone(ctx context.Context, pool *sql.DB, fn func() error) (err error) {
	if d.dialect == SQLite {
		return fn()
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()

	const lock, unlock = "SELECT pg_advisory_lock($1, hashtext($2))", "SELECT pg_advisory_unlock($1, hashtext($2))"
	if _, err := conn.ExecContext(ctx, lock, migrationLock, d.service); err != nil {
		return fmt.Errorf("wait for other migrations: %w", err)
	}
	defer func() {
		_, e := conn.ExecContext(context.WithoutCancel(ctx), unlock, migrationLock, d.service)
		err = errors.Join(err, e)
	}()
	if err := makeSchema(ctx, conn, d.service); err != nil {
		return err
	}
	return fn()
}
