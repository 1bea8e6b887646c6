package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/alecthomas/kong"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/telemetry"
	"kydai.dev/services/kydai/internal/tail"
)

// eventsCommand are the commands for analysts.
type eventsCommand struct {
	Tail tailCommand `cmd:"" help:"Print the events of the games as lines of JSON; go on there the next time."`
}

type tailCommand struct {
	NATS      bus.Config          `embed:""`
	Log       telemetry.LogConfig `embed:""`
	Data      string              `default:"data" type:"path" help:"Data directory of a hall on this machine, whose NATS is used when nothing else is given."`
	Durable   string              `default:"tail" help:"Name under which the place in the stream is kept: the next tail of that name goes on there, and two at once share the events. With an empty name each tail is on its own."`
	Game      string              `help:"Print only the game with this id."`
	FromStart bool                `xor:"begin" help:"Begin with the oldest event kept, whatever the place."`
	FromNow   bool                `xor:"begin" help:"Where there is no place yet, begin with what happens from now on, not with the oldest event kept."`
}

var durableName = regexp.MustCompile(`^[A-Za-z0-9_-]{0,64}$`)

// Validate refuses names that NATS would not take.
func (c *tailCommand) Validate() error {
	if !durableName.MatchString(c.Durable) {
		return fmt.Errorf("--durable: a name has letters, digits, - and _, not %q", c.Durable)
	}
	return nil
}

// Run prints until it is stopped.
func (c *tailCommand) Run(ctx context.Context, k *kong.Context) error {
	log := telemetry.NewLogger(c.Log, k.Stderr)
	b, err := bus.Connect(ctx, c.server(), log)
	if err != nil {
		return err
	}
	defer b.Close()
	o := tail.Options{Name: c.Durable, Game: c.Game, FromNow: c.FromNow, FromStart: c.FromStart}
	return tail.Run(ctx, b, o, k.Stdout, log)
}

// server is the NATS that is named, else the one of the hall on this machine.
func (c *tailCommand) server() bus.Config {
	cfg := c.NATS
	if cfg.URL == "" {
		cfg.URL = app.Defaults["nats"]
	}
	if cfg.User != "" || cfg.CredsFile != "" {
		return cfg
	}
	local := bus.ServerAt(cfg.URL, filepath.Join(c.Data, natsFolder))
	if _, err := os.Stat(local.PasswordFile); err == nil {
		return local
	}
	return cfg
}
