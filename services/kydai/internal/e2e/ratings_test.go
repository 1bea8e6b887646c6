package e2e_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestRatedGame follows a rated game of two guests through referee, bus and
// rating: both see the same arithmetic, and neither is listed.
func TestRatedGame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		first, second, gameID := h.play(t, "xiangqi", `,"mode":"rated","timeControl":{"preset":"3+3"}`)
		path := "/v1/games/" + gameID + "/rating"
		require.Equal(t, "GAME_NOT_RATED", first.must(t, http.StatusNotFound, "GET", path, "").str("reason"))
		first.move(t, gameID, 1, "h2e2")
		second.move(t, gameID, 2, "h9g7")
		second.must(t, http.StatusOK, "POST", "/v1/games/"+gameID+":resign", "{}")
		var rated answer
		require.Eventually(t, func() bool {
			var code int
			code, rated = second.call(t, "GET", path, "")
			return code == http.StatusOK
		}, startLimit, 20*time.Millisecond)
		require.Equal(t, rated, first.must(t, http.StatusOK, "GET", path, ""))
		require.Equal(t, first.id, rated.str("first", "playerId"))
		require.InDelta(t, 20, rated.at("first", "after"), 0)
		require.InDelta(t, 0.5, rated.at("second", "expected"), 0)
		require.InDelta(t, 0, rated.at("second", "after"), 0)

		ratings, _ := first.must(t, http.StatusOK, "GET", "/v1/players/"+first.id+"/ratings?game=xiangqi", "")["ratings"].([]any)
		require.Len(t, ratings, 3)
		blitz := answer(ratings[0].(map[string]any))
		require.Equal(t, "nhap_mon", blitz.str("title"))
		require.Nil(t, blitz.at("rank"), "a guest has no rank")
		require.InDelta(t, 1, blitz.at("wins"), 0)
		board := first.must(t, http.StatusOK, "GET", "/v1/leaderboards/xiangqi/blitz?top=10", "")
		require.Empty(t, board.at("entries"))
		require.InDelta(t, 20, board.at("me", "rating"), 0)
		history := first.must(t, http.StatusOK, "GET", "/v1/players/"+first.id+"/ratings/xiangqi/blitz/history", "")
		require.Len(t, history.at("changes"), 1)
	})
}

// TestLeaderboard: a guest who links in the midst of a rated game is listed with its
// rating, under the name that he has now; one who links afterwards, too.
func TestLeaderboard(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		first, second, gameID := h.play(t, "xiangqi", `,"mode":"rated","timeControl":{"preset":"3+3"}`)
		link := func(p *player, nth int) {
			handle := p.must(t, http.StatusOK, "POST", "/v1/me/identities:emailCode", fmt.Sprintf(`{"email":"p%d@example.com"}`, nth)).str("handle")
			p.must(t, http.StatusOK, "POST", "/v1/me/identities", `{"handle":"`+handle+`","code":"`+h.code(t, nth)+`"}`)
		}
		first.move(t, gameID, 1, "h2e2")
		link(first, 1)
		second.move(t, gameID, 2, "h9g7")
		second.must(t, http.StatusOK, "POST", "/v1/games/"+gameID+":resign", "{}")
		require.Eventually(t, func() bool {
			code, _ := second.call(t, "GET", "/v1/games/"+gameID+"/rating", "")
			return code == http.StatusOK
		}, startLimit, 20*time.Millisecond)

		const path = "/v1/leaderboards/xiangqi/blitz"
		shows := func(what func(board answer, entries []any) bool) {
			t.Helper()
			var board answer
			require.Eventually(t, func() bool {
				board = second.must(t, http.StatusOK, "GET", path, "")
				entries, _ := board.at("entries").([]any)
				return what(board, entries)
			}, startLimit, 20*time.Millisecond, "%v", board)
		}
		shows(func(board answer, entries []any) bool {
			return len(entries) == 1 && answer(entries[0].(map[string]any)).str("playerId") == first.id &&
				board.at("me", "rank") == nil && board.str("me", "playerId") == second.id
		})
		link(second, 2)
		first.must(t, http.StatusOK, "PATCH", "/v1/me", `{"name":"Nguyễn Ánh"}`)
		shows(func(board answer, entries []any) bool {
			return len(entries) == 2 && board.num("me", "rank") == 2 && answer(entries[0].(map[string]any)).str("name") == "Nguyễn Ánh"
		})
		named, _ := (&player{h: h}).must(t, http.StatusOK, "GET", "/v1/players?ids="+second.id+"&ids="+first.id, "")["players"].([]any)
		require.Len(t, named, 2)
		require.Equal(t, "Nguyễn Ánh", answer(named[1].(map[string]any)).str("name"))
	})
}
