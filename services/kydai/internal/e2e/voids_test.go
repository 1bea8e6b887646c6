package e2e_test

import (
	"net/http"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/authn"
)

// moderator is a player with a role, by the nth code.
func (h *hall) moderator(t *testing.T, role string, nth int) *player {
	t.Helper()
	p, refresh := h.signIn(t, role+"@example.com", nth)
	_, err := h.operate(t, "accounts", "grant", "--player", p.id, "--role", role, "--account", h.account)
	require.NoError(t, err)
	p.token = p.must(t, http.StatusOK, "POST", "/v1/sessions:refresh", `{"refreshToken":"`+refresh+`"}`).str("tokens", "accessToken")
	return p
}

// operate runs a command with the operator's key.
func (h *hall) operate(t *testing.T, args ...string) (string, error) {
	t.Helper()
	return tool(t, append(args, "--key", filepath.Join(h.keys, authn.OperatorService+".jwk"))...)
}

// until reads events up to one of a kind that holds what is asked.
func until(t *testing.T, events <-chan event, kind string, what func(event) bool) {
	t.Helper()
	for {
		if e := next(t, events); e.kind == kind && what(e) {
			return
		}
	}
}

// rivals are two linked players, by the next two codes, and a rated game of theirs.
func (h *hall) rivals(t *testing.T) (first, second *player, gameID string) {
	t.Helper()
	first, second = h.guest(t), h.guest(t)
	first.link(t, "first@example.com", 1)
	second.link(t, "second@example.com", 2)
	room := first.must(t, http.StatusCreated, "POST", "/v1/rooms", `{"game":"xiangqi","side":"first","mode":"rated","timeControl":{"preset":"60+30"}}`)
	return first, second, second.must(t, http.StatusOK, "POST", "/v1/rooms/"+room.str("roomId")+":join", "{}").str("gameId")
}

