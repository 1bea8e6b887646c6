package rulestest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
)

// perftLeaves bounds the leaves that one perft case counts in a test; the
// deeper numbers are for BenchPerft.
const perftLeaves = 300_000

func checkPerft(t *testing.T, g rules.Game, v vector) {
	p := parse(t, g, v.Position)
	for i, want := range v.Perft {
		if want > perftLeaves {
			return
		}
		require.Equal(t, want, p.Perft(i+1), "%s depth %d", v.Position, i+1)
	}
}

func checkLegal(t *testing.T, g rules.Game, v vector) {
	p := parse(t, g, v.Position)
	want := slices.Clone(v.Moves)
	slices.Sort(want)
	require.Equal(t, want, append([]string{}, p.Moves()...), v.Position)
	if v.Count != nil {
		require.Len(t, p.Moves(), *v.Count, v.Position)
	}
	if c, ok := p.(interface{ InCheck() bool }); ok && v.Check != nil {
		require.Equal(t, *v.Check, c.InCheck(), v.Position)
	}
}

func checkResult(t *testing.T, g rules.Game, v vector) {
	line := rules.NewLine(g, parse(t, g, v.Position))
	var last rules.Ply
	for i, m := range v.Moves {
		require.False(t, line.Verdict().Over(), "%s is over (%s) before ply %d", v.Position, line.Verdict().Reason, i+1)
		var err error
		last, err = line.Play(m)
		require.NoError(t, err, "%s ply %d: %s", v.Position, i+1, m)
	}
	require.Equal(t, verdict(t, v), line.Verdict(), v.Position)
	if v.Ply != 0 {
		require.Equal(t, v.Ply, line.Plies(), v.Position)
	}
	if v.Occurrences != 0 {
		require.Equal(t, v.Occurrences, last.Occurrences, v.Position)
	}
	if v.Final != "" {
		requirePosition(t, v.Final, line.Position())
	}
}

func verdict(t *testing.T, v vector) rules.Verdict {
	switch reason := rules.Reason(v.Reason); v.Result {
	case "":
		return rules.Verdict{}
	case "draw":
		return rules.Draw(reason)
	case "first wins":
		return rules.Win(rules.First, reason)
	case "second wins":
		return rules.Win(rules.Second, reason)
	}
	require.Fail(t, "unknown result", v.Result)
	return rules.Verdict{}
}

func checkValidity(t *testing.T, g rules.Game, v vector) {
	p, err := g.Parse(v.Position)
	if v.Level != "" {
		require.Equal(t, v.Level == "syntax", err != nil, "%s (%s): %v", v.Position, v.Why, err)
	}
	if err == nil {
		err = p.CheckSetup()
	}
	if v.Valid {
		require.NoError(t, err, "%s (%s)", v.Position, v.Why)
		want := v.Printed
		if want == "" {
			want = v.Position
		}
		require.Equal(t, want, p.String())
		return
	}
	var refusal *rules.PositionError
	require.ErrorAs(t, err, &refusal, "%s (%s)", v.Position, v.Why)
	require.Contains(t, v.Fields, refusal.Field, "%s (%s): %v", v.Position, v.Why, refusal)
	require.Equal(t, p != nil, refusal.Setup, "%s (%s): %v", v.Position, v.Why, refusal)
	require.Equal(t, refusal.Setup, refusal.Rule != "" && refusal.Rule != rules.OneGeneral, "%s (%s): %v", v.Position, v.Why, refusal)
}

func checkSpelling(t *testing.T, g rules.Game, v vector) {
	p := parse(t, g, v.Position)
	require.Contains(t, p.Moves(), v.Canonical)
	for _, text := range v.Accepted {
		step, err := p.Play(text)
		require.NoError(t, err, "%s %s", v.Position, text)
		require.Equal(t, v.Canonical, step.Move, "%s %s", v.Position, text)
		requirePosition(t, v.After, step.Next)
	}
	for _, text := range v.Refused {
		_, err := p.Play(text)
		var refusal *rules.MoveError
		require.ErrorAs(t, err, &refusal, "%s %s", v.Position, text)
	}
}
