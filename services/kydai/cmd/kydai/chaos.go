package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/alecthomas/kong"

	"kydai.dev/services/kydai/internal/chaos"
)

// chaosCommand are trials of a hall of their own, which they start and damage.
type chaosCommand struct {
	Kill    killCommand    `cmd:"" help:"Kill a hall at random times while games are played, start it again, and count what was lost."`
	Tickets ticketsCommand `cmd:"" help:"Kill a hall at random times while players look for opponents, start it again, and count who played what nobody wished."`
	Outage  outageCommand  `cmd:"" help:"Cut a hall off NATS while games are played, and count what players and analysts missed."`
}

type killCommand struct {
	chaos.Kill `embed:""`
}

// Run tries and prints the report. A broken promise fails.
func (c *killCommand) Run(ctx context.Context, k *kong.Context) error {
	return try(ctx, k, c.Kill.Run)
}

type ticketsCommand struct {
	chaos.Tickets `embed:""`
}

// Run tries and prints the report. A broken promise fails.
func (c *ticketsCommand) Run(ctx context.Context, k *kong.Context) error {
	return try(ctx, k, c.Tickets.Run)
}

type outageCommand struct {
	chaos.Outage `embed:""`
}

// Run tries and prints the report. A broken promise fails.
func (c *outageCommand) Run(ctx context.Context, k *kong.Context) error {
	return try(ctx, k, c.Outage.Run)
}

// try runs a trial in a directory of its own, which stays for a look where the
// trial fails.
func try[R interface{ OK() error }](ctx context.Context, k *kong.Context, run func(context.Context, string, *slog.Logger) (R, error)) error {
	dir, err := os.MkdirTemp("", "kydai-chaos-")
	if err != nil {
		return fmt.Errorf("make directory: %w", err)
	}
	report, err := run(ctx, dir, slog.New(slog.NewTextHandler(k.Stderr, nil)))
	if err == nil {
		lines := json.NewEncoder(k.Stdout)
		lines.SetIndent("", "  ")
		err = errors.Join(lines.Encode(report), report.OK())
	}
	if err != nil {
		return fmt.Errorf("%w; logs and data are in %s", err, dir)
	}
	return os.RemoveAll(dir)
}
