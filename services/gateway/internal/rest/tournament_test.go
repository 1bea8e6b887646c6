package rest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
)

const (
	cup = "Cup4Tourname"

	settings = `{"settings":{"name":"Cup","game":"xiangqi","format":"swiss","rounds":5,"startTime":"2026-12-24T13:00:00Z","timeControl":{"bank":"300s"}}}`
	schedule = `{"cron":"0 20 * * *","timeZone":"Asia/Ho_Chi_Minh",` + `"settings":{"name":"Cup","game":"xiangqi","format":"swiss","rounds":5,"startTime":"2026-12-24T13:00:00Z","timeControl":{"bank":"300s"}}}`
)

// organizer is the header of somebody who may hold tournaments.
func (h *hall) organizer() header {
	return header{"Authorization": "Bearer " + h.token(ann, "tournament:direct", "organizer")}
}

func TestTournamentsAreCreated(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("CreateTournament", saying(&tournamentv1.CreateTournamentResponse{Tournament: &tournamentv1.Tournament{TournamentId: cup, Seq: 1}}))
	h.on("CreateSeries", saying(&tournamentv1.CreateSeriesResponse{Series: &tournamentv1.Series{SeriesId: cup, Version: 1}}))
	for path, body := range map[string]string{"/v1/tournaments": settings, "/v1/tournamentSeries": schedule} {
		r := h.send("POST", path, body, h.organizer(), header{"Idempotency-Key": "mine"})
		require.Equal(t, http.StatusCreated, r.StatusCode, "%s", r.body)
		require.Equal(t, path+"/"+cup, r.Header.Get("Location"))
		calls := h.asked()
		require.Equal(t, "mine", calls[len(calls)-1].origin.IdempotencyKey)
		h.send("POST", path, body, h.as(ann)).refused(t, http.StatusForbidden, "SCOPE_MISSING")
		h.send("POST", path, body).refused(t, http.StatusUnauthorized, "NO_TOKEN")
	}
}

func TestTournamentsHaveTags(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("GetTournament", saying(&tournamentv1.GetTournamentResponse{Tournament: &tournamentv1.Tournament{TournamentId: cup, Seq: 31}}))
	h.on("GetStandings", saying(&tournamentv1.GetStandingsResponse{Standings: &tournamentv1.Standings{TournamentId: cup, Round: 2, Seq: 29}}))
	h.on("GetSeries", saying(&tournamentv1.GetSeriesResponse{Series: &tournamentv1.Series{SeriesId: cup, Version: 4}}))
	for path, tag := range map[string]string{
		"/v1/tournaments/" + cup: `"31"`, "/v1/tournaments/" + cup + "/standings?round=2": `"2-29"`, "/v1/tournamentSeries/" + cup: `"4"`,
	} {
		r := h.send("GET", path, "")
		require.Equal(t, http.StatusOK, r.StatusCode, "%s", r.body)
		require.Equal(t, tag, r.Header.Get("ETag"))
		r = h.send("GET", path, "", header{"If-None-Match": tag})
		require.Equal(t, http.StatusNotModified, r.StatusCode)
		require.Empty(t, r.body)
		require.Equal(t, http.StatusOK, h.send("GET", path, "", header{"If-None-Match": `"30"`}).StatusCode)
	}
}

