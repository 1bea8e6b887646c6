package morris_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/morris"
	"kydai.dev/pkg/rules/rulestest"
)

func TestMorris(t *testing.T) { rulestest.Run(t, morris.New()) }

func FuzzParse(f *testing.F)      { rulestest.FuzzParse(f, morris.New()) }
func FuzzMove(f *testing.F)       { rulestest.FuzzMove(f, morris.New()) }
func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, morris.New()) }

func BenchmarkReferee(b *testing.B) { rulestest.BenchReferee(b, morris.New()) }

func position(t *testing.T, line string) rules.Position {
	t.Helper()
	p, err := morris.New().Parse(line)
	require.NoError(t, err)
	return p
}

// The mill by the last stone placed but one: the phase must not end early and
// the removal belongs to the same ply.
func TestMillByLastPlacedStone(t *testing.T) {
	t.Parallel()
	line := rules.NewLine(morris.New(), morris.New().Start())
	for _, m := range strings.Fields("f4 c5 d5 g7 f2 a1 e5 d1 d7 a4 b4 b6 d3 f6 c4 e3 e4") {
		_, err := line.Play(m)
		require.NoError(t, err, m)
	}
	require.Contains(t, line.Position().String(), " b 0 1 ")
	_, err := line.Try("g1")
	var refusal *rules.MoveError
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, rules.RemovalDue, refusal.Rule)
	ply, err := line.Play("g1xf4")
	require.NoError(t, err)
	require.Equal(t, "1WB/B1B/BWW/BWWW2/1WB/2W/BBB w 0 0 0 10", ply.Next.String())
	require.True(t, ply.Irreversible)
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	const (
		placing = "WW1/B1B/3/6/3/3/3 w 7 7 2 3"
		moving  = "WW1/BBB/3/W4W/B2/3/2W w 0 0 2 30"
		flying  = "WW1/B1B/3/5W/B2/3/3 w 0 0 2 30"
	)
	tests := map[string]struct {
		line, move string
		code       rules.MoveCode
		rule       rules.Rule
	}{
		"occupied by the enemy":        {placing, "b6", rules.IllegalMove, rules.Occupied},
		"occupied by oneself":          {placing, "a7", rules.IllegalMove, rules.Occupied},
		"moving with a hand":           {placing, "a7a4", rules.IllegalMove, rules.NotAdjacent},
		"moving an enemy, with a hand": {placing, "b6b4", rules.IllegalMove, rules.NotYourPiece},
		"moving nothing, with a hand":  {placing, "a1a4", rules.IllegalMove, rules.NoPiece},
		"mill without removal":         {placing, "g7", rules.IllegalMove, rules.RemovalDue},
		"removal without mill":         {placing, "g1xb6", rules.IllegalMove, rules.NoMill},
		"moving, removal without mill": {moving, "g4f4xb6", rules.IllegalMove, rules.NoMill},
		"removing an empty point":      {placing, "g7xg1", rules.IllegalMove, rules.NoPiece},
		"removing one's own":           {placing, "g7xa7", rules.IllegalMove, rules.OwnPiece},
		"removing the arriving one":    {placing, "g7xg7", rules.IllegalMove, rules.OwnPiece},
		"placing without a hand":       {moving, "g7", rules.IllegalMove, rules.NoPiece},
		"stone of the enemy":           {moving, "b6b4", rules.IllegalMove, rules.NotYourPiece},
		"no stone":                     {moving, "d1d2", rules.IllegalMove, rules.NoPiece},
		"not moving at all":            {moving, "a7a7", rules.IllegalMove, rules.Occupied},
		"out of a mill":                {moving, "g4g7xd6", rules.IllegalMove, rules.InMill},
		"two points away":              {moving, "g4e4", rules.IllegalMove, rules.NotAdjacent},
		"corner to corner":             {moving, "a7b6", rules.IllegalMove, rules.Occupied},
		"corner across rings":          {moving, "g1f2", rules.IllegalMove, rules.NotAdjacent},
		"flying without removal":       {flying, "g4g7", rules.IllegalMove, rules.RemovalDue},
		"flying onto a stone":          {flying, "g4b6", rules.IllegalMove, rules.Occupied},
		"centre":                       {placing, "d4", rules.MalformedMove, ""},
		"no point":                     {placing, "a2", rules.MalformedMove, ""},
		"three points":                 {placing, "a1a4a7", rules.MalformedMove, ""},
		"two removals":                 {placing, "g7xb6xf6", rules.MalformedMove, ""},
		"removal alone":                {placing, "xb6", rules.MalformedMove, ""},
		"removal of nothing":           {placing, "g7x", rules.MalformedMove, ""},
		"upper case":                   {placing, "G7", rules.MalformedMove, ""},
		"empty":                        {placing, "", rules.MalformedMove, ""},
		"after the end":                {"WW1/B1B/3/6/3/3/3 b 0 1 2 30", "a1", rules.GameOver, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := position(t, tt.line).Play(tt.move)
			var refusal *rules.MoveError
			require.ErrorAs(t, err, &refusal)
			require.Equal(t, tt.code, refusal.Code, refusal.Message)
			require.Equal(t, tt.rule, refusal.Rule, refusal.Message)
		})
	}
}

