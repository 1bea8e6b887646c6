package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"kydai.dev/services/search"
)

type engineCommand struct {
	Game     engineGame `required:"" placeholder:"GAME" help:"The game: ${engines}."`
	Endgames string     `default:"data/endgames" type:"path" help:"Folder of tables of endings; what is not there is not known."`
}

// engineGame is a game of the engine named on the command line.
type engineGame string

// UnmarshalText finds the game, so that a wrong name is a wrong flag.
func (g *engineGame) UnmarshalText(text []byte) error {
	if !slices.Contains(search.Games(), string(text)) {
		return fmt.Errorf("the engine doesn't play %q, only %s", text, strings.Join(search.Games(), ", "))
	}
	*g = engineGame(text)
	return nil
}

// Run answers until quit or the end of the input.
func (c *engineCommand) Run(k *kong.Context) error {
	return search.ServeUCI(string(c.Game), c.Endgames, os.Stdin, k.Stdout)
}
