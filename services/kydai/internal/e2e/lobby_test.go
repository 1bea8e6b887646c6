package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// counted are the counts of a game: online, searching, playing.
func counted(all answer, game string) [3]int {
	games, _ := all["games"].([]any)
	for _, g := range games {
		m, _ := g.(map[string]any)
		if a := answer(m); a.str("game") == game {
			return [3]int{a.num("online"), a.num("searching"), a.num("playing")}
		}
	}
	return [3]int{}
}

// TestLobbyAndNewsOfOneself: a ticket lives by the open stream alone, the lobby
// tells who searches and plays, and an invitation comes to its player.
func TestLobbyAndNewsOfOneself(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		nobody := &player{h: h}
		lobby := nobody.stream(t, "/v1/live/counts/stream")
		require.Equal(t, "snapshot", next(t, lobby).kind)
		anna, binh := h.guest(t), h.guest(t)
		news := anna.stream(t, "/v1/me/stream")
		require.Equal(t, "snapshot", next(t, news).kind)
		const wish = `{"game":"morris","timeControl":{"preset":"10+5"}}`
		begun := time.Now()
		ticket := anna.must(t, http.StatusCreated, "POST", "/v1/tickets", wish).str("ticketId")
		await := func(online, searching, playing int) {
			for e := next(t, lobby); counted(e.data.data(), "morris") != [3]int{online, searching, playing}; e = next(t, lobby) {
				require.Equal(t, "counts", e.kind)
			}
		}
		await(1, 1, 0)
		require.Eventually(t, func() bool {
			counts := nobody.must(t, http.StatusOK, "GET", "/v1/live/counts", "")
			return counts.num("online") == 1 && time.Since(begun) > 15*time.Second // longer than a ticket lives unseen
		}, 2*startLimit, time.Second)

		other := binh.must(t, http.StatusCreated, "POST", "/v1/tickets", wish).str("ticketId")
		found := map[string]event{}
		for range 2 {
			e := next(t, news)
			found[e.kind] = e
		}
		gameID := binh.matched(t, other)
		require.Equal(t, gameID, anna.matched(t, ticket))
		require.Equal(t, gameID, found["gameStarted"].data.str("data", "gameId"))
		require.Equal(t, gameID, found["ticketMatched"].data.str("data", "gameId"))
		require.Equal(t, ticket, found["ticketMatched"].data.str("data", "ticketId"))
		await(2, 0, 2)
		anna.must(t, http.StatusOK, "POST", "/v1/games/"+gameID+":abort", "{}")
		require.Equal(t, "gameFinished", next(t, news).kind)
		await(0, 0, 0)

		room := binh.must(t, http.StatusCreated, "POST", "/v1/rooms", `{"game":"jungle","inviteeId":"`+anna.id+`"}`).str("roomId")
		invited := next(t, news)
		require.Equal(t, "invited", invited.kind)
		require.Equal(t, room, invited.data.str("data", "roomId"))
		again := next(t, anna.stream(t, "/v1/me/stream")).data.data()
		rooms, _ := again["invitations"].([]any)
		require.Len(t, rooms, 1, "a second device sees it too")
		tickets, _ := again["tickets"].([]any)
		require.Len(t, tickets, 1, "just matched")
		binh.must(t, http.StatusOK, "POST", "/v1/rooms/"+room+":leave", "{}")
		closed := next(t, news)
		require.Equal(t, "invitationClosed", closed.kind)
		require.Equal(t, room, closed.data.str("data", "roomId"))
	})
}

// data is what an envelope carries.
func (a answer) data() answer {
	m, _ := a.at("data").(map[string]any)
	return m
}
