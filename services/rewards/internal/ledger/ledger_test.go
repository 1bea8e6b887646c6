package ledger_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/rewards/internal/ledger"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func TestAmounts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		t    ledger.Transaction
		want error
	}{
		"a quest":          {t: ledger.ForQuest("p", "q", "2026-11-30", 20, noon)},
		"the most":         {t: ledger.ForGrant("k", "p", "why", ledger.MaxAmount, noon)},
		"the most taken":   {t: ledger.ForGrant("k", "p", "why", -ledger.MaxAmount, noon)},
		"nothing":          {t: ledger.ForGrant("k", "p", "why", 0, noon), want: ledger.ErrAmount},
		"too much":         {t: ledger.ForGrant("k", "p", "why", ledger.MaxAmount+1, noon), want: ledger.ErrAmount},
		"too much taken":   {t: ledger.ForGrant("k", "p", "why", -ledger.MaxAmount-1, noon), want: ledger.ErrAmount},
		"absurd":           {t: ledger.ForGrant("k", "p", "why", math.MinInt64, noon), want: ledger.ErrAmount},
		"a negative prize": {t: ledger.ForPrize("k", "p", "t", -1, noon), want: ledger.ErrAmount},
		"a negative quest": {t: ledger.ForQuest("p", "q", "2026-11-30", -1, noon), want: ledger.ErrAmount},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.ErrorIs(t, tt.t.Validate(), tt.want)
		})
	}
}

// A key is one payment's: nothing that makes payments differ is left out of it.
func TestKeys(t *testing.T) {
	t.Parallel()
	all := []ledger.Transaction{
		ledger.ForQuest("p", "q", "2026-11-30", 5, noon), ledger.ForQuest("p", "q", "2026-12-01", 5, noon),
		ledger.ForQuest("o", "q", "2026-11-30", 5, noon), ledger.ForQuest("p", "r", "2026-11-30", 5, noon),
		ledger.ForAchievement("p", "q", 5, noon), ledger.ForAchievement("o", "q", 5, noon),
		ledger.ForGrant("p:q", "p", "", 5, noon), ledger.ForPrize("p:q", "p", "t", 5, noon),
	}
	seen := map[string]bool{}
	for _, x := range all {
		require.False(t, seen[x.Key], x.Key)
		seen[x.Key] = true
		require.NotEmpty(t, ledger.Issuer(x.Kind))
	}
	same, other := all[0], all[0]
	same.At, other.Amount = noon.Add(time.Hour), 6
	require.True(t, all[0].Same(same), "whenever")
	require.False(t, all[0].Same(other))
}

// Whatever is paid and taken in whatever order, all accounts together are 0, no
// wallet is below 0 or above the most, and what was refused has changed nothing.
func TestAccountsAreZeroTogether(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		balances := map[string]ledger.Balance{}
		for range rapid.IntRange(1, 60).Draw(t, "transactions") {
			x := ledger.ForGrant("k", rapid.SampledFrom([]string{"a", "b"}).Draw(t, "player"), "", rapid.Int64Range(-ledger.MaxAmount, ledger.MaxAmount).Draw(t, "amount"), noon)
			x.Kind = rapid.SampledFrom([]ledger.Kind{ledger.Grant, ledger.Prize, ledger.Quest, ledger.Achievement}).Draw(t, "kind")
			both := x.Postings()
			require.Zero(t, both[0].Amount+both[1].Amount)
			wallet, err := balances[both[0].Account].With(both[0])
			before := balances[both[0].Account].Coins
			require.Equal(t, before+x.Amount < 0, err != nil, "%d from %d", x.Amount, before)
			if err != nil {
				require.ErrorIs(t, err, ledger.ErrShort)
				require.Equal(t, balances[both[0].Account], wallet)
				continue
			}
			balances[both[0].Account] = wallet
			balances[both[1].Account], err = balances[both[1].Account].With(both[1])
			require.NoError(t, err)
		}
		var sum, entries int64
		for account, b := range balances {
			sum, entries = sum+b.Coins, entries+b.Number
			require.False(t, account[0] == 'p' && b.Coins < 0)
		}
		require.Zero(t, sum)
		require.Zero(t, entries%2)
	})
}

func TestWalletsHaveAMost(t *testing.T) {
	t.Parallel()
	full := ledger.Balance{Coins: ledger.MaxBalance, Number: 9}
	x := ledger.ForPrize("k", "p", "t", 1, noon)
	_, err := full.With(x.Postings()[0])
	require.ErrorIs(t, err, ledger.ErrFull)
	full.Coins--
	after, err := full.With(x.Postings()[0])
	require.NoError(t, err)
	require.Equal(t, ledger.Balance{Coins: ledger.MaxBalance, Number: 10}, after)
	owed, err := ledger.Balance{Coins: -5 * ledger.MaxBalance}.With(x.Postings()[1])
	require.NoError(t, err, "the hall owes what it has issued")
	require.EqualValues(t, -5*ledger.MaxBalance-1, owed.Coins)
}
