package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/matchmaking/internal/pairing"
)

// ticket is a wish of an account of the same name.
func ticket(account string, rating int, waited time.Duration) pairing.Ticket {
	return pairing.Ticket{
		ID: "t" + account, Account: account, Rating: rating, Below: pairing.Anyone, Above: pairing.Anyone, Waited: waited,
	}
}

func with(t pairing.Ticket, change func(*pairing.Ticket)) pairing.Ticket {
	change(&t)
	return t
}

// met are the couples of a round, each with the first player first.
func met(tickets []pairing.Ticket, apart pairing.Apart) []string {
	couples := []string{}
	for _, p := range pairing.Round(tickets, apart) {
		couples = append(couples, tickets[p.First].Account+"-"+tickets[p.Second].Account)
	}
	slices.Sort(couples)
	return couples
}

// second makes a player prefer to be second, so that colours are known.
func second(t *pairing.Ticket) { t.Balance = 1 }

func TestRound(t *testing.T) {
	t.Parallel()
	a, b, c, d := ticket("a", 1000, 0), with(ticket("b", 1000, 0), second), ticket("c", 1000, 0), with(ticket("d", 1000, 0), second)
	z := ticket("z", 1000, 0)
	twice := func(o string) func(*pairing.Ticket) {
		return func(t *pairing.Ticket) { t.Recent = [2]string{o, o} }
	}
	narrow := func(below, above int) func(*pairing.Ticket) {
		return func(t *pairing.Ticket) { t.Below, t.Above = below, above }
	}
	rated := func(rating int, waited time.Duration) func(*pairing.Ticket) {
		return func(t *pairing.Ticket) { t.Rating, t.Waited = rating, waited }
	}
	tests := map[string]struct {
		tickets []pairing.Ticket
		apart   [][2]string
		want    []string
	}{
		"nobody":               {want: []string{}},
		"one":                  {tickets: []pairing.Ticket{a}, want: []string{}},
		"two":                  {tickets: []pairing.Ticket{b, a}, want: []string{"a-b"}},
		"oneself":              {tickets: []pairing.Ticket{a, with(a, func(t *pairing.Ticket) { t.ID = "another" })}, want: []string{}},
		"blocked":              {tickets: []pairing.Ticket{a, b}, apart: [][2]string{{"b", "a"}}, want: []string{}},
		"blocked, with others": {tickets: []pairing.Ticket{a, b, c, d}, apart: [][2]string{{"a", "b"}, {"c", "d"}, {"a", "c"}, {"b", "d"}}, want: []string{"a-d", "c-b"}},
		"nearest":              {tickets: []pairing.Ticket{a, with(b, rated(1090, 0)), with(d, rated(1020, 0))}, want: []string{"a-d"}},
		"out of reach":         {tickets: []pairing.Ticket{a, with(b, rated(1101, 0))}, want: []string{}},
		"just in reach":        {tickets: []pairing.Ticket{a, with(b, rated(1100, 0))}, want: []string{"a-b"}},
		"reach widens":         {tickets: []pairing.Ticket{a, with(b, rated(1150, 4*time.Second))}, want: []string{"a-b"}},
		"long wait":            {tickets: []pairing.Ticket{a, with(b, rated(4000, 4*time.Minute))}, want: []string{"a-b"}},
		"too strong":           {tickets: []pairing.Ticket{with(a, narrow(50, 20)), with(b, rated(1021, time.Minute))}, want: []string{}},
		"strong enough":        {tickets: []pairing.Ticket{with(a, narrow(50, 20)), with(b, rated(1020, 0))}, want: []string{"a-b"}},
		"too weak":             {tickets: []pairing.Ticket{with(a, narrow(50, 20)), with(b, rated(949, time.Minute))}, want: []string{}},
		"the other's range":    {tickets: []pairing.Ticket{a, with(with(b, rated(1030, 0)), narrow(20, 50))}, want: []string{}},
		"past the unsuited":    {tickets: []pairing.Ticket{a, with(with(c, rated(1010, 0)), narrow(5, 5)), with(b, rated(1050, 0))}, want: []string{"a-b"}},
		"longest first":        {tickets: []pairing.Ticket{a, with(c, rated(1000, time.Second)), b}, want: []string{"c-b"}},
		"colours":              {tickets: []pairing.Ticket{with(a, func(t *pairing.Ticket) { t.Balance = 3 }), b}, want: []string{"b-a"}},
		"third time":           {tickets: []pairing.Ticket{with(a, twice("b")), b}, want: []string{"a-b"}},
		"third time, others":   {tickets: []pairing.Ticket{with(a, twice("b")), b, with(c, second), z}, want: []string{"a-c", "z-b"}},
		"third time, one more": {tickets: []pairing.Ticket{with(a, twice("b")), b, with(d, rated(1080, 0))}, want: []string{"a-d"}},
		"third time for the other, one more far away": {
			tickets: []pairing.Ticket{a, with(b, twice("a")), with(d, rated(2000, 0))}, want: []string{"a-b"},
		},
		"second time": {
			tickets: []pairing.Ticket{with(a, func(t *pairing.Ticket) { t.Recent = [2]string{"b", "x"} }), b, with(c, rated(1050, 0))}, want: []string{"a-b"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apart := pairing.Apart{}
			for _, pair := range tt.apart {
				apart.Keep(pair[0], pair[1])
			}
			require.Equal(t, tt.want, met(tt.tickets, apart))
		})
	}
}

