package rest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/rest"
)

func TestCallGoesThrough(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("CreateGame", saying(&refereev1.CreateGameResponse{Game: &refereev1.Game{GameId: "7Kq2abcdefgh", Seq: 2}}))
	r := h.send("POST", "/v1/games", `{"game":"xiangqi","timeControl":{"bank":"180s"}}`, h.as(ann), header{"Idempotency-Key": "k-1"})

	require.Equal(t, http.StatusCreated, r.StatusCode, "%s", r.body)
	require.Equal(t, "/v1/games/7Kq2abcdefgh", r.Header.Get("Location"))
	require.Equal(t, "application/json", r.Header.Get("Content-Type"))
	require.Contains(t, string(r.body), `"clock":`, "nulls are printed")
	asked := h.last("CreateGame")
	require.Equal(t, "xiangqi", asked.req.(*refereev1.CreateGameRequest).GetGame())
	require.Equal(t, ann, asked.caller.Account)
	require.Equal(t, "gateway", asked.caller.Service)
	require.Equal(t, "k-1", asked.origin.IdempotencyKey)
	require.Equal(t, h.now, asked.origin.Arrival)
}

func TestGuestIsCreated(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("CreateGuestSession", saying(&accountv1.CreateGuestSessionResponse{Player: &accountv1.PlayerProfile{PlayerId: ann}}))
	for _, body := range []string{"", "{}", " \n", `{"name":"Ánh"}`} {
		r := h.send("POST", "/v1/sessions:guest", body, header{"Authorization": "Bearer expired or whatever"})
		require.Equal(t, http.StatusCreated, r.StatusCode, "%q %s", body, r.body)
		require.Equal(t, "/v1/players/"+ann, r.Header.Get("Location"))
	}
}

func TestOriginIsTheGatewaysWord(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.send("GET", "/v1/rooms", "", header{
		"X-Kydai-Address": "6.6.6.6", "X-Kydai-Arrival": "2020-01-01T00:00:00Z", "X-Kydai-Service": "forged", "Grpc-Timeout": "junk",
		"Grpc-Metadata-X-Kydai-Address": "6.6.6.6", "User-Agent": "phone\u00e9 1", "X-Forwarded-For": "6.6.6.6, 9.9.9.9",
		"X-HTTP-Method-Override": "DELETE", "TE": "trailers",
	})
	asked := h.last("ListRooms")
	require.Equal(t, "9.9.9.9", asked.origin.Address, "the nearest hop that is no trusted proxy")
	require.Equal(t, h.now, asked.origin.Arrival)
	require.Equal(t, "phone 1", asked.origin.UserAgent)
	require.Equal(t, "gateway", asked.caller.Service)
	require.Empty(t, asked.caller.Account)
}

func TestForwardedIsNotBelievedFromStrangers(t *testing.T) {
	t.Parallel()
	h := newHall(t, func(d *rest.Deps) { d.Proxies = nil })
	h.send("GET", "/v1/rooms", "", header{"X-Forwarded-For": "9.9.9.9"})
	require.Equal(t, "127.0.0.1", h.last("ListRooms").origin.Address)
}

func TestServicesRefusals(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("GetGame", refusing(errs.New(errs.NotFound, "NO_SUCH_GAME", "no such game")))
	r := h.send("GET", "/v1/games/nope", "", header{"Accept-Language": "en"})
	p := r.refused(t, 404, "NO_SUCH_GAME")
	require.Equal(t, "referee.kydai", p.Domain)
	require.Equal(t, "No such game", p.Title)
	require.Equal(t, "en", r.Header.Get("Content-Language"))

	h.on("GetGame", refusing(http.ErrBodyNotAllowed))
	r = h.send("GET", "/v1/games/nope", "")
	r.refused(t, 500, "INTERNAL")
	require.NotContains(t, string(r.body), http.ErrBodyNotAllowed.Error())

	r = h.send("GET", "/v1/me", "")
	r.refused(t, 401, "NO_TOKEN")
	require.Equal(t, `Bearer realm="kydai"`, r.Header.Get("WWW-Authenticate"))
}

