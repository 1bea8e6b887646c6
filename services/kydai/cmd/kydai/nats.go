package main

import (
	"context"

	"github.com/alecthomas/kong"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/telemetry"
)

// natsFolder is where below its data directory a hall keeps NATS.
const natsFolder = "nats"

// natsCommand runs the hall's NATS server in a process of its own.
type natsCommand struct {
	Dir  string              `default:"data/nats" type:"path" help:"Folder of its streams and its password."`
	Host string              `default:"127.0.0.1" help:"Address to listen on."`
	Port int                 `default:"4222" help:"Port to listen on; a free one when negative."`
	Log  telemetry.LogConfig `embed:""`
}

// Run serves until it is stopped.
func (c *natsCommand) Run(ctx context.Context, k *kong.Context) error {
	log := telemetry.NewLogger(c.Log, k.Stderr)
	server, err := bus.StartServer(bus.ServerConfig{Dir: c.Dir, Host: c.Host, Port: c.Port}, log)
	if err != nil {
		return err
	}
	log.InfoContext(ctx, "serving", "url", server.Config().URL, "user", server.Config().User, "password_file", server.Config().PasswordFile)
	<-ctx.Done()
	server.Close()
	return nil
}
