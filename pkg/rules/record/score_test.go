package record_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
	"kydai.dev/pkg/rules/record"
	"kydai.dev/pkg/rules/xiangqi"
)

// TestScores: only a drawn game is written as a draw.
func TestScores(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		game   rules.Game
		format string
		result rules.Verdict
		want   string
	}{
		"drawn by agreement":   {xiangqi.New(), record.PGN, rules.Draw("agreement"), "1/2-1/2"},
		"time without attack":  {xiangqi.New(), record.PGN, rules.Draw(rules.TimeoutNoAttackers), "1/2-1/2"},
		"decided":              {xiangqi.New(), record.PGN, rules.Win(rules.First, "adjudication"), "1-0"},
		"decided as drawn":     {xiangqi.New(), record.PGN, rules.Draw("adjudication"), "1/2-1/2"},
		"aborted":              {xiangqi.New(), record.PGN, rules.Draw("aborted"), "*"},
		"no first move":        {xiangqi.New(), record.PGN, rules.Draw("first_move_timeout"), "*"},
		"declared void":        {draughts.American(), record.PDN, rules.Draw("void"), "*"},
		"resigned":             {draughts.American(), record.PDN, rules.Win(rules.Second, "resignation"), "0-1"},
		"drawn, international": {draughts.International(), record.PDN, rules.Draw("agreement"), "1-1"},
		"under way":            {xiangqi.New(), record.PGN, rules.Verdict{}, "*"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := write(t, tt.format, "", &record.Record{Game: tt.game, Result: tt.result})
			require.Contains(t, text, `[Result "`+tt.want+`"]`)
		})
	}
}
