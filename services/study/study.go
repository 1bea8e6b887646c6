// Package study lets the engine look at finished games, ply by ply: what each move
// was worth, what would have been better, and how well both sides played.
package study

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	"kydai.dev/services/study/internal/desk"
	"kydai.dev/services/study/internal/events"
	"kydai.dev/services/study/internal/rpc"
	"kydai.dev/services/study/internal/store"
)

// Config is what the study can be told.
type Config struct {
	DB         dbx.Config    `embed:""`
	Jobs       int           `help:"Analyses that a replica works on at a time." default:"2"`
	Parallel   int           `help:"Positions that a replica asks search about at a time, of all its analyses together." default:"1"`
	Patience   time.Duration `help:"How long a position lets engines' turns and hints go first while search has no room." default:"2s"`
	Lease      time.Duration `help:"How long a replica may be silent before others take over its analyses." default:"10s"`
	Pause      time.Duration `help:"How often a replica without work looks for some." default:"1s"`
	GiveUp     time.Duration `help:"How old an unfinished analysis may become." default:"24h"`
	Plies      int           `help:"How long a game may be, in plies." default:"600"`
	Running    int           `help:"Analyses of an account under way at a time." default:"2"`
	Daily      int           `help:"Analyses that an account may begin in 24 hours." default:"50"`
	Queue      int           `help:"Analyses of all accounts under way at a time." default:"500"`
	Retention  time.Duration `help:"How long the study's stream keeps events." default:"24h"`
	StreamSize int64         `help:"How many bytes the study's stream keeps." default:"268435456"`
}

// mostPlies is the longest history that search takes.
const mostPlies = 2000

// Validate refuses settings that make no sense.
func (c Config) Validate() error {
	for _, n := range []int64{
		int64(c.Jobs), int64(c.Parallel), int64(c.Lease), int64(c.Pause), int64(c.GiveUp), int64(c.Plies),
		int64(c.Running), int64(c.Daily), int64(c.Queue), int64(c.Retention), c.StreamSize,
	} {
		if n <= 0 {
			return errors.New("of all settings only patience may be 0, and none below")
		}
	}
	if c.Patience < 0 || c.Plies > mostPlies {
		return errors.New("patience can't be negative, nor plies above 2000")
	}
	return nil
}

// New builds the study.
func New(ctx context.Context, c Config, env *app.Env) (*app.Service, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	metrics, err := desk.NewMetrics(env.Metrics)
	if err != nil {
		return nil, err
	}
	db, err := dbx.Open(ctx, c.DB, "study", store.Migrations(), env.Log)
	if err != nil {
		return nil, err
	}
	relay := outbox.NewRelay(db, env.Bus, outbox.RelayConfig{Replica: env.Replica, Lanes: events.Lanes, Metrics: env.Metrics}, env.Log)
	settings := desk.Config{
		Limits: desk.Limits{Running: c.Running, Daily: c.Daily, Queue: c.Queue}, MostPlies: c.Plies, Replica: env.Replica,
		Jobs: c.Jobs, Parallel: c.Parallel, Lease: c.Lease, Pause: c.Pause, Patience: c.Patience, GiveUp: c.GiveUp,
	}
	peers := desk.Peers{Games: rpc.NewReferee(env.Dial("referee")), Search: rpc.NewSearch(env.Dial("search"))}
	d := desk.New(store.New(db, relay, events.Message), peers, settings, metrics, time.Now, env.Log)
	server := rpc.NewServer(d, env.Key.Secret("pages"))
	return &app.Service{
		Register: func(r grpc.ServiceRegistrar) { studyv1.RegisterStudyServiceServer(r, server) },
		Run:      []func(context.Context) error{d.Run, relay.Run, events.Stream(env.Bus, c.Retention, c.StreamSize)},
		Ready:    db.Ping,
		Close:    db.Close,
	}, nil
}
