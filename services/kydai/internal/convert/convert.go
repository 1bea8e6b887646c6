// Package convert carries game records from one format to another, game by game,
// so that files of any size go through.
package convert

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/record"
)

// Stdin is the name of the standard input among files.
const Stdin = "-"

// Options say what to make of the files.
type Options struct {
	// From is the format of the files; empty to recognize it.
	From string
	// To is the format to write, Notation that of its moves; empty for the
	// format's usual one.
	To, Notation string
	// Game is the game of records that do not name one; nil where all do.
	Game rules.Game
	// KeepGoing leaves faulty games out in place of stopping at the first.
	KeepGoing bool
}

// conversion is a run of the command.
type conversion struct {
	Options
	out *record.Writer
	// complaints is where faults and remarks go.
	complaints io.Writer
	// bad counts the games that were left out of all.
	bad, all int
}

// LeftOut says that the output is whole but for faulty games and files.
type LeftOut struct {
	// Bad counts what was left out of All.
	Bad, All int
}

// Error implements error.
func (e *LeftOut) Error() string {
	return fmt.Sprintf("%d of %d games are faulty and left out", e.Bad, e.All)
}

// Run reads the games of files and writes them to out. It stops at the first
// faulty game, which the error names. If it keeps going, all faults are named on
// complaints and the error is a *LeftOut. What was put right in a game is named
// there, too.
func Run(files []string, stdin io.Reader, out, complaints io.Writer, o Options) error {
	buffered := bufio.NewWriter(out)
	w, err := record.NewWriter(buffered, o.To, o.Notation)
	if err != nil {
		return err
	}
	c := &conversion{Options: o, out: w, complaints: complaints}
	err = c.files(files, stdin)
	if closing := w.Close(); err == nil && closing != nil {
		err = fmt.Errorf("write records: %w", closing)
	}
	if flushing := buffered.Flush(); err == nil && flushing != nil {
		err = fmt.Errorf("write records: %w", flushing)
	}
	if err == nil && c.bad > 0 {
		return &LeftOut{Bad: c.bad, All: c.all}
	}
	return err
}

func (c *conversion) files(files []string, stdin io.Reader) error {
	for _, name := range files {
		if err := c.file(name, stdin); err != nil {
			return err
		}
	}
	return nil
}

func (c *conversion) file(name string, stdin io.Reader) error {
	if name == Stdin {
		return c.games("stdin", stdin)
	}
	file, err := os.Open(name)
	switch {
	case err != nil && c.KeepGoing:
		c.leaveOut(err)
		return nil
	case err != nil:
		return err
	}
	defer file.Close() //nolint:errcheck // nothing was written to it
	return c.games(name, file)
}

// games converts the games of a file.
func (c *conversion) games(name string, r io.Reader) error {
	game := 0
	for rec, err := range record.Read(r, record.Options{File: name, Format: c.From, Game: c.Game}) {
		game++
		if err == nil {
			err = place(c.out.Write(rec), name, game)
		}
		switch {
		case err != nil && !c.goesOn(err):
			return err
		case err != nil:
			c.leaveOut(err)
			continue
		}
		c.all++
		for _, note := range rec.Notes {
			fmt.Fprintf(c.complaints, "%s: game %d: %s\n", name, game, note)
		}
	}
	return nil
}

// leaveOut names a fault and goes on.
func (c *conversion) leaveOut(err error) {
	c.all++
	c.bad++
	fmt.Fprintln(c.complaints, err)
}

// goesOn reports whether an error is of one game only, and others may follow.
func (c *conversion) goesOn(err error) bool {
	var bad *record.Error
	return c.KeepGoing && errors.As(err, &bad)
}

// place gives an error of writing the place where the game was read.
func place(err error, file string, game int) error {
	var bad *record.Error
	if errors.As(err, &bad) {
		bad.File, bad.Game = file, game
		return bad
	}
	if err != nil {
		return fmt.Errorf("write records: %w", err)
	}
	return nil
}
