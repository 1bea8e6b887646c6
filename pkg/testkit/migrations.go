package testkit

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/dbx"
)

// MigrationsUpAndDown checks on both databases that the migrations take back
// everything they make, and make the same again.
func MigrationsUpAndDown(t *testing.T, service string, migrations fs.FS) {
	t.Helper()
	Databases(t, service, migrations, func(t *testing.T, db *dbx.DB) {
		made := schema(t, db)
		require.NotEmpty(t, made, "the migrations make nothing")
		require.NoError(t, db.Down(t.Context()))
		require.Empty(t, schema(t, db), "left behind by the way down")
		require.NoError(t, db.Up(t.Context()))
		require.Equal(t, made, schema(t, db))
	})
}

// Both queries describe everything in the schema but goose's own table, one
// line an object, in a stable order.
const (
	sqliteSchema = `
		SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master
		WHERE tbl_name NOT LIKE 'sqlite_%' AND tbl_name <> 'goose_db_version' ORDER BY 1`
	postgresSchema = `
		SELECT * FROM (
			SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '')
			FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'goose_db_version'
			UNION ALL
			SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename <> 'goose_db_version'
			UNION ALL
			SELECT 'constraint ' || conname || ' ' || pg_get_constraintdef(c.oid) FROM pg_constraint c
			LEFT JOIN pg_class t ON t.oid = c.conrelid
			WHERE c.connamespace = current_schema()::regnamespace AND coalesce(t.relname, '') <> 'goose_db_version'
			UNION ALL
			SELECT 'type ' || typname FROM pg_type WHERE typnamespace = current_schema()::regnamespace AND typtype IN ('d', 'e')
			UNION ALL
			SELECT 'function ' || proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
		) AS parts(part) ORDER BY 1`
)

func schema(t *testing.T, db *dbx.DB) []string {
	t.Helper()
	query := postgresSchema
	if db.Dialect() == dbx.SQLite {
		query = sqliteSchema
	}
	var parts []string
	require.NoError(t, db.Read().WithContext(t.Context()).Raw(query).Scan(&parts).Error)
	return parts
}
