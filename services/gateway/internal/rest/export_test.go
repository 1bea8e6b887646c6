package rest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
)

func TestExportIsAFile(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	const pgn = "[Red \"<script>\"]\n\n1. h2e2 *\n"
	h.on("ExportGame", saying(&refereev1.ExportGameResponse{Format: "pgn", MediaType: "application/vnd.chess-pgn", FileName: "7Kq2.pgn", Data: []byte(pgn)}))
	tests := map[string]struct {
		query, accept string
		format        string
	}{
		"nothing said":          {},
		"the query":             {query: "?format=pgn&notation=wxf", accept: "application/json", format: "pgn"},
		"the header":            {accept: "application/vnd.chess-pgn", format: "pgn"},
		"the first that fits":   {accept: "text/html, application/x-ndjson, application/json, */*", format: "ndjson"},
		"the most wanted":       {accept: "application/json;q=0.1, application/vnd.chess-pgn;q=0.5, application/x-pdn;q=0.5", format: "pgn"},
		"one refused":           {accept: "application/json;q=0, application/x-ndjson;q=0.001", format: "ndjson"},
		"a weight that is none": {accept: "application/json;q=x, application/x-ndjson;q=0.1", format: "ndjson"},
		"none that fits":        {accept: "text/html, image/*"},
		"what can't be read":    {accept: ";;;,/,application/json", format: "json"},
		"the notation in both":  {query: "?notation=chinese", accept: "application/vnd.chess-pgn", format: "pgn"},
	}
	for name, tt := range tests {
		r := h.send("GET", "/v1/games/7Kq2abcdefgh/export"+tt.query, "", header{"Accept": tt.accept})
		require.Equal(t, http.StatusOK, r.StatusCode, "%s: %s", name, r.body)
		require.Equal(t, pgn, string(r.body))
		require.Equal(t, "application/vnd.chess-pgn; charset=utf-8", r.Header.Get("Content-Type"))
		require.Equal(t, "attachment; filename=7Kq2.pgn", r.Header.Get("Content-Disposition"))
		require.Contains(t, r.Header.Values("Vary"), "Accept")
		asked, ok := h.last("ExportGame").req.(*refereev1.ExportGameRequest)
		require.True(t, ok)
		require.Equal(t, tt.format, asked.GetFormat(), name)
		require.Equal(t, "7Kq2abcdefgh", asked.GetGameId())
	}
	require.True(t, proto.Equal(&refereev1.ExportGameRequest{GameId: "7Kq2abcdefgh", Format: "pgn", Notation: "chinese"}, func() proto.Message {
		h.send("GET", "/v1/games/7Kq2abcdefgh/export?format=pgn&notation=chinese", "")
		return h.last("ExportGame").req
	}()))
	require.Equal(t, http.StatusBadRequest, h.send("GET", "/v1/games/7Kq2abcdefgh/export?colour=red", "").StatusCode)
}

// A record with an analysis is study's, as a file like any other.
func TestExportWithAnAnalysis(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("ExportAnalysis", saying(&studyv1.ExportAnalysisResponse{Format: "pgn", MediaType: "application/vnd.chess-pgn", FileName: "a.pgn", Data: []byte("1. h2e2 $4 *\n")}))
	for path, want := range map[string]*studyv1.ExportAnalysisRequest{
		"/v1/games/7Kq2abcdefgh/export?analysis=0198&notation=wxf": {AnalysisId: "0198", GameId: "7Kq2abcdefgh", Format: "pgn", Notation: "wxf"},
		"/v1/analyses/0198/export":                                 {AnalysisId: "0198", Format: "pgn"},
	} {
		r := h.send("GET", path, "", header{"Accept": "application/vnd.chess-pgn"})
		require.Equal(t, http.StatusOK, r.StatusCode, "%s", r.body)
		require.Equal(t, "1. h2e2 $4 *\n", string(r.body))
		require.Equal(t, "attachment; filename=a.pgn", r.Header.Get("Content-Disposition"))
		require.True(t, proto.Equal(want, h.last("ExportAnalysis").req), path)
	}
	require.Equal(t, http.StatusBadRequest, h.send("GET", "/v1/analyses/0198/export?gameId=x", "").StatusCode)
}