// TestEveryMoveIsLegalOrRefused tries every placing and every move, each with
// every removal and with none.
func TestEveryMoveIsLegalOrRefused(t *testing.T) {
	t.Parallel()
	rulestest.WhyNot(t, func(points []string, _ rules.Position) []string {
		attempts := slices.Concat(points, rulestest.Pairs(points, ""))
		for _, arrival := range slices.Clone(attempts) {
			for _, taken := range points {
				attempts = append(attempts, arrival+"x"+taken)
			}
		}
		return attempts
	}, morris.New())
}

func TestMills(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		line, move, final string
	}{
		"two mills at once remove one": {
			"WW1/B1B/3/5W/B2/3/2W w 5 5 3 5", "g7xb6", "WWW/2B/3/5W/B2/3/2W b 4 5 0 5",
		},
		"a mill against no stone on the board": {
			"WW1/3/3/6/3/3/3 w 7 7 3 3", "g7", "WWW/3/3/6/3/3/3 b 6 7 0 3",
		},
		"a stone in a mill where all are": {
			"WW1/BBB/3/6/3/3/3 w 6 6 3 4", "g7xd6", "WWW/B1B/3/6/3/3/3 b 5 6 0 4",
		},
		"flying": {
			"WW1/B1B/3/5W/B2/3/3 w 0 0 2 30", "g4d1", "WW1/B1B/3/6/B2/3/1W1 b 0 0 3 30",
		},
		"flying while the other places": {
			"WW1/B1B/3/5W/3/3/3 w 0 2 2 30", "g4d1", "WW1/B1B/3/6/3/3/1W1 b 0 2 3 30",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			step, err := position(t, tt.line).Play(tt.move)
			require.NoError(t, err)
			require.Equal(t, tt.final, step.Next.String())
		})
	}
}

func TestStandingAsRead(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		line string
		want rules.Verdict
	}{
		"two stones, to move":  {"WW1/BBB/3/6/3/3/3 w 0 0 0 30", rules.Win(rules.Second, rules.FewStones)},
		"two stones, waiting":  {"WW1/BBB/3/6/3/3/3 b 0 0 0 30", rules.Win(rules.Second, rules.FewStones)},
		"two stones each":      {"WW1/BB1/3/6/3/3/3 b 0 0 0 30", rules.Win(rules.First, rules.FewStones)},
		"two and one in hand":  {"WW1/BB1/3/6/3/3/3 w 1 1 0 30", rules.Verdict{}},
		"shut in":              {"WWW/WWW/3/BBBBBB/3/3/3 w 0 0 0 9", rules.Verdict{}},
		"shut in on all sides": {"WWW/WWW/WWW/BBBBBB/BBB/3/3 w 0 0 0 10", rules.Win(rules.Second, rules.NoMoves)},
		"fifty quiet plies":    {"WWW/BBB/3/6/3/3/3 w 0 0 50 60", rules.Verdict{}},
		"no empty point":       {"WWW/WWW/WWW/BBBBBB/BBB/BBB/BBB w 1 1 0 1", rules.Win(rules.Second, rules.NoMoves)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := position(t, tt.line)
			require.Equal(t, tt.want, p.Standing())
			require.Equal(t, tt.want.Over(), len(p.Moves()) == 0)
			require.Equal(t, tt.line, p.String())
		})
	}
}

func TestHandsAndSideBelongToThePosition(t *testing.T) {
	t.Parallel()
	p := position(t, "WW1/BB1/3/6/3/3/3 w 3 3 0 9")
	for _, line := range []string{"WW1/BB1/3/6/3/3/3 w 2 2 0 9", "WW1/BB1/3/6/3/3/3 w 3 4 0 9", "WW1/BB1/3/6/3/3/3 b 3 3 0 9"} {
		q := position(t, line)
		require.False(t, p.Same(q), line)
		require.NotEqual(t, p.Hash(), q.Hash(), line)
	}
}

func TestOnlyPlacingsAndRemovalsAreIrreversible(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		line, move string
		want       bool
	}{
		"placing":               {"3/3/3/6/3/3/3 w 9 9 0 1", "d6", true},
		"moving":                {"WW1/BB1/3/W4W/B2/3/2W w 0 0 2 30", "g4f4", false},
		"removing":              {"WW1/BB1/3/W4W/B2/3/2W w 0 0 2 30", "g4g7xd6", true},
		"a mill without a prey": {"WW1/3/3/W4W/3/3/3 w 0 3 2 30", "g4g7", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			step, err := position(t, tt.line).Play(tt.move)
			require.NoError(t, err)
			require.Equal(t, tt.want, step.Irreversible)
		})
	}
}
