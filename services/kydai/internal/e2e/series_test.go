package e2e_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// daily is a series of cups at a time of every day in Vietnam, and what else it is to be.
func daily(at time.Time, days int, more string) string {
	at = at.In(time.FixedZone("Asia/Ho_Chi_Minh", 7*60*60))
	return fmt.Sprintf(`{"cron":"%d %d * * *","timeZone":"Asia/Ho_Chi_Minh","ahead":"%ds"%s,"settings":{
		"name":"Giải tối","game":"xiangqi","timeControl":{"preset":"10+5"},"format":"swiss","rounds":3,
		"startTime":"2026-01-01T13:00:00Z","registration":{"guests":true}}}`,
		at.Minute(), at.Hour(), days*24*60*60, more)
}

// holdSeries lets an organizer hold tournaments every day: those of the next days are
// there for players to join, each once, whatever becomes of the series.
func (h *hall) holdSeries(t *testing.T, organizer *player) {
	t.Helper()
	guest, first := h.guest(t), time.Now().UTC().Truncate(time.Minute).Add(2*time.Hour)
	refused := guest.must(t, http.StatusForbidden, "POST", "/v1/tournamentSeries", daily(first, 3, ""))
	require.Equal(t, "SCOPE_MISSING", refused.str("reason"))
	made := organizer.must(t, http.StatusCreated, "POST", "/v1/tournamentSeries", daily(first, 3, ""), "Idempotency-Key", "cups")
	again := organizer.must(t, http.StatusCreated, "POST", "/v1/tournamentSeries", daily(first, 3, ""), "Idempotency-Key", "cups")
	id := made.str("seriesId")
	require.Equal(t, []string{id, organizer.id}, []string{again.str("seriesId"), made.str("directorId")})
	cups := h.awaitCups(t, id, first, 3)
	require.Equal(t, []string{"open", "Giải tối"}, []string{cups[0].str("status"), cups[0].str("name")})
	joined := guest.must(t, http.StatusOK, "PUT", "/v1/tournaments/"+cups[0].str("tournamentId")+"/players/me", "{}")
	require.Equal(t, "playing", joined.str("state"))

	series := "/v1/tournamentSeries/" + id
	stopped := organizer.must(t, http.StatusOK, "PATCH", series, daily(first, 5, `,"stopped":true`), "If-Match", `"1"`)
	require.Equal(t, []any{true, 2}, []any{stopped["stopped"], stopped.num("version")})
	require.Empty(t, guest.list(t, "/v1/tournamentSeries", "series"))
	cups = h.awaitCups(t, id, first, 3)
	require.Equal(t, 1, cups[0].num("players"), "those that are made stay")
	refused = organizer.must(t, http.StatusPreconditionFailed, "PATCH", series, daily(first, 5, ""), "If-Match", `"1"`)
	require.Equal(t, "SERIES_CHANGED", refused.str("reason"))
	organizer.must(t, http.StatusOK, "PATCH", series, daily(first, 5, ""), "If-Match", `"2"`)
	require.Equal(t, cups, h.awaitCups(t, id, first, 5)[:3], "it goes on where it stopped")
}

// awaitCups waits until the tournaments of so many days are made, and returns them.
func (h *hall) awaitCups(t *testing.T, series string, first time.Time, days int) []answer {
	t.Helper()
	var want, got []string
	for day := range days {
		want = append(want, first.AddDate(0, 0, day).Format(time.RFC3339))
	}
	var cups []answer
	require.Eventually(t, func() bool {
		cups, got = (&player{h: h}).list(t, "/v1/tournaments?seriesId="+series, "tournaments"), nil
		for _, c := range cups {
			got = append(got, c.str("startTime"))
		}
		return slices.Equal(want, got)
	}, startLimit, 100*time.Millisecond, "%v, not %v", &got, want)
	return cups
}
