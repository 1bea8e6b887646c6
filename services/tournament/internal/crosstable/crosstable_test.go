package crosstable_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/tournament/internal/crosstable"
)

func TestPointsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := crosstable.Points(rapid.IntRange(-5000, 5000).Draw(t, "points"))
		got, err := crosstable.ParsePoints(p.String())
		require.NoError(t, err)
		require.Equal(t, p, got)
	})
}

func TestParsePoints(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]crosstable.Points{"1": 10, "1.": 10, ".5": 5, "0.50": 5, "-1.5": -15} {
		got, err := crosstable.ParsePoints(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", ".", "-", "1.25", "1,5", "+1", "1e3", "99999999999999999999"} {
		_, err := crosstable.ParsePoints(text)
		require.Error(t, err, text)
	}
}

// Before gives back what the pairing of a round started from.
func TestBefore(t *testing.T) {
	t.Parallel()
	table := &crosstable.Table{Total: 3, Scoring: crosstable.Usual(), Players: []crosstable.Player{
		{ID: 1, Rounds: []crosstable.Entry{{Opponent: 2, Colour: crosstable.White, Result: crosstable.Win, Points: 10}, {Result: crosstable.HalfBye, Points: 5}}},
		{ID: 2, Rounds: []crosstable.Entry{{Opponent: 1, Colour: crosstable.Black, Result: crosstable.Loss}, {Result: crosstable.Allocated, Points: 10}}},
	}}
	require.NoError(t, table.Validate())
	before := table.Before(2)
	require.Equal(t, 1, before.Played())
	require.Equal(t, map[int]crosstable.Result{1: crosstable.HalfBye}, before.ByesIn(2))
	require.Equal(t, 2, table.Played())
	require.Equal(t, crosstable.Points(15), table.Player(1).Points())
	require.Nil(t, table.Player(3))
}

func TestJSON(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(crosstable.Entry{Opponent: 2, Colour: crosstable.Black, Result: crosstable.Draw, Points: 5})
	require.NoError(t, err)
	require.JSONEq(t, `{"opponent": 2, "colour": "black", "result": "=", "points": 0.5}`, string(data))
}
