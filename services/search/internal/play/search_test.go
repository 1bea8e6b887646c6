package play_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

// minimax is the value of a position by looking at every line: what the engine
// must find when nothing is cut short. Repetitions are those within the lines and
// nothing else, for the boards here begin without a past.
func minimax(b engine.Board, depth, ply int, keys []uint64) int {
	const mate = 31000
	if ply > 0 {
		if b.Lost() {
			return ply - mate
		}
		if n := repeated(b, keys); n > 0 {
			broken := b.Breach(n)
			switch us, them := broken[b.Side()], broken[b.Side().Other()]; {
			case us == them:
				return 0
			case us:
				return -30000
			default:
				return 30000
			}
		}
	}
	moves := b.Moves(nil)
	switch {
	case ply > 0 && b.Drawn() && len(moves) > 0:
		return 0
	case depth == 0 && !b.Drawn():
		return b.Evaluate()
	case len(moves) == 0:
		return ply - mate
	}
	best := -mate * 2
	for _, m := range moves {
		b.Make(m)
		best = max(best, -minimax(b, depth-1, ply+1, append(keys, b.Key())))
		b.Unmake()
	}
	return best
}

func repeated(b engine.Board, keys []uint64) int {
	last := len(keys) - 1
	for n := 4; n <= min(last, b.Reversible()); n += 2 {
		if keys[last-n] == keys[last] {
			return n
		}
	}
	return 0
}

func TestPlainSearchIsMinimax(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, g play.Game) {
		for seed := range uint64(12) {
			p := stroll(g, seed, 10+int(seed)*9).Position()
			b, err := g.Board(p, nil)
			require.NoError(t, err)
			if p.Standing().Over() {
				continue
			}
			for depth := 1; depth <= 3; depth++ {
				want := minimax(b, depth, 0, []uint64{b.Key()})
				for _, threads := range []int{1, 3} {
					r := newEngine(g, engine.Options{Plain: true, Threads: threads}).Search(b, engine.Limits{Depth: depth})
					require.Equal(t, want, r.Lines[0].Score.Value, "%s at depth %d with %d threads", p, depth, threads)
					require.Equal(t, depth, r.Lines[0].Depth)
				}
			}
		}
	})
}

func TestSearchIsTheSameEveryTime(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, g play.Game) {
		b := boardOf(t, g, stroll(g, 1, 12))
		limits := engine.Limits{Nodes: 20_000, Lines: 2}
		used := newEngine(g, engine.Options{Fresh: true})
		first := used.Search(b, limits)
		used.Search(boardOf(t, g, stroll(g, 2, 9)), limits)
		for _, again := range []engine.Report{
			used.Search(b, limits), newEngine(g, engine.Options{Fresh: true}).Search(b, limits),
		} {
			require.Equal(t, first.Lines, again.Lines)
			require.Equal(t, first.Nodes, again.Nodes)
		}
	})
}

func TestNodeBudgetsAreExact(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, g play.Game) {
		b := boardOf(t, g, stroll(g, 3, 6))
		for _, nodes := range []int{1, 7, 1000, 12_345} {
			r := newEngine(g, engine.Options{}).Search(b, engine.Limits{Nodes: nodes})
			require.Equal(t, nodes, r.Nodes)
			require.NotEmpty(t, r.Lines[0].Moves)
			r = newEngine(g, engine.Options{Threads: 3}).Search(b, engine.Limits{Nodes: nodes})
			require.Equal(t, nodes, r.Nodes, "three threads share them")
		}
	})
}

// TestSearchEndsWhenItIsStopped ends searches the first time they ask and later,
// when they are deep in their lines.
// A brief search leaves most of its budget where it could change nothing, and makes
// the same move as the whole one.
func TestBriefSearches(t *testing.T) {
	t.Parallel()
	const nodes = 200_000
	tests := map[string]struct {
		game, position string
		brief          bool
	}{
		"a mate in one":       {"xiangqi", "3k5/R8/9/9/9/9/9/9/7R1/4K4 w - - 0 1", true},
		"the only legal move": {"xiangqi", "4k4/4R4/9/9/9/9/9/9/9/3K5 b - - 0 1", true},
		"an open game":        {"xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, ok := play.Find(tt.game)
			require.True(t, ok)
			p, err := g.Rules.Parse(tt.position)
			require.NoError(t, err)
			b, err := g.Board(p, nil)
			require.NoError(t, err)
			e := newEngine(g, engine.Options{Fresh: true})
			whole := e.Search(b, engine.Limits{Nodes: nodes})
			brief := e.Search(b, engine.Limits{Nodes: nodes, Brief: true})
			require.Equal(t, whole.Lines[0].Moves[0], brief.Lines[0].Moves[0])
			require.Equal(t, tt.brief, brief.Nodes < nodes/10)
			if !tt.brief {
				require.Equal(t, nodes, brief.Nodes)
			}
		})
	}
}

