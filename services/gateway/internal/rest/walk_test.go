package rest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/openapi"
	"kydai.dev/services/gateway/internal/problem"
	"kydai.dev/services/internal/walk"
)

// The same walk goes through the whole hall where all services meet; here the
// services refuse whatever gets through to them.
func TestBadInputOnEveryRoute(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	nothing := errs.New(errs.NotFound, "NO_SUCH_GAME", "there is nothing here")
	for _, r := range h.Server.Routes() {
		h.on(r.RPC[strings.LastIndex(r.RPC, "/")+1:], refusing(nothing))
	}
	h.on("ListGames", func(req proto.Message) (proto.Message, error) {
		if list, ok := req.(*refereev1.ListGamesRequest); ok && list.GetPlayerId() == "" {
			return nil, rpc.ErrNoToken // as where nobody asks for his own
		}
		return nil, nothing
	})
	h.serveOwn(t, problemOf(nothing))
	walk.Routes(t, walk.Hall{
		URL: h.url, Token: h.token(ann), BadTokens: h.badTokens(t),
		Paths: map[string]string{"gameId": "7Kq2abcdefgh", "game": "morris", "roomId": ann, "playerId": ann, "category": "blitz", "sessionId": "current", "questId": "daily_win_1"},
		State: func() string { return "" }, // the services keep nothing
	})
}

func problemOf(err error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { problem.Write(w, r, err) })
}

// serveOwn adds the gateway's own routes; streams are stood in for.
func (h *hall) serveOwn(t *testing.T, stream http.Handler) {
	t.Helper()
	document, err := openapi.Document(h.Server.Routes())
	require.NoError(t, err)
	page := openapi.Serve(document)
	signedIn := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		problem.Write(w, r, errs.New(errs.Unauthenticated, "NO_TOKEN", "x"))
	})
	for path, handler := range map[string]http.Handler{
		"/v1/openapi.json": page, "/.well-known/jwks.json": page, "/healthz": page,
		"/v1/games/{id}/stream": stream, "/v1/analyses/{id}/stream": stream, "/v1/tournaments/{id}/stream": stream, "/v1/me/stream": signedIn, "/v1/live/counts/stream": stream, "/v1/ws": stream,
	} {
		require.NoError(t, h.Server.Handle("GET", path, limit.Read, handler))
	}
}

// badTokens are tokens that nobody may use.
func (h *hall) badTokens(t *testing.T) map[string]string {
	t.Helper()
	good := h.token(ann)
	service, err := h.signer.ServiceToken("referee")
	require.NoError(t, err)
	old, err := h.signer.PlayerToken(authn.PlayerToken{Account: ann, IssuedAt: h.now.Add(-time.Hour), Expires: h.now.Add(-time.Minute)})
	require.NoError(t, err)
	key, err := authn.NewKey("account")
	require.NoError(t, err)
	stranger := signer(t, key, func() time.Time { return h.now })
	foreign, err := stranger.PlayerToken(authn.PlayerToken{Account: ann, IssuedAt: h.now, Expires: h.now.Add(time.Hour)})
	require.NoError(t, err)
	return map[string]string{
		"forged": good[:len(good)-4] + "AAAA", "a service's": service, "an expired": old, "a stranger's": foreign,
		"an unsigned": "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.", "no": "<script>",
	}
}
