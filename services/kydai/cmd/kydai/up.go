package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/alecthomas/kong"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/telemetry"
	"kydai.dev/services/account"
	"kydai.dev/services/clock"
	"kydai.dev/services/gateway"
	"kydai.dev/services/matchmaking"
	"kydai.dev/services/rating"
	"kydai.dev/services/referee"
	"kydai.dev/services/rewards"
	"kydai.dev/services/search"
	"kydai.dev/services/study"
	"kydai.dev/services/tournament"
)

// hallDefaults are the values of options that the hall sets otherwise than a
// service alone: all databases are --db, NATS is inside, one shard does, and sign-in codes go to the log where
// there is no mail server.
var hallDefaults = kong.Vars{"db": "", "nats": "", "shards": "1", "email_log": "true"}

// upCommand runs the whole hall in one process. Without any option it needs
// nothing but a directory to write to.
type upCommand struct {
	app.Config `embed:""`

	DB       string `name:"db" help:"Database of all services: sqlite:FOLDER or postgres://user@host/database; SQLite in the data directory when empty."`
	NATSPort int    `name:"nats-port" help:"Port of the NATS server inside, on 127.0.0.1; a free one when negative." default:"4222"`

	Account     account.Config     `embed:"" prefix:"account-"`
	Referee     referee.Config     `embed:"" prefix:"referee-"`
	Clock       clock.Config       `embed:"" prefix:"clock-"`
	Matchmaking matchmaking.Config `embed:"" prefix:"matchmaking-"`
	Rating      rating.Config      `embed:"" prefix:"rating-"`
	Rewards     rewards.Config     `embed:"" prefix:"rewards-"`
	Search      search.Config      `embed:"" prefix:"search-"`
	Study       study.Config       `embed:"" prefix:"study-"`
	Tournament  tournament.Config  `embed:"" prefix:"tournament-"`
	Gateway     gateway.Config     `embed:""`
}

// Run serves until it is told to stop.
func (c *upCommand) Run() error {
	if c.DB == "" {
		c.DB = "sqlite:" + c.Data
	}
	for _, db := range []*dbx.Config{&c.Account.DB, &c.Referee.DB, &c.Matchmaking.DB, &c.Rating.DB, &c.Rewards.DB, &c.Study.DB, &c.Tournament.DB} {
		if db.DSN == "" {
			db.DSN = c.DB
		}
	}
	if c.Search.Endgames == "" {
		c.Search.Endgames = filepath.Join(c.Data, "endgames")
	}
	log := telemetry.NewLogger(c.Log, os.Stderr)
	if c.NATS.URL == "" {
		stop, err := c.startNATS(log)
		if err != nil {
			return err
		}
		defer stop()
	}
	return app.Serve(c.Config, log, c.services()...)
}

// startNATS starts the server inside and points the services to it.
func (c *upCommand) startNATS(log *slog.Logger) (stop func(), err error) {
	dir := filepath.Join(c.Data, natsFolder)
	unlock, err := app.LockDir(dir)
	if err != nil {
		return nil, err
	}
	server, err := bus.StartServer(bus.ServerConfig{Dir: dir, Port: c.NATSPort}, log)
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	c.NATS = server.InProcess()
	return func() {
		server.Close()
		_ = unlock() // the process ends
	}, nil
}

// services is the list of all services; a new one is one more line.
func (c *upCommand) services() []app.Builder {
	return []app.Builder{
		build("account", account.New, c.Account),
		build("referee", referee.New, c.Referee),
		build("clock", clock.New, c.Clock),
		build("matchmaking", matchmaking.New, c.Matchmaking),
		build("rating", rating.New, c.Rating),
		build("rewards", rewards.New, c.Rewards),
		build("search", search.New, c.Search),
		build("study", study.New, c.Study),
		build("tournament", tournament.New, c.Tournament),
		build("gateway", gateway.New, c.Gateway),
	}
}

func build[C any](name string, service func(context.Context, C, *app.Env) (*app.Service, error), cfg C) app.Builder {
	return app.Builder{Name: name, Build: func(ctx context.Context, env *app.Env) (*app.Service, error) { return service(ctx, cfg, env) }}
}
