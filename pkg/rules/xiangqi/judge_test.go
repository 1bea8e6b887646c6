package xiangqi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/xiangqi"
)

// byRepetition are the reasons that the naive judge knows.
var byRepetition = []rules.Reason{rules.PerpetualCheck, rules.PerpetualChase, rules.Repetition}

// tally counts the outcomes that a property has met, so that it can't hold for
// want of cases.
type tally map[rules.Reason]int

// require demands that every given outcome has been met.
func (c tally) require(t *testing.T, reasons ...rules.Reason) {
	t.Log(c)
	for _, r := range reasons {
		require.NotZero(t, c[r], "nothing ended by %s", r)
	}
}

// comparePly makes a move by the package and by the naive rules.
func comparePly(t require.TestingT, line *rules.Line, slow *naiveLine, m string) rules.Ply {
	ply, err := line.Play(m)
	require.NoError(t, err)
	warnings, verdict, evidence := slow.play(m)
	if ply.Verdict.Over() && !verdict.Over() { // by something else than repetition
		require.NotContains(t, byRepetition, ply.Verdict.Reason)
		require.Empty(t, ply.Warnings)
		return ply
	}
	where := []any{"%s: %v", slow.boards[0].line(), slow.moves}
	require.Equal(t, warnings, ply.Warnings, where...)
	require.Equal(t, verdict, ply.Verdict, where...)
	require.Equal(t, evidence, ply.Evidence, where...)
	return ply
}

// compareLine makes moves until the line is over, and returns how it ended.
func compareLine(t require.TestingT, start rules.Position, moves []string) rules.Reason {
	line, slow := rules.NewLine(xiangqi.New(), start), newNaiveLine(start.String())
	for _, m := range moves {
		if line.Verdict().Over() {
			break
		}
		comparePly(t, line, slow, m)
	}
	return line.Verdict().Reason
}

func TestRulingsAgreeWithNaiveJudge(t *testing.T) {
	t.Parallel()
	for _, r := range rulings(t) {
		require.Equal(t, r.Reason, compareLine(t, position(t, r.Position), r.Moves))
	}
}

// TestCyclesAgreeWithNaiveJudge plays a cycle twice, and two cycles of a
// position one after the other.
func TestCyclesAgreeWithNaiveJudge(t *testing.T) {
	t.Parallel()
	ends := tally{}
	rapid.Check(t, func(t *rapid.T) {
		n := sparse().Draw(t, "position")
		start := position(t, n.line())
		cycles := drawCycles(t, start)
		for i, cycle := range cycles {
			other := cycles[max(0, i-1)]
			ends[compareLine(t, start, slices.Concat(cycle, cycle))]++
			ends[compareLine(t, start, slices.Concat(other, cycle, cycle))]++
		}
	})
	ends.require(t, byRepetition...)
}

// TestWalksAgreeWithNaiveJudge strings hunts together, with steps between them
// that are often taken back: positions return in any order and at any time.
func TestWalksAgreeWithNaiveJudge(t *testing.T) {
	t.Parallel()
	ends := tally{}
	rapid.Check(t, func(t *rapid.T) {
		n := sparse().Draw(t, "position")
		for range 2 {
			ends[wander(t, n)]++
		}
	})
	ends.require(t, rules.Repetition)
	require.NotZero(t, ends[rules.PerpetualCheck]+ends[rules.PerpetualChase])
}

func wander(t *rapid.T, n naive) rules.Reason {
	w := walk{line: rules.NewLine(xiangqi.New(), position(t, n.line())), slow: newNaiveLine(n.line())}
	w.history = []rules.Position{w.line.Start()}
	for range 8 {
		w.play(t, drawStep(t, w.line)...)
		if all := hunts(t, w.line.Position()); len(all) > 0 {
			w.play(t, rapid.SampledFrom(all).Draw(t, "hunt")...)
		}
	}
	requireEqual(t, w.history, w.line.Evidence())
	return w.line.Verdict().Reason
}

// walk is a line and what is remembered of it to judge the judge.
type walk struct {
	line    *rules.Line
	slow    *naiveLine
	history []rules.Position
	warned  [2]int // how often each side, since the last capture
}

func (w *walk) play(t require.TestingT, moves ...string) {
	for _, m := range moves {
		if w.line.Verdict().Over() {
			return
		}
		ply := comparePly(t, w.line, w.slow, m)
		if len(ply.Next.Pieces()) < len(w.history[len(w.history)-1].Pieces()) {
			w.warned = [2]int{}
		}
		for _, given := range ply.Warnings {
			w.warned[given.Side]++
		}
		require.LessOrEqual(t, max(w.warned[0], w.warned[1]), 1, "%s: %v", w.history[0], w.line.Moves())
		w.history = append(w.history, ply.Next)
	}
}