// Whatever waits: the rules hold for every pair, and who is left suits nobody
// who is left.
func TestRoundKeepsItsRules(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tickets, apart := drawPool(t)
		pairs := pairing.Round(tickets, apart)
		taken := map[int]bool{}
		for _, p := range pairs {
			require.False(t, taken[p.First] || taken[p.Second], "a ticket in two games")
			taken[p.First], taken[p.Second] = true, true
			a, b := tickets[p.First], tickets[p.Second]
			require.True(t, allowed(a, b, apart), "%v %v", a, b)
			require.LessOrEqual(t, a.Balance, b.Balance)
			if third(a, b) {
				require.False(t, hasOther(tickets, apart, p.First) || hasOther(tickets, apart, p.Second), "others waited")
			}
		}
		for i := range tickets {
			for j := range i {
				if !taken[i] && !taken[j] && !third(tickets[i], tickets[j]) {
					require.False(t, allowed(tickets[i], tickets[j], apart), "%v and %v were left", tickets[i], tickets[j])
				}
			}
		}
	})
}

func drawPool(t *rapid.T) ([]pairing.Ticket, pairing.Apart) {
	account := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "h"})
	limit := rapid.SampledFrom([]int{0, 50, 200, pairing.Anyone})
	tickets := make([]pairing.Ticket, rapid.IntRange(0, 24).Draw(t, "tickets"))
	for i := range tickets {
		tickets[i] = pairing.Ticket{
			ID: fmt.Sprint(i), Account: account.Draw(t, "account"), Rating: 10 * rapid.IntRange(0, 60).Draw(t, "rating"),
			Below: limit.Draw(t, "below"), Above: limit.Draw(t, "above"),
			Waited:  time.Duration(rapid.IntRange(0, 30).Draw(t, "waited")) * time.Second,
			Balance: rapid.IntRange(-2, 2).Draw(t, "balance"), Recent: [2]string{account.Draw(t, "last"), account.Draw(t, "last but one")},
		}
	}
	apart := pairing.Apart{}
	for range rapid.IntRange(0, 5).Draw(t, "blocks") {
		apart.Keep(account.Draw(t, "one"), account.Draw(t, "other"))
	}
	return tickets, apart
}

// allowed says the rules once more, in other words.
func allowed(a, b pairing.Ticket, apart pairing.Apart) bool {
	reach := func(t pairing.Ticket) float64 { return 100 + 25*t.Waited.Seconds() }
	difference := b.Rating - a.Rating
	return a.Account != b.Account && !apart[[2]string{min(a.Account, b.Account), max(a.Account, b.Account)}] &&
		difference <= min(a.Above, b.Below) && -difference <= min(a.Below, b.Above) &&
		float64(max(difference, -difference)) <= (reach(a)+reach(b))/2
}

func third(a, b pairing.Ticket) bool {
	return (a.Recent[0] == b.Account && a.Recent[1] == b.Account) || (b.Recent[0] == a.Account && b.Recent[1] == a.Account)
}

func hasOther(tickets []pairing.Ticket, apart pairing.Apart, i int) bool {
	return slices.ContainsFunc(tickets, func(o pairing.Ticket) bool {
		return o.ID != tickets[i].ID && allowed(tickets[i], o, apart) && !third(tickets[i], o)
	})
}

// The order in which tickets are given decides nothing.
func TestRoundDoesNotDependOnTheOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tickets, apart := drawPool(t)
		shuffled := slices.Clone(tickets)
		rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Shuffle(len(shuffled), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		ids := func(tickets []pairing.Ticket) (pairs [][2]string) {
			for _, p := range pairing.Round(tickets, apart) {
				pairs = append(pairs, [2]string{tickets[p.First].ID, tickets[p.Second].ID})
			}
			return pairs
		}
		require.Equal(t, ids(tickets), ids(shuffled))
	})
}
