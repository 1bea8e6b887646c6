package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"kydai.dev/pkg/rules/record"
	"kydai.dev/services/kydai/internal/convert"
)

// recordCommand are the commands about records of games.
type recordCommand struct {
	Convert convertCommand `cmd:"" help:"Check records and write them in another format."`
}

// formatName is a format of records named on the command line.
type formatName string

// UnmarshalText finds the format, so that a wrong name is a wrong flag.
func (f *formatName) UnmarshalText(text []byte) error {
	if _, ok := record.Find(string(text)); !ok {
		return fmt.Errorf("there is no format %q, only %s", text, strings.Join(formatNames(), ", "))
	}
	*f = formatName(text)
	return nil
}

func formatNames() []string {
	var names []string
	for _, f := range record.Formats() {
		names = append(names, f.Name)
	}
	return names
}

type convertCommand struct {
	Files     []string   `arg:"" name:"file" help:"Files of records; - is the standard input."`
	From      formatName `placeholder:"FORMAT" help:"Format of the files: ${formats}. Recognized when left out."`
	To        formatName `placeholder:"FORMAT" help:"Format to write; by the name of the output when left out, else ndjson."`
	Notation  string     `help:"Notation of the moves, where the format has several: ${notations}."`
	Game      *gameName  `placeholder:"GAME" help:"The game of records that do not name one: ${games}."`
	Output    string     `short:"o" placeholder:"OUT" help:"File to write, once all games are good; the standard output when left out."`
	KeepGoing bool       `help:"Leave faulty games out and list them, in place of stopping at the first."`
}

// Run converts. Remarks on what was put right go to stderr.
func (c *convertCommand) Run(k *kong.Context) error {
	o := convert.Options{
		From: string(c.From), To: c.target(), Notation: c.Notation, KeepGoing: c.KeepGoing,
	}
	if c.Game != nil {
		o.Game = c.Game.Game
	}
	if c.Output == "" {
		return convert.Run(c.Files, os.Stdin, k.Stdout, k.Stderr, o)
	}
	return c.writeOutput(k, o)
}

// target is the format to write.
func (c *convertCommand) target() string {
	if c.To != "" {
		return string(c.To)
	}
	return formatOf(c.Output)
}

// writeOutput puts the output in its place when it is whole. Only a run that
// keeps going leaves one that lacks games.
func (c *convertCommand) writeOutput(k *kong.Context, o convert.Options) error {
	out, err := convert.Create(c.Output)
	if err != nil {
		return err
	}
	defer out.Discard()
	err = convert.Run(c.Files, os.Stdin, out, k.Stderr, o)
	var leftOut *convert.LeftOut
	if err != nil && !errors.As(err, &leftOut) {
		return err
	}
	if placing := out.Place(); placing != nil {
		return placing
	}
	return err
}

// notationNames are the notations of all formats.
func notationNames() []string {
	var names []string
	for _, f := range record.Formats() {
		for _, n := range f.Notations {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}
