// Package referee is the one service that decides: it judges every move,
// keeps the clocks and the logs of all games, and tells what happened.
package referee

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"google.golang.org/grpc"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/arbiter"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/rpc"
	"kydai.dev/services/referee/internal/store"
)

// Config is what the referee can be told.
type Config struct {
	DB         dbx.Config    `embed:""`
	Remembered int           `help:"Games kept in memory." default:"4096"`
	Retention  time.Duration `help:"How long the game stream keeps events." default:"720h"`
	StreamSize int64         `help:"How many bytes the game stream keeps." default:"4294967296"`
}

// Validate refuses settings that make no sense.
func (c Config) Validate() error {
	if c.Remembered <= 0 || c.Retention <= 0 || c.StreamSize <= 0 {
		return errors.New("remembered, retention and stream-size must be above zero")
	}
	return nil
}

// New builds the referee.
func New(ctx context.Context, c Config, env *app.Env) (*app.Service, error) {
	db, err := dbx.Open(ctx, c.DB, "referee", store.Migrations(), env.Log)
	if err != nil {
		return nil, err
	}
	relay := outbox.NewRelay(db, env.Bus, outbox.RelayConfig{
		Replica: env.Replica, Lanes: events.Lanes(env.Shards), HeartbeatSubject: events.HeartbeatSubject(env.Shards), Metrics: env.Metrics,
	}, env.Log)
	committer, err := store.NewCommitter(db, relay, events.Messages(env.Shards), events.TurnMessage(env.Shards), env.Metrics)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	records := store.New(db)
	judge, err := arbiter.New(committer, records, events.Codec{}, c.Remembered, time.Now, env.Log)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := judge.Beat(ctx); err != nil { // before anything is decided
		return nil, errors.Join(err, db.Close())
	}
	catalog, err := rpc.NewCatalog()
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	var shards bus.Agreement
	moderation := arbiter.NewModeration(judge, records, rpc.NewAccounts(env.Dial("account")))
	server := rpc.NewServer(judge, moderation, records, env.Key.Secret("pages"), time.Now)
	return &app.Service{
		Register: func(r grpc.ServiceRegistrar) {
			refereev1.RegisterRefereeServiceServer(r, server)
			refereev1.RegisterRulesServiceServer(r, rpc.Rules{})
			refereev1.RegisterCatalogServiceServer(r, catalog)
		},
		Run:   []func(context.Context) error{judge.Run, audit(judge, env), committer.Run, relay.Run, stream(c, env, &shards)},
		Ready: ready(judge, db, &shards),
		Close: db.Close,
	}, nil
}

// audit looks after engines' turns.
func audit(judge *arbiter.Arbiter, env *app.Env) func(context.Context) error {
	return func(ctx context.Context) error { return judge.RunTurns(ctx, events.Queue{Bus: env.Bus}) }
}

// stream makes the referee's streams once NATS is there.
func stream(c Config, env *app.Env, shards *bus.Agreement) func(context.Context) error {
	return func(ctx context.Context) error {
		return shards.Run(ctx, env.Bus, func(ctx context.Context) error {
			if err := env.Bus.EnsureStream(ctx, turns()); err != nil {
				return err
			}
			return env.Bus.EnsureStream(ctx, bus.StreamSpec{
				Name: bus.GameStream, Subjects: []string{bus.GameEvents("*"), bus.GameLifecycle("*")},
				MaxAge: c.Retention, MaxBytes: c.StreamSize, Metadata: map[string]string{bus.ShardsKey: strconv.Itoa(env.Shards)},
			})
		})
	}
}

// The queue of engines' turns keeps one message a game, and for no longer than
// anybody would wait for an answer: what is lost is issued again.
const (
	turnLife = time.Hour
	turnSize = 256 << 20
)

func turns() bus.StreamSpec {
	return bus.StreamSpec{
		Name: bus.TurnStream, Subjects: []string{bus.GameTurn("*")}, WorkQueue: true, PerSubject: 1, MaxAge: turnLife, MaxBytes: turnSize,
	}
}

// maxSkew is how far the replica's clock may be off its database's.
const maxSkew = 250 * time.Millisecond

func ready(judge *arbiter.Arbiter, db *dbx.DB, shards *bus.Agreement) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := shards.Err(); err != nil {
			return err
		}
		if err := judge.Ready(ctx); err != nil {
			return err
		}
		begin := time.Now()
		theirs, err := db.Clock(ctx)
		if err != nil {
			return err
		}
		if skew := theirs.Sub(begin).Abs(); skew > maxSkew+time.Since(begin) {
			return fmt.Errorf("this clock is %s off the database's", skew)
		}
		return nil
	}
}
