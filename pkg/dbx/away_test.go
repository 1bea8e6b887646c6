package dbx_test

import (
	"testing"

	"github.com/stretchr/testify/require"

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

func TestAWrongStatementIsNotUnavailable(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", nil, func(t *testing.T, db *dbx.DB) {
		err := db.Write().Exec("SELECT * FROM nowhere").Error
		require.Error(t, err)
		require.NotErrorIs(t, err, dbx.ErrAway)
	})
}
