package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"kydai.dev/pkg/rules/record"
	"kydai.dev/services/kydai/internal/match"
)

type matchCommand struct {
	Game   gameName     `required:"" placeholder:"GAME" help:"The game: ${games}."`
	Match  match.Config `embed:""`
	Output string       `short:"o" type:"path" placeholder:"OUT" help:"File for the records of the games, in the format of its extension."`
}

// Run plays the match; what is going on is told on stderr, the result on stdout.
func (c *matchCommand) Run(ctx context.Context, k *kong.Context) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find our own engine: %w", err)
	}
	c.Match.Game, c.Match.Engine = c.Game.Game, self+" engine --game "+c.Game.Name()
	if f, ok := record.Find(formatOf(c.Output)); c.Output != "" && ok && !f.Serves(c.Game.Game) {
		return fmt.Errorf("files of the format %s hold no games of %s", f.Name, c.Game.Name())
	}
	games, closing, err := openRecords(c.Output)
	if err != nil {
		return err
	}
	tally, err := match.Run(ctx, c.Match, games, k.Stderr)
	if tally != nil && tally.Games() > 0 {
		fmt.Fprintln(k.Stdout, tally)
	}
	if ended := closing(); err == nil {
		err = ended
	}
	return err
}

// openRecords makes a file of records, in the format of its extension. Without a
// name there is none.
func openRecords(name string) (w *record.Writer, closing func() error, err error) {
	if name == "" {
		return nil, func() error { return nil }, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, nil, err
	}
	w, err = record.NewWriter(io.Writer(file), formatOf(name), "")
	if err != nil {
		_ = file.Close()
		return nil, nil, err
	}
	return w, func() error {
		if err := w.Close(); err != nil {
			return err
		}
		return file.Close()
	}, nil
}

// formatOf is the format of a file by its name.
func formatOf(file string) string {
	extension := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
	for _, f := range record.Formats() {
		if f.Extension == extension {
			return f.Name
		}
	}
	return record.NDJSON
}