// TestVoidedGame: a moderator annuls a rated game that was won. The ratings are
// given back and the leaderboard shows it, the players hear of it, and what the
// rewards have paid stays paid.
func TestVoidedGame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		winner, loser, gameID := h.rivals(t)
		mod := h.moderator(t, "mod", 3)
		mine, game := winner.stream(t, "/v1/me/stream"), loser.stream(t, "/v1/games/"+gameID+"/stream")
		for i, move := range long {
			[]*player{winner, loser}[i%2].move(t, gameID, i+1, move)
		}
		path := "/v1/games/" + gameID
		loser.must(t, http.StatusOK, "POST", path+":resign", "{}")
		offer := winner.must(t, http.StatusOK, "POST", path+"/offers", `{"kind":"rematch"}`)
		rating := func(p *player) int {
			return p.must(t, http.StatusOK, "GET", "/v1/leaderboards/xiangqi/standard", "").num("me", "rating")
		}
		// A game, a win, a rated game, a win of xiangqi, a title.
		earned := func() bool { return winner.wallet(t).num("balance") == 10+20+10+20+10 }
		require.Eventually(t, func() bool { return rating(winner) == 20 && earned() }, startLimit, 50*time.Millisecond)

		const body = `{"reason":"Máy đã giúp một bên."}`
		for _, p := range []*player{winner, loser, h.guest(t)} {
			require.Equal(t, "SCOPE_MISSING", p.must(t, http.StatusForbidden, "POST", path+":void", body).str("reason"))
			p.must(t, http.StatusForbidden, "GET", "/v1/voidedGames", "")
		}
		(&player{h: h}).must(t, http.StatusUnauthorized, "POST", path+":void", body)
		done := mod.must(t, http.StatusOK, "POST", path+":void", body)
		require.Equal(t, []string{"void", "void", "none"}, []string{done.str("result", "status"), done.str("result", "reason"), done.str("result", "winner")})
		require.Equal(t, []string{mod.id, "mod"}, []string{done.str("voidedGame", "operator"), done.str("voidedGame", "caller")})
		require.Equal(t, done, mod.must(t, http.StatusOK, "POST", path+":void", `{"reason":"again"}`))

		seen := loser.must(t, http.StatusOK, "GET", path, "")
		require.Equal(t, []string{"void", "Máy đã giúp một bên."}, []string{seen.str("status"), seen.str("voidReason")})
		require.Equal(t, "OFFER_CLOSED", loser.must(t, http.StatusConflict, "POST", path+"/offers/"+strconv.Itoa(offer.num("seq"))+":accept", "{}").str("reason"))
		until(t, mine, "gameFinished", func(e event) bool { return e.data.str("data", "result", "status") == "void" })
		until(t, game, "voided", func(e event) bool { return e.data.str("data", "voided", "reason") == "Máy đã giúp một bên." })

		require.Eventually(t, func() bool { return rating(winner) == 0 && rating(loser) == 0 }, startLimit, 20*time.Millisecond)
		arithmetic := winner.must(t, http.StatusOK, "GET", path+"/rating", "")
		require.Equal(t, "returned", arithmetic.str("state"))
		history := winner.list(t, "/v1/players/"+winner.id+"/ratings/xiangqi/standard/history", "changes")
		require.Len(t, history, 2)
		require.Equal(t, []any{"returned", 20, 0}, []any{history[0].str("cause"), history[0].num("before"), history[0].num("after")})
		require.True(t, earned(), "what was earned is kept")

		out, err := h.operate(t, "games", "voided", "--referee", h.referee)
		require.NoError(t, err)
		require.Regexp(t, `(?s)^TIME .*\n\S+ +`+gameID+` +`+mod.id+` +Máy đã giúp một bên\.\n$`, out)
		require.Len(t, mod.list(t, "/v1/voidedGames?gameId="+gameID, "games"), 1)

		_, err = h.operate(t, "accounts", "revoke", "--player", mod.id, "--role", "mod", "--account", h.account)
		require.NoError(t, err)
		require.Equal(t, "SCOPE_MISSING", mod.must(t, http.StatusForbidden, "POST", path+":void", body).str("reason"), "the token says it still")
	})
}

// TestVoidOfARunningGame: the operator annuls a game under way by the command
// line. Its streams are told, nobody moves any more, and no rating changes.
func TestVoidOfARunningGame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		first, second, gameID := h.play(t, "xiangqi", `,"mode":"rated","timeControl":{"preset":"3+3"}`)
		mine, path := second.stream(t, "/v1/me/stream"), "/v1/games/"+gameID
		first.move(t, gameID, 1, "h2e2")
		void := func(args ...string) (string, error) {
			return h.operate(t, append([]string{"games", "void", "--referee", h.referee, "--by", "an"}, args...)...)
		}
		for range 2 {
			out, err := void(gameID, "--reason", "the wrong control")
			require.NoError(t, err)
			require.Regexp(t, `(?s)^TIME .*\n\S+ +`+gameID+` +an +the wrong control\n$`, out)
		}
		_, err := void("NobodyNobody", "--reason", "x")
		require.Error(t, err)
		_, err = void(gameID)
		require.Error(t, err, "no reason")
		until(t, mine, "gameFinished", func(e event) bool { return e.data.str("data", "result", "status") == "void" })
		refused := second.must(t, http.StatusConflict, "POST", path+"/moves", `{"ply":2,"move":"h9g7"}`)
		require.Equal(t, []string{"GAME_OVER", "void"}, []string{refused.str("reason"), refused.str("metadata", "status")})
		require.Nil(t, first.must(t, http.StatusOK, "GET", path, "").at("clock", "deadline"))
		require.Empty(t, second.list(t, "/v1/me/games?state=running", "games"))
		require.Equal(t, "GAME_NOT_RATED", first.must(t, http.StatusNotFound, "GET", path+"/rating", "").str("reason"))
	})
}
