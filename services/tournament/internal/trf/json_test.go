package trf_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/trf"
)

// Everything that is written as JSON is read back.
func TestJSONReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := drawTable(t)
		require.NoError(t, want.Validate())
		data, err := json.Marshal(want)
		require.NoError(t, err)
		got, err := trf.ReadJSON(data)
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

func TestJSONOfReportsReadsBack(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../swiss/testdata/dutch/*.trf")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		report, err := os.ReadFile(file)
		require.NoError(t, err)
		want, err := trf.Read(report)
		require.NoError(t, err)
		data, err := json.MarshalIndent(want, "", "\t")
		require.NoError(t, err)
		got, err := trf.ReadJSON(data)
		require.NoError(t, err, file)
		again, err := json.MarshalIndent(got, "", "\t")
		require.NoError(t, err)
		require.Equal(t, string(data), string(again), file)
	}
}

func drawTable(t *rapid.T) *crosstable.Table {
	points := rapid.Map(rapid.IntRange(-50, 50), func(n int) crosstable.Points { return crosstable.Points(n) })
	text := rapid.StringMatching(`[ -~Đờ"<\n]{0,12}`)
	players, rounds := rapid.IntRange(1, 6).Draw(t, "players"), rapid.IntRange(0, 4).Draw(t, "rounds")
	table := &crosstable.Table{
		System: text.Draw(t, "system"), Total: rounds + rapid.IntRange(0, 3).Draw(t, "more"),
		Initial: crosstable.Colour(rapid.IntRange(0, 2).Draw(t, "initial")),
		Scoring: crosstable.Scoring{Win: 30, Draw: 10, Absent: 5, Forfeited: -10, Allocated: 25},
	}
	if rapid.Bool().Draw(t, "more") {
		table.Headers = []crosstable.Header{{Code: "012", Text: text.Draw(t, "header")}, {Code: "VIE", Text: "x"}}
		table.TieBreaks = []string{"BH", "SB"}
		table.Byes = []crosstable.Bye{{Round: rounds + 1, Player: players, Result: crosstable.HalfBye}}
		table.Forbidden = []crosstable.Forbidden{{First: 1, Last: 2, Players: []int{1, players}}, {Players: []int{1}}}
	}
	seeds := rapid.Permutation([]int{1, 2, 3, 4, 5, 6}[:players]).Draw(t, "seeds")
	for i := range players {
		p := crosstable.Player{
			ID: i + 1, Seed: seeds[i], Name: text.Draw(t, "name"), Title: "GM", Sex: "w", Federation: "VIE", Licence: text.Draw(t, "licence"),
			Birth: "1990", Rating: rapid.IntRange(0, 9999).Draw(t, "rating"), Rank: i, Bonus: points.Draw(t, "bonus"),
			Virtual: slices.Repeat([]crosstable.Points{5}, rapid.IntRange(1, 3).Draw(t, "virtual")),
		}
		for range rounds {
			bye := rapid.SampledFrom([]crosstable.Result{crosstable.Absent, crosstable.HalfBye, crosstable.FullBye}).Draw(t, "bye")
			p.Rounds = append(p.Rounds, crosstable.Entry{Result: bye, Points: points.Draw(t, "points")})
		}
		table.Players = append(table.Players, p)
	}
	for r := range rounds {
		if players > 1 {
			table.Players[0].Rounds[r] = crosstable.Entry{Opponent: 2, Colour: crosstable.White, Result: crosstable.Win, Points: 30}
			table.Players[1].Rounds[r] = crosstable.Entry{Opponent: 1, Colour: crosstable.Black, Result: crosstable.Loss}
		}
	}
	return table
}

func TestReadJSONRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ data, want string }{
		"cut off":          {"{\"players\": [\n{\"id\": 1", "line 2: the JSON ends too early"},
		"no JSON":          {"{\"players\": [\n{\"id\" 1}]}", "line 2: byte 7: invalid character '1' after object key"},
		"two events":       {`{"players": [{"id": 1}]} {}`, "there is more after the event"},
		"bracket too many": {`{"players": [{"id": 1}]}]`, "there is more after the event"},
		"no players":       {`{"rounds": 5}`, "an event has 1 to 9999 players, not 0"},
		"unknown":          {`{"player": []}`, `unknown field "player"`},
		"unknown inside":   {`{"players": [{"id": 1, "elo": 2000}]}`, `player 1: unknown field "elo"`},
		"wrong kind":       {`{"players": [{"id": 1}, {"id": "2"}]}`, `player 2: "id": a string doesn't fit`},
		"no list":          {`{"players": 7}`, `"players": a number doesn't fit`},
		"wrong colour":     {`{"players": [{"id": 1, "rounds": [{"colour": "red"}]}]}`, `player 1, round 1: a colour is white or black, not "red"`},
		"wrong result":     {`{"players": [{"id": 1, "rounds": [{"result": "Z", "points": 0}, {"result": "2"}]}]}`, `player 1, round 2: there is no result "2"`},
		"wrong points":     {`{"players": [{"id": 1, "rounds": [{"result": "H", "points": 0.25}]}]}`, "player 1, round 1: points 0.25: points are written as 3.5, with one decimal at most"},
		"no result":        {`{"players": [{"id": 1, "rounds": [{}]}]}`, `player 1, round 1: '\x00' is no result`},
		"own opponent":     {`{"players": [{"id": 1, "rounds": [{"opponent": 1, "colour": "white", "result": "1"}]}]}`, "player 1, round 1: is its own opponent"},
		"gap":              {`{"players": [{"id": 1}, {"id": 3}]}`, "player 3: numbers must go from 1 without gaps, 2 is missing"},
		"same seeds":       {`{"players": [{"id": 1}, {"id": 2, "seed": 1}]}`, "player 2: every seed from 1 to 2 must be there once, not 1"},
		"rating":           {`{"players": [{"id": 1, "rating": 10000}]}`, "player 1: rating and rank are numbers from 0 to 9999"},
		"huge number":      {`{"rounds": 99999999999999999999, "players": [{"id": 1}]}`, `"rounds": a number 99999999999999999999 doesn't fit`},
		"too many rounds":  {`{"rounds": 1000, "players": [{"id": 1}]}`, "an event has 999 rounds at most, not 1000"},
		"bye of no round":  {`{"players": [{"id": 1}], "byes": [{"round": 0, "player": 1, "result": "H"}]}`, "player 1: a bye is in round 0, which doesn't exist"},
		"forbidden":        {`{"players": [{"id": 1}], "forbidden": [{"first_round": 3, "last_round": 2, "players": [1]}]}`, "a pair can't be forbidden from round 3 to 2"},
		"line as header":   {`{"headers": [{"code": "001", "text": "   1"}], "players": [{"id": 1}]}`, `"001" is no code of a header`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := trf.ReadJSON([]byte(tt.data))
			require.EqualError(t, err, tt.want)
		})
	}
}

// FuzzReadJSON holds that what is accepted can be written and read again.
func FuzzReadJSON(f *testing.F) {
	f.Add(`{"rounds": 3, "players": [{"id": 1, "name": "A", "rounds": [{"opponent": 2, "colour": "white", "result": "1", "points": 1}]}, {"id": 2, "rounds": [{"opponent": 1, "colour": "black", "result": "0"}]}]}`)
	f.Add(`{"players": [{"id": 1, "virtual": [1.0], "bonus": -2}], "byes": [{"round": 1, "player": 1, "result": "Z"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		table, err := trf.ReadJSON([]byte(text))
		if err != nil {
			require.NotEmpty(t, strings.TrimSpace(err.Error()))
			return
		}
		data, err := json.Marshal(table)
		require.NoError(t, err)
		again, err := trf.ReadJSON(data)
		require.NoError(t, err)
		second, err := json.Marshal(again)
		require.NoError(t, err)
		require.JSONEq(t, string(data), string(second))
	})
}
