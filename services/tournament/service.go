package tournament

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/desk"
	"kydai.dev/services/tournament/internal/events"
	"kydai.dev/services/tournament/internal/rpc"
	"kydai.dev/services/tournament/internal/store"
)

// Config is what tournaments can be told.
type Config struct {
	DB         dbx.Config    `embed:""`
	Workers    int           `help:"Games that a replica has made, stopped or ended at a time." default:"8"`
	Rounds     int           `help:"Tournaments that a replica pairs at a time." default:"2"`
	Pause      time.Duration `help:"How often a replica looks for what is due." default:"500ms"`
	Lease      time.Duration `help:"How long a replica may be silent before others take over its work." default:"10s"`
	AuditEvery time.Duration `help:"How often the referee is asked how games under way stand." default:"15s"`
	AuditDeaf  time.Duration `help:"How often it is while NATS is away." default:"2s"`
	Cached     int           `help:"Tournaments that are remembered." default:"200"`
	Retention  time.Duration `help:"How long the tournaments' stream keeps events." default:"24h"`
	StreamSize int64         `help:"How many bytes the tournaments' stream keeps." default:"268435456"`
}

// Validate refuses settings that make no sense.
func (c Config) Validate() error {
	for _, n := range []int64{
		int64(c.Workers), int64(c.Rounds), int64(c.Pause), int64(c.Lease), int64(c.AuditEvery), int64(c.AuditDeaf),
		int64(c.Cached), int64(c.Retention), c.StreamSize,
	} {
		if n <= 0 {
			return errors.New("no setting may be 0 or below")
		}
	}
	return nil
}

// New builds the service.
func New(ctx context.Context, c Config, env *app.Env) (*app.Service, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	metrics, err := desk.NewMetrics(env.Metrics)
	if err != nil {
		return nil, err
	}
	db, err := dbx.Open(ctx, c.DB, "tournament", store.Migrations(), env.Log)
	if err != nil {
		return nil, err
	}
	relay := outbox.NewRelay(db, env.Bus, outbox.RelayConfig{Replica: env.Replica, Lanes: events.Lanes, Metrics: env.Metrics}, env.Log)
	settings := desk.Config{
		Replica: env.Replica, Workers: c.Workers, Rounds: c.Rounds, Pause: c.Pause, Lease: c.Lease, Audit: c.AuditEvery, Deaf: c.AuditDeaf, Cached: c.Cached,
	}
	peers := desk.Peers{
		Referee: rpc.NewReferee(env.Dial("referee")), Accounts: rpc.NewAccounts(env.Dial("account")),
		Ratings: rpc.NewRatings(env.Dial("rating")), Prizes: rpc.NewRewards(env.Dial("rewards")), Bus: env.Bus,
	}
	d := desk.New(store.New(db, relay, events.Codec{}), peers, settings, metrics, time.Now, env.Log)
	pages := env.Key.Secret("pages")
	players, directors, series := rpc.NewServer(d, pages), rpc.NewDirector(d), rpc.NewSeries(d, pages)
	return &app.Service{
		Register: func(r grpc.ServiceRegistrar) {
			tournamentv1.RegisterTournamentServiceServer(r, players)
			tournamentv1.RegisterDirectorServiceServer(r, directors)
			tournamentv1.RegisterSeriesServiceServer(r, series)
		},
		Run: []func(context.Context) error{
			d.Run, relay.Run, events.Stream(env.Bus, c.Retention, c.StreamSize), events.Games(env.Bus, d.Enter),
		},
		Ready: db.Ping,
		Close: db.Close,
	}, nil
}
