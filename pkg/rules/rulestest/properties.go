package rulestest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
)

// maxPlies bounds one random game of the properties.
const maxPlies = 60

func checkProperties(t *testing.T, g rules.Game) {
	starts := positions(t, g)
	t.Run("start", func(t *testing.T) {
		t.Parallel()
		require.NoError(t, g.Start().CheckSetup())
		require.Equal(t, g.Start().String(), g.Start().Fresh().String())
		require.Equal(t, rules.First, g.Start().Side())
	})
	t.Run("play", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) { randomGame(t, g, rapid.SampledFrom(starts).Draw(t, "start")) })
	})
	t.Run("description", func(t *testing.T) {
		t.Parallel()
		checkDescription(t, g)
	})
	t.Run("bad text", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) { badText(t, g, rapid.SampledFrom(starts).Draw(t, "start")) })
	})
}

// positions returns where random games begin: half of them at the start
// position of the game, half at those of the reference cases.
func positions(tb testing.TB, g rules.Game) []string {
	cases := load(tb, "legal.json", g)
	lines := slices.Repeat([]string{g.Start().String()}, len(cases))
	for _, v := range cases {
		lines = append(lines, v.Position)
	}
	return lines
}

// randomGame plays at random and checks every position that it meets.
func randomGame(t *rapid.T, g rules.Game, start string) {
	line := rules.NewLine(g, parse(t, g, start))
	history := []rules.Position{line.Position()}
	checkPosition(t, g, line.Position())
	for range rapid.IntRange(0, maxPlies).Draw(t, "plies") {
		if line.Verdict().Over() {
			break
		}
		m := rapid.SampledFrom(line.Legal()).Draw(t, "move")
		ply, err := line.Play(m)
		require.NoError(t, err)
		history = append(history, ply.Next)
		require.Equal(t, m, ply.Move)
		checkEvidence(t, history, ply)
		checkPosition(t, g, ply.Next)
	}
	checkRewind(t, line, history)
}

// proved are the reasons that the board alone does not show.
var proved = []rules.Reason{rules.Repetition, rules.PerpetualCheck, rules.PerpetualChase, rules.MoveCount, rules.NoAttackers}

// checkEvidence holds what a ply says of the past against the whole history,
// without the short cuts of rules.Line.
func checkEvidence(t *rapid.T, history []rules.Position, ply rules.Ply) {
	stood := occurrences(history)
	require.Len(t, stood, ply.Occurrences, "occurrences after %s", ply.Move)
	if ply.Evidence == nil {
		require.NotContains(t, proved, ply.Verdict.Reason)
		return
	}
	require.Equal(t, ply.Verdict.Reason, ply.Evidence.Rule)
	require.Equal(t, ply.Verdict.Reason == rules.MoveCount, ply.Evidence.Counter.Full())
	if ply.Evidence.Equal != nil {
		require.Equal(t, stood, ply.Evidence.Equal)
	}
}

// occurrences lists the plies after which the last position stood.
func occurrences(history []rules.Position) (plies []int) {
	last := history[len(history)-1]
	for ply, p := range history {
		if p.Same(last) {
			plies = append(plies, ply)
		}
	}
	return plies
}

func checkRewind(t *rapid.T, line *rules.Line, history []rules.Position) {
	n := rapid.IntRange(0, line.Plies()).Draw(t, "rewind")
	short, err := line.Rewind(n)
	require.NoError(t, err)
	require.Equal(t, history[n].String(), short.Position().String())
	require.Equal(t, append([]string{}, line.Moves()[:n]...), append([]string{}, short.Moves()...))
}

func checkPosition(t *rapid.T, g rules.Game, p rules.Position) {
	checkText(t, g, p)
	before := p.String()
	moves := p.Moves()
	require.Equal(t, len(moves) == 0, p.Standing().Over(), "%s: over and movable", p)
	require.True(t, slices.IsSorted(moves), "%s: %v", p, moves)
	require.Len(t, slices.Compact(slices.Clone(moves)), len(moves), "%s: a move twice in %v", p, moves)
	var replies uint64
	for _, m := range moves {
		step, err := p.Play(m)
		require.NoError(t, err, "%s %s", p, m)
		require.Equal(t, m, step.Move, "%s", p)
		require.Equal(t, p.Side().Other(), step.Next.Side(), "%s %s", p, m)
		checkText(t, g, step.Next)
		replies += uint64(len(step.Next.Moves()))
	}
	require.Equal(t, uint64(1), p.Perft(0), "%s", p)
	require.Equal(t, uint64(len(moves)), p.Perft(1), "%s", p)
	require.Equal(t, replies, p.Perft(2), "%s", p)
	require.Equal(t, before, p.String(), "playing changed the position")
}

