// Package rewards keeps what players earn: it counts games, titles and
// tournaments towards quests and achievements, each once, and pays for them from a double-entry
// ledger of coins.
package rewards

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	"kydai.dev/services/rewards/internal/events"
	"kydai.dev/services/rewards/internal/rpc"
	"kydai.dev/services/rewards/internal/steward"
	"kydai.dev/services/rewards/internal/store"
)

// Config is what rewards can be told.
type Config struct {
	DB         dbx.Config    `embed:""`
	TimeZone   string        `name:"time-zone" help:"Time zone (IANA) of the days and weeks of players whose profile tells none." default:"Asia/Ho_Chi_Minh"`
	Retention  time.Duration `help:"How long the rewards stream keeps events." default:"720h"`
	StreamSize int64         `help:"How many bytes the rewards stream keeps." default:"268435456"`
	AuditEvery time.Duration `help:"How often the referee and tournament are asked for what ended without a word." default:"1m"`
}

// Validate refuses settings that make no sense.
func (c Config) Validate() error {
	if c.Retention <= 0 || c.StreamSize <= 0 || c.AuditEvery <= 0 {
		return errors.New("retention, stream-size and audit-every must be above zero")
	}
	if _, err := time.LoadLocation(c.TimeZone); err != nil || c.TimeZone == "" || c.TimeZone == time.Local.String() {
		return fmt.Errorf("time-zone %q is not known", c.TimeZone)
	}
	return nil
}

// New builds rewards.
func New(ctx context.Context, c Config, env *app.Env) (*app.Service, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	db, err := dbx.Open(ctx, c.DB, "rewards", store.Migrations(), env.Log)
	if err != nil {
		return nil, err
	}
	relay := outbox.NewRelay(db, env.Bus, outbox.RelayConfig{Replica: env.Replica, Lanes: events.Lanes, Metrics: env.Metrics}, env.Log)
	settings := steward.Settings{Zone: c.TimeZone, Audit: c.AuditEvery, Now: time.Now}
	s := steward.New(
		store.New(db, relay, events.Message), rpc.NewReferee(env.Dial("referee")), rpc.NewTournaments(env.Dial("tournament")),
		rpc.NewAccounts(env.Dial("account")), settings, env.Log,
	)
	server := rpc.NewServer(s, env.Key.Secret("pages"), time.Now)
	return &app.Service{
		Register: func(r grpc.ServiceRegistrar) { rewardsv1.RegisterRewardsServiceServer(r, server) },
		Run: []func(context.Context) error{
			s.Run, relay.Run, events.Stream(env.Bus, c.Retention, c.StreamSize),
			events.Games(env.Bus, s), events.Titles(env.Bus, s), events.Tournaments(env.Bus, s), events.Links(env.Bus, s),
		},
		Ready: db.Ping,
		Close: db.Close,
	}, nil
}
