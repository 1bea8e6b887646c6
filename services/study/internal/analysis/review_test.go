package analysis_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/study/internal/analysis"
)

var now = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

func game(t require.TestingT, name, start string, moves ...string) analysis.Subject {
	g, ok := games.Find(name)
	require.True(t, ok)
	if start == "" {
		start = g.Start().String()
	}
	return analysis.Subject{Game: g, Start: start, Moves: moves, Result: rules.Win(rules.First, "resignation")}
}

// says is what search says of a position: its best move, and what that is worth to
// the side to move.
func says(move string, score, mate int) analysis.Found {
	return analysis.Found{Lines: []analysis.Line{{Moves: []string{move}, Score: score, Mate: mate, Depth: 5}}, At: now}
}

func review(t require.TestingT, s analysis.Subject, found ...analysis.Found) ([]analysis.Ply, analysis.Report) {
	a, err := analysis.New("id", s, analysis.Budget{}.OrUsual(), now)
	require.NoError(t, err)
	require.Equal(t, len(found), a.Positions)
	a, events, err := a.With(found)
	require.NoError(t, err)
	require.Equal(t, analysis.Done, a.State)
	require.Len(t, events, len(s.Moves)+1)
	plies, err := a.Review(1)
	require.NoError(t, err)
	require.Equal(t, analysis.Sum(plies), a.Report)
	return plies, a.Report
}

// The scores are those of the side to move, so what is good for it before the move
// stands with the other sign after it.
func TestClassesByWhatIsGivenAway(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		best          string
		before, after int
		mates         [2]int
		want          analysis.Class
		lossless      bool
	}{
		"the engine's own move":         {best: "h2e2", before: 300, after: 300, want: analysis.Best, lossless: true},
		"as good as the engine's":       {best: "b2e2", before: 20, after: -20, want: analysis.Best, lossless: true},
		"better than the engine's":      {best: "b2e2", before: 0, after: -500, want: analysis.Best, lossless: true},
		"a little":                      {best: "b2e2", before: 20, after: 0, want: analysis.Good},
		"an inaccuracy":                 {best: "b2e2", before: 0, after: 100, want: analysis.Inaccuracy},
		"a mistake":                     {best: "b2e2", before: 0, after: 200, want: analysis.Mistake},
		"a blunder":                     {best: "b2e2", before: 0, after: 450, want: analysis.Blunder},
		"into a mate":                   {best: "b2e2", before: 0, after: 31000, mates: [2]int{0, 4}, want: analysis.Blunder},
		"out of a mate into much":       {best: "b2e2", before: 31000, after: -3000, mates: [2]int{3, 0}, want: analysis.Best},
		"out of a mate into little":     {best: "b2e2", before: 31000, after: -100, mates: [2]int{3, 0}, want: analysis.Blunder},
		"lost before as well as after":  {best: "b2e2", before: -31000, after: 31000, mates: [2]int{-6, 5}, want: analysis.Best, lossless: true},
		"known to be lost, by no mate":  {best: "b2e2", before: 0, after: 30000, want: analysis.Blunder},
		"of a lead that decides anyhow": {best: "b2e2", before: 3000, after: -2500, want: analysis.Best},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plies, _ := review(t, game(t, "xiangqi", "", "h2e2"), says(tt.best, tt.before, tt.mates[0]), says("h9g7", tt.after, tt.mates[1]))
			require.Equal(t, tt.want, plies[0].Class, "%+v", plies[0])
			require.Equal(t, tt.lossless, plies[0].Loss == 0)
		})
	}
}

// A second side's scores are turned round.
func TestEvaluationsAreTheFirstSides(t *testing.T) {
	t.Parallel()
	plies, _ := review(t, game(t, "xiangqi", "", "h2e2", "h9g7"), says("h2e2", 40, 0), says("b9c7", 31000, 7), says("h0g2", 25, 0))
	require.Equal(t, []int{40, -10_000, 25}, []int{plies[0].Before.Score, plies[0].After.Score, plies[1].After.Score})
	require.Equal(t, []int{-7, -7}, []int{plies[0].After.Mate, plies[1].Before.Mate})
	require.Zero(t, plies[1].Before.Expected)
	require.Equal(t, analysis.Blunder, plies[1].Class, "from a sure win to nothing")
	require.Greater(t, plies[0].Before.Expected, 0.5)
}

// Whoever can't choose does nothing wrong, and earns nothing for it.
func TestForcedMoves(t *testing.T) {
	t.Parallel()
	s := game(t, "xiangqi", "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1", "i8i9", "e9e8")
	plies, report := review(t, s, says("i8i9", 0, 0), says("e9e8", 31000, 9), says("i9i8", 500, 0))
	require.True(t, plies[1].Forced)
	require.Equal(t, analysis.Best, plies[1].Class)
	require.Zero(t, plies[1].Loss)
	require.Zero(t, report[rules.Second].Moves)
	require.Zero(t, report[rules.Second].Accuracy)
	require.InDelta(t, 100, report[rules.First].Accuracy, 1e-3)
}

