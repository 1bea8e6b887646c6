package main

import (
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"kydai.dev/services/search"
)

// tuneCommand are the commands that find the weights of evaluations.
type tuneCommand struct {
	Play tunePlayCommand `cmd:"" help:"Let the engine play against itself and write positions down."`
	Fit  tuneFitCommand  `cmd:"" help:"Find the weights that foretell such positions best, and print them."`
}

type tunePlayCommand struct {
	Game    engineGame     `required:"" placeholder:"GAME" help:"The game: ${engines}."`
	Samples search.Samples `embed:""`
}

// Run writes the positions to stdout.
func (c *tunePlayCommand) Run(k *kong.Context) error { return c.Samples.Play(string(c.Game), k.Stdout) }

type tuneFitCommand struct {
	Game engineGame        `required:"" placeholder:"GAME" help:"The game: ${engines}."`
	Fit  search.FitWeights `embed:""`
	File string            `arg:"" type:"existingfile" help:"File of positions."`
}

// Run prints the weights; how it goes is told on stderr.
func (c *tuneFitCommand) Run(k *kong.Context) error {
	file, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // it was only read
	text, err := c.Fit.Run(string(c.Game), file, k.Stderr)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(k.Stdout, text)
	return err
}
