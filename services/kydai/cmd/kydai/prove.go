package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"kydai.dev/services/search"
)

// endgameProveCommand plays the engine from endings that it does not know.
type endgameProveCommand struct {
	endgameFolder
	Sets     []endgameSetName `arg:"" name:"set" help:"Whose endings are played: small, all, ${endgames}; those with the most pieces of each."`
	Known    int              `default:"-1" placeholder:"PIECES" help:"Up to how many pieces the engine has tables, 0 for none; one fewer than the set when left out, or all of them outside."`
	Outside  bool             `help:"Begin with one piece more than the set has, where somebody can force his way into its tables within three plies."`
	Nodes    int              `default:"50000" help:"Positions that the engine searches for a move."`
	Wins     int              `default:"100" help:"Won endings that are played."`
	Draws    int              `default:"100" help:"Drawn endings that are played."`
	Shortest int              `help:"Plies that the win of a won ending takes at least."`
	Seed     uint64           `default:"1" help:"Which endings are drawn."`
}

// Validate refuses proofs of nothing.
func (c *endgameProveCommand) Validate() error {
	if c.Nodes < 1 || c.Wins < 0 || c.Draws < 0 {
		return errors.New("--nodes must be at least 1, and --wins and --draws not below 0")
	}
	return nil
}

// Run plays, and prints the games that went wrong.
func (c *endgameProveCommand) Run(ctx context.Context, k *kong.Context) error {
	tables, err := search.OpenEndgames(c.Dir)
	if err != nil {
		return err
	}
	for _, named := range c.Sets {
		for _, set := range named {
			if err := c.prove(ctx, k, tables, set); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *endgameProveCommand) prove(ctx context.Context, k *kong.Context, tables *search.Endgames, set search.EndgameSet) error {
	known := c.Known
	switch {
	case known < 0 && c.Outside:
		known = set.Pieces()
	case known < 0:
		known = set.Pieces() - 1
	}
	result, err := search.EndgameProof{
		Tables: tables, Set: set, Known: known, Outside: c.Outside, Nodes: c.Nodes,
		Wins: c.Wins, Draws: c.Draws, Shortest: c.Shortest, Seed: c.Seed,
		Played: func(g search.EndgameGame) {
			if !g.Kept {
				fmt.Fprintf(k.Stdout, "%s\n    %s\n", g.Start, strings.Join(g.Moves, " "))
			}
		},
	}.Run(ctx)
	fmt.Fprintf(k.Stdout, "%s: %d of %d wins missed, %d of %d draws lost\n", set.Name, result.Missed, result.Wins, result.Lost, result.Draws)
	return err // of a proof that was cut short as well
}
