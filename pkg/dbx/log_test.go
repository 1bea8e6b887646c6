package dbx_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
)

// Values may be tokens or e-mail addresses: whatever way a statement takes
// through GORM, they stay out of the log.
func TestValuesAreNotLogged(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, cfg dbx.Config) {
		var log strings.Builder
		db, err := dbx.Open(t.Context(), cfg, "referee", nil, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
		require.NoError(t, err)
		defer func() { require.NoError(t, db.Close()) }()
		const secret = "minh@example.com"
		var rows []string
		var row struct{ Text string }
		w := db.Write()
		require.NoError(t, w.Exec("SELECT CAST(? AS text)", secret).Error)
		require.NoError(t, w.Raw("SELECT CAST(? AS text)", secret).Scan(&rows).Error)
		require.NoError(t, w.Raw("SELECT CAST(? AS text) AS text", secret).Scan(&row).Error)
		require.NoError(t, w.Raw("SELECT CAST(? AS text) AS text", secret).Take(&row).Error)
		require.Error(t, w.Exec("SELECT ? FROM nowhere", secret).Error)
		require.Equal(t, secret, row.Text)
		require.GreaterOrEqual(t, strings.Count(log.String(), "msg=query"), 5)
		require.NotContains(t, log.String(), secret)
	})
}
