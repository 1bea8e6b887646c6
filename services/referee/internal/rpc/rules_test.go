package rpc_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/testing/protocmp"

	"kydai.dev/pkg/testkit"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/rpc"
)

// reference is where the reference cases of each family of games are.
const reference = "../../../../pkg/rules/*/testdata"

// vector is one reference case; each file uses some of the fields.
type vector struct {
	Game, Position string
	Moves          []string

	Result, Reason, Final string
	Ply                   int

	Valid   bool
	Printed string
	Level   string
	Fields  []string

	Canonical string
	Accepted  []string
	Refused   []string
	After     string
}

func vectors(t *testing.T, file string) []vector {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(reference, file))
	require.NoError(t, err)
	require.NotEmpty(t, found)
	var all []vector
	for _, path := range found {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		var cases struct{ Cases []vector }
		require.NoError(t, json.Unmarshal(data, &cases))
		require.NotEmpty(t, cases.Cases, path)
		all = append(all, cases.Cases...)
	}
	return all
}

// oracle serves the rules; it needs neither a database nor a token.
func oracle(t *testing.T) refereev1.RulesServiceClient {
	t.Helper()
	l := testkit.NewLocal(t)
	refereev1.RegisterRulesServiceServer(l, rpc.Rules{})
	return refereev1.NewRulesServiceClient(l)
}

func evaluate(t *testing.T, c refereev1.RulesServiceClient, v vector, moves ...string) *refereev1.EvaluateResponse {
	t.Helper()
	resp, err := c.Evaluate(t.Context(), &refereev1.EvaluateRequest{Game: v.Game, Position: v.Position, Moves: moves})
	require.NoError(t, err, "%s %s", v.Game, v.Position)
	return resp
}

func TestEvaluateKnowsTheLegalMoves(t *testing.T) {
	t.Parallel()
	c := oracle(t)
	for _, v := range vectors(t, "legal.json") {
		resp := evaluate(t, c, v)
		require.Nil(t, resp.GetError())
		require.Equal(t, v.Position, resp.GetPosition())
		require.ElementsMatch(t, v.Moves, resp.GetLegal(), "%s %s", v.Game, v.Position)
		require.True(t, slices.IsSorted(resp.GetLegal()))
		require.Equal(t, len(v.Moves) == 0, resp.GetOutcome() != nil, "who can't move has lost: %s %s", v.Game, v.Position)
	}
}

func TestEvaluateKnowsTheEnds(t *testing.T) {
	t.Parallel()
	c := oracle(t)
	winners := map[string]string{"first wins": "first", "second wins": "second", "draw": "none"}
	for _, v := range vectors(t, "results.json") {
		resp := evaluate(t, c, v, v.Moves...)
		require.Nil(t, resp.GetError(), "%s %s", v.Game, v.Position)
		var want *refereev1.Result
		if v.Result != "" {
			want = &refereev1.Result{Winner: winners[v.Result], Reason: v.Reason, Status: "finished"}
			require.Empty(t, resp.GetLegal())
			again := evaluate(t, c, v, append(v.Moves, "a1a2")...)
			require.Equal(t, "GAME_OVER", again.GetError().GetCode())
			require.EqualValues(t, len(v.Moves)+1, again.GetError().GetPly())
			require.Equal(t, resp.GetPosition(), again.GetPosition(), "what holds before the move that was refused")
		}
		require.Empty(t, cmp.Diff(want, resp.GetOutcome(), protocmp.Transform(), protocmp.IgnoreFields(&refereev1.Result{}, "evidence")), "%s %s", v.Game, v.Position)
		requireProof(t, resp.GetOutcome())
		if v.Final != "" {
			require.Equal(t, withoutCounters(v.Final), withoutCounters(resp.GetPosition()))
		}
	}
}

// requireProof wants evidence, with words, of what the last position alone does
// not show.
func requireProof(t *testing.T, r *refereev1.Result) {
	t.Helper()
	switch e := r.GetEvidence(); r.GetReason() {
	case "repetition", "perpetual_check", "perpetual_chase", "move_count", "no_attackers":
		require.Equal(t, r.GetReason(), e.GetRule())
		require.NotEmpty(t, e.GetSentence().GetVi())
		require.NotEmpty(t, e.GetSentence().GetEn())
	default:
		require.Nil(t, e)
	}
}

