package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/alecthomas/kong"

	"kydai.dev/services/search"
)

type soakCommand struct {
	Game   []engineGame `placeholder:"GAME" help:"Play only these: ${engines}."`
	Soak   search.Soak  `embed:""`
	Output string       `short:"o" type:"path" placeholder:"OUT" help:"File for the records of faulty games, in the format of its extension."`
}

// Validate refuses what would play nothing, or for ever on one move.
func (c *soakCommand) Validate() error {
	s := c.Soak
	switch {
	case s.Games < 0 || s.LevelGames < 0 || s.First < 0 || s.Threads < 0 || s.For < 0:
		return errors.New("games, level-games, first, threads and for can't be negative")
	case s.Games+s.LevelGames == 0:
		return errors.New("there is nothing to play")
	case s.Nodes < 1:
		return errors.New("nodes must be at least 1")
	}
	return nil
}

// Run plays until all is played, the time is over or a signal comes, and prints
// the table. Faulty games make it fail after that.
func (c *soakCommand) Run(ctx context.Context, k *kong.Context) error {
	names := search.Games()
	if len(c.Game) > 0 {
		names = nil
		for _, g := range c.Game {
			names = append(names, string(g))
		}
	}
	faulty, closing, err := openRecords(c.Output)
	if err != nil {
		return err
	}
	faults, err := c.Soak.Run(ctx, names, faulty, k.Stdout, k.Stderr)
	if err := errors.Join(err, closing()); err != nil {
		return err
	}
	if faults > 0 {
		return fmt.Errorf("%d games are faulty", faults)
	}
	return nil
}