func TestSearchEndsWhenItIsStopped(t *testing.T) {
	t.Parallel()
	const between = 256 // nodes, less than a millisecond's
	each(t, func(t *testing.T, g play.Game) {
		b := boardOf(t, g, stroll(g, 4, 6))
		for _, threads := range []int{1, 2} {
			for _, times := range []int{1, 20, 150} {
				var asked atomic.Int32
				r := newEngine(g, engine.Options{Threads: threads}).Search(b, engine.Limits{
					Lines:   1 + times%3,
					Stopped: func() bool { return int(asked.Add(1)) >= times },
				})
				require.LessOrEqual(t, r.Nodes, (times+threads-1)*between)
				require.GreaterOrEqual(t, r.Nodes, times*between/2)
			}
		}
	})
}

// TestLinesAreLegal replays the lines of several threads that share a table far
// too small for them.
func TestLinesAreLegal(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, g play.Game) {
		e := newEngine(g, engine.Options{Threads: 3})
		for seed := range uint64(4) {
			line := stroll(g, seed, 8)
			b := boardOf(t, g, line)
			reports := 0
			r := e.Search(b, engine.Limits{Nodes: 30_000, Lines: 3, Report: func(r engine.Report) {
				reports++
				requireLegal(t, b, line.Position(), r)
			}})
			requireLegal(t, b, line.Position(), r)
			require.Positive(t, reports)
		}
	})
}

func requireLegal(t *testing.T, b engine.Board, p rules.Position, r engine.Report) {
	t.Helper()
	for i, l := range r.Lines {
		require.NotEmpty(t, l.Moves)
		if i > 0 {
			require.NotEqual(t, r.Lines[0].Moves[0], l.Moves[0])
		}
		b, p := b.Clone(), p
		for _, m := range l.Moves {
			step, err := p.Play(b.Text(m))
			require.NoError(t, err)
			b.Make(m)
			p = step.Next
		}
	}
}

func TestNothingToSearch(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, g play.Game) {
		for seed := range uint64(1000) {
			line := stroll(g, seed, 2000)
			if !line.Position().Standing().Over() {
				continue
			}
			r := newEngine(g, engine.Options{}).Search(boardOf(t, g, line), engine.Limits{Depth: 3})
			require.Empty(t, r.Lines)
			return
		}
		require.Fail(t, "no game was won")
	})
}

// TestALossIsSaidWhenAllIsSeen ends searches everywhere: that the move which
// seemed best loses is no loss while others have not been looked at.
func TestALossIsSaidWhenAllIsSeen(t *testing.T) {
	t.Parallel()
	g, _ := play.Find("jungle")
	for _, position := range []string{ // one side has a single defence
		"1p3L1/d2w2e/4t2/7/r6/7/E2T3/2lP2D/1WC3R b 0 45",
		"7/d1p1w1c/7/7/7/C1r4/3l1L1/ET5/2W1D2 r 0 29",
	} {
		p, err := g.Rules.Parse(position)
		require.NoError(t, err)
		b, err := g.Board(p, nil)
		require.NoError(t, err)
		e := newEngine(g, engine.Options{Fresh: true})
		for nodes := 1; nodes < 400; nodes += 3 {
			for _, lines := range []int{1, 3} {
				score := e.Search(b, engine.Limits{Nodes: nodes, Lines: lines}).Lines[0].Score
				require.False(t, score.Decided(), "%s: %v with %d nodes", position, score, nodes)
			}
		}
	}
}

// TestALossIsSaidAtItsDistance ends searches everywhere: that the move which
// seemed best loses sooner than it did says nothing of the others.
func TestALossIsSaidAtItsDistance(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		game, position string
		plies          int // to the end
	}{
		"a king that can step out of one mate": {"xiangqi", "5aR2/4k4/P2P5/9/3N1P3/9/9/4B4/4A4/2B1KA3 b - - 2 58", 4},
		"an advisor to put in between":         {"xiangqi", "2bak4/9/5a3/p8/9/4c3p/9/r4p3/9/3A1K3 w - - 0 53", 4},
		"three stones to slide":                {"morris", "1BW/1B1/1BW/BW1B1B/BWW/1B1/BWW w 0 0 0 20", 4},
		"a man to give up":                     {"draughts-brazilian", "B:Bb2,f2:WKa5,a7,b8,Kc1,c7,d6,d8,e7,f6,g5,g7,h8:H0:F15", 6},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, _ := play.Find(tt.game)
			p, err := g.Rules.Parse(tt.position)
			require.NoError(t, err)
			b, err := g.Board(p, nil)
			require.NoError(t, err)
			said := 0
			for _, fresh := range []bool{true, false} {
				e := newEngine(g, engine.Options{Fresh: fresh})
				for nodes := 1; nodes < 400; nodes++ {
					if score := e.Search(b, engine.Limits{Nodes: nodes}).Lines[0].Score; score.Decided() {
						require.LessOrEqual(t, score.Mate, -tt.plies, "%v with %d nodes", score, nodes)
						said++
					}
				}
			}
			require.Positive(t, said)
		})
	}
}
