package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// TestRoomFromOpenToFinished follows a room by code through both services that
// have to do with it.
func TestRoomFromOpenToFinished(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		owner, joiner := h.guest(t), h.guest(t)
		const wish = `{"game":"xiangqi","side":"second","access":"code","timeControl":{"preset":"3+3"},"startPosition":"4k4/9/9/9/9/9/9/9/4C4/4K4 b - - 0 1"}`
		room := owner.must(t, http.StatusCreated, "POST", "/v1/rooms", wish, "Idempotency-Key", "tap")
		again := owner.must(t, http.StatusCreated, "POST", "/v1/rooms", wish, "Idempotency-Key", "tap")
		require.Equal(t, room, again)
		other := owner.must(t, http.StatusUnprocessableEntity, "POST", "/v1/rooms", `{"game":"jungle"}`, "Idempotency-Key", "tap")
		require.Equal(t, "IDEMPOTENCY_KEY_REUSED", other.str("reason"))
		require.Equal(t, "180s", room.str("timeControl", "bank"))
		path := "/v1/rooms/" + room.str("roomId")
		joiner.must(t, http.StatusNotFound, "GET", path, "")
		require.Equal(t, "WRONG_CODE", joiner.must(t, http.StatusNotFound, "POST", "/v1/rooms:join", `{"code":"zzzzzz"}`).str("reason"))

		joined := joiner.must(t, http.StatusOK, "POST", "/v1/rooms:join", `{"code":"`+strings.ToLower(room.str("code"))+`"}`)
		game := owner.must(t, http.StatusOK, "GET", "/v1/games/"+joined.str("gameId"), "")
		require.Equal(t, owner.id, game.str("settings", "seats", "second", "player", "accountId"))
		require.Equal(t, joiner.id, game.str("settings", "seats", "first", "player", "accountId"))
		require.Equal(t, true, game.at("settings", "seats", "first", "player", "guest"))
		require.Equal(t, "link", game.str("settings", "visibility"))
		require.Equal(t, true, game.at("settings", "handSet"))
		require.Equal(t, "second", game.str("side"))
		require.Equal(t, "playing", owner.must(t, http.StatusOK, "GET", path, "").str("state"))

		owner.must(t, http.StatusOK, "POST", "/v1/games/"+joined.str("gameId")+":resign", "{}")
		require.Eventually(t, func() bool {
			return owner.must(t, http.StatusOK, "GET", path, "").str("state") == "finished"
		}, startLimit, 20*time.Millisecond)
	})
}

// TestRoomWithOdds: who opens a room can give the other a start, rematches too.
func TestRoomWithOdds(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		owner, joiner := h.guest(t), h.guest(t)
		room := owner.must(t, http.StatusCreated, "POST", "/v1/rooms", `{"game":"xiangqi","side":"first","handicap":{"preset":"one_horse","remove":["i3"]}}`)
		require.Equal(t, "first", room.str("handicap", "side"))
		id := joiner.must(t, http.StatusOK, "POST", "/v1/rooms/"+room.str("roomId")+":join", "{}").str("gameId")
		game := owner.must(t, http.StatusOK, "GET", "/v1/games/"+id, "")
		require.Equal(t, room.at("handicap"), game.at("settings", "handicap"))
		require.Equal(t, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P2/1C5C1/9/R1BAKABNR w - - 0 1", game.str("position"))
		require.Equal(t, owner.id, game.str("settings", "seats", "first", "player", "accountId"))
		require.Equal(t, false, game.at("settings", "handSet"))

		owner.must(t, http.StatusOK, "POST", "/v1/games/"+id+":resign", "{}")
		owner.must(t, http.StatusOK, "POST", "/v1/games/"+id+"/offers", `{"kind":"rematch"}`)
		next := joiner.must(t, http.StatusOK, "POST", "/v1/games/"+id+"/offers", `{"kind":"rematch"}`).str("rematchGameId")
		again := owner.must(t, http.StatusOK, "GET", "/v1/games/"+next, "")
		require.Equal(t, game.at("settings", "handicap"), again.at("settings", "handicap"))
		require.Equal(t, owner.id, again.str("settings", "seats", "first", "player", "accountId"), "who gave odds gives them again")

		status, refused := owner.call(t, "POST", "/v1/rooms", `{"game":"xiangqi","handicap":{"remove":["e0"]}}`)
		require.Equal(t, http.StatusUnprocessableEntity, status)
		require.Equal(t, "GENERAL_STAYS", refused.str("metadata", "rule"))
		require.Equal(t, "e0", refused.str("metadata", "square"))
	})
}