func TestTokens(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	good := h.token(ann)
	forged := good[:len(good)-4] + "AAAA"
	require.Equal(t, http.StatusOK, h.send("GET", "/v1/me", "", header{"Authorization": "bearer " + good}).StatusCode, "the scheme's case does not count")
	require.Len(t, h.asked(), 1)
	for name, value := range map[string]string{"forged": "Bearer " + forged, "empty": "Bearer ", "other scheme": "Basic YTpi", "junk": "<script>"} {
		r := h.send("GET", "/v1/me", "", header{"Authorization": value})
		r.refused(t, 401, "BAD_TOKEN")
		require.Contains(t, r.Header.Get("WWW-Authenticate"), "invalid_token", name)
	}
	service, err := h.signer.ServiceToken("referee")
	require.NoError(t, err)
	h.send("GET", "/v1/me", "", header{"Authorization": "Bearer " + service}).refused(t, 401, "BAD_TOKEN")
	h.send("POST", "/v1/rooms", `{"game":"morris"}`, header{"Authorization": "Bearer " + h.token(ann, "play")}).refused(t, 403, "SCOPE_MISSING")
	for _, path := range []string{"/v1/me", "/v1/me/games", "/v1/games/7Kq2"} {
		h.send("GET", path, "", header{"Authorization": "Bearer " + h.token(ann, "stream")}).refused(t, 403, "SCOPE_MISSING")
	}

	h.pass(16 * 60 * 1e9)
	h.send("GET", "/v1/me", "", header{"Authorization": "Bearer " + good}).refused(t, 401, "EXPIRED_TOKEN")
	require.Len(t, h.asked(), 1, "no handler was reached")
}

func TestETagOfAGame(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("GetGame", saying(&refereev1.GetGameResponse{Game: &refereev1.Game{GameId: "g", Seq: 31}}))
	r := h.send("GET", "/v1/games/g", "")
	require.Equal(t, `"31"`, r.Header.Get("ETag"))
	require.Contains(t, string(r.body), `"rematchGameId":`)
	for _, tag := range []string{`"31"`, `W/"31"`, `"30", "31"`, "*"} {
		r = h.send("GET", "/v1/games/g", "", header{"If-None-Match": tag})
		require.Equal(t, http.StatusNotModified, r.StatusCode, tag)
		require.Empty(t, r.body)
		require.Equal(t, `"31"`, r.Header.Get("ETag"))
	}
	r = h.send("GET", "/v1/games/g", "", header{"If-None-Match": `"30"`})
	require.Equal(t, http.StatusOK, r.StatusCode)
}

func TestETagOfOnesOwnProfile(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	me := &accountv1.PlayerProfile{PlayerId: ann, Name: "Ann"}
	h.on("GetMe", saying(&accountv1.GetMeResponse{Me: me, Etag: "7"}))
	r := h.send("GET", "/v1/me", "", h.as(ann))
	require.Equal(t, `"7"`, r.Header.Get("ETag"))
	require.Equal(t, "private, no-cache", r.Header.Get("Cache-Control"))
	require.NotContains(t, string(r.body), "etag", "the body is the profile alone")
	r = h.send("GET", "/v1/me", "", h.as(ann), header{"If-None-Match": `"7"`})
	require.Equal(t, http.StatusNotModified, r.StatusCode)
	require.Empty(t, r.body)

	h.on("GetMe", saying(&accountv1.GetMeResponse{Me: me, Etag: "8"}))
	r = h.send("GET", "/v1/me", "", h.as(ann), header{"If-None-Match": `"7"`})
	require.Equal(t, http.StatusOK, r.StatusCode)
	require.Equal(t, `"8"`, r.Header.Get("ETag"))
}

