package hall

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// eventsPage is how many events one call returns at most.
const eventsPage = 1000

// Open opens a room and returns its id.
func (p *Player) Open(ctx context.Context, room *matchmakingv1.CreateRoomRequest) (string, error) {
	var opened matchmakingv1.Room
	if err := p.call(ctx, p.Token, http.MethodPost, "/v1/rooms", uuid.NewString(), room, &opened); err != nil {
		return "", fmt.Errorf("open room: %w", err)
	}
	return opened.GetRoomId(), nil
}

// Join joins a room and returns the id of the game that has begun. Joining
// again gives the same game.
func (p *Player) Join(ctx context.Context, room string) (string, error) {
	var joined matchmakingv1.Room
	err := p.call(ctx, p.Token, http.MethodPost, "/v1/rooms/"+room+":join", "", &matchmakingv1.JoinRoomRequest{}, &joined)
	if err != nil {
		return "", fmt.Errorf("join room: %w", err)
	}
	if joined.GetGameId() == "" {
		return "", fmt.Errorf("join room: no game has begun, the room is %s", joined.GetState())
	}
	return joined.GetGameId(), nil
}

// Begin opens a room, lets an opponent join it, and returns the id of the game.
// The opener has the room's side.
func (p *Player) Begin(ctx context.Context, opponent *Player, room *matchmakingv1.CreateRoomRequest) (string, error) {
	opened, err := p.Open(ctx, room)
	if err != nil {
		return "", err
	}
	return opponent.Join(ctx, opened)
}

// Create makes a game in which every person is the player.
func (p *Player) Create(ctx context.Context, in *refereev1.CreateGameRequest) (*refereev1.Game, error) {
	var made refereev1.Game
	if err := p.call(ctx, p.Token, http.MethodPost, "/v1/games", uuid.NewString(), in, &made); err != nil {
		return nil, fmt.Errorf("create game: %w", err)
	}
	return &made, nil
}

// Play plays a move.
func (p *Player) Play(ctx context.Context, game string, ply int, move string) (*refereev1.PlayMoveResponse, error) {
	var played refereev1.PlayMoveResponse
	in := &refereev1.PlayMoveRequest{Ply: int32(ply), Move: move}
	if err := p.call(ctx, p.Token, http.MethodPost, "/v1/games/"+game+"/moves", "", in, &played); err != nil {
		return nil, fmt.Errorf("play %s as ply %d of game %s: %w", move, ply, game, err)
	}
	return &played, nil
}

// Log returns all events of a game after a seq, as anybody may see them.
func (c *Client) Log(ctx context.Context, game string, after int32) ([]*refereev1.GameEvent, error) {
	var log []*refereev1.GameEvent
	for {
		var page refereev1.ListEventsResponse
		path := fmt.Sprintf("/v1/games/%s/events?afterSeq=%d&limit=%d", game, after, eventsPage)
		if err := c.call(ctx, "", http.MethodGet, path, "", nil, &page); err != nil {
			return nil, fmt.Errorf("read log of game %s: %w", game, err)
		}
		if len(page.GetEvents()) == 0 {
			return log, nil
		}
		log = append(log, page.GetEvents()...)
		if after = log[len(log)-1].GetSeq(); after >= page.GetLastSeq() {
			return log, nil
		}
	}
}
