package dbx_test

import (
	"database/sql"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/testkit"
)

func TestADatabaseThatGoesAwayIsUnavailable(t *testing.T) {
	t.Parallel()
	cfg := testkit.Postgres(t)
	db := testkit.Open(t, cfg, "referee", nil)
	require.NoError(t, db.Write().Exec("SELECT 1").Error)

	err := db.Write().Exec("SELECT pg_terminate_backend(pg_backend_pid())").Error
	require.ErrorIs(t, err, dbx.ErrAway)
	require.Equal(t, "UNAVAILABLE", errs.Reason(err))
}

// Every way to use a database that nobody can reach any more says so.
func TestWhateverIsAskedOfADatabaseThatIsAwayIsUnavailable(t *testing.T) {
	t.Parallel()
	cfg := testkit.Postgres(t)
	db := testkit.Open(t, cfg, "referee", nil)
	shut(t, cfg)
	var n []int
	uses := map[string]func() error{
		"exec":  func() error { return db.Write().Exec("SELECT 1").Error },
		"scan":  func() error { return db.Read().Raw("SELECT 1").Scan(&n).Error },
		"pluck": func() error { return db.Read().Table("pg_class").Pluck("1", &n).Error },
		"tx":    func() error { return db.Tx(t.Context(), func(tx *gorm.DB) error { return tx.Exec("SELECT 1").Error }) },
		"ping":  func() error { return db.Ping(t.Context()) },
		"clock": func() error { _, err := db.Clock(t.Context()); return err },
	}
	for name, use := range uses {
		for range 2 * cfg.MaxConns { // as often as there may be a connection that does not know yet
			require.ErrorIs(t, use(), dbx.ErrAway, name)
		}
	}
}

// shut lets nobody connect to a database any more and cuts who is.
func shut(t *testing.T, cfg dbx.Config) {
	t.Helper()
	name := cfg.DSN[strings.LastIndex(cfg.DSN, "/")+1:]
	name, _, _ = strings.Cut(name, "?")
	pool, err := sql.Open("pgx", os.Getenv(testkit.PostgresEnv))
	require.NoError(t, err)
	defer func() { require.NoError(t, pool.Close()) }()
	_, err = pool.ExecContext(t.Context(), "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false")
	require.NoError(t, err)
	_, err = pool.ExecContext(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
	require.NoError(t, err)
}

func TestAWrongStatementIsNotUnavailable(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", nil, func(t *testing.T, db *dbx.DB) {
		err := db.Write().Exec("SELECT * FROM nowhere").Error
		require.Error(t, err)
		require.NotErrorIs(t, err, dbx.ErrAway)
	})
}
