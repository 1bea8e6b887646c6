package crowd_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/matchmaking/internal/crowd"
	"kydai.dev/services/matchmaking/internal/store"
)

// online is how many are counted who are connected to some gateways, each of
// which tells of so many of them by hash.
func online(ctx context.Context, t require.TestingT, c *crowd.Crowd, told int, gateways ...[]uint64) int {
	for i, hashes := range gateways {
		hashes = slices.Sorted(slices.Values(hashes))
		c.Hear(crowd.Presence{Replica: string(rune('a' + i)), Online: crowd.Sample{Of: len(hashes), Hashes: hashes[:min(told, len(hashes))]}})
	}
	counts, err := c.Counts(ctx)
	require.NoError(t, err)
	return counts.Online
}

func newCrowd(t *testing.T, db *dbx.DB) func() *crowd.Crowd {
	t.Helper()
	return func() *crowd.Crowd { return crowd.New(store.NewCrowd(store.New(db, nil)), life, time.Now) }
}

// Whoever is connected to several gateways counts once: exactly while the
// gateways tell of everybody.
func TestEachAccountCountsOnce(t *testing.T) {
	t.Parallel()
	fresh := newCrowd(t, testkit.Open(t, testkit.SQLite(t), "matchmaking", store.Migrations()))
	rapid.Check(t, func(t *rapid.T) {
		hashes := rapid.SliceOfNDistinct(rapid.Uint64(), 0, 20, rapid.ID)
		gateways := rapid.SliceOfN(hashes, 1, 4).Draw(t, "gateways")
		all := map[uint64]bool{}
		for _, g := range gateways {
			for _, h := range g {
				all[h] = true
			}
		}
		require.Equal(t, len(all), online(t.Context(), t, fresh(), 20, gateways...))
	})
}

// Of very many a sample tells: here 60,000 accounts, of whom 20,000 are connected
// to two of three gateways.
func TestVeryManyAccountsAreCountedBySample(t *testing.T) {
	t.Parallel()
	fresh := newCrowd(t, testkit.Open(t, testkit.SQLite(t), "matchmaking", store.Migrations()))
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same ones each time
	hashes := make([]uint64, 60_000)
	for i := range hashes {
		hashes[i] = random.Uint64()
	}
	a, b, c := hashes[:30_000], hashes[10_000:40_000], hashes[40_000:]
	require.InEpsilon(t, 60_000, online(t.Context(), t, fresh(), 1024, a, b, c), 0.05)
	require.Equal(t, 30_000, online(t.Context(), t, fresh(), 1024, a), "one gateway knows it")
}
