package e2e_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

const quickPlay = `{"game":"xiangqi","mode":"rated","timeControl":{"preset":"3+3"}}`

// matched asks for a ticket until it has a game.
func (p *player) matched(t *testing.T, ticket string) (gameID string) {
	t.Helper()
	require.Eventually(t, func() bool {
		code, got := p.call(t, "GET", "/v1/tickets/"+ticket, "")
		gameID = got.str("gameId")
		return code == http.StatusOK && got.str("state") == "matched"
	}, startLimit, 50*time.Millisecond)
	return gameID
}

// One player taps ten times from two devices, which is one ticket; a second
// player joins, which is one game. Both hear of it as they like.
func TestOneTicketOneGame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		anna, binh := h.guest(t), h.guest(t)
		device := &player{h: h, id: anna.id, token: anna.token}
		news := binh.stream(t, "/v1/me/stream")
		require.Equal(t, "snapshot", next(t, news).kind)
		ids, statuses := make([]string, 10), make([]int, 10)
		var taps errgroup.Group
		for i := range ids {
			taps.Go(func() error {
				from := []*player{anna, device}[i%2]
				status, got := from.call(t, "POST", "/v1/tickets", quickPlay)
				ids[i], statuses[i] = got.str("ticketId"), status
				return nil
			})
		}
		require.NoError(t, taps.Wait())
		made := 0
		for i, id := range ids {
			require.Equal(t, ids[0], id)
			if statuses[i] == http.StatusCreated {
				made++
			} else {
				require.Equal(t, http.StatusOK, statuses[i])
			}
		}
		require.Equal(t, 1, made)
		binh.must(t, http.StatusNotFound, "GET", "/v1/tickets/"+ids[0], "")

		theirs := binh.must(t, http.StatusCreated, "POST", "/v1/tickets", quickPlay)
		begun := next(t, news)
		if begun.kind == "ticketMatched" {
			begun = next(t, news)
		}
		require.Equal(t, "gameStarted", begun.kind)
		gameID := anna.matched(t, ids[0])
		require.Equal(t, gameID, begun.data.str("data", "gameId"))
		require.Equal(t, gameID, binh.matched(t, theirs.str("ticketId")))
		late := anna.must(t, http.StatusOK, "POST", "/v1/tickets", quickPlay)
		require.Equal(t, ids[0], late.str("ticketId"), "a tap after the match")
		require.Equal(t, gameID, late.str("gameId"))
		games, _ := anna.must(t, http.StatusOK, "GET", "/v1/me/games", "")["games"].([]any)
		require.Len(t, games, 1)
		game := anna.must(t, http.StatusOK, "GET", "/v1/games/"+gameID, "")
		require.Equal(t, "rated", game.str("settings", "mode"))
		require.ElementsMatch(t, []string{anna.id, binh.id}, seated(game))

		gone := anna.must(t, http.StatusConflict, "DELETE", "/v1/tickets/"+ids[0], "")
		require.Equal(t, "TICKET_MATCHED", gone.str("reason"))
		anna.must(t, http.StatusOK, "POST", "/v1/games/"+gameID+":abort", "{}")
		again := anna.must(t, http.StatusCreated, "POST", "/v1/tickets", quickPlay)
		require.NotEqual(t, ids[0], again.str("ticketId"), "that game is over")
		left := anna.must(t, http.StatusOK, "DELETE", "/v1/tickets/"+again.str("ticketId"), "")
		require.Equal(t, "gone", left.str("state"))
	})
}

// seated are the accounts at a game's seats.
func seated(game answer) []string {
	return []string{game.str("settings", "seats", "first", "player", "accountId"), game.str("settings", "seats", "second", "player", "accountId")}
}

// A thousand players, fifty at a time, tap twice: nobody is in two games from
// one wish, and nobody against himself.
func TestAThousandPlayersTapTwice(t *testing.T) {
	t.Parallel()
	h := startOne(t, unlimited...)
	var mu sync.Mutex
	players := map[string][]string{} // by game
	var crowd errgroup.Group
	crowd.SetLimit(50)
	for range 1000 {
		crowd.Go(func() error {
			p := h.guest(t)
			ids := make([]string, 2)
			var taps errgroup.Group
			for i := range ids {
				taps.Go(func() error {
					status, got := p.call(t, "POST", "/v1/tickets", quickPlay)
					ids[i] = got.str("ticketId")
					if status != http.StatusCreated && status != http.StatusOK {
						return fmt.Errorf("%d: %v", status, got)
					}
					return nil
				})
			}
			if err := taps.Wait(); err != nil {
				return err
			}
			if ids[0] != ids[1] {
				return fmt.Errorf("two tickets: %v", ids)
			}
			gameID := p.matched(t, ids[0])
			games, _ := p.must(t, http.StatusOK, "GET", "/v1/me/games", "")["games"].([]any)
			if len(games) != 1 {
				return fmt.Errorf("%s plays %d games from one wish", p.id, len(games))
			}
			mu.Lock()
			defer mu.Unlock()
			players[gameID] = append(players[gameID], p.id)
			return nil
		})
	}
	require.NoError(t, crowd.Wait())
	require.Len(t, players, 500)
	for _, two := range players {
		require.Len(t, two, 2)
		require.NotEqual(t, two[0], two[1])
	}
}
