package eval_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// written is a question whose moves are written in a notation.
func written(t *testing.T, game, position, notation string, moves ...string) reply {
	t.Helper()
	q := map[string]any{"game": game, "moves": moves, "notation": notation}
	if position != "" {
		q["position"] = position
	}
	line, err := json.Marshal(q)
	require.NoError(t, err)
	return one(t, string(line))
}

func TestMovesAreReadInEveryNotation(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		game, notation string
		moves, want    []string
	}{
		"vietnamese":        {"xiangqi", "vietnamese", []string{"P2-5", "M8.7"}, []string{"h2e2", "h9g7"}},
		"vietnamese, long":  {"xiangqi", "vietnamese", []string{"Pháo 2 bình 5", "Mã 8 tấn 7"}, []string{"h2e2", "h9g7"}},
		"wxf":               {"xiangqi", "wxf", []string{"C2=5", "H8+7"}, []string{"h2e2", "h9g7"}},
		"chinese":           {"xiangqi", "chinese", []string{"炮二平五", "马8进7"}, []string{"h2e2", "h9g7"}},
		"traditional":       {"xiangqi", "chinese", []string{"炮二平五", "馬8進7"}, []string{"h2e2", "h9g7"}},
		"iccs":              {"xiangqi", "iccs", []string{"H2-E2", "h9g7"}, []string{"h2e2", "h9g7"}},
		"pdn":               {"draughts-international", "pdn", []string{"32-28", "19-23", "28x19"}, []string{"d4e5", "g7f6", "e5xg7"}},
		"algebraic":         {"draughts-russian", "algebraic", []string{"c3-d4", "d6-c5"}, []string{"c3d4", "d6c5"}},
		"morris":            {"morris", "long", []string{"d6", "a1"}, []string{"d6", "a1"}},
		"jungle":            {"jungle", "vietnamese", []string{"Voi a3-a4"}, []string{"a3a4"}},
		"no notation named": {"xiangqi", "", []string{"h2e2", "h9g7"}, []string{"h2e2", "h9g7"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := written(t, tt.game, "", tt.notation, tt.moves...)
			require.Nil(t, r.Error)
			var got []string
			for _, text := range r.Texts {
				got = append(got, text["move"])
			}
			require.Equal(t, tt.want, got)
		})
	}
}

func TestTextsAreInEveryNotation(t *testing.T) {
	t.Parallel()
	require.Equal(t, []map[string]string{{
		"move": "h2e2", "iccs": "h2e2", "wxf": "C2=5",
		"vietnamese": "P2-5", "vietnamese_long": "Pháo 2 bình 5",
		"chinese": "炮二平五", "chinese_traditional": "炮二平五",
	}}, written(t, "xiangqi", "", "", "h2e2").Texts)
	require.Equal(t, []map[string]string{{"move": "d4e5", "pdn": "32-28", "algebraic": "d4-e5"}},
		written(t, "draughts-international", "", "", "d4e5").Texts)
}

// TestTextsEndBeforeTheFault: one entry for each ply that was played.
func TestTextsEndBeforeTheFault(t *testing.T) {
	t.Parallel()
	r := written(t, "xiangqi", "", "wxf", "C2=5", "H8+6")
	require.Len(t, r.Texts, 1)
	require.Equal(t, 2, r.Error.Ply)
	require.Equal(t, "HORSE_LEG", r.Error.Code)

	r = written(t, "xiangqi", "3k5/9/9/4R4/9/4R4/9/9/9/4K4 w - - 0 1", "wxf", "R5=4")
	require.Empty(t, r.Texts)
	require.Equal(t, "AMBIGUOUS", r.Error.Code)

	r = written(t, "xiangqi", "", "pdn", "32-28")
	require.Equal(t, "UNKNOWN_NOTATION", r.Error.Code)
	require.Empty(t, r.Position)
}

// TestNotationsGoBothWays: what the cases write is read as their move, and is
// what the answer writes.
func TestNotationsGoBothWays(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "pkg", "rules", "notation", "testdata", "xiangqi", "notation.json"))
	require.NoError(t, err)
	var file struct {
		Cases []struct{ Position, Move, Vietnamese, WXF string }
	}
	require.NoError(t, json.Unmarshal(data, &file))
	require.NotEmpty(t, file.Cases)
	for _, c := range file.Cases {
		for notation, text := range map[string]string{"vietnamese": c.Vietnamese, "wxf": c.WXF} {
			r := written(t, "xiangqi", c.Position, notation, text)
			require.Nil(t, r.Error, "%s %s", c.Position, text)
			require.Equal(t, c.Move, r.Texts[0]["move"])
			require.Equal(t, text, r.Texts[0][notation])
		}
	}
}
