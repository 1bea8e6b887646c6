package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/alecthomas/kong"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/kydai/internal/load"
)

type loadCommand struct {
	Load        load.Config `embed:""`
	Game        []gameName  `placeholder:"GAME" help:"Play only these: ${games}."`
	Bots        string      `placeholder:"LEVEL" help:"Play against the hall's engine at this level, one person a game, and measure how long its answers take."`
	IdleStreams int         `placeholder:"N" help:"Play nothing; open so many streams of games in which nobody moves and print what each costs the server."`
	State       string      `type:"path" help:"File to write what was acknowledged to."`
	Verify      string      `type:"path" help:"Play nothing; compare what such a file says with the logs."`
	JSON        bool        `name:"json" help:"Print the report on one line."`
}

var errBroken = errors.New("the hall has not kept its word: see the report")

// Run plays and prints the report. Refused moves and plies that are missing in
// the logs make it fail after the report.
func (c *loadCommand) Run(ctx context.Context, k *kong.Context) error {
	log := slog.New(slog.NewTextHandler(k.Stderr, nil))
	switch {
	case c.Verify != "":
		return c.verify(ctx, k.Stdout)
	case c.IdleStreams > 0:
		report, err := load.Idle(ctx, c.Load, c.IdleStreams)
		if err != nil {
			return err
		}
		return c.print(k.Stdout, report)
	}
	c.Load.Kinds = c.kinds()
	if c.Bots != "" {
		return c.practise(ctx, k.Stdout, log)
	}
	report, err := load.Run(ctx, c.Load, log)
	if err != nil {
		return err
	}
	if err := c.save(report); err != nil {
		return err
	}
	if err := c.print(k.Stdout, report); err != nil {
		return err
	}
	if !report.Log.OK() || report.Stuck > 0 || len(report.Errors) > 0 && !c.Load.Retry {
		return errBroken
	}
	return nil
}

// practise plays against the engine. A move missing in the logs, or one that was
// played twice, makes it fail after the report.
func (c *loadCommand) practise(ctx context.Context, out io.Writer, log *slog.Logger) error {
	report, err := load.Bots(ctx, c.Load, c.Bots, log)
	if err != nil {
		return err
	}
	if err := c.print(out, report); err != nil {
		return err
	}
	if !report.Log.OK() || len(report.Errors) > 0 {
		return errBroken
	}
	return nil
}

func (c *loadCommand) kinds() []rules.Game {
	if len(c.Game) == 0 {
		return games.All()
	}
	kinds := make([]rules.Game, len(c.Game))
	for i, g := range c.Game {
		kinds[i] = g.Game
	}
	return kinds
}

func (c *loadCommand) print(out io.Writer, report any) error {
	lines := json.NewEncoder(out)
	if !c.JSON {
		lines.SetIndent("", "  ")
	}
	return lines.Encode(report)
}

func (c *loadCommand) save(report *load.Report) error {
	if c.State == "" {
		return nil
	}
	file, err := os.Create(c.State)
	if err != nil {
		return fmt.Errorf("save acknowledgements: %w", err)
	}
	return errors.Join(report.Save(file), file.Close())
}

func (c *loadCommand) verify(ctx context.Context, out io.Writer) error {
	file, err := os.Open(c.Verify)
	if err != nil {
		return fmt.Errorf("read acknowledgements: %w", err)
	}
	found, err := load.Verify(ctx, file, c.Load.URL)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	if err := c.print(out, found); err != nil {
		return err
	}
	if !found.OK() {
		return errBroken
	}
	return nil
}
