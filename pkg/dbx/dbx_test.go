package dbx_test

import (
	"database/sql"
	"errors"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
)

// parent is the row of the tests' migration.
type parent struct {
	ID int64
	At time.Time
}

type child struct {
	ID       int64
	ParentID int64
}

func migrations() fstest.MapFS {
	const down = "\n-- +goose Down\nDROP TABLE children;\nDROP TABLE parents;\n"
	const children = "\nCREATE TABLE children (id bigint PRIMARY KEY, parent_id bigint NOT NULL REFERENCES parents (id));"
	return fstest.MapFS{
		"sqlite/00001_init.sql": {Data: []byte("-- +goose Up\nCREATE TABLE parents (id bigint PRIMARY KEY, at timestamp NOT NULL);" +
			children + down)},
		"postgres/00001_init.sql": {Data: []byte("-- +goose Up\nCREATE TABLE parents (id bigint PRIMARY KEY, at timestamptz NOT NULL);" +
			children + down)},
	}
}

func TestMigrationsGoUpAndDown(t *testing.T) {
	t.Parallel()
	testkit.MigrationsUpAndDown(t, "referee", migrations())
}

func TestOpenRefusesWhatItCannotServe(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		dsn, service, want string
	}{
		"unknown kind":   {dsn: "mysql://localhost/x", service: "referee", want: "must begin with sqlite: or postgres://"},
		"no folder":      {dsn: "sqlite:", service: "referee", want: "names no folder"},
		"bad service":    {dsn: "sqlite:x", service: `r"; drop`, want: "bad service name"},
		"nobody listens": {dsn: "postgres://127.0.0.1:1/x?connect_timeout=1", service: "referee", want: "connect"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := dbx.Open(t.Context(), dbx.Config{DSN: tt.dsn}, tt.service, nil, testkit.Logger(t))
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestUnsafePostgresIsRefused(t *testing.T) {
	t.Parallel()
	address := testkit.Postgres(t).DSN
	for setting, want := range map[string]string{"on": "", "off": "synchronous_commit is off, must be on"} {
		pool, err := sql.Open("pgx", address+"&synchronous_commit="+setting)
		require.NoError(t, err)
		err = dbx.CheckSettings(t.Context(), pool)
		require.NoError(t, pool.Close())
		if want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, want)
		}
	}
}

func TestUnsafeSQLiteIsRefused(t *testing.T) {
	t.Parallel()
	pool, err := sql.Open("sqlite", "file::memory:")
	require.NoError(t, err)
	require.ErrorContains(t, dbx.CheckPragmas(t.Context(), pool, dbx.Pragmas), "pragma journal_mode is memory, must be wal")
	require.NoError(t, pool.Close())
}

func TestOpenFindsTheDataAgain(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, cfg dbx.Config) {
		first := testkit.Open(t, cfg, "referee", migrations())
		require.NoError(t, first.Write().Create(&parent{ID: 7, At: time.Now()}).Error)

		again := testkit.Open(t, cfg, "referee", migrations())
		require.NoError(t, again.Read().First(&parent{}, 7).Error)
		other := testkit.Open(t, cfg, "rating", migrations())
		require.ErrorIs(t, other.Read().First(&parent{}, 7).Error, gorm.ErrRecordNotFound, "services share nothing")
	})
}

func TestReplicasMigrateAtOnce(t *testing.T) {
	t.Parallel()
	cfg := testkit.Postgres(t)
	var all errgroup.Group
	for range 4 {
		all.Go(func() error {
			db, err := dbx.Open(t.Context(), cfg, "referee", migrations(), testkit.Logger(t))
			if err != nil {
				return err
			}
			return db.Close()
		})
	}
	require.NoError(t, all.Wait())
}

func TestTimesAreUTC(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", migrations(), func(t *testing.T, db *dbx.DB) {
		saigon := time.FixedZone("ICT", 7*60*60)
		early := time.Date(2026, 3, 1, 6, 0, 0, 123456789, saigon) // 2026-02-28 in UTC
		late := time.Date(2026, 3, 1, 0, 30, 0, 0, time.UTC)
		require.NoError(t, db.Write().Create([]parent{{ID: 1, At: late}, {ID: 2, At: early}}).Error)

		var got []parent
		require.NoError(t, db.Read().Where("at < ?", late.In(saigon)).Find(&got).Error)
		require.Equal(t, []parent{{ID: 2, At: early.UTC().Truncate(time.Microsecond)}}, got)
	})
}

func TestErrorsAreTranslated(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", migrations(), func(t *testing.T, db *dbx.DB) {
		require.NoError(t, db.Write().Create(&parent{ID: 1}).Error)
		require.ErrorIs(t, db.Write().Create(&parent{ID: 1}).Error, gorm.ErrDuplicatedKey)
		require.ErrorIs(t, db.Write().Table("children").Create(&child{ID: 1, ParentID: 9}).Error, gorm.ErrForeignKeyViolated)
	})
}

func TestSQLiteReadersCannotWrite(t *testing.T) {
	t.Parallel()
	db := testkit.Open(t, testkit.SQLite(t), "referee", migrations())
	require.ErrorContains(t, db.Read().Create(&parent{ID: 1}).Error, "readonly")
}

func TestSQLiteReadersDoNotWait(t *testing.T) {
	t.Parallel()
	db := testkit.Open(t, testkit.SQLite(t), "referee", migrations())
	err := db.Tx(t.Context(), func(tx *gorm.DB) error {
		require.NoError(t, tx.Create(&parent{ID: 1}).Error)
		require.ErrorIs(t, db.Read().First(&parent{}, 1).Error, gorm.ErrRecordNotFound)
		return nil
	})
	require.NoError(t, err)
	require.NoError(t, db.Read().First(&parent{}, 1).Error)
}

func TestClockIsTheDatabases(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", nil, func(t *testing.T, db *dbx.DB) {
		now, err := db.Clock(t.Context())
		require.NoError(t, err)
		require.WithinDuration(t, time.Now(), now, time.Minute)
		require.Equal(t, time.UTC, now.Location())
	})
}

var errOops = errors.New("oops")