// drawStep draws the next move of a line: often the last one of the same side
// taken back. There is none once the line is over.
func drawStep(t *rapid.T, line *rules.Line) []string {
	legal := line.Legal()
	if len(legal) == 0 {
		return nil
	}
	if n := line.Plies(); n >= 2 && rapid.Bool().Draw(t, "return") {
		if m := back(line.Moves()[n-2]); slices.Contains(legal, m) {
			return []string{m}
		}
	}
	return []string{rapid.SampledFrom(legal).Draw(t, "move")}
}

// requireEqual demands that the last position stood after the plies of the
// evidence and no others.
func requireEqual(t require.TestingT, history []rules.Position, e *rules.Evidence) {
	if e == nil || !slices.Contains(byRepetition, e.Rule) {
		return
	}
	var stood []int
	for ply, p := range history {
		if p.Same(history[len(history)-1]) {
			stood = append(stood, ply)
		}
	}
	require.Equal(t, stood, e.Equal)
}

// flip turns the board over: left and right, or the two sides.
type flip struct{ sides bool }

func (f flip) square(name string) string {
	if f.sides {
		return string([]byte{name[0], '0' + '9' - name[1]})
	}
	return string([]byte{'a' + 'i' - name[0], name[1]})
}

func (f flip) side(s rules.Side) rules.Side {
	if f.sides {
		return s.Other()
	}
	return s
}

func (f flip) moves(moves []string) (flipped []string) {
	for _, m := range moves {
		flipped = append(flipped, f.square(m[:2])+f.square(m[2:]))
	}
	return flipped
}

func (f flip) board(n naive) naive {
	flipped := naive{black: n.black != f.sides}
	for s := range 90 {
		c, to := n.at(s), squareNumber(f.square(squareName(s)))
		if c != 0 && f.sides {
			c ^= 'a' - 'A'
		}
		flipped.grid[to/9][to%9] = c
	}
	return flipped
}

func (f flip) breaches(list []rules.Breach) (flipped []rules.Breach) {
	for _, b := range list {
		b.Side = f.side(b.Side)
		if b.Rule == rules.BreachChase {
			b.Target.From, b.Target.Chases = f.square(b.Target.From), f.chases(b.Target.Chases)
		}
		flipped = append(flipped, b)
	}
	slices.SortFunc(flipped, func(a, b rules.Breach) int { return int(a.Side) - int(b.Side) })
	return flipped
}

func (f flip) chases(chases []rules.Chase) (flipped []rules.Chase) {
	for _, c := range chases {
		turned := rules.Chase{Ply: c.Ply, Square: f.square(c.Square)}
		for _, p := range c.Attackers {
			turned.Attackers = append(turned.Attackers, rules.Piece{Square: f.square(p.Square), Kind: p.Kind, Side: f.side(p.Side)})
		}
		slices.SortFunc(turned.Attackers, func(a, b rules.Piece) int { return strings.Compare(a.Square, b.Square) })
		flipped = append(flipped, turned)
	}
	return flipped
}

// TestRulingsTurnWithTheBoard: turned over, the board gives the same breaches
// turned over. Of several like targets the first square is named, which turning
// changes: those say nothing.
func TestRulingsTurnWithTheBoard(t *testing.T) {
	t.Parallel()
	chases := 0
	rapid.Check(t, func(t *rapid.T) {
		n := sparse().Draw(t, "position")
		start := position(t, n.line())
		for _, cycle := range drawCycles(t, start) {
			breaches := judge.Breaches(spanOf(t, start, cycle))
			if twins(n, cycle, breaches) {
				continue
			}
			for _, f := range []flip{{sides: false}, {sides: true}} {
				turned := f.board(n)
				got := judge.Breaches(spanOf(t, position(t, turned.line()), f.moves(cycle)))
				require.Equal(t, f.breaches(breaches), got, "%s: %v", n.line(), cycle)
			}
			if slices.ContainsFunc(breaches, func(b rules.Breach) bool { return b.Rule == rules.BreachChase }) {
				chases++
			}
		}
	})
	require.NotZero(t, chases)
}

// twins reports whether a breach chases several pieces of one kind.
func twins(n naive, cycle []string, breaches []rules.Breach) bool {
	slow := newNaiveLine(n.line())
	for _, m := range cycle {
		slow.play(m)
	}
	for _, b := range breaches {
		targets := slow.targets(0, b.Plies)
		if b.Rule == rules.BreachChase && len(targets) > 1 && targets[0].Kind == targets[1].Kind {
			return true
		}
	}
	return false
}
