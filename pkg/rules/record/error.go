package record

import (
	"fmt"
	"strings"
)

// Error says why a game could not be read or written. Where a move is refused
// it wraps the *rules.MoveError, where the start is, the *rules.PositionError.
type Error struct {
	// File is the name given to Read; empty where there is none.
	File string
	// Game counts the games of the file from 1; 0 where the file as a whole is
	// at fault.
	Game int
	// Line is the line of the file, from 1; 0 where it is unknown.
	Line int
	// Ply is the move at fault, from 1; 0 where no move is.
	Ply int
	// Move is that move as the file has it.
	Move string
	Err  error

	// last says that nothing can be read after it.
	last bool
}

// Error names the place and the reason: "a.pgn: game 2, line 14, ply 7, move
// H2-E9: …".
func (e *Error) Error() string {
	var where []string
	for _, part := range []struct {
		word  string
		count int
	}{{"game", e.Game}, {"line", e.Line}, {"ply", e.Ply}} {
		if part.count > 0 {
			where = append(where, fmt.Sprintf("%s %d", part.word, part.count))
		}
	}
	if e.Move != "" {
		where = append(where, "move "+e.Move)
	}
	text := e.Err.Error()
	if len(where) > 0 {
		text = strings.Join(where, ", ") + ": " + text
	}
	if e.File != "" {
		text = e.File + ": " + text
	}
	return text
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// faulty is the error of a place in a file.
func faulty(line int, format string, args ...any) *Error {
	return &Error{Line: line, Err: fmt.Errorf(format, args...)}
}

// broken is an error after which the file can't be read on.
func broken(line int, err error) *Error { return &Error{Line: line, Err: err, last: true} }
