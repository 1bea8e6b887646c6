package e2e_test

import (
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var sentCode = regexp.MustCompile(`sign-in code is (\d{6})`)

// code is the nth sign-in code that the hall wrote to its log, the first is 1.
// The log may come later than the answer to the request.
func (h *hall) code(t *testing.T, nth int) string {
	t.Helper()
	p := h.procs["account"]
	if p == nil {
		p = h.procs["kydai"]
	}
	var codes [][]string
	require.Eventually(t, func() bool {
		codes = sentCode.FindAllStringSubmatch(p.log.String(), -1)
		return len(codes) >= nth
	}, startLimit, 5*time.Millisecond, "%d codes in the log", nth)
	return codes[nth-1][1]
}

// TestGuestLinksDuringAGame: seat, running game, open stream and history stay
// with who links an identity half-way, on every device that signs in with it.
func TestGuestLinksDuringAGame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		first, second, gameID := h.play(t, "xiangqi", `,"timeControl":{"preset":"60+30"}`)
		watching := second.stream(t, "/v1/games/"+gameID+"/stream?afterSeq=0")
		first.move(t, gameID, 1, "h2e2")

		handle := first.must(t, http.StatusOK, "POST", "/v1/me/identities:emailCode", `{"email":"Minh@example.com"}`).str("handle")
		linked := first.must(t, http.StatusOK, "POST", "/v1/me/identities", `{"handle":"`+handle+`","code":"`+h.code(t, 1)+`"}`)
		require.Equal(t, first.id, linked.str("me", "playerId"))
		require.Equal(t, false, linked.at("me", "guest"))
		second.move(t, gameID, 2, "h7e7")
		first.move(t, gameID, 3, "h0g2")

		phone := &player{h: h, id: first.id}
		handle = phone.must(t, http.StatusOK, "POST", "/v1/sessions:emailCode", `{"email":"minh@example.com"}`).str("handle")
		entry := phone.must(t, http.StatusOK, "POST", "/v1/sessions:finish", `{"handle":"`+handle+`","code":"`+h.code(t, 2)+`"}`)
		require.Equal(t, false, entry.at("created"))
		phone.token = entry.str("tokens", "accessToken")
		games, _ := phone.must(t, http.StatusOK, "GET", "/v1/me/games", "")["games"].([]any)
		require.Len(t, games, 1, "the game is on the other device, too")
		second.move(t, gameID, 4, "h9g7")
		phone.move(t, gameID, 5, "i0h0")

		game := second.must(t, http.StatusOK, "GET", "/v1/games/"+gameID, "")
		require.Equal(t, first.id, game.str("settings", "seats", "first", "player", "accountId"))
		require.Equal(t, true, game.at("settings", "seats", "first", "player", "guest"), "as it began")
		played := 0
		for e := range watching {
			if e.kind == "played" {
				if played++; played == 5 {
					break
				}
			}
		}
		require.Equal(t, 5, played, "the stream went on")

		first.must(t, http.StatusOK, "DELETE", "/v1/sessions/"+entry.str("tokens", "sessionId"), "")
		refresh := `{"refreshToken":"` + entry.str("tokens", "refreshToken") + `"}`
		phone.must(t, http.StatusUnauthorized, "POST", "/v1/sessions:refresh", refresh)
		first.move(t, gameID, 5, "i0h0") // the same once more is the same answer
	})
}

// TestSignedOutAtOnce: a device that is signed out from another one hears it on
// its stream, and does nothing more with the tokens that it has.
func TestSignedOutAtOnce(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		phone, _ := h.signIn(t, "minh@example.com", 1)
		tablet, _ := h.signIn(t, "minh@example.com", 2)
		watching := tablet.stream(t, "/v1/me/stream")
		require.Equal(t, "snapshot", (<-watching).kind)
		sessions, _ := tablet.must(t, http.StatusOK, "GET", "/v1/sessions", "")["sessions"].([]any)
		require.Len(t, sessions, 2)
		for _, s := range sessions {
			if device := answer(s.(map[string]any)); device.at("current") == true {
				phone.must(t, http.StatusOK, "DELETE", "/v1/sessions/"+device.str("sessionId"), "")
			}
		}
		end := <-watching
		require.Equal(t, "end", end.kind)
		require.Equal(t, "signed_out", end.data.str("data", "reason"))
		for _, path := range []string{"/v1/me", "/v1/me/games", "/v1/sessions"} {
			require.Equal(t, "SESSION_ENDED", tablet.must(t, http.StatusUnauthorized, "GET", path, "").str("reason"))
		}
		phone.must(t, http.StatusOK, "GET", "/v1/me", "")
	})
}

// TestProfileUnderACondition: a change that was made on another device is not
// overwritten unseen.
func TestProfileUnderACondition(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		p := h.guest(t)
		etag := func() string {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.base+"/v1/me", nil)
			require.NoError(t, err)
			req.Header.Set("Authorization", "Bearer "+p.token)
			resp, err := http.DefaultClient.Do(req)
			require.NoError(t, err)
			require.NoError(t, resp.Body.Close())
			return resp.Header.Get("ETag")
		}
		seen := etag()
		require.NotEmpty(t, seen)
		me := p.must(t, http.StatusOK, "PATCH", "/v1/me", `{"name":"Nguyễn Minh","country":"VN","timeZone":"Asia/Ho_Chi_Minh"}`, "If-Match", seen)
		require.Equal(t, "Nguyễn Minh", me.str("name"))
		require.NotEqual(t, seen, etag())
		stale := p.must(t, http.StatusPreconditionFailed, "PATCH", "/v1/me", `{"name":"Khác"}`, "If-Match", seen)
		require.Equal(t, "PROFILE_CHANGED", stale.str("reason"))
		require.Equal(t, me, p.must(t, http.StatusOK, "GET", "/v1/me", ""))
		mixed := p.must(t, http.StatusUnprocessableEntity, "PATCH", "/v1/me", `{"name":"Nguy\u0435n"}`)
		require.Equal(t, "BAD_NAME", mixed.str("reason"))
		public := h.guest(t).must(t, http.StatusOK, "GET", "/v1/players/"+p.id, "")
		require.Equal(t, "VN", public.str("country"))
		require.Empty(t, public.str("timeZone"))
	})
}
