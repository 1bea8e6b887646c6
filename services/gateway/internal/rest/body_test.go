package rest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

func TestBodies(t *testing.T) {
	t.Parallel()
	long := `{"game":"` + strings.Repeat("x", 64<<10) + `"}`
	tests := map[string]struct {
		path, body string
		headers    header
		status     int
		reason     string
		field      string
	}{
		"unknown field":           {path: "/v1/rooms", body: `{"game":"morris","colour":"red"}`, status: 400, reason: "UNKNOWN_FIELD", field: "colour"},
		"unknown field deep down": {path: "/v1/rooms", body: `{"timeControl":{"bank":"60s","delay":"1s"}}`, status: 400, reason: "UNKNOWN_FIELD", field: "timeControl.delay"},
		"HTML as a field":         {path: "/v1/rooms", body: `{"<script>":1}`, status: 400, reason: "UNKNOWN_FIELD", field: "<script>"},
		"a field of the path":     {path: "/v1/games/g:resign", body: `{"gameId":"other"}`, status: 400, reason: "UNKNOWN_FIELD", field: "gameId"},
		"a service's field":       {path: "/v1/games", body: `{"creationKey":"k"}`, status: 400, reason: "UNKNOWN_FIELD", field: "creationKey"},
		"a tournament's field":    {path: "/v1/games", body: `{"game":"morris","tournament":{}}`, status: 400, reason: "UNKNOWN_FIELD", field: "tournament"},
		"a tournament":            {path: "/v1/games", body: `{"game":"morris","tournament":{"tournamentId":"cup","round":1,"board":1,"game":1}}`, status: 400, reason: "UNKNOWN_FIELD", field: "tournament"},
		"a tournament's faults":   {path: "/v1/games", body: `{"game":7,"tournament":{"id":"cup"}}`, status: 400, reason: "UNKNOWN_FIELD", field: "tournament"},
		"wrong type":              {path: "/v1/rooms", body: `{"game":7}`, status: 400, reason: "INVALID_ARGUMENT", field: "game"},
		"wrong type deep down":    {path: "/v1/rooms", body: `{"timeControl":{"bank":"soon"}}`, status: 400, reason: "INVALID_ARGUMENT", field: "timeControl.bank"},
		"one thing or another":    {path: "/v1/games", body: `{"game":"morris","seats":{"first":{"bot":{"level":"1"},"player":{}}}}`, status: 400, reason: "INVALID_ARGUMENT", field: "seats.first.player"},
		"a list for an object":    {path: "/v1/rooms", body: `{"timeControl":[]}`, status: 400, reason: "INVALID_ARGUMENT", field: "timeControl"},
		"a list of other things":  {path: "/v1/rules/morris:evaluate", body: `{"moves":["a1",2]}`, status: 400, reason: "INVALID_ARGUMENT", field: "moves"},
		"beyond a limit":          {path: "/v1/rooms", body: `{"game":"` + strings.Repeat("x", 41) + `"}`, status: 400, reason: "INVALID_ARGUMENT", field: "game"},
		"not one of a set":        {path: "/v1/rooms", body: `{"game":"morris","side":"red"}`, status: 400, reason: "INVALID_ARGUMENT", field: "side"},
		"NUL in text":             {path: "/v1/rooms", body: `{"game":"mor\u0000ris"}`, status: 400, reason: "INVALID_ARGUMENT", field: "game"},
		"NUL deep down":           {path: "/v1/rooms", body: `{"game":"morris","time_control":{"preset":"\u0000"}}`, status: 400, reason: "INVALID_ARGUMENT", field: "timeControl.preset"},
		"NUL in a list":           {path: "/v1/rooms", body: `{"game":"xiangqi","handicap":{"remove":["a0","b\u0000"]}}`, status: 400, reason: "INVALID_ARGUMENT", field: "handicap.remove[1]"},
		"NUL in a field's name":   {path: "/v1/rooms", body: `{"ga\u0000me":"morris"}`, status: 400, reason: "UNKNOWN_FIELD", field: "ga\x00me"},
		"NUL beside another type": {path: "/v1/rooms", body: `{"game":7,"side":"\u0000"}`, status: 400, reason: "INVALID_ARGUMENT", field: "game"},
		"NUL in a duration":       {path: "/v1/rooms", body: `{"timeControl":{"bank":"6\u00000s"}}`, status: 400, reason: "INVALID_ARGUMENT", field: "timeControl.bank"},
		"a field twice":           {path: "/v1/rooms", body: `{"game":"a","game":"b"}`, status: 400, reason: "BAD_JSON"},
		"a field in two ways":     {path: "/v1/rooms", body: `{"startPosition":"a","start_position":"b"}`, status: 400, reason: "BAD_JSON"},
		"broken off":              {path: "/v1/rooms", body: `{"game":"mor`, status: 400, reason: "BAD_JSON"},
		"two objects":             {path: "/v1/rooms", body: `{"game":"a"}{"game":"b"}`, status: 400, reason: "BAD_JSON"},
		"trailing text":           {path: "/v1/rooms", body: `{"game":"a"} x`, status: 400, reason: "BAD_JSON"},
		"a list":                  {path: "/v1/rooms", body: `[]`, status: 400, reason: "BAD_JSON"},
		"null":                    {path: "/v1/rooms", body: `null`, status: 400, reason: "BAD_JSON"},
		"a string":                {path: "/v1/rooms", body: `"game"`, status: 400, reason: "BAD_JSON"},
		"not UTF-8":               {path: "/v1/rooms", body: "{\"game\":\"\xff\"}", status: 400, reason: "BAD_JSON"},
		"HTML":                    {path: "/v1/rooms", body: `<html>`, status: 400, reason: "BAD_JSON"},
		"nested without end":      {path: "/v1/rooms", body: `{"timeControl":` + strings.Repeat("[", 60000) + "}", status: 400, reason: "BAD_JSON"},
		"a form":                  {path: "/v1/rooms", body: "game=morris", headers: header{"Content-Type": "application/x-www-form-urlencoded"}, status: 415, reason: "UNSUPPORTED_MEDIA_TYPE"},
		"no content type":         {path: "/v1/rooms", body: `{}`, headers: header{"Content-Type": ""}, status: 415, reason: "UNSUPPORTED_MEDIA_TYPE"},
		"another charset":         {path: "/v1/rooms", body: `{}`, headers: header{"Content-Type": "application/json; charset=latin1"}, status: 415, reason: "UNSUPPORTED_MEDIA_TYPE"},
		"compressed":              {path: "/v1/rooms", body: `{}`, headers: header{"Content-Encoding": "gzip"}, status: 415, reason: "UNSUPPORTED_MEDIA_TYPE"},
		"too long":                {path: "/v1/rooms", body: long, status: 413, reason: "BODY_TOO_LARGE"},
		"a query on a POST":       {path: "/v1/rooms?game=morris", body: `{}`, status: 400, reason: "UNKNOWN_FIELD", field: "game"},
		"no body where needed":    {path: "/v1/rooms", status: 400, reason: "INVALID_ARGUMENT", field: "game"},
	}
	h := newHall(t)
	as := h.as(ann)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := h.send("POST", tt.path, tt.body, as, tt.headers).refused(t, tt.status, tt.reason)
			if tt.field != "" {
				require.Len(t, p.Violations, 1)
				require.Equal(t, tt.field, p.Violations[0].Field)
				require.NotEmpty(t, p.Violations[0].Description)
			}
		})
	}
	t.Cleanup(func() { require.Empty(t, h.asked(), "nothing reached a service") })
}

