package search

import (
	"context"
	"errors"
	"runtime"

	"google.golang.org/grpc"

	"kydai.dev/pkg/app"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	searchv1 "kydai.dev/proto/gen/kydai/search/v1"
	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/rpc"
	"kydai.dev/services/search/internal/worker"
)

// Config is what the search can be told.
type Config struct {
	Parallel int `help:"Positions thought about at the same time; one for each processor when 0." default:"0"`
	Table    int `help:"Megabytes of the table of positions, for each game and each position thought about." default:"8"`
}

// Validate refuses settings with which nothing could be thought.
func (c Config) Validate() error {
	if c.Parallel < 0 || c.Table <= 0 {
		return errors.New("parallel can't be negative, and table must be above zero")
	}
	return nil
}

// New builds the search.
func New(_ context.Context, c Config, env *app.Env) (*app.Service, error) {
	if c.Parallel == 0 {
		c.Parallel = runtime.GOMAXPROCS(0)
	}
	player := bot.NewPlayer(c.Parallel, c.Table)
	metrics, err := worker.NewMetrics(player, env.Metrics)
	if err != nil {
		return nil, err
	}
	referee := refereev1.NewRefereeServiceClient(env.Dial("referee"))
	w := worker.New(referee, env.Bus, player, metrics, env.Log)
	server := rpc.NewServer(player, referee)
	return &app.Service{
		Register: func(r grpc.ServiceRegistrar) { searchv1.RegisterSearchServiceServer(r, server) },
		Run:      []func(context.Context) error{w.Run, w.RunAsking, w.RunMeasuring},
	}, nil
}
