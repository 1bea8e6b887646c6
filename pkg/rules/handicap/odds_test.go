package handicap_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/rules/xiangqi"
)

func TestOddsAreGivenInFull(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ asked, want handicap.Odds }{
		"none":                 {},
		"a preset":             {handicap.Odds{Preset: "one_horse"}, handicap.Odds{Preset: "one_horse", Side: "first"}},
		"of the second side":   {handicap.Odds{Preset: "one_horse", Side: "second"}, handicap.Odds{Preset: "one_horse", Side: "second"}},
		"squares have no side": {handicap.Odds{Remove: []string{"h9"}}, handicap.Odds{Remove: []string{"h9"}}},
		"a preset and a square": {
			handicap.Odds{Preset: "one_horse", Side: "second", Remove: []string{"b0"}},
			handicap.Odds{Preset: "one_horse", Side: "second", Remove: []string{"b0"}},
		},
	}
	starts := map[string]string{
		"none":                  "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
		"a preset":              "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1",
		"of the second side":    "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
		"squares have no side":  "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
		"a preset and a square": "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1",
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, start, err := tt.asked.Give(xiangqi.New())
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
			require.Equal(t, starts[name], start.String())
			require.Equal(t, name != "none", got.Given())
		})
	}
}

// What is asked for is given or refused, never dropped.
func TestOddsThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		odds  handicap.Odds
		field string
		says  string
	}{
		"a side alone":                    {handicap.Odds{Side: "second"}, "side", "gives nothing"},
		"the first side alone":            {handicap.Odds{Side: "first"}, "side", "gives nothing"},
		"a side of squares":               {handicap.Odds{Side: "second", Remove: []string{"h9"}}, "side", "there is none"},
		"a side of the other's square":    {handicap.Odds{Side: "second", Remove: []string{"b0"}}, "side", "there is none"},
		"no such preset":                  {handicap.Odds{Preset: "one_king"}, "preset", "no such preset"},
		"no such preset, of a second one": {handicap.Odds{Preset: "one_king", Side: "second", Remove: []string{"b0"}}, "preset", "no such preset"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, start, err := tt.odds.Give(xiangqi.New())
			require.Nil(t, start)
			var refused *handicap.Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, tt.field, refused.Field)
			require.Contains(t, refused.Message, tt.says)
			require.Equal(t, refused.Field+" "+refused.Message, err.Error())
		})
	}
	_, _, err := handicap.Odds{Preset: "one_horse", Remove: []string{"b0"}}.Give(xiangqi.New())
	var position *rules.PositionError
	require.ErrorAs(t, err, &position, "a piece twice")
}
