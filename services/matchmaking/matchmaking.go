// Package matchmaking is where players find each other: rooms that one opens
// and another joins, and tickets with which players wait for an opponent of
// about their strength. The referee makes the games.
package matchmaking

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/matchmaking/internal/crowd"
	"kydai.dev/services/matchmaking/internal/events"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/queue"
	"kydai.dev/services/matchmaking/internal/rpc"
	"kydai.dev/services/matchmaking/internal/store"
)

// Config is what matchmaking can be told.
type Config struct {
	DB         dbx.Config    `embed:""`
	RoomLife   time.Duration `help:"How long a room stays open when nobody joins." default:"2h"`
	OpenRooms  int           `help:"Open rooms that an account may have at a time." default:"5"`
	CodeTries  int           `help:"Wrong room codes that an account may type within the window." default:"10"`
	CodeWindow time.Duration `help:"Window in which wrong room codes are counted." default:"10m"`
	TicketLife time.Duration `help:"How long a ticket lives after its owner was last seen." default:"11s"`
	Retention  time.Duration `help:"How long the stream of matchmaking keeps news." default:"24h"`
	StreamSize int64         `help:"How many bytes the stream of matchmaking keeps." default:"67108864"`
}

// Validate refuses settings that make no sense.
func (c Config) Validate() error {
	if c.TicketLife <= 0 || c.Retention <= 0 || c.StreamSize <= 0 {
		return errors.New("ticket-life, retention and stream-size must be above zero")
	}
	if c.RoomLife <= 0 || c.OpenRooms <= 0 || c.CodeTries <= 0 || c.CodeWindow <= 0 {
		return errors.New("room-life, open-rooms, code-tries and code-window must be above zero")
	}
	return nil
}

// New builds matchmaking.
func New(ctx context.Context, c Config, env *app.Env) (*app.Service, error) {
	db, err := dbx.Open(ctx, c.DB, "matchmaking", store.Migrations(), env.Log)
	if err != nil {
		return nil, err
	}
	limits := lobby.Limits{RoomLife: c.RoomLife, OpenRooms: c.OpenRooms, CodeTries: c.CodeTries, CodeWindow: c.CodeWindow}
	referee, people := rpc.NewReferee(env.Dial("referee")), rpc.NewAccounts(env.Dial("account"))
	relay := outbox.NewRelay(db, env.Bus, outbox.RelayConfig{Replica: env.Replica, Metrics: env.Metrics}, env.Log)
	records := store.New(db, events.NewNews(relay))
	rooms := lobby.New(records, referee, people, limits, time.Now, env.Log)
	tickets := queue.New(store.NewTickets(records), queue.Others{Referee: referee, Ratings: rpc.NewRatings(env.Dial("rating")), People: people},
		queue.Config{Life: c.TicketLife, Replica: env.Replica}, time.Now, env.Log)
	here := crowd.New(store.NewCrowd(records), c.TicketLife, time.Now)
	return &app.Service{
		Register: func(r grpc.ServiceRegistrar) {
			matchmakingv1.RegisterRoomServiceServer(r, rpc.NewServer(rooms, env.Key.Secret("pages")))
			matchmakingv1.RegisterTicketServiceServer(r, rpc.NewTickets(tickets, rooms))
			matchmakingv1.RegisterLobbyServiceServer(r, rpc.NewLobby(here))
		},
		Run: []func(context.Context) error{
			rooms.Run, tickets.Run, here.Run, relay.Run, events.Stream(env.Bus, c.Retention, c.StreamSize),
			events.Consume(env.Bus, rooms, here), events.ConsumeLinks(env.Bus, tickets), events.Listen(env.Bus, here, env.Log),
		},
		Ready: db.Ping,
		Close: db.Close,
	}, nil
}
