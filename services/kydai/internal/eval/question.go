package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// rawID is any JSON value, given back as it came; null where there was none.
type rawID = json.RawMessage

type question struct {
	ID       rawID    `json:"id"`
	Game     string   `json:"game"`
	Position *string  `json:"position"`
	Moves    []string `json:"moves"`
	Setup    bool     `json:"setup"`
	// Notation is how the moves are written; canonical spelling when empty.
	Notation string `json:"notation"`
}

var (
	errNoObject = errors.New("the line is not one JSON object")
	errTrailing = errors.New("something follows the object")
)

// parse reads a line. The id is found even where the rest is wrong, as long as
// the line is JSON at all.
func parse(line []byte) (question, error) {
	var q question
	if line = bytes.TrimLeft(line, " \t\r"); line[0] != '{' {
		return q, errNoObject
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&q)
	if err == nil {
		if _, more := decoder.Token(); !errors.Is(more, io.EOF) {
			err = errTrailing
		}
	}
	if err != nil {
		return question{ID: idOf(line)}, plain(err)
	}
	return q, nil
}

// plain says of a field with the wrong kind of value so, without the names of
// our types.
func plain(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s can't be a JSON %s", wrong.Field, wrong.Value)
	}
	return err
}

func idOf(line []byte) rawID {
	var q struct {
		ID rawID `json:"id"`
	}
	if json.Unmarshal(line, &q) != nil {
		return nil
	}
	return q.ID
}
