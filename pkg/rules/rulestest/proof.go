package rulestest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
)

// Proof holds a game on 10⁵ random positions against a second reading of its
// rules and against the symmetries of its board. The positions are always the
// same ones: a failure comes again.
type Proof struct {
	Game rules.Game
	// Naive reads the line of a position for the second reading.
	Naive func(line string) Naive
	// Scatter draws the line of a position with pieces set up at random. A game
	// may start from many of them, from others it need not.
	Scatter func(r *rand.Rand) string
	// Print prints a position like p but with these pieces and this side to move,
	// and with counters at zero. Where swapped, all else that is a side's has
	// changed sides.
	Print func(p rules.Position, pieces []rules.Piece, side rules.Side, swapped bool) string
	Turns []Turn
}

// Naive is a position of a second reading of the rule book: slow, plain, and
// without anything of the game's own code.
type Naive interface {
	// Moves lists the legal moves in canonical spelling, sorted as text.
	Moves() []string
	// Standing is the win or loss of the position as it stands.
	Standing() rules.Verdict
	// SetsUp reports whether a game may start here.
	SetsUp() bool
	// After is the line of the position after one of Moves.
	After(move string) string
}

// proofPositions is how many different positions a proof looks at.
const proofPositions = 100_000

// lesser is the part of the positions that is enough where nothing is proved:
// under the race detector, and with -short.
const lesser = 50

// Prove runs the proof.
func Prove(t *testing.T, p Proof) {
	t.Helper()
	t.Run(p.Game.Name(), func(t *testing.T) {
		t.Parallel()
		many := proofPositions
		if Raced || testing.Short() {
			many /= lesser
		}
		pr := newProver(t, p)
		for len(pr.seen) < many {
			pr.game(pr.start())
		}
		t.Logf("%d positions; games ended by %v", len(pr.seen), pr.ends)
		if many == proofPositions {
			pr.requireEnds()
		}
	})
}

// prover is a proof under way.
type prover struct {
	Proof
	require.TestingT
	random *rand.Rand
	starts []string
	// setsUp names the turns that keep what is a set-up. They all do unless that
	// depends on who is to move, as the hands in morris do: the start position
	// tells.
	setsUp map[string]bool
	// seen are the positions looked at, but for those that are no set-ups, by
	// hash.
	seen map[uint64]rules.Position
	ends map[rules.Reason]int
}

func newProver(t *testing.T, p Proof) *prover {
	pr := &prover{
		Proof: p, TestingT: t,
		random: rand.New(rand.NewPCG(3, proofPositions)),
		starts: positions(t, p.Game),
		setsUp: map[string]bool{}, seen: map[uint64]rules.Position{}, ends: map[rules.Reason]int{},
	}
	for _, u := range p.Turns {
		pr.setsUp[u.Name] = pr.turned(u, p.Game.Start()).CheckSetup() == nil
	}
	return pr
}

// requireEnds demands that games have ended in all ways that chance finds.
func (pr *prover) requireEnds() {
	found := []rules.Reason{rules.Timeout, rules.TimeoutNoAttackers, rules.PerpetualCheck, rules.PerpetualChase}
	for r := range pr.ends {
		found = append(found, r)
	}
	require.Subset(pr, found, pr.Game.Describe().Endings)
}

// start draws where a game begins and how many plies it may last: a start
// position, a reference case, or for most a set-up at random.
func (pr *prover) start() (p rules.Position, plies int) {
	if pr.random.IntN(3) == 0 {
		return parse(pr, pr.Game, pr.starts[pr.random.IntN(len(pr.starts))]), 60
	}
	for {
		p := parse(pr, pr.Game, pr.Scatter(pr.random))
		if p.CheckSetup() == nil {
			return p, 20
		}
		pr.check(p) // reading is not choosy: it must be right all the same
	}
}

// game plays at random and looks at every position on the way.
func (pr *prover) game(start rules.Position, plies int) {
	g := &proofGame{line: rules.NewLine(pr.Game, start), past: []rules.Position{start}, lines: []string{start.String()}}
	shuffles := pr.random.IntN(4) == 0
	n := pr.look(start)
	for range plies {
		if g.line.Verdict().Over() {
			break
		}
		m := g.draw(pr.random, shuffles)
		ply, err := g.line.Play(m)
		require.NoError(pr, err, "%s %s", g.last(), m)
		require.Equal(pr, n.After(m), ply.Next.String(), "%s %s", g.last(), m)
		pr.turnPly(g.past[len(g.past)-1], ply)
		g.past, g.lines = append(g.past, ply.Next), append(g.lines, ply.Next.String())
		n = pr.look(ply.Next)
		pr.judge(g, ply, n.Standing())
	}
	pr.ends[g.line.Verdict().Reason]++
	g.lookBack(pr, pr.random.IntN(len(g.past)))
}