func TestConditionsOfATournament(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("UpdateTournament", saying(&tournamentv1.UpdateTournamentResponse{Tournament: &tournamentv1.Tournament{TournamentId: cup, Seq: 32}}))
	h.on("UpdateSeries", saying(&tournamentv1.UpdateSeriesResponse{Series: &tournamentv1.Series{SeriesId: cup, Version: 32}}))
	told := func(path, body, tag string) int32 {
		r := h.send("PATCH", path, body, h.organizer(), header{"If-Match": tag})
		require.Equal(t, http.StatusOK, r.StatusCode, "%s: %s", tag, r.body)
		require.Equal(t, `"32"`, r.Header.Get("ETag"))
		calls := h.asked()
		switch req := calls[len(calls)-1].req.(type) {
		case *tournamentv1.UpdateTournamentRequest:
			return req.GetSeq()
		case *tournamentv1.UpdateSeriesRequest:
			return req.GetVersion()
		}
		return -1
	}
	const never = 1<<31 - 1
	for path, body := range map[string]string{"/v1/tournaments/" + cup: settings, "/v1/tournamentSeries/" + cup: schedule} {
		for tag, want := range map[string]int32{
			"": 0, "*": 0, `"31"`: 31, `W/"31"`: never, `"x"`: never, `""`: never, `"0"`: never, `"-1"`: never, `"031"`: never, `"99999999999"`: never,
		} {
			require.Equal(t, want, told(path, body, tag), tag)
		}
		for _, tag := range []string{`31`, `"31", "32"`, `"31`} {
			h.send("PATCH", path, body, h.organizer(), header{"If-Match": tag}).refused(t, http.StatusBadRequest, "BAD_HEADER")
		}
	}
	h.send("PATCH", "/v1/tournaments/"+cup, `{"seq":3}`, h.organizer()).refused(t, http.StatusBadRequest, "UNKNOWN_FIELD")
	h.on("UpdateTournament", refusing(errs.New(errs.Conflict, "TOURNAMENT_CHANGED", "x")))
	h.send("PATCH", "/v1/tournaments/"+cup, settings, h.organizer(), header{"If-Match": `"6"`}).refused(t, http.StatusPreconditionFailed, "TOURNAMENT_CHANGED")
}

func TestTournamentsComeAsFiles(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("ExportTournament", saying(&tournamentv1.ExportTournamentResponse{MediaType: "text/plain", FileName: cup + ".trf", Data: []byte("012 Giải Cúp\n")}))
	for name, tt := range map[string]struct{ query, accept, format string }{
		"nothing said": {}, "the query": {query: "?format=trfx", accept: "text/csv", format: "trfx"},
		"a table": {accept: "text/csv", format: "csv"}, "a report": {accept: "text/plain;q=0.9, text/html", format: "trf26"},
		"a picture": {accept: "image/svg+xml", format: "crosstable"}, "data": {accept: "application/json", format: "json"},
	} {
		r := h.send("GET", "/v1/tournaments/"+cup+"/export"+tt.query, "", header{"Accept": tt.accept})
		require.Equal(t, http.StatusOK, r.StatusCode, "%s: %s", name, r.body)
		require.Equal(t, "012 Giải Cúp\n", string(r.body))
		require.Equal(t, "text/plain; charset=utf-8", r.Header.Get("Content-Type"))
		require.Equal(t, "attachment; filename="+cup+".trf", r.Header.Get("Content-Disposition"))
		asked, ok := h.last("ExportTournament").req.(*tournamentv1.ExportTournamentRequest)
		require.True(t, ok)
		require.Equal(t, tt.format, asked.GetFormat(), name)
	}
}

// A round of the largest tournament can be paired by hand; other bodies stay small.
func TestTheBodyOfAWholeRound(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	pairings := make([]string, 2500)
	for i := range pairings {
		pairings[i] = fmt.Sprintf(`{"firstPlayerId":"0198c7a0-0000-7000-8000-%012x","secondPlayerId":"0198c7a0-0000-7000-8000-%012x"}`, 2*i, 2*i+1)
	}
	body := `{"pairings":[` + strings.Join(pairings, ",") + `]}`
	r := h.send("POST", "/v1/tournaments/"+cup+"/rounds/2:pair", body, h.organizer())
	require.Equal(t, http.StatusOK, r.StatusCode, "%s", r.body)
	asked, ok := h.last("PairRound").req.(*tournamentv1.PairRoundRequest)
	require.True(t, ok)
	require.Len(t, asked.GetPairings(), 2500)
	require.EqualValues(t, 2, asked.GetRound())
	p := h.send("POST", "/v1/tournaments/"+cup+"/rounds/2:start", body, h.organizer()).refused(t, http.StatusRequestEntityTooLarge, "BODY_TOO_LARGE")
	require.Equal(t, "65536", p.Metadata["limit"])
}
