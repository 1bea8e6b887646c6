package xiangqi_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/rulestest"
	"kydai.dev/pkg/rules/xiangqi"
)

func TestXiangqi(t *testing.T) {
	t.Parallel()
	rulestest.Run(t, xiangqi.New())
}

func FuzzParse(f *testing.F) { rulestest.FuzzParse(f, xiangqi.New()) }

func FuzzMove(f *testing.F) { rulestest.FuzzMove(f, xiangqi.New()) }

func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, xiangqi.New()) }

func BenchmarkReferee(b *testing.B) { rulestest.BenchReferee(b, xiangqi.New()) }

// BenchmarkPlay is what the referee does for a move: read it, judge it, make
// it, and look whether the game is over.
func BenchmarkPlay(b *testing.B) {
	p, moves := xiangqi.New().Start(), masters(b)[0]
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%len(moves) == 0 {
			p = xiangqi.New().Start()
		}
		step, err := p.Play(moves[i%len(moves)])
		require.NoError(b, err)
		if step.Next.Standing().Over() {
			b.Fatal("over")
		}
		p = step.Next
	}
}

// BenchmarkLine is a move of a game with its past: repetition included.
func BenchmarkLine(b *testing.B) {
	var line *rules.Line
	moves := masters(b)[0]
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%len(moves) == 0 {
			line = rules.NewLine(xiangqi.New(), xiangqi.New().Start())
		}
		if _, err := line.Play(moves[i%len(moves)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkString(b *testing.B) {
	p := xiangqi.New().Start()
	b.ReportAllocs()
	for b.Loop() {
		_ = p.String()
	}
}

// masters returns the moves of real games of masters.
func masters(tb testing.TB) (games [][]string) {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(rulestest.Dir, "masters.jsonl"))
	require.NoError(tb, err)
	for line := range bytes.Lines(data) {
		var game struct{ Moves string }
		require.NoError(tb, json.Unmarshal(line, &game))
		games = append(games, strings.Fields(game.Moves))
	}
	return games
}

// TestMasterGamesReplay plays real games to their ends, or until our rules end
// them earlier.
func TestMasterGamesReplay(t *testing.T) {
	t.Parallel()
	games := masters(t)
	require.Len(t, games, 200)
	for i, moves := range games {
		line := rules.NewLine(xiangqi.New(), xiangqi.New().Start())
		for _, m := range moves {
			if line.Verdict().Over() {
				require.NotEqual(t, rules.NoAttackers, line.Verdict().Reason, "game %d", i+1)
				require.NotNil(t, line.Evidence(), "game %d", i+1)
				break
			}
			_, err := line.Play(m)
			require.NoError(t, err, "game %d ply %d: %s", i+1, line.Plies()+1, m)
		}
	}
}

func position(t require.TestingT, line string) rules.Position {
	p, err := xiangqi.New().Parse(line)
	require.NoError(t, err)
	return p
}

// play makes moves, given as text parted by spaces, from a position.
func play(t *testing.T, from rules.Position, moves string) *rules.Line {
	line := rules.NewLine(xiangqi.New(), from)
	for i, m := range strings.Fields(moves) {
		require.False(t, line.Verdict().Over(), "over before ply %d", i+1)
		_, err := line.Play(m)
		require.NoError(t, err)
	}
	return line
}

func TestMoveOfGeneralEndsNothing(t *testing.T) {
	t.Parallel()
	line := play(t, xiangqi.New().Start(), "e0e1")
	require.False(t, line.Verdict().Over())
	require.Len(t, line.Legal(), 44)
}

func TestPieceBetweenGenerals(t *testing.T) {
	t.Parallel()
	p := position(t, "4k4/9/9/9/9/9/9/9/4C4/4K4 w - - 0 1")
	require.Equal(t, strings.Fields("e0d0 e0f0 e1e2 e1e3 e1e4 e1e5 e1e6 e1e7 e1e8"), p.Moves())
	_, err := p.Play("e1a1")
	var refusal *rules.MoveError
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, rules.GeneralsFace, refusal.Rule)
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		position string
		want     rules.Verdict
	}{
		"the opponent has a bare general": {
			"4k4/9/9/9/9/9/4B4/9/4A4/R2AK4 w - - 0 1", rules.Draw(rules.TimeoutNoAttackers),
		},
		"the opponent has advisors and elephants": {
			"2bakab2/9/9/9/9/9/4B4/9/4A4/R2AK4 w - - 0 1", rules.Draw(rules.TimeoutNoAttackers),
		},
		"the opponent has a soldier": {
			"4k4/9/9/p8/9/9/4B4/9/4A4/R2AK4 w - - 0 1", rules.Win(rules.Second, rules.Timeout),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, rules.TimeoutVerdict(position(t, tt.position), rules.First))
		})
	}
}

func TestAttackers(t *testing.T) {
	t.Parallel()
	for letter, want := range map[string]bool{"a": false, "b": false, "n": true, "r": true, "c": true, "p": true} {
		p := position(t, "4k4/9/9/9/"+letter+"8/9/9/9/9/3K5 w - - 0 1")
		require.Equal(t, want, p.CanWin(rules.Second), letter)
		require.False(t, p.CanWin(rules.First), letter)
		require.Equal(t, !want, p.MaterialDraw(), letter)
	}
}

func TestReadingTakesOtherLetters(t *testing.T) {
	t.Parallel()
	require.Equal(t, "4k4/9/9/9/9/9/9/9/9/3K5 w - - 7 12", position(t, "4k4/9/9/9/9/9/9/9/9/3K5 r - - 7 12").String())
}

func TestOnlyCapturesAreIrreversible(t *testing.T) {
	t.Parallel()
	for move, want := range map[string]bool{"h2h9": true, "h2e2": false, "a3a4": false} {
		step, err := xiangqi.New().Start().Play(move)
		require.NoError(t, err)
		require.Equal(t, want, step.Irreversible, move)
	}
}

// TestDrawsWaitForMove: what a line says is no draw before a move is made.
func TestDrawsWaitForMove(t *testing.T) {
	t.Parallel()
	for line, reason := range map[string]rules.Reason{
		"4k4/9/9/9/9/9/9/9/R8/5K3 w - - 100 60": rules.MoveCount,
		"4k4/9/9/9/9/9/9/9/9/5K3 w - - 0 1":     rules.NoAttackers,
	} {
		start := position(t, line)
		require.False(t, rules.NewLine(xiangqi.New(), start).Verdict().Over(), line)
		require.Equal(t, rules.Draw(reason), play(t, start, "f0f1").Verdict(), line)
	}
}
