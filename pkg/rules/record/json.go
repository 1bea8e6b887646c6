package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
)

// jsonReader reads a document: one game, or an array of games.
type jsonReader struct {
	options Options
	budget  *budget
	dec     *json.Decoder
	state   state
}

// state is where in a document its reader stands.
type state uint8

const (
	before state = iota
	within       // in an array
	after
)

func openJSON(r *bufio.Reader, o Options) reader {
	b := &budget{r: r}
	return &jsonReader{options: o, budget: b, dec: json.NewDecoder(b)}
}

func (j *jsonReader) next() (*Record, error) {
	j.budget.left = MaxBytes
	more, err := j.more()
	var text json.RawMessage
	if err == nil && more {
		err = j.dec.Decode(&text)
	}
	switch {
	case errors.Is(err, io.EOF):
		return nil, broken(0, io.ErrUnexpectedEOF)
	case err != nil:
		return nil, broken(0, err)
	case !more:
		return nil, io.EOF
	}
	return readObject(text, 0, j.options)
}

// more reports whether a game follows. The end of the file is none where it
// comes too early.
func (j *jsonReader) more() (bool, error) {
	switch {
	case j.state == before:
		return j.opening()
	case j.state == within && j.dec.More():
		return true, nil
	case j.state == within:
		j.state = after
		if _, err := j.dec.Token(); err != nil {
			return false, err
		}
	}
	if _, err := j.dec.Token(); !errors.Is(err, io.EOF) {
		return false, errors.New("something follows the JSON document; write one game a line as ndjson")
	}
	return false, nil
}

// opening reads up to the first game.
func (j *jsonReader) opening() (bool, error) {
	for {
		next, err := j.budget.r.Peek(1)
		switch {
		case err != nil:
			return false, err
		case bytes.ContainsAny(next, " \t\r\n"):
			_, _ = j.budget.r.Discard(1)
		case next[0] != '[':
			j.state = after
			return true, nil
		default:
			j.state = within
			_, _ = j.dec.Token() // the bracket
			return j.more()
		}
	}
}

// budget is a reader that gives up on a game that is too long.
type budget struct {
	r    *bufio.Reader
	left int
}

// Read implements [io.Reader].
func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// lineReader reads one object a line and passes over empty lines.
type lineReader struct {
	options Options
	lines   *bufio.Scanner
	line    int
}

func openLines(r *bufio.Reader, o Options) reader {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, MaxBytes)
	lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if end := bytes.IndexByte(data, '\n'); end >= 0 {
			return end + 1, data[:end], nil
		}
		return remainder(r, data, atEOF)
	})
	return &lineReader{options: o, lines: lines}
}

func (l *lineReader) next() (*Record, error) {
	for l.lines.Scan() {
		l.line++
		if text := bytes.TrimSpace(l.lines.Bytes()); len(text) > 0 {
			return readObject(text, l.line, l.options)
		}
	}
	switch err := l.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, broken(l.line+1, errTooLong)
	case err != nil:
		return nil, broken(l.line+1, err)
	}
	return nil, io.EOF
}

// readObject reads a game of our own format.
func readObject(text []byte, line int, o Options) (*Record, error) {
	var w written
	if err := w.read(text); err != nil {
		return nil, &Error{Line: line, Err: err}
	}
	d, err := w.draft(o.Game)
	if err != nil {
		return nil, &Error{Line: line, Err: err}
	}
	d.line = line
	for i := range d.moves {
		d.moves[i].line = line
	}
	return d.record()
}

// draft finds the game, and checks what JSON can't.
func (w *written) draft(game rules.Game) (*draft, error) {
	if err := w.fill(&game); err != nil {
		return nil, err
	}
	start, err := setup(game, w.start)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	d := &draft{game: game, start: start, tags: w.tags, comments: w.comments, spell: canonical, result: w.result}
	for _, m := range w.moves {
		d.moves = append(d.moves, word{text: m})
	}
	return d, nil
}

// fill completes game by the one that is written.
func (w *written) fill(game *rules.Game) error {
	switch named, ok := games.Find(w.game); {
	case w.game == "" && *game != nil:
		return nil
	case w.game == "":
		return errors.New(`the field "game" is missing`)
	case !ok:
		return fmt.Errorf("there is no game %q", w.game)
	default:
		return sameGame(game, named)
	}
}

// sameGame completes game by the one that a record names.
func sameGame(game *rules.Game, named rules.Game) error {
	if *game != nil && (*game).Name() != named.Name() {
		return fmt.Errorf("the record is of %s, not of %s", named.Name(), (*game).Name())
	}
	*game = named
	return nil
}
