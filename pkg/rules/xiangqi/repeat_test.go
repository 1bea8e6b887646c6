package xiangqi_test

import (
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

// ruling is one reference case of repetition.
type ruling struct {
	Position string
	Moves    []string
	Warnings []notice
	Result   string
	Reason   rules.Reason
	Ply      int
	Tags     []string
}

// notice is a warning as the reference cases have it.
type notice struct {
	Ply        int
	Side, Rule string
}

func (r ruling) verdict() rules.Verdict {
	winner, _, won := strings.Cut(r.Result, " wins")
	if !won {
		return rules.Draw(r.Reason)
	}
	return rules.Verdict{Winner: rules.Winner(winner), Reason: r.Reason}
}

func rulings(tb testing.TB) []ruling {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(rulestest.Dir, "repetition.json"))
	require.NoError(tb, err)
	var file struct{ Cases []ruling }
	require.NoError(tb, json.Unmarshal(data, &file))
	require.NotEmpty(tb, file.Cases)
	return file.Cases
}

func TestRulings(t *testing.T) {
	t.Parallel()
	for _, r := range rulings(t) {
		t.Run(strings.Join(r.Tags, ", "), func(t *testing.T) {
			t.Parallel()
			line, warnings := watch(t, position(t, r.Position), r.Moves)
			notices := []notice{}
			for _, w := range warnings {
				notices = append(notices, notice{w.Ply, w.Side.String(), w.Rule})
			}
			require.Equal(t, r.Warnings, notices)
			require.Equal(t, r.verdict(), line.Verdict())
			require.Equal(t, r.Ply, line.Plies())
			require.Equal(t, r.Reason, line.Evidence().Rule)
		})
	}
}

// watch plays moves, none of which comes after the end, and collects the
// warnings.
func watch(t require.TestingT, from rules.Position, moves []string) (*rules.Line, []rules.Warning) {
	line := rules.NewLine(xiangqi.New(), from)
	var warnings []rules.Warning
	for i, m := range moves {
		require.False(t, line.Verdict().Over(), "%s is over before ply %d", from, i+1)
		ply, err := line.Play(m)
		require.NoError(t, err, "%s ply %d", from, i+1)
		warnings = append(warnings, ply.Warnings...)
	}
	return line, warnings
}

// BenchmarkBreaches judges the longest span of the reference cases.
func BenchmarkBreaches(b *testing.B) {
	var span rules.Span
	for _, r := range rulings(b) {
		if len(r.Moves) > len(span.Moves) {
			span = spanOf(b, position(b, r.Position), r.Moves)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		judge.Breaches(span)
	}
}

// judge is the game as the judge of repetitions.
var judge = xiangqi.New().(rules.RepetitionJudge)

// spanOf plays moves without looking at history.
func spanOf(t require.TestingT, from rules.Position, moves []string) rules.Span {
	s := rules.Span{Positions: []rules.Position{from}, Moves: moves, Ply: 1}
	for _, m := range moves {
		step, err := s.Positions[len(s.Positions)-1].Play(m)
		require.NoError(t, err, "%s %v", from, moves)
		s.Positions = append(s.Positions, step.Next)
	}
	return s
}