// A line that goes on behind the end of the game is told as far as it is legal.
func TestLinesEndWithTheGame(t *testing.T) {
	t.Parallel()
	found := says("b2e2", 10, 0)
	found.Lines[0].Moves = []string{"b2e2", "h9g7", "a0a9", "h9g7"}
	plies, _ := review(t, game(t, "xiangqi", "", "h2e2"), found, says("h9g7", 0, 0))
	require.Len(t, plies[0].Lines[0].Moves, 2)
	require.Equal(t, "P8-5", plies[0].Lines[0].Moves[0].Texts.In("vietnamese"))
}

func TestAccuracyFallsWithEachError(t *testing.T) {
	t.Parallel()
	last := 101.0
	for _, after := range []int{0, 50, 100, 400, 31000} {
		_, report := review(t, game(t, "xiangqi", "", "h2e2", "h9g7", "h0g2"),
			says("b2e2", 0, 0), says("h9g7", after, 0), says("h0g2", -after, 0), says("i9h9", after, 0))
		require.Less(t, report[rules.First].Accuracy, last)
		last = report[rules.First].Accuracy
	}
	require.Positive(t, last)
}

// Whatever search says, every number stays within its bounds, and the events of an
// analysis are the same however it is cut into pages and steps.
func TestNumbersStayWithinBounds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(games.All()).Draw(t, "game")
		line := rules.NewLine(g, g.Start())
		for range rapid.IntRange(1, 12).Draw(t, "plies") {
			_, err := line.Play(rapid.SampledFrom(line.Legal()).Draw(t, "move"))
			require.NoError(t, err)
		}
		a, err := analysis.New("id", game(t, g.Name(), "", line.Moves()...), analysis.Budget{}.OrUsual(), now)
		require.NoError(t, err)
		var told []analysis.Event
		first, err := a.Events(0, 1)
		require.NoError(t, err)
		told = append(told, first...)
		for a.Looked < a.Positions {
			var found []analysis.Found
			for range rapid.IntRange(1, a.Positions-a.Looked).Draw(t, "step") {
				found = append(found, says("x", rapid.IntRange(-31000, 31000).Draw(t, "score"), rapid.IntRange(-20, 20).Draw(t, "mate")))
			}
			var events []analysis.Event
			a, events, err = a.With(found)
			require.NoError(t, err)
			told = append(told, events...)
		}
		var listed []analysis.Event
		for len(listed) < len(told) {
			page, err := a.Events(len(listed), rapid.IntRange(1, 5).Draw(t, "page"))
			require.NoError(t, err)
			require.NotEmpty(t, page)
			listed = append(listed, page...)
		}
		require.Equal(t, told, listed)
		require.Equal(t, a.Seq(), told[len(told)-1].Seq)
		for i, e := range told {
			require.Equal(t, i+1, e.Seq)
			if e.Ply == nil {
				continue
			}
			for _, v := range []float64{e.Ply.Loss, e.Ply.Before.Expected, e.Ply.After.Expected} {
				require.True(t, v >= 0 && v <= 1, v)
			}
		}
		for _, r := range a.Report {
			require.True(t, r.Accuracy >= 0 && r.Accuracy <= 100, r.Accuracy)
		}
	})
}

// Whoever gives a strong piece away has blundered, whatever the game.
func TestAStrongPieceIsNoTrifle(t *testing.T) {
	t.Parallel()
	for name, worth := range map[string]int{
		"xiangqi": 450, "jungle": 900, "morris": 400, "draughts-brazilian": 300, "draughts-international": 300,
		"draughts-russian": 300, "draughts-american": 400,
	} {
		g, _ := games.Find(name)
		move := g.Start().Moves()[0]
		next, err := g.Start().Play(move)
		require.NoError(t, err)
		plies, _ := review(t, game(t, name, "", move), says("another", 0, 0), says(next.Next.Moves()[0], worth, 0))
		require.Equal(t, analysis.Blunder, plies[0].Class, name)
	}
}

// Every game has a scale: a small lead counts for something, and little.
func TestEveryGameHasAScale(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		move := g.Start().Moves()[0]
		next, err := g.Start().Play(move)
		require.NoError(t, err)
		plies, _ := review(t, game(t, g.Name(), "", move), says(move, 100, 0), says(next.Next.Moves()[0], -100, 0))
		require.Greater(t, plies[0].Before.Expected, 0.5, g.Name())
		require.Less(t, plies[0].Before.Expected, 0.8, g.Name())
		require.InDelta(t, plies[0].Before.Expected, plies[0].After.Expected, 1e-9)
	}
}
