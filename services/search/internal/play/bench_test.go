package play_test

import (
	"strconv"
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
// depth, over a few positions and with an empty table each time.
func BenchmarkEngineThreads(b *testing.B) {
	depths := map[string]int{
		"xiangqi": 15, "jungle": 14, "morris": 13, "draughts-brazilian": 19, "draughts-american": 19, "draughts-russian": 19,
		"draughts-international": 17,
	}
	for _, g := range play.All() {
		for _, threads := range []int{1, 2} {
			b.Run(g.Rules.Name()+"/"+strconv.Itoa(threads), func(b *testing.B) {
				var took time.Duration
				nodes := 0
				for b.Loop() {
					for seed := range uint64(10) {
						board, err := g.Board(g.Rules.Start(), stroll(g, seed, 6).Moves())
						if err != nil {
							b.Fatal(err)
						}
						e := engine.New(64, engine.Options{Traits: g.Traits, Threads: threads})
						r := e.Search(board, engine.Limits{Depth: depths[g.Rules.Name()]})
						took, nodes = took+r.Time, nodes+r.Nodes
					}
				}
				b.ReportMetric(took.Seconds()/float64(b.N), "s/depth")
				b.ReportMetric(float64(nodes)/float64(b.N), "nodes/depth") // of all threads
			})
		}
	}
}
