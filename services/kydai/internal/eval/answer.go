package eval

import (
	"cmp"
	"errors"
	"slices"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
)

// Codes of errors that are not of the rules, beside games.BadPosition and
// rules.MoveCode.
const (
	unknownGame = "UNKNOWN_GAME"
	badRequest  = "BAD_REQUEST"
)

type answer struct {
	ID       rawID     `json:"id"`
	Position string    `json:"position"`
	Side     string    `json:"side"`
	Legal    []string  `json:"legal"`
	Outcome  *outcome  `json:"outcome"`
	Warnings []warning `json:"warnings"`
	Error    *refusal  `json:"error"`
}

type outcome struct {
	Winner rules.Winner `json:"winner"`
	Reason rules.Reason `json:"reason"`
}

type warning struct {
	Ply  int    `json:"ply"`
	Side string `json:"side"`
	Rule string `json:"rule"`
}

type refusal struct {
	// Ply is the refused move's; 0 where it was not a move.
	Ply int `json:"ply"`
	// Code is the rule that forbids a move where it is one that the rules
	// forbid, and the kind of the refusal otherwise.
	Code    string `json:"code"`
	Field   string `json:"field,omitempty"`
	Message string `json:"message"`
}

// respond answers one line. The error says why it is no question.
func respond(line []byte) (answer, error) {
	q, err := parse(line)
	if err != nil {
		return refused(q.ID, badRequest, err), err
	}
	g, ok := games.Find(q.Game)
	if !ok {
		return refused(q.ID, unknownGame, errors.New("there is no such game")), nil
	}
	return answered(q.ID, evaluate(g, q)), nil
}

func refused(id rawID, code string, err error) answer {
	return answer{ID: id, Legal: []string{}, Warnings: []warning{}, Error: &refusal{Code: code, Message: err.Error()}}
}

// evaluate takes a position that is given and empty for a malformed line, not
// for the usual start.
func evaluate(g rules.Game, q question) games.Evaluation {
	if q.Position == nil {
		return games.Evaluate(g, "", q.Moves, q.Setup)
	}
	if *q.Position == "" {
		_, err := g.Parse("")
		return games.Evaluation{Err: err}
	}
	return games.Evaluate(g, *q.Position, q.Moves, q.Setup)
}

func answered(id rawID, e games.Evaluation) answer {
	a := answer{
		ID: id, Position: e.Position, Side: e.Side, Legal: e.Legal,
		Warnings: make([]warning, 0, len(e.Warnings)), Error: refusalOf(e.Ply, e.Err),
	}
	if a.Legal == nil {
		a.Legal = []string{}
	}
	if e.Outcome.Over() {
		a.Outcome = &outcome{Winner: e.Outcome.Winner, Reason: e.Outcome.Reason}
	}
	slices.SortStableFunc(e.Warnings, func(a, b rules.Warning) int {
		return cmp.Or(cmp.Compare(a.Ply, b.Ply), cmp.Compare(a.Side, b.Side))
	})
	for _, w := range e.Warnings {
		a.Warnings = append(a.Warnings, warning{Ply: w.Ply, Side: w.Side.String(), Rule: w.Rule})
	}
	return a
}

func refusalOf(ply int, err error) *refusal {
	var position *rules.PositionError
	var move *rules.MoveError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &position):
		return &refusal{Code: games.BadPosition, Field: position.Field, Message: position.Message}
	case errors.As(err, &move):
		return &refusal{Ply: ply, Code: codeOf(move), Message: move.Message}
	}
	return &refusal{Ply: ply, Code: badRequest, Message: err.Error()} // the rules know no other error
}

func codeOf(e *rules.MoveError) string {
	if e.Code == rules.IllegalMove {
		return string(e.Rule)
	}
	return string(e.Code)
}