// TestManyJoinOneRoom has players race for one seat.
func TestManyJoinOneRoom(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		room := h.guest(t).must(t, http.StatusCreated, "POST", "/v1/rooms", `{"game":"morris"}`)
		players := make([]*player, 20)
		for i := range players {
			players[i] = h.guest(t)
		}
		statuses, answers := make([]int, len(players)), make([]answer, len(players))
		var group errgroup.Group
		for i, p := range players {
			group.Go(func() error {
				statuses[i], answers[i] = p.call(t, "POST", "/v1/rooms/"+room.str("roomId")+":join", "{}")
				return nil
			})
		}
		require.NoError(t, group.Wait())
		var games []string
		for i, got := range answers {
			if statuses[i] == http.StatusOK {
				require.Equal(t, players[i].id, got.str("guestId"))
				games = append(games, got.str("gameId"))
			} else {
				require.Equal(t, http.StatusConflict, statuses[i])
				require.Equal(t, "ROOM_CLOSED", got.str("reason"))
			}
		}
		require.Len(t, games, 1)
		require.NotEmpty(t, games[0])
	})
}

// TestInvitationsAndBlocks: who is invited sees it, nobody else does, and who
// is blocked can't come in.
func TestInvitationsAndBlocks(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		owner, anna, binh := h.guest(t), h.guest(t), h.guest(t)
		wish := func(p *player) string {
			return `{"game":"jungle","inviteeId":"` + p.id + `","spectators":{"allowed":false}}`
		}
		declined := owner.must(t, http.StatusCreated, "POST", "/v1/rooms", wish(anna)).str("roomId")
		room := owner.must(t, http.StatusCreated, "POST", "/v1/rooms", wish(anna)).str("roomId")
		list, _ := anna.must(t, http.StatusOK, "GET", "/v1/me/invitations", "")["rooms"].([]any)
		require.Len(t, list, 2)
		binh.must(t, http.StatusNotFound, "GET", "/v1/rooms/"+room, "")
		binh.must(t, http.StatusNotFound, "POST", "/v1/rooms/"+room+":join", "{}")
		anna.must(t, http.StatusOK, "POST", "/v1/rooms/"+declined+":decline", "{}")
		require.Equal(t, true, owner.must(t, http.StatusOK, "GET", "/v1/rooms/"+declined, "").at("declined"))
		gameID := anna.must(t, http.StatusOK, "POST", "/v1/rooms/"+room+":join", "{}").str("gameId")
		owner.must(t, http.StatusOK, "GET", "/v1/games/"+gameID, "")
		require.Equal(t, "SPECTATORS_NOT_ALLOWED", binh.must(t, http.StatusForbidden, "GET", "/v1/games/"+gameID, "").str("reason"))
		stranger := `{"game":"jungle","inviteeId":"0198c7a0-0000-7000-8000-000000000000"}`
		require.Equal(t, "NO_SUCH_PLAYER", owner.must(t, http.StatusNotFound, "POST", "/v1/rooms", stranger).str("reason"))

		binh.must(t, http.StatusOK, "PUT", "/v1/me/blocks/"+owner.id, "{}")
		public := owner.must(t, http.StatusCreated, "POST", "/v1/rooms", `{"game":"jungle"}`).str("roomId")
		require.Equal(t, "KEPT_APART", binh.must(t, http.StatusForbidden, "POST", "/v1/rooms/"+public+":join", "{}").str("reason"))
		require.Equal(t, "KEPT_APART", owner.must(t, http.StatusForbidden, "POST", "/v1/rooms", wish(binh)).str("reason"))
	})
}
