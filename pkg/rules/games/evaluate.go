package games

import "kydai.dev/pkg/rules"

// BadPosition is the code of a refused position, beside rules.MoveCode.
const BadPosition = "BAD_POSITION"

// Evaluation is what holds after moves from a position, or before the first
// one that was refused.
type Evaluation struct {
	// Position and Side are empty where the position itself was refused.
	Position, Side string
	Legal          []string
	Outcome        rules.Verdict
	Warnings       []rules.Warning
	// Ply is the ply of the refused move, from 1; 0 for the position.
	Ply int
	// Err is a *rules.PositionError or a *rules.MoveError; nil when all went
	// well.
	Err error
}

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

// Evaluate plays moves from a position. With setup the rules for starting a
// game apply to it; without, play goes on from its counters. The empty
// position is the usual start.
func Evaluate(g rules.Game, position string, moves []string, setup bool) Evaluation {
	start, err := read(g, position, setup)
	if err != nil {
		return Evaluation{Err: err}
	}
	line := rules.NewLine(g, start)
	var e Evaluation
	for i, m := range moves {
		ply, err := line.Play(m)
		if err != nil {
			e.Ply, e.Err = i+1, err
			break
		}
		e.Warnings = append(e.Warnings, ply.Warnings...)
	}
	e.Position, e.Side = line.Position().String(), line.Position().Side().String()
	e.Legal, e.Outcome = line.Legal(), line.Verdict()
	return e
}

func read(g rules.Game, position string, setup bool) (rules.Position, error) {
	if setup || position == "" {
		return Setup(g, position)
	}
	return g.Parse(position)
}