// checkText prints a position and reads it back: the same line, the same
// position, and the hash that play has kept up step by step.
func checkText(t require.TestingT, g rules.Game, p rules.Position) {
	q := parse(t, g, p.String())
	require.Equal(t, p.String(), q.String())
	require.Equal(t, p.Side(), q.Side(), "%s", p)
	require.Equal(t, q.Hash(), p.Hash(), "hash of %s", p)
	require.True(t, p.Same(q) && q.Same(p), "%s is not the same as itself", p)
	fresh := p.Fresh()
	require.True(t, p.Same(fresh), "fresh %s", p)
	require.Equal(t, p.Hash(), fresh.Hash(), "fresh %s", p)
}

// badText damages a position line and a move and invents others: whatever is
// not refused with the right error must be sound.
func badText(t *rapid.T, g rules.Game, start string) {
	text := rapid.OneOf(rapid.String(), damaged(start))
	checkLine(t, g, text.Draw(t, "line"))
	p := parse(t, g, start)
	moves := append([]string{"a1a2"}, p.Moves()...)
	m := rapid.OneOf(rapid.String(), damaged(rapid.SampledFrom(moves).Draw(t, "legal")))
	checkMove(t, g, p, m.Draw(t, "move"))
}

// damaged generates copies of a text with one to three bytes put in, changed
// or taken out.
func damaged(text string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		b := []byte(text)
		for range rapid.IntRange(1, 3).Draw(t, "damages") {
			i := rapid.IntRange(0, len(b)).Draw(t, "at")
			j := min(len(b), i+rapid.IntRange(0, 1).Draw(t, "out"))
			in := rapid.SliceOfN(rapid.Byte(), 0, 1).Draw(t, "in")
			if len(b) > 0 && rapid.Bool().Draw(t, "known") {
				in = []byte{rapid.SampledFrom(b).Draw(t, "byte")}
			}
			b = slices.Concat(b[:i], in, b[j:])
		}
		return string(b)
	})
}

// checkLine reads a text that may or may not be a position.
func checkLine(t require.TestingT, g rules.Game, line string) {
	p, err := g.Parse(line)
	if err != nil {
		var refusal *rules.PositionError
		require.ErrorAs(t, err, &refusal, "%q", line)
		require.NotEmpty(t, refusal.Field, "%q", line)
		require.False(t, refusal.Setup, "%q", line)
		if refusal.Rule != rules.OneGeneral {
			require.Empty(t, string(refusal.Rule)+refusal.Square, "%q", line)
		}
		return
	}
	checkText(t, g, p)
	require.Equal(t, uint64(len(p.Moves())), p.Perft(1), "%q", line)
	if err := p.CheckSetup(); err != nil {
		var refusal *rules.PositionError
		require.ErrorAs(t, err, &refusal, "%q", line)
		require.True(t, refusal.Setup, "%q", line)
		require.Contains(t, rules.SetupRules(), refusal.Rule, "%q", line)
		checkSquare(t, g, refusal, line)
	}
}

// checkSquare: a square that is named is one of the board, with a piece on it.
func checkSquare(t require.TestingT, g rules.Game, refusal *rules.PositionError, line string) {
	none := refusal.Rule == rules.NoPiecesLeft || refusal.Rule == rules.TooFewPieces || refusal.Rule == rules.HandsDiffer
	if none || refusal.Rule == rules.TooManyPieces && refusal.Square == "" {
		require.Empty(t, refusal.Square, "%q", line)
		return
	}
	taken := slices.ContainsFunc(parse(t, g, line).Pieces(), func(p rules.Piece) bool { return p.Square == refusal.Square })
	require.True(t, taken, "%q: %s, but nothing stands on %q", line, refusal.Rule, refusal.Square)
}

// checkMove plays a text that may or may not be a move.
func checkMove(t require.TestingT, g rules.Game, p rules.Position, text string) {
	step, err := p.Play(text)
	if err != nil {
		var refusal *rules.MoveError
		require.ErrorAs(t, err, &refusal, "%s %q", p, text)
		require.NotContains(t, p.Moves(), text)
		return
	}
	require.Contains(t, p.Moves(), step.Move, "%s %q", p, text)
	checkText(t, g, step.Next)
}