func TestBodiesThatAreRead(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	as := h.as(ann)
	written := h.send("POST", "/v1/rooms", `{"game":"morris","startPosition":"\\u0000"}`, as)
	require.Equal(t, http.StatusCreated, written.StatusCode, "a backslash and digits are no NUL: %s", written.body)
	for name, headers := range map[string]header{
		"charset":   {"Content-Type": "application/json; charset=UTF-8"},
		"uppercase": {"Content-Type": "Application/JSON"},
	} {
		r := h.send("POST", "/v1/rooms", ` {"game" : "morris", "start_position": null} `, as, headers)
		require.Equal(t, http.StatusCreated, r.StatusCode, "%s %s", name, r.body)
	}
}

func TestBodiesOfUnknownLength(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		body   string
		status int
	}{
		"short": {`{"game":"morris"}`, 201},
		"long":  {`{"game":"` + strings.Repeat("x", 64<<10) + `"}`, 413},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.url+"/v1/rooms", io.NopCloser(strings.NewReader(tt.body)))
			require.NoError(t, err)
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Authorization", "Bearer "+h.token(ann))
			require.Equal(t, tt.status, h.do(req).StatusCode)
		})
	}
}

// One's own games are nobody else's.
func TestOwnGamesTakeNoPlayer(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.send("GET", "/v1/me/games?playerId="+ann, "", h.as(ann)).refused(t, 400, "UNKNOWN_FIELD")
	require.Empty(t, h.asked())
}

func TestQueries(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ query, reason, field string }{
		"unknown":       {"colour=red", "UNKNOWN_FIELD", "colour"},
		"SQL":           {"game%27%3B+DROP+TABLE+games%3B--=1", "UNKNOWN_FIELD", "game'; DROP TABLE games;--"},
		"not a number":  {"pageSize=ten", "INVALID_ARGUMENT", "pageSize"},
		"overflow":      {"pageSize=99999999999", "INVALID_ARGUMENT", "pageSize"},
		"beyond limits": {"pageSize=101", "INVALID_ARGUMENT", "pageSize"},
		"twice":         {"game=a&game=b", "INVALID_ARGUMENT", "game"},
		"not UTF-8":     {"game=%ff", "INVALID_ARGUMENT", "game"},
		"NUL":           {"game=%00", "INVALID_ARGUMENT", "game"},
		"a semicolon":   {"pageSize=3;game=a", "INVALID_ARGUMENT", "pageSize"},
		"broken escape": {"game=%zz", "INVALID_ARGUMENT", "game"},
	}
	h := newHall(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := h.send("GET", "/v1/rooms?"+tt.query, "").refused(t, 400, tt.reason)
			require.Len(t, p.Violations, 1)
			require.Equal(t, tt.field, p.Violations[0].Field)
		})
	}
	t.Cleanup(func() { require.Empty(t, h.asked()) })
}

// A list is given as one parameter again and again.
func TestListsInQueries(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("BatchGetPlayers", saying(&accountv1.BatchGetPlayersResponse{}))
	bob := "0195a7c0-0000-7000-8000-0000000000bb"
	require.Equal(t, 200, h.send("GET", "/v1/players?ids="+ann+"&ids="+bob, "").StatusCode)
	asked := h.last("BatchGetPlayers").req.(*accountv1.BatchGetPlayersRequest)
	require.Equal(t, []string{ann, bob}, asked.GetIds())
	for _, query := range []string{"", "?ids=", "?ids=x", "?ids=" + ann + "&ids=%00", "?ids=" + strings.Repeat(ann+"&ids=", 100) + bob} {
		h.send("GET", "/v1/players"+query, "").refused(t, 400, "INVALID_ARGUMENT")
	}
	require.Len(t, h.asked(), 1)
}
