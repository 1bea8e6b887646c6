package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"kydai.dev/pkg/levels"
	"kydai.dev/services/search"
)

type ladderCommand struct {
	Game   engineGame    `required:"" placeholder:"GAME" help:"The game: ${engines}."`
	Ladder search.Ladder `embed:""`
	Output string        `short:"o" required:"" type:"path" placeholder:"OUT" help:"File for the ladder, written after every match."`
	Resume bool          `help:"Leave the matches of the file as they are where their levels have not changed."`
}

// Run measures the levels; how it goes is told on stderr, the strengths on stdout.
func (c *ladderCommand) Run(ctx context.Context, k *kong.Context) error {
	before, err := c.before()
	if err != nil {
		return err
	}
	ladder := before
	err = c.Ladder.Run(ctx, string(c.Game), before, k.Stderr, func(l levels.Ladder) error {
		l.Command, l.Date = c.said(), time.Now().UTC().Format(time.DateOnly)
		ladder = l
		return c.write(l)
	})
	for _, r := range ladder.Rungs {
		fmt.Fprintf(k.Stdout, "%s %-14s %8d nodes %5d ± %d\n", r.ID, r.Name, r.Nodes, r.Elo, r.Error)
	}
	return err
}

// before is the ladder of the file to go on with.
func (c *ladderCommand) before() (l levels.Ladder, err error) {
	if !c.Resume {
		return l, nil
	}
	data, err := os.ReadFile(c.Output)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &l)
	}
	if err != nil {
		err = fmt.Errorf("read the ladder to go on with: %w", err)
	}
	return l, err
}

// said is the command line that plays the same games.
func (c *ladderCommand) said() string {
	words := []string{"kydai ladder --game", string(c.Game)}
	for _, o := range []struct {
		name  string
		value any
	}{
		{"games", c.Ladder.Games},
		{"others", c.Ladder.Others},
		{"nodes", c.Ladder.Nodes},
		{"plies", c.Ladder.Plies},
		{"balance", c.Ladder.Balance},
		{"seed", c.Ladder.Seed},
	} {
		words = append(words, fmt.Sprintf("--%s %v", o.name, o.value))
	}
	return strings.Join(words, " ")
}

// write puts the ladder in the place of the one before.
func (c *ladderCommand) write(l levels.Ladder) error {
	data, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return fmt.Errorf("write the ladder: %w", err)
	}
	fresh := c.Output + ".new"
	if err := os.WriteFile(fresh, append(data, '\n'), 0o644); err != nil { //nolint:gosec // for everybody to read
		return fmt.Errorf("write the ladder: %w", err)
	}
	return os.Rename(fresh, c.Output)
}
