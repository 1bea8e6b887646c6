package rpc

import (
	"context"

	"google.golang.org/grpc"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/ticket"
	"kydai.dev/services/matchmaking/internal/wire"
)

// Referee asks the referee for the games of rooms and tickets.
type Referee struct {
	client refereev1.RefereeServiceClient
}

// NewReferee returns the referee at the end of a connection.
func NewReferee(conn grpc.ClientConnInterface) Referee {
	return Referee{client: refereev1.NewRefereeServiceClient(conn)}
}

// CreateGame creates the game of a room, or finds the one it created before.
func (r Referee) CreateGame(ctx context.Context, of room.Room) (string, error) {
	return r.create(ctx, orderToProto(of))
}

// CreateMatch creates the game of a match, or finds the one it created before.
func (r Referee) CreateMatch(ctx context.Context, m ticket.Match) (string, error) {
	return r.create(ctx, &refereev1.CreateGameRequest{
		CreationKey: m.GameKey(), Game: m.First.Game, Mode: m.First.Mode, Visibility: "public", TimeControl: wire.ControlToProto(m.First.Control),
		Seats: &refereev1.Seats{First: seatToProto(m.First.Owner), Second: seatToProto(m.Second.Owner)},
	})
}

func (r Referee) create(ctx context.Context, order *refereev1.CreateGameRequest) (string, error) {
	resp, err := r.client.CreateGame(rpc.InOwnName(ctx), order)
	if err != nil {
		return "", errs.Remote(err)
	}
	return resp.GetGame().GetGameId(), nil
}

// Over reports whether a game has ended.
func (r Referee) Over(ctx context.Context, gameID string) (bool, error) {
	resp, err := r.client.GetGame(rpc.InOwnName(ctx), &refereev1.GetGameRequest{GameId: gameID})
	if err != nil {
		return false, errs.Remote(err)
	}
	return resp.GetGame().GetResult() != nil, nil
}

func orderToProto(r room.Room) *refereev1.CreateGameRequest {
	first, second := r.Seats()
	visibility := "public"
	if r.Access != room.Public || r.Spectators.Barred { // what nobody may watch is listed nowhere
		visibility = "link"
	}
	return &refereev1.CreateGameRequest{
		CreationKey: r.GameKey(), Game: r.Game, Mode: r.Mode, Visibility: visibility,
		Seats:       &refereev1.Seats{First: seatToProto(first), Second: seatToProto(second)},
		TimeControl: wire.ControlToProto(r.Control), StartPosition: r.Start, Handicap: wire.OddsToProto(r.Odds),
		Spectators: wire.SpectatorsToProto(r.Spectators),
	}
}

func seatToProto(p room.Player) *refereev1.Seat {
	return &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: p.Account, Guest: p.Guest}}}
}
