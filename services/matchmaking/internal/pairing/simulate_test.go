package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/matchmaking/internal/pairing"
)

// crowd are so many players as a hall may have them: ratings around 1200, one
// in ten with a range of his own.
func crowd(random *rand.Rand, from, n int) []pairing.Ticket {
	tickets := make([]pairing.Ticket, n)
	for i := range tickets {
		account := fmt.Sprintf("%08d", from+i)
		tickets[i] = ticket(account, max(0, int(1200+400*random.NormFloat64())), 0)
		if random.IntN(10) == 0 {
			tickets[i].Below, tickets[i].Above = 50+random.IntN(200), 50+random.IntN(200)
		}
		tickets[i].Balance = random.IntN(5) - 2
	}
	return tickets
}

// measure sums up pairs.
type measure struct {
	pairs    int
	distance int
	waited   time.Duration
}

func (m *measure) add(tickets []pairing.Ticket, pairs []pairing.Pair) {
	for _, p := range pairs {
		a, b := tickets[p.First], tickets[p.Second]
		m.pairs++
		m.distance += max(a.Rating-b.Rating, b.Rating-a.Rating)
		m.waited += a.Waited + b.Waited
	}
}

func (m *measure) meanDistance() float64 { return float64(m.distance) / float64(m.pairs) }
func (m *measure) meanWait() time.Duration {
	return m.waited / time.Duration(2*m.pairs)
}

// BenchmarkRound is one round of 100,000 players who wait.
func BenchmarkRound(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1)) //nolint:gosec // must repeat itself
	tickets := crowd(random, 0, 100_000)
	apart := pairing.Apart{}
	for i := range tickets {
		tickets[i].Waited = time.Duration(random.IntN(20)) * time.Second
		if random.IntN(20) == 0 {
			other := tickets[random.IntN(len(tickets))].Account
			tickets[i].Recent = [2]string{other, other}
			apart.Keep(tickets[i].Account, tickets[random.IntN(len(tickets))].Account)
		}
	}
	b.ReportAllocs()
	var last []pairing.Pair
	begun := spent(b)
	for b.Loop() {
		last = pairing.Round(tickets, apart)
	}
	b.ReportMetric(float64((spent(b)-begun).Milliseconds())/float64(b.N), "cpu-ms/round")
	var m measure
	m.add(tickets, last)
	b.ReportMetric(float64(m.pairs), "pairs")
	b.ReportMetric(m.meanDistance(), "points/pair")
}

// spent is the processor time of this process: others may share the machine.
func spent(b *testing.B) time.Duration {
	var used syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// evening lets players come for a time, with a round every second, and waits
// for those who are left.
func evening(perSecond float64, players int) (m measure, left int) {
	random := rand.New(rand.NewPCG(2, 2)) //nolint:gosec // must repeat itself
	var waiting []pairing.Ticket
	due, come := 0.0, 0
	for quiet := 0; quiet < 120; {
		due += perSecond
		fresh := crowd(random, come, min(int(due), players-come))
		due -= float64(int(due))
		if come += len(fresh); come == players {
			quiet++
		}
		waiting = append(waiting, fresh...)
		pairs := pairing.Round(waiting, nil)
		m.add(waiting, pairs)
		waiting = without(waiting, pairs)
		for i := range waiting {
			waiting[i].Waited += time.Second
		}
	}
	return m, len(waiting)
}

func without(waiting []pairing.Ticket, pairs []pairing.Pair) (rest []pairing.Ticket) {
	gone := map[int]bool{}
	for _, p := range pairs {
		gone[p.First], gone[p.Second] = true, true
	}
	for i, t := range waiting {
		if !gone[i] {
			rest = append(rest, t)
		}
	}
	return rest
}

// BenchmarkEvening prints what players of halls of several sizes get.
func BenchmarkEvening(b *testing.B) {
	for name, hall := range map[string]struct {
		perSecond float64
		players   int
	}{"1in5s": {0.2, 2000}, "2per1s": {2, 10_000}, "2000per1s": {2000, 100_000}} {
		b.Run(name, func(b *testing.B) {
			var m measure
			for b.Loop() {
				m, _ = evening(hall.perSecond, hall.players)
			}
			b.ReportMetric(m.meanDistance(), "points/pair")
			b.ReportMetric(m.meanWait().Seconds(), "s-waited/player")
		})
	}
}

// Nearly everybody finds somebody near enough, soon.
func TestEvening(t *testing.T) {
	t.Parallel()
	m, left := evening(2, 2000)
	require.LessOrEqual(t, left, 20)
	require.Equal(t, 2000, 2*m.pairs+left)
	require.Less(t, m.meanDistance(), 200.0)
	require.Less(t, m.meanWait(), 15*time.Second)
}
