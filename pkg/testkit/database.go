package testkit

import (
	"context"
	"crypto/rand"
	"database/sql"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // opens the connection that makes databases
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/dbx"
)

// The environment of tests on PostgreSQL.
const (
	// PostgresEnv holds the URL of a superuser on a server for tests.
	PostgresEnv = "KYDAI_TEST_POSTGRES"
	// RequiredEnv, set to 1, turns a missing server from a skip to a failure.
	RequiredEnv = "KYDAI_TEST_POSTGRES_REQUIRED"
)

// testConns keeps many parallel tests within one server's connections.
const testConns = 4

// Databases runs fn as the subtests sqlite and postgres, each on a database of
// its own with the migrations applied. The subtests run in parallel.
func Databases(t *testing.T, service string, migrations fs.FS, fn func(t *testing.T, db *dbx.DB)) {
	t.Helper()
	Configs(t, func(t *testing.T, cfg dbx.Config) {
		fn(t, Open(t, cfg, service, migrations))
	})
}

// Configs runs fn like Databases, with the address of an empty database for
// tests that open it themselves, or more than once.
func Configs(t *testing.T, fn func(t *testing.T, cfg dbx.Config)) {
	t.Helper()
	t.Run(string(dbx.SQLite), func(t *testing.T) {
		t.Parallel()
		fn(t, SQLite(t))
	})
	t.Run(string(dbx.Postgres), func(t *testing.T) {
		t.Parallel()
		fn(t, Postgres(t))
	})
}

// Open opens a service's database and closes it with the test.
func Open(t testing.TB, cfg dbx.Config, service string, migrations fs.FS) *dbx.DB {
	t.Helper()
	db, err := dbx.Open(t.Context(), cfg, service, migrations, Logger(t))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// SQLite returns the address of an empty folder.
func SQLite(t testing.TB) dbx.Config {
	t.Helper()
	return dbx.Config{DSN: "sqlite:" + t.TempDir(), MaxConns: testConns}
}

// Postgres creates an empty database, which goes with the test, and returns
// its address. Without a server the test is skipped, or fails where one is
// required.
func Postgres(t testing.TB) dbx.Config {
	t.Helper()
	server := os.Getenv(PostgresEnv)
	if server == "" {
		if os.Getenv(RequiredEnv) == "1" {
			require.FailNow(t, "no PostgreSQL: set "+PostgresEnv)
		}
		t.Skip("no PostgreSQL: set " + PostgresEnv + " to the URL of a superuser")
	}
	address, err := url.Parse(server)
	require.NoError(t, err)
	name := "kydai_test_" + strings.ToLower(rand.Text())
	admin(t, server, "CREATE DATABASE "+name)
	t.Cleanup(func() { admin(t, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	address.Path = "/" + name
	return dbx.Config{DSN: address.String(), MaxConns: testConns}
}

func admin(t testing.TB, server, statement string) {
	t.Helper()
	pool, err := sql.Open("pgx", server)
	require.NoError(t, err)
	defer func() { require.NoError(t, pool.Close()) }()
	_, err = pool.ExecContext(context.Background(), statement) // the test's own context has ended in a clean-up
	require.NoError(t, err)
}
