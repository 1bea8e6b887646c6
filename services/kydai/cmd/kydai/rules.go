package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/kydai/internal/eval"
	"kydai.dev/services/kydai/internal/perft"
)

// rulesCommand are the commands that need no server.
type rulesCommand struct {
	Perft perftCommand `cmd:"" help:"Count the sequences of legal moves of a length; the last line is the count."`
	Eval  evalCommand  `cmd:"" help:"Play moves: one JSON object a line in, one a line out, in the same order."`
}

// gameName is a game named on the command line.
type gameName struct{ rules.Game }

// UnmarshalText finds the game, so that a wrong name is a wrong flag.
func (g *gameName) UnmarshalText(text []byte) error {
	found, ok := games.Find(string(text))
	if !ok {
		return fmt.Errorf("there is no game %q, only %s", text, strings.Join(gameNames(), ", "))
	}
	g.Game = found
	return nil
}

type perftCommand struct {
	Game     gameName `required:"" placeholder:"GAME" help:"The game: ${games}."`
	Depth    uint8    `required:"" help:"Length of the sequences, in plies."`
	Position string   `help:"Where to begin; the usual start when left out."`
	Divide   bool     `help:"Print the count of each first move, too."`
	Threads  uint8    `default:"1" help:"How many threads count at once."`
}

// Run prints the count to stdout and the speed to stderr.
func (c *perftCommand) Run(k *kong.Context) error {
	start := c.Game.Start()
	if c.Position != "" {
		var err error
		if start, err = c.Game.Parse(c.Position); err != nil {
			return fmt.Errorf("position refused: %w", err)
		}
	}
	if c.Threads == 0 {
		return errors.New("at least one thread must count")
	}
	began := time.Now()
	leaves, err := perft.Count(k.Stdout, perft.Job{Start: start, Depth: int(c.Depth), Divide: c.Divide, Threads: int(c.Threads)})
	if err != nil {
		return err
	}
	took := time.Since(began)
	_, err = fmt.Fprintf(k.Stderr, "%s, %.1f million leaves a second\n", took.Round(time.Microsecond), float64(leaves)/took.Seconds()/1e6)
	return err
}

type evalCommand struct{}

// Run answers until the input ends. A line that can't be read is answered like
// any other and named on stderr.
func (*evalCommand) Run(k *kong.Context) error {
	return eval.Run(os.Stdin, k.Stdout, k.Stderr)
}
