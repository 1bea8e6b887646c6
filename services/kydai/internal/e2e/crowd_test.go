package e2e_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
)

// TestFiftyClientsAtOnce: on SQLite fifty clients play, open rooms, join and
// read at once, and the database is never locked. In full they do so for a
// minute.
func TestFiftyClientsAtOnce(t *testing.T) {
	t.Parallel()
	h := startOne(t, unlimited...)
	rounds := func(n int, _ time.Time) bool { return n < 15 }
	if soak() {
		rounds = func(_ int, begun time.Time) bool { return time.Since(begun) < time.Minute }
	}
	clients := make([]*client, 50)
	for i := range clients {
		clients[i] = &client{player: h.guest(t), other: h.guest(t)}
	}
	begun := time.Now()
	var all errgroup.Group
	for _, c := range clients {
		all.Go(func() error {
			for n := 0; rounds(n, begun); n++ {
				if err := c.round(t, n); err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, all.Wait())
	said := h.procs["kydai"].log.String()
	for _, never := range []string{"SQLITE_BUSY", "database is locked", "level=ERROR"} {
		require.NotContains(t, said, never)
	}
}

// client is a player in a crowd, and who joins the player's rooms.
type client struct {
	*player
	other *player
	table *table
}

// round is a move, a room that is joined and given up, and what a page shows.
func (c *client) round(t *testing.T, n int) error {
	if n%10 == 0 {
		game, _ := games.Find("morris")
		made, err := c.want(t, http.StatusCreated, "POST", "/v1/games", `{"game":"morris"}`)
		if err != nil {
			return err
		}
		c.table = &table{id: made.str("gameId"), line: rules.NewLine(game, game.Start())}
	}
	move := c.table.line.Legal()[0]
	if _, err := c.table.line.Play(move); err != nil {
		return err
	}
	if _, err := c.want(t, http.StatusOK, "POST", "/v1/games/"+c.table.id+"/moves", fmt.Sprintf(`{"ply":%d,"move":%q}`, n%10+1, move)); err != nil {
		return err
	}
	room, err := c.want(t, http.StatusCreated, "POST", "/v1/rooms", `{"game":"xiangqi","timeControl":{"preset":"3+3"}}`)
	if err != nil {
		return err
	}
	joined, err := (&client{player: c.other}).want(t, http.StatusOK, "POST", "/v1/rooms/"+room.str("roomId")+":join", "{}")
	if err != nil {
		return err
	}
	if _, err := c.want(t, http.StatusOK, "POST", "/v1/games/"+joined.str("gameId")+":abort", "{}"); err != nil {
		return err
	}
	for _, path := range []string{"/v1/games/" + c.table.id, "/v1/rooms", "/v1/me/games", "/v1/me", "/v1/sessions"} {
		if _, err := c.want(t, http.StatusOK, "GET", path, ""); err != nil {
			return err
		}
	}
	return nil
}

// want makes a request and says what came where it is not what must come.
func (c *client) want(t *testing.T, status int, method, path, body string) (answer, error) {
	code, got := c.call(t, method, path, body)
	if code != status {
		return nil, fmt.Errorf("%s %s: %d %v", method, path, code, got)
	}
	return got, nil
}
