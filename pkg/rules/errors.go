package rules

import "fmt"

// PositionError says why a position string was refused, or why no game may
// start from it. Its text is English and for developers; clients translate by
// Field and Message is the detail.
type PositionError struct {
	// Field is the part of the line at fault (§1): board, side, plies, move,
	// unused, hand_white, hand_black, black, white or line.
	Field string
	// Rule is the validity rule that is broken where a game can't start from
	// the position; empty for a malformed line, unless it lacks a general.
	Rule SetupRule
	// Square is where it is broken, as [SetupRule] says; empty where the rule is
	// about no square.
	Square string
	// Message is the reason, in a clause without the field's name.
	Message string
	// Setup is true where the line reads well and only the validity rules for
	// starting a game refuse it.
	Setup bool
}

func (e *PositionError) Error() string { return e.Field + ": " + e.Message }

// BadPosition returns a *PositionError for a malformed line.
func BadPosition(field, format string, args ...any) error {
	return &PositionError{Field: field, Message: fmt.Sprintf(format, args...)}
}

// BadSetup returns a *PositionError for a position that may not start a game,
// because of a rule that is broken on a square.
func BadSetup(field string, rule SetupRule, square, format string, args ...any) error {
	return &PositionError{Field: field, Rule: rule, Square: square, Message: fmt.Sprintf(format, args...), Setup: true}
}

// BadRemoval returns the *PositionError for a square on which nothing stands that
// could be taken off the board.
func BadRemoval(square string) error {
	return BadSetup("board", NothingToRemove, square, "there is no piece on %.20q", square)
}

// MoveCode is the kind of a refused move.
type MoveCode string

// The kinds of refusal. A text that has the form of a move of the game is
// illegal, any other is malformed.
const (
	IllegalMove   MoveCode = "ILLEGAL_MOVE"
	MalformedMove MoveCode = "MALFORMED_MOVE"
	GameOver      MoveCode = "GAME_OVER"
)

// MoveError says why a move was refused.
type MoveError struct {
	Code MoveCode
	// Rule is the rule that forbids an illegal move; empty for other refusals.
	Rule Rule
	// Message is the reason in English.
	Message string
}

func (e *MoveError) Error() string { return e.Message }

// Illegal returns a *MoveError for a move that the rules forbid.
func Illegal(rule Rule, format string, args ...any) error {
	return &MoveError{Code: IllegalMove, Rule: rule, Message: fmt.Sprintf(format, args...)}
}

// Malformed returns a *MoveError for a text that is no move of the game.
func Malformed(format string, args ...any) error {
	return &MoveError{Code: MalformedMove, Message: fmt.Sprintf(format, args...)}
}
