package eval

import (
	"cmp"
	"errors"
	"slices"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/texts"
)

// Codes of errors that are not of the rules, beside games.BadPosition and
// rules.MoveCode.
const (
	unknownGame     = "UNKNOWN_GAME"
	unknownNotation = "UNKNOWN_NOTATION"
	badRequest      = "BAD_REQUEST"
)

type answer struct {
	ID       rawID    `json:"id"`
	Position string   `json:"position"`
	Side     string   `json:"side"`
	Legal    []string `json:"legal"`
	Outcome  *outcome `json:"outcome"`
	// Evidence proves the outcome; null where the board alone shows it.
	Evidence *evidence `json:"evidence"`
	Warnings []warning `json:"warnings"`
	// Texts are the moves played, one entry a ply: the canonical spelling as
	// "move", and each notation of the game by its name.
	Texts []map[string]string `json:"texts"`
	Error *refusal            `json:"error"`
}

// evidence is the proof as data and as a sentence in both languages.
type evidence struct {
	*rules.Evidence

	Sentence sentence `json:"sentence"`
}

type sentence struct {
	Vietnamese string `json:"vi"`
	English    string `json:"en"`
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
	Code  string `json:"code"`
	Field string `json:"field,omitempty"`
	// Rule and Square say which validity rule a position breaks, and where.
	Rule    string `json:"rule,omitempty"`
	Square  string `json:"square,omitempty"`
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
	return answer{
		ID: id, Legal: []string{}, Warnings: []warning{}, Texts: []map[string]string{}, Error: &refusal{Code: code, Message: err.Error()},
	}
}

// evaluate takes a position that is given and empty for a malformed line, not
// for the usual start.
func evaluate(g rules.Game, q question) games.Evaluation {
	asked := games.Question{Moves: q.Moves, Setup: q.Setup, Notation: q.Notation}
	if q.Position != nil {
		asked.Position = *q.Position
		if asked.Position == "" {
			_, err := g.Parse("")
			return games.Evaluation{Err: err}
		}
	}
	return games.Evaluate(g, asked)
}

func answered(id rawID, e games.Evaluation) answer {
	a := answer{
		ID: id, Position: e.Position, Side: e.Side, Legal: e.Legal,
		Warnings: make([]warning, 0, len(e.Warnings)), Texts: make([]map[string]string, 0, len(e.Made)), Error: refusalOf(e.Ply, e.Err),
	}
	if a.Legal == nil {
		a.Legal = []string{}
	}
	if e.Outcome.Over() {
		a.Outcome = &outcome{Winner: e.Outcome.Winner, Reason: e.Outcome.Reason}
	}
	if e.Evidence != nil {
		a.Evidence = &evidence{e.Evidence, sentence{texts.Evidence(texts.Vietnamese, *e.Evidence), texts.Evidence(texts.English, *e.Evidence)}}
	}
	for _, m := range e.Made {
		entry := map[string]string{"move": m.Move}
		for _, text := range m.Texts {
			entry[text.Notation] = text.Text
		}
		a.Texts = append(a.Texts, entry)
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
	case errors.Is(err, games.ErrNotation):
		return &refusal{Code: unknownNotation, Message: err.Error()}
	case errors.As(err, &position):
		return &refusal{Code: games.BadPosition, Field: position.Field, Rule: string(position.Rule), Square: position.Square, Message: position.Message}
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
