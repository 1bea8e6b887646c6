package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"
	"kydai.dev/pkg/rules/xiangqi"
)

func lineFrom(t require.TestingT, g rules.Game, position string) *rules.Line {
	start, err := g.Parse(position)
	require.NoError(t, err)
	return rules.NewLine(g, start)
}

// play makes moves, given as text parted by spaces, and returns the plies of
// the warnings.
func play(t require.TestingT, line *rules.Line, moves string) (warned []int) {
	for _, m := range strings.Fields(moves) {
		ply, err := line.Play(m)
		require.NoError(t, err, "ply %d", line.Plies()+1)
		for _, w := range ply.Warnings {
			warned = append(warned, w.Ply)
		}
	}
	return warned
}

// TestOrderOfChecks: where a move ends the game in two ways, the first in the
// order of games.md §1 counts. A position that is won never stands twice, and
// one without attackers is drawn when it first stands.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		position, moves string
		want            rules.Verdict
	}{
		"win before move count": {
			"4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 99 60", "b0b9", rules.Win(rules.First, rules.Checkmate),
		},
		"win before material": {
			"3aka3/4a4/9/9/9/9/9/9/4p4/4K4 w - - 3 60", "e0e1", rules.Win(rules.First, rules.Stalemate),
		},
		"repetition before move count": {
			"4k4/9/9/9/9/9/9/9/R8/5K3 w - - 92 60", "a1a2 e9e8 a2a1 e8e9 a1a2 e9e8 a2a1 e8e9", rules.Draw(rules.Repetition),
		},
		"lost by repetition before move count": {
			"4k4/R8/9/9/9/9/9/9/9/3K5 w - - 92 60", "a8a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9", rules.Win(rules.Second, rules.PerpetualCheck),
		},
		"move count before material": {
			"4k4/9/9/9/9/9/9/9/9/5K3 w - - 99 60", "f0f1", rules.Draw(rules.MoveCount),
		},
		"material": {
			"3k5/9/9/9/9/9/9/9/4p4/4K4 w - - 99 60", "e0e1", rules.Draw(rules.NoAttackers),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			line := lineFrom(t, xiangqi.New(), tt.position)
			play(t, line, tt.moves)
			require.Equal(t, tt.want, line.Verdict())
		})
	}
}

const (
	checks     = "4k4/R8/9/9/9/9/9/9/p8/3K5 w - - 0 1" // the chariot checks, a soldier is there to be taken
	checkCycle = "a8a9 e9e8 a9a8 e8e9"
)

func TestWarnedOnceUntilCapture(t *testing.T) {
	t.Parallel()
	line := lineFrom(t, xiangqi.New(), checks)
	require.Equal(t, []int{4}, play(t, line, checkCycle))
	require.Empty(t, play(t, line, "a8a9 e9e8"), "another position stands for the second time")
	require.Equal(t, []int{13}, play(t, line, "a9a1 e8e9 a1a9 e9e8 a9a8 e8e9 a8a9"), "after a capture")
}

func TestWarningsAfterRewind(t *testing.T) {
	t.Parallel()
	line := lineFrom(t, xiangqi.New(), checks)
	play(t, line, checkCycle+" a8a1")
	tests := map[string]struct {
		plies int
		moves string
		want  []int
	}{
		"the warned ply is taken back":  {3, "e8e9 " + checkCycle, []int{4}},
		"the warning stays":             {4, checkCycle, nil},
		"nothing is left of the game":   {0, checkCycle, []int{4}},
		"the capture clears the record": {5, "e9e8 a1a8 e8e9 a8a9 e9e8 a9a8 e8e9", []int{11}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			short, err := line.Rewind(tt.plies)
			require.NoError(t, err)
			require.Equal(t, tt.want, play(t, short, tt.moves))
		})
	}
}

// TestTryChangesNothing: only Push makes a ply, however often it is tried.
func TestTryChangesNothing(t *testing.T) {
	t.Parallel()
	line := lineFrom(t, xiangqi.New(), checks)
	play(t, line, "a8a9 e9e8 a9a8")
	first, err := line.Try("e8e9")
	require.NoError(t, err)
	require.Len(t, first.Warnings, 1)
	_, err = line.Try("e8e7")
	require.NoError(t, err)
	again, err := line.Try("e8e9")
	require.NoError(t, err)
	require.Equal(t, first, again)
	require.Equal(t, 3, line.Plies())
	line.Push(first)
	require.Equal(t, []string{"a8a9", "e9e8", "a9a8", "e8e9"}, line.Moves())
	require.True(t, line.Position().Same(line.Start()))
}

// TestPastEndsAtCapture: positions are counted from the last capture on, and
// what was warned of before it is forgotten.
func TestPastEndsAtCapture(t *testing.T) {
	t.Parallel()
	line := lineFrom(t, xiangqi.New(), checks)
	play(t, line, "a8a9 e9e8 a9a1")
	require.Zero(t, line.Reversible())
	play(t, line, "e8e9 a1a2 e9e8 a2a1 e8e9 a1a2 e9e8 a2a1")
	require.Equal(t, 8, line.Reversible())
	require.Equal(t, rules.Draw(rules.Repetition), line.Verdict())
	require.Equal(t, &rules.Evidence{Rule: rules.Repetition, Equal: []int{3, 7, 11}}, line.Evidence())
}

func TestJungleRepeatsFiveTimes(t *testing.T) {
	t.Parallel()
	line := rules.NewLine(jungle.New(), jungle.New().Start())
	cycle := "a1a2 a9a8 a2a1 a8a9 "
	require.Empty(t, play(t, line, strings.Repeat(cycle, 3)))
	require.False(t, line.Verdict().Over())
	require.Empty(t, play(t, line, cycle))
	require.Equal(t, &rules.Evidence{Rule: rules.Repetition, Equal: []int{0, 4, 8, 12, 16}}, line.Evidence())
}

// TestJudgingAllocatesNothing: a move that repeats nothing costs what playing
// it costs, however long the past.
func TestJudgingAllocatesNothing(t *testing.T) { //nolint:paralleltest // counts allocations
	line := lineFrom(t, xiangqi.New(), "4k4/9/9/9/9/9/9/9/R8/5K3 w - - 0 1")
	play(t, line, "a1a2 e9e8 a2a3 e8d8 a3a4 d8d9 a4a5 d9e9 a5a6 e9e8 a6a7 e8d8 a7b7 d8d9 b7b6 d9e9")
	played := testing.AllocsPerRun(100, func() { _, _ = line.Position().Play("b6b5") })
	tried := testing.AllocsPerRun(100, func() { _, _ = line.Try("b6b5") })
	require.InDelta(t, played, tried, 0)
}

// A warning is given also with the ply that the counter then ends the game
// with: repetition is looked at first.
func TestWarningWithTheLastPly(t *testing.T) {
	t.Parallel()
	p, err := xiangqi.New().Parse("4k4/R8/9/9/9/9/9/9/9/3K5 w - - 96 60")
	require.NoError(t, err)
	line := rules.NewLine(xiangqi.New(), p)
	for _, m := range []string{"a8a9", "e9e8", "a9a8"} {
		ply, err := line.Play(m)
		require.NoError(t, err)
		require.Empty(t, ply.Warnings)
	}
	ply, err := line.Play("e8e9")
	require.NoError(t, err)
	require.Equal(t, rules.Draw(rules.MoveCount), ply.Verdict)
	require.Equal(t, []rules.Warning{{Ply: 4, Breach: rules.Breach{Side: rules.First, Rule: rules.BreachCheck, Plies: []int{1, 3}}}}, ply.Warnings)
}
