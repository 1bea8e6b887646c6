package study_test

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"kydai.dev/pkg/rules/record"
	"kydai.dev/pkg/testkit"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
)

func TestRecords(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	analyze := func(req *studyv1.AnalyzeRecordRequest) (*studyv1.Operation, error) {
		resp, err := h.AnalyzeRecord(h.player(1), req)
		return resp.GetOperation(), err
	}
	const pgn = "[Game \"Chinese Chess\"]\n[Red \"Lan\"]\n\n1. h2e2 h9g7 2. h0g2 1-0\n"
	op, err := analyze(&studyv1.AnalyzeRecordRequest{Text: pgn})
	require.NoError(t, err)
	h.await(h.player(1), op.GetOperationId())
	a := h.get(h.player(1), op.GetResultId())
	require.Equal(t, []any{"xiangqi", "", "first"}, []any{a.GetGame(), a.GetGameId(), a.GetOutcome().GetWinner()})
	require.Equal(t, "Lan", a.GetTags()[0].GetValue())
	require.Len(t, a.GetPlies(), 3)
	_, err = h.GetAnalysis(h.player(2), &studyv1.GetAnalysisRequest{AnalysisId: op.GetResultId()})
	requireReason(t, err, codes.NotFound, "NO_SUCH_ANALYSIS")
	_, err = h.GetOperation(t.Context(), &studyv1.GetOperationRequest{OperationId: op.GetResultId()})
	requireReason(t, err, codes.NotFound, "NO_SUCH_OPERATION")
	_, err = h.CancelAnalysis(h.player(2), &studyv1.CancelAnalysisRequest{AnalysisId: op.GetResultId()})
	requireReason(t, err, codes.NotFound, "NO_SUCH_ANALYSIS")

	again, err := analyze(&studyv1.AnalyzeRecordRequest{Text: pgn, Format: "pgn", Game: "xiangqi"})
	require.NoError(t, err)
	require.Equal(t, op.GetOperationId(), again.GetOperationId())
	second, err := analyze(&studyv1.AnalyzeRecordRequest{Text: pgn + "\n" + "[Game \"Chinese Chess\"]\n\n1. h2h9 *\n", Number: 1})
	require.NoError(t, err, "a fault in a game that is not meant")
	require.Equal(t, op.GetOperationId(), second.GetOperationId())

	tests := map[string]struct {
		req    *studyv1.AnalyzeRecordRequest
		reason string
		said   map[string]string
	}{
		"a bad move":      {&studyv1.AnalyzeRecordRequest{Text: "[Game \"Chinese Chess\"]\n\n1. h2e2 h9h5 *\n"}, "BAD_RECORD", map[string]string{"ply": "2", "line": "3", "move": "h9h5", "code": "ILLEGAL_MOVE", "game": "1"}},
		"no record":       {&studyv1.AnalyzeRecordRequest{Text: "hello"}, "BAD_RECORD", nil},
		"nothing":         {&studyv1.AnalyzeRecordRequest{Text: " \n", Format: "pgn"}, "BAD_RECORD", nil},
		"several":         {&studyv1.AnalyzeRecordRequest{Text: pgn + "\n" + pgn}, "SEVERAL_RECORDS", map[string]string{"games": "2"}},
		"a third of two":  {&studyv1.AnalyzeRecordRequest{Text: pgn + "\n" + pgn, Number: 3}, "NO_SUCH_RECORD", map[string]string{"games": "2"}},
		"unknown format":  {&studyv1.AnalyzeRecordRequest{Text: pgn, Format: "doc"}, "UNKNOWN_FORMAT", nil},
		"another's":       {&studyv1.AnalyzeRecordRequest{Text: pgn, Format: "pgn", Game: "jungle"}, "UNKNOWN_FORMAT", nil},
		"unknown game":    {&studyv1.AnalyzeRecordRequest{Text: pgn, Game: "chess"}, "UNKNOWN_GAME", nil},
		"bad start":       {&studyv1.AnalyzeRecordRequest{Text: `{"game":"jungle","start":"7/7/7/7/7/7/7/7/7 r 0 1","moves":["a1a2"]}`}, "BAD_RECORD", map[string]string{"code": "BAD_POSITION"}},
		"too long a text": {&studyv1.AnalyzeRecordRequest{Text: string(make([]byte, 60001))}, "INVALID_ARGUMENT", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := analyze(tt.req)
			requireReason(t, err, codes.InvalidArgument, tt.reason)
			for key, value := range tt.said {
				require.Equal(t, value, said(t, err).Metadata[key], key)
			}
			for _, key := range []string{"game", "line", "ply"} {
				require.NotEqual(t, "0", said(t, err).Metadata[key], "what is not known is not told")
			}
		})
	}
}

