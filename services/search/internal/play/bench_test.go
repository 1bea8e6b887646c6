package play_test

import (
	"math"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

// BenchmarkEngineSpeed searches a few positions of every game with one thread and
// reports positions a second, evaluation included.
func BenchmarkEngineSpeed(b *testing.B) {
	const nodes = 300_000
	for _, g := range play.All() {
		b.Run(g.Rules.Name(), func(b *testing.B) {
			var boards []engine.Board
			for _, plies := range []int{0, 8, 20} {
				board, err := g.Board(g.Rules.Start(), stroll(g, 1, plies).Moves())
				if err != nil {
					b.Fatal(err)
				}
				boards = append(boards, board)
			}
			e := engine.New(64, engine.Options{Traits: g.Traits})
			b.ReportAllocs()
			searched, before := 0, processTime(b)
			for b.Loop() {
				for _, board := range boards {
					e.Forget()
					searched += e.Search(board, engine.Limits{Nodes: nodes}).Nodes
				}
			}
			b.ReportMetric(float64(searched)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(searched)/(processTime(b)-before).Seconds(), "nodes/cpu-s")
		})
	}
}

// processTime is the time of processors that the benchmark has had, which counts
// right where other programs share the machine.
func processTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkEngineThreads measures how much sooner two threads than one come to a
// depth, as the geometric mean over many positions with an empty table each, and how
// sure that is. The depth is the first one for which a search needs long enough, in
// turns the one by one thread and the one by two: that depth is one for which it had
// bad luck.
func BenchmarkEngineThreads(b *testing.B) {
	const (
		positions = 60
		enough    = 500 * time.Millisecond
	)
	for _, g := range play.All() {
		b.Run(g.Rules.Name(), func(b *testing.B) {
			one := engine.New(64, engine.Options{Traits: g.Traits})
			two := engine.New(64, engine.Options{Traits: g.Traits, Threads: 2})
			var sooner, fewer []float64
			for b.Loop() {
				for seed, n := uint64(0), 0; n < positions; seed++ {
					alone, both, ok := race(b, g, seed, enough, one, two, n%2 == 1)
					if !ok {
						continue // it is won, or drawn, too soon
					}
					sooner = append(sooner, math.Log(alone.Time.Seconds()/both.Time.Seconds()))
					fewer = append(fewer, math.Log(2*float64(alone.Nodes)/float64(both.Nodes)))
					n++
				}
			}
			times, doubt := average(sooner)
			b.ReportMetric(math.Exp(times), "times-as-fast")
			b.ReportMetric(100*doubt, "%-unsure") // a standard error
			times, _ = average(fewer)
			b.ReportMetric(math.Exp(times), "by-nodes") // if both threads lost no speed
		})
	}
}

// race lets two engines come to the same depth. The first one says to which, or the
// second where turned.
func race(
	b *testing.B, g play.Game, seed uint64, enough time.Duration, one, two *engine.Engine, turned bool,
) (first, second engine.Report, ok bool) {
	b.Helper()
	if turned {
		second, first, ok = race(b, g, seed, enough, two, one, false)
		return first, second, ok
	}
	first, depth := untilDeep(b, one, g, seed, enough)
	if depth == 0 {
		return first, second, false
	}
	two.Forget()
	return first, two.Search(strolled(b, g, seed), engine.Limits{Depth: depth}), true
}

// average is the mean of values, and its standard error.
func average(values []float64) (mean, doubt float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		doubt += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(doubt) / n
}

// strolled is the board after a few random moves.
func strolled(b *testing.B, g play.Game, seed uint64) engine.Board {
	b.Helper()
	board, err := g.Board(g.Rules.Start(), stroll(g, seed, 6+int(seed%11)).Moves())
	if err != nil {
		b.Fatal(err)
	}
	return board
}

// untilDeep searches until an iteration ends after a time, and reports that one and
// its depth; 0 for one that took far longer.
func untilDeep(b *testing.B, e *engine.Engine, g play.Game, seed uint64, enough time.Duration) (at engine.Report, depth int) {
	b.Helper()
	const deepest = 60
	e.Forget()
	e.Search(strolled(b, g, seed), engine.Limits{
		Depth: deepest, Hard: 6 * enough,
		Report: func(r engine.Report) {
			if depth == 0 && r.Time >= enough {
				at, depth = r, r.Lines[0].Depth
			}
		},
		Stopped: func() bool { return depth > 0 },
	})
	return at, depth
}

// BenchmarkEngineStop measures how long a search takes to end when it is told to.
func BenchmarkEngineStop(b *testing.B) {
	for _, g := range play.All() {
		for threads := 1; threads <= 2; threads++ {
			b.Run(g.Rules.Name()+"/"+strconv.Itoa(threads), func(b *testing.B) {
				e := engine.New(64, engine.Options{Traits: g.Traits, Threads: threads})
				var longest time.Duration
				for b.Loop() {
					for seed := range uint64(20) {
						var told atomic.Int64
						timer := time.AfterFunc(10*time.Millisecond, func() { told.Store(time.Now().UnixNano()) })
						e.Search(strolled(b, g, seed), engine.Limits{
							Lines: 1 + int(seed%3), Stopped: func() bool { return told.Load() != 0 },
						})
						longest = max(longest, time.Duration(time.Now().UnixNano()-told.Load()))
						timer.Stop()
					}
				}
				b.ReportMetric(float64(longest.Microseconds())/1000, "ms/longest")
			})
		}
	}
}
