package store_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// check demands of the ledger that every payment has two sides which are 0
// together, that every account's entries are one chain from 0 to its balance, and
// that all balances together are 0.
func (h *hall) check(t require.TestingT) {
	count := func(query string) (n int64) {
		require.NoError(t, h.db.Read().Raw(query).Scan(&n).Error)
		return n
	}
	require.Zero(t, count(`SELECT count(*) FROM payments AS p WHERE
		(SELECT count(*) FROM entries AS e WHERE e.payment = p.key) <> 2 OR
		(SELECT sum(e.amount) FROM entries AS e WHERE e.payment = p.key) <> 0`), "payments without two sides")
	require.Zero(t, count("SELECT coalesce(sum(amount), 0) FROM entries"))
	require.Zero(t, count("SELECT coalesce(sum(balance), 0) FROM accounts"))
	require.Zero(t, count("SELECT count(*) FROM accounts WHERE player AND balance < 0"))
	var rows []struct {
		Account                 string
		Number, Amount, Balance int64
	}
	require.NoError(t, h.db.Read().Table("entries").Order("account, number").Scan(&rows).Error)
	last := map[string][2]int64{} // number, balance
	for _, r := range rows {
		before := last[r.Account]
		require.Equal(t, [2]int64{before[0] + 1, before[1] + r.Amount}, [2]int64{r.Number, r.Balance}, "the chain of %s breaks", r.Account)
		last[r.Account] = [2]int64{r.Number, r.Balance}
	}
	var accounts []struct {
		ID               string
		Entries, Balance int64
	}
	require.NoError(t, h.db.Read().Table("accounts").Scan(&accounts).Error)
	require.Len(t, accounts, len(last))
	for _, a := range accounts {
		require.Equal(t, [2]int64{a.Entries, a.Balance}, last[a.ID], a.ID)
	}
	require.Zero(t, count(`SELECT count(*) FROM players AS p WHERE p.deeds <> (SELECT count(*) FROM deeds AS d WHERE d.player = p.id)`))
	require.Zero(t, count(`SELECT count(*) FROM tallies AS t WHERE t.paid AND t.done_at = 0`))
}

// The check finds what is wrong; otherwise it proves nothing.
func TestTheCheckFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		h.take(win("g1", 1, linked))
		h.check(t)
		for i, damage := range []string{
			"UPDATE entries SET amount = amount + 1 WHERE number = 2",
			"UPDATE entries SET amount = amount - 1 WHERE number = 2; UPDATE accounts SET balance = balance + 1 WHERE player",
			"UPDATE accounts SET balance = balance + 7 WHERE player",
			"DELETE FROM deeds",
		} {
			require.NoError(t, h.db.Write().Exec(damage).Error)
			wrong := &recorder{}
			h.check(wrong)
			require.True(t, wrong.failed, fmt.Sprint(i))
		}
	})
}

// recorder notes that a check has failed, and goes on.
type recorder struct{ failed bool }

func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) FailNow()              { r.failed = true }
