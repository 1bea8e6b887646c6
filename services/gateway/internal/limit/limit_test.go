package limit_test

import (
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/gateway/internal/limit"
)

// clock is a time that tests move.
type clock struct{ now time.Time }

func (c *clock) time() time.Time { return c.now }

func newClock() *clock { return &clock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func TestBucketOfAnAccount(t *testing.T) {
	t.Parallel()
	c := newClock()
	l := limit.New(limit.Config{Read: limit.Rate{Calls: 3, Per: 3 * time.Second}, Address: 10}, c.time)
	ann := limit.Caller{Account: "ann", Address: "10.0.0.1"}

	for want := 2; want >= 0; want-- {
		a := l.Take(limit.Read, ann)
		require.True(t, a.OK)
		require.Equal(t, 3, a.Limit)
		require.Equal(t, want, a.Remaining)
	}
	a := l.Take(limit.Read, ann)
	require.False(t, a.OK)
	require.InDelta(t, time.Second, a.RetryAfter, float64(2*time.Millisecond))
	require.InDelta(t, 3*time.Second, a.Reset, float64(2*time.Millisecond))

	require.True(t, l.Take(limit.Read, limit.Caller{Account: "bob", Address: "10.0.0.1"}).OK, "another account of the same address")
	require.True(t, l.Take(limit.Write, ann).OK, "another class")
}

func TestBucketOfAnAddress(t *testing.T) {
	t.Parallel()
	c := newClock()
	l := limit.New(limit.Config{Create: limit.Rate{Calls: 2, Per: time.Minute}, Address: 3}, c.time)
	for i := range 6 {
		require.True(t, l.Take(limit.Create, limit.Caller{Account: fmt.Sprint(i), Address: "10.0.0.1"}).OK)
	}
	a := l.Take(limit.Create, limit.Caller{Account: "fresh", Address: "10.0.0.1"})
	require.False(t, a.OK, "a new account does not help")
	require.Equal(t, 6, a.Limit)
	require.False(t, l.Take(limit.Create, limit.Caller{Address: "10.0.0.1"}).OK, "nor does having none")
	require.True(t, l.Take(limit.Create, limit.Caller{Account: "fresh", Address: "10.0.0.2"}).OK)
}

func TestNoLimit(t *testing.T) {
	t.Parallel()
	l := limit.New(limit.Config{}, newClock().time)
	for range 1000 {
		require.True(t, l.Take(limit.Read, limit.Caller{Account: "ann"}).OK)
	}
}

// A call succeeds after the whole seconds that it was told to wait.
func TestRetryAfterIsEnough(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := newClock()
		r := limit.Rate{Calls: rapid.IntRange(1, 50).Draw(t, "calls"), Per: time.Duration(rapid.Int64Range(1e6, 1e12).Draw(t, "per"))}
		l := limit.New(limit.Config{Write: r, Address: rapid.IntRange(1, 3).Draw(t, "address")}, c.time)
		callers := []limit.Caller{{Account: "ann", Address: "a"}, {Account: "bob", Address: "a"}, {Address: "a"}}
		for range 200 {
			who := rapid.SampledFrom(callers).Draw(t, "who")
			a := l.Take(limit.Write, who)
			if !a.OK {
				seconds := math.Ceil(a.RetryAfter.Seconds())
				c.now = c.now.Add(time.Duration(seconds) * time.Second)
				require.True(t, l.Take(limit.Write, who).OK, "after %v s", seconds)
			}
			c.now = c.now.Add(time.Duration(rapid.Int64Range(0, int64(r.Per)/10).Draw(t, "pause")))
		}
	})
}

func TestNeverMoreThanTheRate(t *testing.T) {
	t.Parallel()
	c := newClock()
	l := limit.New(limit.Config{Read: limit.Rate{Calls: 100, Per: time.Minute}, Address: 1}, c.time)
	var (
		wg sync.WaitGroup
		mu sync.Mutex
		ok int
	)
	for range 8 {
		wg.Go(func() {
			for range 100 {
				if l.Take(limit.Read, limit.Caller{Account: "ann", Address: "a"}).OK {
					mu.Lock()
					ok++
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	require.Equal(t, 100, ok)
}

func TestRateText(t *testing.T) {
	t.Parallel()
	good := map[string]limit.Rate{
		"600/1m": {Calls: 600, Per: time.Minute}, "1/10ms": {Calls: 1, Per: 10 * time.Millisecond}, "none": {},
	}
	for text, want := range good {
		var r limit.Rate
		require.NoError(t, r.UnmarshalText([]byte(text)))
		require.Equal(t, want, r)
		var again limit.Rate
		require.NoError(t, again.UnmarshalText([]byte(r.String())))
		require.Equal(t, r, again)
	}
	for _, text := range []string{"", "600", "/1m", "0/1m", "-1/1m", "x/1m", "1/x", "1/-1m", "1/0s", "1.5/1m"} {
		require.Error(t, new(limit.Rate).UnmarshalText([]byte(text)), text)
	}
}

func TestRepeats(t *testing.T) {
	t.Parallel()
	r := limit.NewRepeats()
	require.False(t, r.Seen("ann", "game1", 5))
	require.True(t, r.Seen("ann", "game1", 5), "the same answer")
	require.True(t, r.Seen("ann", "game1", 4), "an older one")
	require.False(t, r.Seen("ann", "game1", 7))
	require.False(t, r.Seen("bob", "game1", 7), "another player")
	require.False(t, r.Seen("ann", "game2", 7), "another game")
}

func BenchmarkTake(b *testing.B) {
	l := limit.New(limit.Config{Read: limit.Rate{Calls: 1e9, Per: time.Second}, Address: 10}, time.Now)
	who := limit.Caller{Account: "ann", Address: "10.0.0.1"}
	b.ReportAllocs()
	for b.Loop() {
		l.Take(limit.Read, who)
	}
}

func BenchmarkSeen(b *testing.B) {
	r := limit.NewRepeats()
	b.ReportAllocs()
	for b.Loop() {
		r.Seen("0198c7a0-0000-7000-8000-000000000000", "7Kq2abcdefgh", 7)
	}
}
