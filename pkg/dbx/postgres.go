package dbx

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
)

// idleTime is how long an unused connection to PostgreSQL is kept.
const idleTime = 5 * time.Minute

// Without these an acknowledged commit may be gone after a power cut.
var durableSettings = []string{"synchronous_commit", "fsync", "full_page_writes"}

func (d *DB) openPostgres(ctx context.Context, dsn string, conns int) error {
	d.dialect = Postgres
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		return fmt.Errorf("read address: %w", err)
	}
	cfg.RuntimeParams["application_name"] = "kydai-" + d.service
	cfg.RuntimeParams["search_path"] = d.service
	cfg.RuntimeParams["timezone"] = "UTC"
	cfg.RuntimeParams["synchronous_commit"] = "on"

	pool := stdlib.OpenDB(*cfg, stdlib.OptionAfterConnect(scanUTC))
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(idleTime)
	if err := checkSettings(ctx, pool); err != nil {
		_ = pool.Close()
		return err
	}
	d.write, err = newGORM(postgres.New(postgres.Config{Conn: pool}), d.log)
	d.read = d.write
	return err
}

// scanUTC makes timestamps come back in UTC, not in the host's zone.
func scanUTC(_ context.Context, conn *pgx.Conn) error {
	conn.TypeMap().RegisterType(&pgtype.Type{
		Name:  "timestamptz",
		OID:   pgtype.TimestamptzOID,
		Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}

func checkSettings(ctx context.Context, pool *sql.DB) error {
	for _, name := range durableSettings {
		var got string
		if err := pool.QueryRowContext(ctx, "SHOW "+name).Scan(&got); err != nil {
			return fmt.Errorf("read setting %s: %w", name, err)
		}
		if got != "on" {
			return fmt.Errorf("setting %s is %s, must be on", name, got)
		}
	}
	return nil
}

// makeSchema creates the service's schema unless an operator has done so: a
// role that owns its schema needs no right to create any.
func makeSchema(ctx context.Context, conn *sql.Conn, service string) error {
	var exists bool
	const query = "SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = $1)"
	if err := conn.QueryRowContext(ctx, query, service).Scan(&exists); err != nil {
		return fmt.Errorf("look for schema: %w", err)
	}
	if exists {
		return nil
	}
	if _, err := conn.ExecContext(ctx, "CREATE SCHEMA "+service); err != nil {
		return fmt.Errorf("create schema: %w", err)
	}
	return nil
}