// What is exported reads back as the same game.
func TestExport(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	g := morris(t, nil, "a1", "d5", "g7")
	g.Tags = []record.Tag{{Name: "White", Value: "bot 1"}}
	h.games["g"] = g
	id := h.await(t.Context(), h.analyze(h.player(1), "g").GetOperationId()).GetResultId()
	export := func(ctx context.Context, req *studyv1.ExportAnalysisRequest) (*record.Record, string, error) {
		resp, err := h.ExportAnalysis(ctx, req)
		if err != nil {
			return nil, "", err
		}
		for rec, err := range record.Read(bytes.NewReader(resp.GetData()), record.Options{}) {
			require.NoError(t, err)
			return rec, string(resp.GetData()), nil
		}
		return nil, "", errors.New("no record")
	}
	rec, text, err := export(t.Context(), &studyv1.ExportAnalysisRequest{AnalysisId: id, GameId: "g"})
	require.NoError(t, err)
	require.Equal(t, g.Moves, rec.Moves)
	require.Equal(t, g.Result, rec.Result)
	require.Equal(t, "bot 1", rec.Tag("White"))
	require.NotEmpty(t, rec.Tag("WhiteAccuracy"))
	require.Contains(t, text, `"marks":[{"ply":1,"class":"best"`)
	_, _, err = export(t.Context(), &studyv1.ExportAnalysisRequest{AnalysisId: id, GameId: "another"})
	requireReason(t, err, codes.NotFound, "NO_SUCH_ANALYSIS")
	_, _, err = export(t.Context(), &studyv1.ExportAnalysisRequest{AnalysisId: id, Format: "pgn"})
	requireReason(t, err, codes.InvalidArgument, "UNKNOWN_FORMAT")
	_, _, err = export(t.Context(), &studyv1.ExportAnalysisRequest{AnalysisId: id, Notation: "wxf"})
	requireReason(t, err, codes.InvalidArgument, "UNKNOWN_NOTATION")

	pasted := `[Game "Chinese Chess"]
[Red "Lan"]
[FEN "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"]

1. a0a5 {[%eval 3.00] a lift} d9d8 {[%eval #9]} 2. a5a8 {[%clk 0:01:00]} d8d9 3. a8a1 1-0`
	resp, err := h.AnalyzeRecord(h.player(1), &studyv1.AnalyzeRecordRequest{Text: pasted})
	require.NoError(t, err)
	id = h.await(h.player(1), resp.GetOperation().GetOperationId()).GetResultId()
	rec, text, err = export(h.player(1), &studyv1.ExportAnalysisRequest{AnalysisId: id, Format: "pgn", Notation: "vietnamese"})
	require.NoError(t, err)
	require.Equal(t, []string{"a0a5", "d9d8", "a5a8", "d8d9", "a8a1"}, rec.Moves)
	require.Equal(t, "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", rec.Start.String())
	require.Contains(t, text, "{[%eval ")
	require.NotContains(t, text, "#9]")
	own := regexp.MustCompile(`\[%eval [^\]]*\]`)
	said := map[int]string{}
	for _, c := range rec.Comments {
		require.Len(t, own.FindAllString(c.Text, -1), 1, "one analysis speaks")
		if rest := strings.TrimSpace(own.ReplaceAllString(c.Text, "")); rest != "" {
			said[c.Ply] = rest
		}
	}
	require.Equal(t, map[int]string{1: "a lift", 3: "[%clk 0:01:00]"}, said)
	for _, ctx := range []context.Context{t.Context(), h.player(2)} {
		_, _, err = export(ctx, &studyv1.ExportAnalysisRequest{AnalysisId: id})
		requireReason(t, err, codes.NotFound, "NO_SUCH_ANALYSIS")
	}
}