func TestCatalogueIsPublic(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("GetCatalog", saying(&refereev1.GetCatalogResponse{Version: "0123456789abcdef"}))
	r := h.send("GET", "/v1/catalog", "")
	require.Equal(t, http.StatusOK, r.StatusCode)
	require.Empty(t, h.last("GetCatalog").caller.Account)
	require.Equal(t, `"0123456789abcdef"`, r.Header.Get("ETag"))
	require.Equal(t, "public, max-age=300", r.Header.Get("Cache-Control"))
	require.NotContains(t, r.Header.Values("Vary"), "Authorization", "it is the same for everybody")
	for _, tag := range []string{`"0123456789abcdef"`, `W/"0123456789abcdef"`, "*"} {
		r = h.send("GET", "/v1/catalog", "", header{"If-None-Match": tag}, h.as(ann))
		require.Equal(t, http.StatusNotModified, r.StatusCode)
		require.Empty(t, r.body)
		require.Equal(t, "public, max-age=300", r.Header.Get("Cache-Control"))
	}
	r = h.send("GET", "/v1/catalog", "", header{"If-None-Match": `"fedcba9876543210"`})
	require.Equal(t, http.StatusOK, r.StatusCode)
	h.send("GET", "/v1/catalog?game=morris", "").refused(t, 400, "UNKNOWN_FIELD")
	h.on("GetCatalog", saying(&refereev1.GetCatalogResponse{Version: "fedcba9876543210"}))
	r = h.send("HEAD", "/v1/catalog", "", header{"If-None-Match": `"0123456789abcdef"`})
	require.Equal(t, http.StatusOK, r.StatusCode)
	require.Equal(t, `"fedcba9876543210"`, r.Header.Get("ETag"))
}

func TestHead(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	r := h.send("HEAD", "/v1/rooms", "")
	require.Equal(t, http.StatusOK, r.StatusCode)
	require.Equal(t, "application/json", r.Header.Get("Content-Type"))
	require.Empty(t, r.body)
}

func TestPathsAndMethods(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	for _, path := range []string{"/", "/v2", "/v1/nothing", "/v1/games/", "/v1//games", "/v1/games/a/b/c", "/index.html", "/v1/games/%00", "/v1/games/%ff", "/v1/games/a%0ab"} {
		h.send("GET", path, "").refused(t, 404, "NOT_FOUND")
	}
	tests := map[string][2]string{
		"PUT":      {"/v1/games", "POST"},
		"DELETE":   {"/v1/games/x/moves", "POST"},
		"POST":     {"/v1/games/x", "GET, HEAD"},
		"PATCH":    {"/v1/rooms", "GET, HEAD, POST"},
		"GET":      {"/v1/sessions/x", "DELETE"},
		"OPTIONS":  {"/v1/rooms", "GET, HEAD, POST"},
		"BREW":     {"/v1/rooms", "GET, HEAD, POST"},
		"PROPFIND": {"/v1/games/x:resign", "POST"},
	}
	for method, tt := range tests {
		r := h.send(method, tt[0], "")
		p := r.refused(t, 405, "METHOD_NOT_ALLOWED")
		require.Equal(t, tt[1], r.Header.Get("Allow"), method)
		require.Equal(t, tt[1], p.Metadata["allow"], method)
	}
	for _, path := range []string{"/v1/games/x:resign", "/v1/games/x/offers/3:accept", "/v1/rooms:join", "/v1/rooms/" + ann + ":join", "/v1/rules/xiangqi:evaluate"} {
		h.send("GET", path, "").refused(t, 405, "METHOD_NOT_ALLOWED")
	}
	h.send("GET", "/v1/games/x:nothing", "").refused(t, 404, "NOT_FOUND")
	require.Empty(t, h.asked())
}

func TestPartsOfThePathThatAreNoValues(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	for _, id := range []string{"x", "1.5", "99999999999"} {
		p := h.send("POST", "/v1/games/g/offers/"+id+":accept", "", h.as(ann)).refused(t, 400, "INVALID_ARGUMENT")
		require.Len(t, p.Violations, 1, id)
		require.Equal(t, "offerId", p.Violations[0].Field)
	}
	require.Empty(t, h.asked())
}

