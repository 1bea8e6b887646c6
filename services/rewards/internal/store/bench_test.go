package store_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/store"
)

// BenchmarkTake counts games of two players, one game a transaction.
func BenchmarkTake(b *testing.B) {
	for name, cfg := range map[string]func(testing.TB) dbx.Config{"sqlite": testkit.SQLite, "postgres": testkit.Postgres} {
		b.Run(name, func(b *testing.B) {
			h := open(b, testkit.Open(b, cfg(b), "rewards", store.Migrations()))
			for i := 0; b.Loop(); i++ {
				id := fmt.Sprint("g", i)
				batch := []deeds.Deed{win(id, 2*(i%100), linked), win(id, 2*(i%100)+1, linked)}
				require.NoError(b, h.Take(b.Context(), noon, batch))
			}
		})
	}
}