func TestEvaluateRulesRepetitions(t *testing.T) {
	t.Parallel()
	c := oracle(t)
	for _, v := range vectors(t, "repetition.json") {
		resp := evaluate(t, c, v, v.Moves...)
		require.Nil(t, resp.GetError())
		require.Equal(t, v.Reason, resp.GetOutcome().GetReason(), v.Position)
		requireProof(t, resp.GetOutcome())
		require.Len(t, resp.GetMoves(), v.Ply)
		for i, m := range resp.GetMoves() {
			require.EqualValues(t, i+1, m.GetPly())
			require.Equal(t, v.Moves[i], m.GetMove())
			require.Equal(t, v.Moves[i], m.GetTexts().GetIccs())
			require.NotEmpty(t, m.GetTexts().GetVietnamese())
		}
		require.Equal(t, resp.GetPosition(), resp.GetMoves()[v.Ply-1].GetPosition())
		for _, w := range resp.GetWarnings() {
			require.NotEmpty(t, w.GetSentence().GetVi())
			require.NotEmpty(t, w.GetPlies())
		}
	}
}

func TestEvaluateReadsNotations(t *testing.T) {
	t.Parallel()
	c := oracle(t)
	for name, moves := range map[string][]string{
		"vietnamese": {"P2-5", "M8.7"}, "wxf": {"C2=5", "H8+7"}, "chinese": {"炮二平五", "马8进7"}, "iccs": {"H2-E2", "h9g7"}, "": {"h2e2", "h9g7"},
	} {
		resp, err := c.Evaluate(t.Context(), &refereev1.EvaluateRequest{Game: "xiangqi", Moves: moves, Notation: name})
		require.NoError(t, err)
		require.Nil(t, resp.GetError(), name)
		require.Equal(t, "h9g7", resp.GetMoves()[1].GetMove(), name)
	}
	resp, err := c.Evaluate(t.Context(), &refereev1.EvaluateRequest{Game: "xiangqi", Moves: []string{"P2-5", "X1.5"}, Notation: "vietnamese"})
	require.NoError(t, err)
	require.Equal(t, "PATH_BLOCKED", resp.GetError().GetRule())
	require.EqualValues(t, 2, resp.GetError().GetPly())
	_, err = c.Evaluate(t.Context(), &refereev1.EvaluateRequest{Game: "jungle", Notation: "wxf"})
	requireRefused(t, "UNKNOWN_NOTATION", codes.InvalidArgument, err)
}

// withoutCounters leaves out what some reference positions don't say.
func withoutCounters(position string) string {
	line, _, _ := strings.Cut(position, ":H")
	return line
}

