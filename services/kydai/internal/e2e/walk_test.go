package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/authn"
	"kydai.dev/services/internal/walk"
)

// unlimited lifts the buckets, so that a test may call as often as it likes.
var unlimited = []string{"--limit-read=none", "--limit-write=none", "--limit-create=none", "--limit-export=none", "--limit-stream=none"}

// Bad input on every route of a whole hall is refused as the API says, and
// nothing of a game under way, a room, an account or its sessions changes.
func TestBadInputOnEveryRoute(t *testing.T) {
	t.Parallel()
	h := startOne(t, unlimited...)
	first, second, gameID := h.play(t, "xiangqi", `,"timeControl":{"preset":"60+30"}`)
	first.move(t, gameID, 1, "h2e2")
	second.must(t, http.StatusOK, "POST", "/v1/games/"+gameID+"/offers", `{"kind":"draw"}`)
	room := second.must(t, http.StatusCreated, "POST", "/v1/rooms", `{"game":"morris"}`)
	ticket := second.must(t, http.StatusCreated, "POST", "/v1/tickets", quickPlay)
	ticket = second.must(t, http.StatusOK, "DELETE", "/v1/tickets/"+ticket.str("ticketId"), "")
	done := first.practise(t, "morris", "1", "")
	first.move(t, done, 1, "a1")
	first.must(t, http.StatusOK, "POST", "/v1/games/"+done+":resign", "{}")
	analysis := first.must(t, http.StatusAccepted, "POST", "/v1/games/"+done+"/analyses", `{"budget":{"nodes":50}}`).str("resultId")
	second.awaitAnalysis(t, analysis)
	walk.Routes(t, walk.Hall{
		URL: h.base, Token: first.token, BadTokens: badTokens(t, first),
		Paths: map[string]string{
			"gameId": gameID, "game": "xiangqi", "roomId": room.str("roomId"), "ticketId": ticket.str("ticketId"), "playerId": second.id, "category": "rapid", "sessionId": "current", "offerId": "1", "questId": "daily_win_1", "analysisId": analysis, "operationId": analysis,
		},
		State: func() string {
			var state strings.Builder
			fmt.Fprintln(&state, second.must(t, http.StatusOK, "GET", "/v1/tickets/"+ticket.str("ticketId"), ""))
			for _, p := range []*player{first, second} {
				for _, path := range []string{"/v1/games/" + gameID, "/v1/me", "/v1/me/games", "/v1/rooms", "/v1/rooms/" + room.str("roomId"), "/v1/sessions", "/v1/analyses/" + analysis, "/v1/me/analyses"} {
					fmt.Fprintln(&state, p.must(t, http.StatusOK, "GET", path, ""))
				}
				fmt.Fprintln(&state, p.log(t, gameID))
			}
			return state.String()
		},
	})
}

// badTokens are tokens that look like a player's.
func badTokens(t *testing.T, p *player) map[string]string {
	t.Helper()
	key, err := authn.NewKey(authn.AccountService)
	require.NoError(t, err)
	stranger, err := authn.NewSigner(key, time.Now)
	require.NoError(t, err)
	foreign, err := stranger.PlayerToken(authn.PlayerToken{Account: p.id, IssuedAt: time.Now(), Expires: time.Now().Add(time.Hour), Scopes: []string{"play"}})
	require.NoError(t, err)
	service, err := stranger.ServiceToken("referee")
	require.NoError(t, err)
	return map[string]string{
		"forged": p.token[:len(p.token)-8] + "AAAAAAAA", "a stranger's": foreign, "a service's": service, "no": "<script>",
	}
}
