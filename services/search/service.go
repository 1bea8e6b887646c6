package search

import (
	"context"
	"errors"
	"runtime"
	"slices"

	"google.golang.org/grpc"

	"kydai.dev/pkg/app"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	searchv1 "kydai.dev/proto/gen/kydai/search/v1"
	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/growth"
	"kydai.dev/services/search/internal/rpc"
	"kydai.dev/services/search/internal/worker"
)

// Config is what the search can be told.
type Config struct {
	Parallel int `help:"Positions thought about at the same time; one for each processor when 0." default:"0"`
	Table    int `help:"Megabytes of the table of positions, for each game and each position thought about." default:"8"`

	Endgames    string   `help:"Folder of the databases of endings; none when empty."`
	EndgameSets []string `help:"Databases that are built in the background where they are missing: small, all, sets as kydai endgame list names them, or none." default:"small"`
}

// noSets is the name of no sets of databases.
const noSets = "none"

// sets are the sets of databases that are wanted.
func (c Config) sets() ([]endgame.Set, error) {
	if slices.Equal(c.EndgameSets, []string{noSets}) {
		return nil, nil
	}
	return endgame.FindSets(c.EndgameSets...)
}

// Validate refuses settings with which nothing could be thought.
func (c Config) Validate() error {
	if c.Parallel < 0 || c.Table <= 0 {
		return errors.New("parallel can't be negative, and table must be above zero")
	}
	_, err := c.sets()
	return err
}

// New builds the search.
func New(_ context.Context, c Config, env *app.Env) (*app.Service, error) {
	if c.Parallel == 0 {
		c.Parallel = runtime.GOMAXPROCS(0)
	}
	sets, err := c.sets()
	if err != nil {
		return nil, err
	}
	known := growth.Open(c.Endgames, sets, env.Log)
	if err := known.Register(env.Metrics); err != nil {
		return nil, err
	}
	player := bot.NewPlayer(c.Parallel, c.Table).Knowing(known.Certain())
	metrics, err := worker.NewMetrics(player, env.Metrics)
	if err != nil {
		return nil, err
	}
	referee := refereev1.NewRefereeServiceClient(env.Dial("referee"))
	w := worker.New(referee, env.Bus, player, metrics, env.Log)
	server := rpc.NewServer(player, referee, known)
	return &app.Service{
		Register: func(r grpc.ServiceRegistrar) { searchv1.RegisterSearchServiceServer(r, server) },
		Run: []func(context.Context) error{
			w.Run, w.RunAsking, w.RunMeasuring,
			func(ctx context.Context) error { return known.Run(ctx, player.Thinking) },
		},
	}, nil
}