func TestEvaluateTakesEverySpelling(t *testing.T) {
	t.Parallel()
	c := oracle(t)
	for _, v := range vectors(t, "spelling.json") {
		for _, text := range v.Accepted {
			resp := evaluate(t, c, v, text)
			require.Nil(t, resp.GetError(), "%s %s", v.Position, text)
			require.Equal(t, withoutCounters(v.After), withoutCounters(resp.GetPosition()))
		}
		for _, text := range v.Refused {
			require.NotNil(t, evaluate(t, c, v, text).GetError(), "%s %s", v.Position, text)
		}
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	c := oracle(t)
	for _, v := range vectors(t, "validity.json") {
		if v.Position == "" {
			continue // the contract wants one
		}
		resp, err := c.Validate(t.Context(), &refereev1.ValidateRequest{Game: v.Game, Position: v.Position})
		require.NoError(t, err, "%s %q", v.Game, v.Position)
		require.Equal(t, v.Valid, resp.GetValid(), "%s %q", v.Game, v.Position)
		setup, err := c.Evaluate(t.Context(), &refereev1.EvaluateRequest{Game: v.Game, Position: v.Position, Setup: true})
		require.NoError(t, err)
		if v.Valid {
			require.Nil(t, resp.GetError())
			require.Equal(t, resp.GetPosition(), setup.GetPosition())
			continue
		}
		require.Empty(t, resp.GetPosition())
		require.Equal(t, "BAD_POSITION", resp.GetError().GetCode())
		require.Contains(t, v.Fields, resp.GetError().GetField(), "%s %q", v.Game, v.Position)
		require.NotEmpty(t, resp.GetError().GetMessage())
		require.Empty(t, cmp.Diff(resp.GetError(), setup.GetError(), protocmp.Transform()))
	}
}

func TestEvaluateSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	c := oracle(t)
	tests := map[string]struct {
		req  *refereev1.EvaluateRequest
		want *refereev1.RulesError
	}{
		"a rule": {
			&refereev1.EvaluateRequest{Game: "xiangqi", Position: "4k4/9/9/9/9/9/9/9/4C4/4K4 w - - 0 1", Moves: []string{"e1a1"}},
			&refereev1.RulesError{Ply: 1, Code: "ILLEGAL_MOVE", Rule: "GENERALS_FACE"},
		},
		"a later ply":  {&refereev1.EvaluateRequest{Game: "xiangqi", Moves: []string{"h2e2", "h9g7", "??"}}, &refereev1.RulesError{Ply: 3, Code: "MALFORMED_MOVE"}},
		"the position": {&refereev1.EvaluateRequest{Game: "jungle", Position: "7/7/7/7/7/7/7/7/7 x 0 1"}, &refereev1.RulesError{Code: "BAD_POSITION", Field: "side"}},
		"a set-up":     {&refereev1.EvaluateRequest{Game: "morris", Position: "3/3/3/6/3/3/3 w 1 1 0 1", Setup: true}, &refereev1.RulesError{Code: "BAD_POSITION", Rule: "TOO_FEW_PIECES"}},
		"a set-up's square": {
			&refereev1.EvaluateRequest{Game: "jungle", Position: "l6/7/7/7/7/7/7/7/3L3 r 0 1", Setup: true},
			&refereev1.RulesError{Code: "BAD_POSITION", Field: "board", Rule: "DEN_TAKEN", Square: "d1"},
		},
		"SQL for a move":  {&refereev1.EvaluateRequest{Game: "morris", Moves: []string{"'; drop table games"}}, &refereev1.RulesError{Ply: 1, Code: "MALFORMED_MOVE"}},
		"a byte for none": {&refereev1.EvaluateRequest{Game: "morris", Moves: []string{"\x00"}}, &refereev1.RulesError{Ply: 1, Code: "MALFORMED_MOVE"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp, err := c.Evaluate(t.Context(), tt.req)
			require.NoError(t, err)
			got := resp.GetError()
			require.NotEmpty(t, got.GetMessage())
			require.Equal(
				t, []any{tt.want.GetPly(), tt.want.GetCode(), tt.want.GetRule(), tt.want.GetSquare()},
				[]any{got.GetPly(), got.GetCode(), got.GetRule(), got.GetSquare()},
			)
			if tt.want.GetField() != "" {
				require.Equal(t, tt.want.GetField(), got.GetField())
			}
			if tt.want.GetPly() > 0 {
				require.NotEmpty(t, resp.GetPosition())
				require.NotEmpty(t, resp.GetLegal())
			}
		})
	}
}

func TestRulesOfUnknownGames(t *testing.T) {
	t.Parallel()
	c := oracle(t)
	_, err := c.Evaluate(t.Context(), &refereev1.EvaluateRequest{Game: "chess"})
	requireRefused(t, "UNKNOWN_GAME", codes.InvalidArgument, err)
	_, err = c.Validate(t.Context(), &refereev1.ValidateRequest{Game: "chess", Position: "x"})
	requireRefused(t, "UNKNOWN_GAME", codes.InvalidArgument, err)
	_, err = c.Evaluate(t.Context(), &refereev1.EvaluateRequest{Game: "morris", Moves: make([]string, 2001)})
	requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)
}
