package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"

	"kydai.dev/pkg/rules"
)

// Options say what is known about a file before it is read.
type Options struct {
	// File is named in errors.
	File string
	// Format is the name of the format; empty to find it out.
	Format string
	// Game is the game of records that do not name one; nil where they have to.
	// A record of another game is refused.
	Game rules.Game
}

// Read reads the games of a file one by one. Each is a record or an *Error; a
// faulty game does not end the reading unless the file as a whole is faulty,
// so a caller that wants all or nothing stops at the first error.
func Read(r io.Reader, o Options) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		games, err := open(r, o)
		if err != nil {
			yield(nil, &Error{File: o.File, Err: err})
			return
		}
		for game := 1; ; game++ {
			rec, err := games.next()
			if errors.Is(err, io.EOF) {
				return
			}
			var bad *Error
			if errors.As(err, &bad) {
				bad.File, bad.Game = o.File, game
			}
			if !yield(rec, err) || bad != nil && bad.last {
				return
			}
		}
	}
}

// peekSize is how much of a file is looked at to find its format.
const peekSize = 4096

// open finds the format of a file and begins to read it.
func open(r io.Reader, o Options) (reader, error) {
	buffered := bufio.NewReaderSize(&source{r: r}, peekSize)
	name := o.Format
	if name == "" {
		head, err := buffered.Peek(peekSize)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if name = detect(string(head), o.Game); name == "" {
			return nil, errors.New("no format is recognized in it: say which it is")
		}
	}
	format, ok := Find(name)
	switch {
	case !ok:
		return nil, fmt.Errorf("there is no format %q", name)
	case o.Game != nil && !format.Serves(o.Game):
		return nil, fmt.Errorf("the format %s has no records of %s", name, o.Game.Name())
	}
	return format.open(buffered, o), nil
}