func TestHeaderLimits(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.send("GET", "/v1/rooms", "", header{"X-Long": strings.Repeat("x", 17<<10)}).refused(t, 431, "HEADERS_TOO_LARGE")
	h.send("GET", "/v1/rooms?game="+strings.Repeat("x", 17<<10), "").refused(t, 431, "HEADERS_TOO_LARGE")
	for _, key := range []string{strings.Repeat("k", 201), "tab\there", "é"} {
		p := h.send("POST", "/v1/games", `{"game":"morris"}`, h.as(ann), header{"Idempotency-Key": key}).refused(t, 400, "BAD_HEADER")
		require.Equal(t, "Idempotency-Key", p.Metadata["header"])
	}
	require.Empty(t, h.asked())
}

func TestPanicIsAProblem(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	panics := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("boom") })
	require.NoError(t, h.Server.Handle("GET", "/v1/boom/{id}", limit.Read, panics))
	r := h.send("GET", "/v1/boom/1", "")
	r.refused(t, 500, "INTERNAL")
	require.NotContains(t, string(r.body), "boom")
	require.Equal(t, http.StatusOK, h.send("GET", "/v1/rooms", "").StatusCode, "the server lives on")
}

func TestHandlersOfTheirOwn(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	flushes := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(r.PathValue("id")))
		if err := http.NewResponseController(w).Flush(); err != nil {
			panic(err)
		}
	})
	require.NoError(t, h.Server.Handle("GET", "/v1/games/{id}/stream", limit.Stream, flushes))
	r := h.send("GET", "/v1/games/7Kq2/stream", "")
	require.Equal(t, "7Kq2", string(r.body))
}

// A HEAD is answered by headers alone, also where a GET takes the connection.
func TestHeadTakesNoConnection(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	takes := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_, _ = conn.Write([]byte("what no HEAD may bring"))
			_ = conn.Close()
		}
	})
	require.NoError(t, h.Server.Handle("GET", "/v1/games/{id}/stream", limit.Stream, takes))
	r := h.send("HEAD", "/v1/games/7Kq2/stream", "")
	require.Equal(t, http.StatusOK, r.StatusCode)
	require.Equal(t, "text/event-stream", r.Header.Get("Content-Type"))
	require.Equal(t, http.StatusOK, h.send("GET", "/v1/rooms", "").StatusCode, "the connection is still good")
}

func TestTraceContext(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	r := h.send("GET", "/v1/nothing", "", header{"Traceparent": "00-" + trace + "-00f067aa0ba902b7-00"})
	require.Equal(t, trace, r.problem(t).Instance)
	require.Contains(t, r.Header.Get("Traceparent"), "00-"+trace+"-")

	r = h.send("GET", "/v1/nothing", "", header{"Traceparent": "junk"})
	require.Contains(t, r.Header.Get("Traceparent"), r.problem(t).Instance)
}

func TestSecurityHeaders(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	for _, path := range []string{"/v1/rooms", "/v1/nothing"} {
		r := h.send("GET", path, "")
		require.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"))
		require.Contains(t, r.Header.Get("Content-Security-Policy"), "default-src 'none'")
		require.Equal(t, "no-store", r.Header.Get("Cache-Control"))
	}
}

func TestCORS(t *testing.T) {
	t.Parallel()
	h := newHall(t, func(d *rest.Deps) { d.Origins = []string{"https://hall.example"} })
	preflight := header{"Origin": "https://hall.example", "Access-Control-Request-Method": "POST"}

	r := h.send("OPTIONS", "/v1/games", "", preflight)
	require.Equal(t, http.StatusNoContent, r.StatusCode)
	require.Equal(t, "https://hall.example", r.Header.Get("Access-Control-Allow-Origin"))
	require.Contains(t, r.Header.Get("Access-Control-Allow-Headers"), "Idempotency-Key")

	r = h.send("GET", "/v1/rooms", "", header{"Origin": "https://hall.example"})
	require.Equal(t, "https://hall.example", r.Header.Get("Access-Control-Allow-Origin"))
	require.Contains(t, r.Header.Get("Access-Control-Expose-Headers"), "ETag")

	for _, set := range []header{preflight, {}} {
		set["Origin"] = "https://evil.example"
		r = h.send("OPTIONS", "/v1/games", "", set)
		require.Empty(t, r.Header.Get("Access-Control-Allow-Origin"))
		require.Empty(t, r.Header.Get("Access-Control-Allow-Methods"))
	}
}
