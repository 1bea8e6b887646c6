// Package rating keeps how strong players are: an Elo rating per player, game
// and category, changed by finished rated games alone, each exactly once; and
// the leaderboards.
package rating

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	"kydai.dev/services/rating/internal/events"
	"kydai.dev/services/rating/internal/rpc"
	"kydai.dev/services/rating/internal/scorer"
	"kydai.dev/services/rating/internal/store"
)

// Config is what rating can be told.
type Config struct {
	DB         dbx.Config    `embed:""`
	Retention  time.Duration `help:"How long the rating stream keeps events." default:"720h"`
	StreamSize int64         `help:"How many bytes the rating stream keeps." default:"1073741824"`
	AuditEvery time.Duration `help:"How often the referee is asked for games that ended without a word." default:"1m"`
}

// Validate refuses settings that make no sense.
func (c Config) Validate() error {
	if c.Retention <= 0 || c.StreamSize <= 0 || c.AuditEvery <= 0 {
		return errors.New("retention, stream-size and audit-every must be above zero")
	}
	return nil
}

// New builds rating.
func New(ctx context.Context, c Config, env *app.Env) (*app.Service, error) {
	db, err := dbx.Open(ctx, c.DB, "rating", store.Migrations(), env.Log)
	if err != nil {
		return nil, err
	}
	relay := outbox.NewRelay(db, env.Bus, outbox.RelayConfig{Replica: env.Replica, Metrics: env.Metrics}, env.Log)
	records := store.New(db, relay, events.Messages)
	boards := scorer.NewBoards(records, env.Log)
	if err := boards.Follow(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	accounts := rpc.NewAccounts(env.Dial("account"))
	ratings := scorer.New(records, rpc.NewReferee(env.Dial("referee")), accounts, boards, c.AuditEvery, env.Metrics, env.Log)
	names := rpc.NewNames(accounts, time.Now, env.Log)
	server := rpc.NewServer(ratings, boards, names, env.Key.Secret("pages"))
	return &app.Service{
		Register: func(r grpc.ServiceRegistrar) { ratingv1.RegisterRatingServiceServer(r, server) },
		Run: []func(context.Context) error{
			ratings.Run, boards.Run, relay.Run, stream(c, env),
			events.Consume(env.Bus, ratings), events.ConsumeLinks(env.Bus, ratings), events.ListenNames(env.Bus, names),
		},
		Ready: db.Ping,
		Close: db.Close,
	}, nil
}

// stream makes the rating stream once NATS is there.
func stream(c Config, env *app.Env) func(context.Context) error {
	return func(ctx context.Context) error {
		err := env.Bus.WhenConnected(ctx, func(ctx context.Context) error {
			return env.Bus.EnsureStream(ctx, bus.StreamSpec{
				Name: bus.RatingStream, Subjects: []string{bus.RatingChanged("*", "*")}, MaxAge: c.Retention, MaxBytes: c.StreamSize,
			})
		})
		if ctx.Err() != nil {
			return nil // the way to stop it
		}
		return err
	}
}
