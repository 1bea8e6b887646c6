package games

import (
	"errors"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/notation"
)

// BadPosition is the code of a refused position, beside rules.MoveCode.
const BadPosition = "BAD_POSITION"

// Question is a position and moves to play from it.
type Question struct {
	// Position is where to begin; the usual start when empty.
	Position string
	Moves    []string
	// Notation is how the moves are written; canonical spelling when empty.
	Notation string
	// Setup applies the rules for starting a game to the position; without it
	// play goes on from its counters.
	Setup bool
}

// Evaluation is what holds after moves from a position, or before the first
// one that was refused.
type Evaluation struct {
	// Position and Side are empty where the position itself was refused.
	Position, Side string
	Legal          []string
	Outcome        rules.Verdict
	// Evidence proves the outcome; nil where there is none to give.
	Evidence *rules.Evidence
	Warnings []rules.Warning
	// Made are the moves that were played.
	Made []Made
	// Ply is the ply of the refused move, from 1; 0 for the position.
	Ply int
	// Err is a *rules.PositionError or a *rules.MoveError, or ErrNotation; nil
	// when all went well.
	Err error
}

// Made is a move that was played.
type Made struct {
	// Move is its canonical spelling, Position what stood after it.
	Move, Position string
	// Texts are the move in every notation of the game.
	Texts notation.Texts
}

// ErrNotation says that the game has no notation of the name.
var ErrNotation = errors.New("the game has no notation of this name")

// Setup reads a position from which a game is to start: the validity rules
// apply, and counters begin anew. The empty line is the usual start.
func Setup(g rules.Game, line string) (rules.Position, error) {
	if line == "" {
		return g.Start(), nil
	}
	p, err := g.Parse(line)
	if err != nil {
		return nil, err
	}
	if err := p.CheckSetup(); err != nil {
		return nil, err
	}
	return p.Fresh(), nil
}

// Evaluate plays the moves of a question.
func Evaluate(g rules.Game, q Question) Evaluation {
	start, err := read(g, q)
	if err != nil {
		return Evaluation{Err: err}
	}
	canonical, err := reader(g, q.Notation)
	if err != nil {
		return Evaluation{Err: err}
	}
	line := rules.NewLine(g, start)
	var e Evaluation
	for i, text := range q.Moves {
		if err := e.play(line, text, canonical); err != nil {
			e.Ply, e.Err = i+1, err
			break
		}
	}
	e.Position, e.Side = line.Position().String(), line.Position().Side().String()
	e.Legal, e.Outcome, e.Evidence = line.Legal(), line.Verdict(), line.Evidence()
	return e
}

// play plays one move, which canonical reads.
func (e *Evaluation) play(line *rules.Line, text string, canonical func(rules.Position, string) (string, error)) error {
	before, move := line.Position(), text
	if !line.Verdict().Over() { // else it is refused for that, whatever it says
		var err error
		if move, err = canonical(before, text); err != nil {
			return err
		}
	}
	ply, err := line.Play(move)
	if err != nil {
		return err
	}
	e.Warnings = append(e.Warnings, ply.Warnings...)
	e.Made = append(e.Made, Made{Move: ply.Move, Position: ply.Next.String(), Texts: notation.Write(line.Game(), before, ply.Move)})
	return nil
}

// reader reads moves in a notation.
func reader(g rules.Game, name string) (func(rules.Position, string) (string, error), error) {
	if name == "" {
		return func(_ rules.Position, text string) (string, error) { return text, nil }, nil
	}
	n, ok := notation.Find(g, name)
	if !ok {
		return nil, ErrNotation
	}
	return n.Read, nil
}

func read(g rules.Game, q Question) (rules.Position, error) {
	if q.Setup || q.Position == "" {
		return Setup(g, q.Position)
	}
	return g.Parse(q.Position)
}
