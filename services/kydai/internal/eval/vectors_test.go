package eval_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// vector is a reference case of the rules; each kind uses some of the fields.
type vector struct {
	Game, Position string
	Moves          []string
	Result         *string
	Reason         *string
	Final          string
	Valid          bool
	Warnings       []warning
	Ply            int
	Printed, Level string
	Fields         []string
}

type question struct {
	ID       int      `json:"id"`
	Game     string   `json:"game"`
	Position string   `json:"position"`
	Moves    []string `json:"moves,omitempty"`
	Setup    bool     `json:"setup,omitempty"`
}

// vectors reads the cases of a kind that lie beside the rules of a game.
func vectors(t *testing.T, game, kind string) []vector {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "pkg", "rules", game, "testdata", kind+".json"))
	require.NoError(t, err)
	var file struct{ Cases []vector }
	require.NoError(t, json.Unmarshal(data, &file))
	require.NotEmpty(t, file.Cases)
	return file.Cases
}

// askAll puts one question for each case.
func askAll(t *testing.T, cases []vector, put func(vector) question) []reply {
	t.Helper()
	var input strings.Builder
	lines := json.NewEncoder(&input)
	for i, c := range cases {
		q := put(c)
		q.ID, q.Game, q.Position = i, c.Game, c.Position
		require.NoError(t, lines.Encode(q))
	}
	answers, complaints := ask(t, input.String())
	require.Empty(t, complaints)
	require.Len(t, answers, len(cases))
	return answers
}

func everyGame(t *testing.T, test func(t *testing.T, game string)) {
	t.Helper()
	for _, game := range []string{"xiangqi", "jungle", "morris", "draughts"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			test(t, game)
		})
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	everyGame(t, func(t *testing.T, game string) {
		cases := vectors(t, game, "results")
		for i, r := range askAll(t, cases, func(c vector) question { return question{Moves: c.Moves} }) {
			c := cases[i]
			require.Nil(t, r.Error, "%s: %v", c.Position, r.Error)
			require.True(t, strings.HasPrefix(r.Position, c.Final), "%s is not %s", r.Position, c.Final)
			if c.Result == nil {
				require.Nil(t, r.Outcome, c.Position)
				continue
			}
			require.NotNil(t, r.Outcome, c.Position)
			require.Equal(t, *c.Reason, r.Outcome.Reason, c.Position)
			require.Equal(t, winners[*c.Result], r.Outcome.Winner, c.Position)
			require.Empty(t, r.Legal)
		}
	})
}

func TestRepetitionIsRuled(t *testing.T) {
	t.Parallel()
	cases := vectors(t, "xiangqi", "repetition")
	for i, r := range askAll(t, cases, func(c vector) question { return question{Moves: c.Moves} }) {
		c := cases[i]
		require.Nil(t, r.Error, c.Position)
		require.NotNil(t, r.Outcome, c.Position)
		require.Equal(t, *c.Reason, r.Outcome.Reason, c.Position)
		require.Equal(t, winners[*c.Result], r.Outcome.Winner, c.Position)
		require.Equal(t, c.Warnings, r.Warnings, c.Position)
		require.Len(t, r.Texts, c.Ply)
		require.NotEqual(t, "null", string(r.Evidence))
	}
}

var winners = map[string]string{"first wins": "first", "second wins": "second", "draw": "none"}

func TestLegalMoves(t *testing.T) {
	t.Parallel()
	everyGame(t, func(t *testing.T, game string) {
		cases := vectors(t, game, "legal")
		for i, r := range askAll(t, cases, func(vector) question { return question{} }) {
			require.ElementsMatch(t, cases[i].Moves, r.Legal, cases[i].Position)
		}
	})
}

func TestValidity(t *testing.T) {
	t.Parallel()
	everyGame(t, func(t *testing.T, game string) {
		cases := vectors(t, game, "validity")
		read := askAll(t, cases, func(vector) question { return question{} })
		started := askAll(t, cases, func(vector) question { return question{Setup: true} })
		for i, c := range cases {
			require.Equal(t, !c.Valid, started[i].Error != nil, "%s: %v", c.Position, started[i].Error)
			if c.Level != "" || c.Valid {
				require.Equal(t, c.Level == "syntax", read[i].Error != nil, "%s: %v", c.Position, read[i].Error)
			}
			if c.Valid {
				require.Equal(t, printed(c), read[i].Position)
				continue
			}
			require.Equal(t, "BAD_POSITION", started[i].Error.Code)
			require.Contains(t, c.Fields, started[i].Error.Field, c.Position)
		}
	})
}

func printed(c vector) string {
	if c.Printed != "" {
		return c.Printed
	}
	return c.Position
}