// look checks a position of a game and remembers it. Positions of one hash are
// the same.
func (pr *prover) look(p rules.Position) Naive {
	if q, met := pr.seen[p.Hash()]; met {
		require.True(pr, p.Same(q), "%s has the hash of %s", p, q)
	}
	pr.seen[p.Hash()] = p
	return pr.check(p)
}

// check looks at a position by itself.
func (pr *prover) check(p rules.Position) Naive {
	line, moves := p.String(), p.Moves()
	n := pr.Naive(line)
	checkText(pr, pr.Game, p)
	requireMoves(pr, n.Moves(), moves, line)
	require.Equal(pr, n.Standing(), p.Standing(), line)
	require.Equal(pr, p.Standing().Over(), len(moves) == 0, "%s: over and movable", line)
	require.Equal(pr, n.SetsUp(), p.CheckSetup() == nil, line)
	require.Equal(pr, uint64(len(moves)), p.Perft(1), line)
	pr.turn(p, moves)
	return n
}

// requireMoves compares lists of which an empty one may be nil.
func requireMoves(t require.TestingT, want, got []string, where ...any) {
	if !slices.Equal(want, got) {
		require.Equal(t, want, got, where...)
	}
}

// judge holds the outcome of a ply against the order of checks of games.md §1
// and the whole past. There is one result and no move, or moves and no result.
func (pr *prover) judge(g *proofGame, ply rules.Ply, standing rules.Verdict) {
	want := standing
	stood := occurrences(g.past)
	switch {
	case standing.Over():
	case len(stood) >= pr.Game.Repetitions():
		want = repetition(ply.Verdict)
	case ply.Next.Counter().Full():
		want = rules.Draw(rules.MoveCount)
	case ply.Next.MaterialDraw():
		want = rules.Draw(rules.NoAttackers)
	}
	require.Equal(pr, want, ply.Verdict, g.last())
	require.Equal(pr, want, g.line.Verdict(), g.last())
	require.Len(pr, stood, ply.Occurrences, g.last())
	require.Equal(pr, want.Over(), len(g.line.Legal()) == 0, g.last())
	if want.Over() {
		_, err := g.line.Try(ply.Move)
		var refusal *rules.MoveError
		require.ErrorAs(pr, err, &refusal)
		require.Equal(pr, rules.GameOver, refusal.Code)
	}
}

// repetition is an outcome if repetition can bring it about, a draw otherwise.
// Who has lost by one is proved where the game has such a rule.
func repetition(v rules.Verdict) rules.Verdict {
	won := v.Winner == rules.WinnerFirst || v.Winner == rules.WinnerSecond
	if won && (v.Reason == rules.PerpetualCheck || v.Reason == rules.PerpetualChase) {
		return v
	}
	return rules.Draw(rules.Repetition)
}

// proofGame is a game of a proof, with all that it has been.
type proofGame struct {
	line  *rules.Line
	past  []rules.Position
	lines []string // of past, when each was new
}

func (g *proofGame) last() string { return g.lines[len(g.lines)-1] }

// draw draws a legal move; in a game that shuffles nearly always the side's last
// one taken back, so that positions stand again.
func (g *proofGame) draw(r *rand.Rand, shuffles bool) string {
	legal := g.line.Legal()
	if n := g.line.Plies(); shuffles && n >= 2 && r.IntN(12) > 0 {
		squares := squareName.FindAllString(g.line.Moves()[n-2], -1)
		if back := squares[len(squares)-1] + squares[0]; slices.Contains(legal, back) {
			return back
		}
	}
	return legal[r.IntN(len(legal))]
}

// lookBack: no position has changed since it was new, and a rewound line is the
// line as it was after n plies.
func (g *proofGame) lookBack(t require.TestingT, n int) {
	for i, p := range g.past {
		require.Equal(t, g.lines[i], p.String(), "a position changed")
	}
	short, err := g.line.Rewind(n)
	require.NoError(t, err)
	require.Equal(t, g.lines[n], short.Position().String())
	require.Len(t, short.Moves(), n)
}
