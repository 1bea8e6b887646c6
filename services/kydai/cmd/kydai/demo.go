package main

import (
	"context"

	"github.com/alecthomas/kong"

	"kydai.dev/services/kydai/internal/demo"
	"kydai.dev/services/kydai/internal/hall"
)

type demoCommand struct {
	URL string `name:"url" default:"http://127.0.0.1:8080" help:"Where the hall serves REST."`
}

// Run plays and prints the endings.
func (c *demoCommand) Run(ctx context.Context, k *kong.Context) error {
	return demo.Run(ctx, hall.New(c.URL, nil, hall.Patient), k.Stdout)
}
