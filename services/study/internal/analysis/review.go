package analysis

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/notation"
)

// Class is how good a move was.
type Class string

// The classes.
const (
	Best       Class = "best"
	Good       Class = "good"
	Inaccuracy Class = "inaccuracy"
	Mistake    Class = "mistake"
	Blunder    Class = "blunder"
)

// The shares of the point from which on giving them away is an inaccuracy, a
// mistake and a blunder, as chess servers draw the lines; what is less than
// nothing is noise of the search.
const (
	nothing        = 0.005
	fromInaccuracy = 0.05
	fromMistake    = 0.10
	fromBlunder    = 0.20
)

// Move is a move and how people write it.
type Move struct {
	Move  string
	Texts notation.Texts
}

// Variation is a line with its moves in words.
type Variation struct {
	Moves      []Move
	Evaluation Evaluation
}

// Ply is one move of the game and what is to be said of it.
type Ply struct {
	Move

	Number   int
	Side     rules.Side
	Position string // after it
	// Before and After are what the positions around it are worth.
	Before, After Evaluation
	// Loss is how much of the point that the side could expect it gave away.
	Loss  float64
	Class Class
	// Forced says that there was no other legal move.
	Forced bool
	// Lines are the best moves instead, the best first.
	Lines []Variation
}

// How many moves of the best line and of the others are told.
const (
	longBest  = 8
	longOther = 4
)

// Review says what follows for the plies that are done, from a number on.
func (a Analysis) Review(from int) ([]Ply, error) {
	steps, err := a.Subject.steps()
	if err != nil {
		return nil, err
	}
	var plies []Ply
	for i := max(0, from-1); i < a.Reviewed(); i++ {
		plies = append(plies, a.review(steps, i))
	}
	return plies, nil
}

func (a Analysis) review(steps []step, i int) Ply {
	s := steps[i]
	p := Ply{
		Move: a.write(s.before, s.move), Number: i + 1, Side: s.before.Side(), Position: s.after.String(),
		Before: a.evaluation(steps, i), After: a.evaluation(steps, i+1), Forced: s.choices == 1,
	}
	for n, l := range a.Found[i].Lines {
		most := longOther
		if n == 0 {
			most = longBest
		}
		if v := a.variation(s.before, l, most); len(v.Moves) > 0 {
			p.Lines = append(p.Lines, v)
		}
	}
	chosen := a.Found[i].Lines[0].Moves[0] == s.move
	if !chosen && !p.Forced { // the engine would have done the same, or nobody could have done anything else
		p.Loss = max(0, p.Before.For(p.Side)-p.After.For(p.Side))
	}
	p.Class = classOf(p.Loss, chosen || p.Forced)
	return p
}

// evaluation is that of the position after some plies.
func (a Analysis) evaluation(steps []step, plies int) Evaluation {
	if plies > 0 && steps[plies-1].verdict.Over() {
		return decided(steps[plies-1].verdict)
	}
	toMove := steps[0].before.Side()
	if plies > 0 {
		toMove = steps[plies-1].after.Side()
	}
	return evaluated(a.Subject.Game, a.Found[plies].Lines[0], toMove)
}

// variation is a line in words.
func (a Analysis) variation(p rules.Position, l Line, most int) Variation {
	v := Variation{Evaluation: evaluated(a.Subject.Game, l, p.Side())}
	for _, m := range l.Moves[:min(most, len(l.Moves))] {
		step, err := p.Play(m)
		if err != nil { // search has gone on where the game is over
			break
		}
		v.Moves = append(v.Moves, a.write(p, step.Move))
		p = step.Next
	}
	return v
}

func (a Analysis) write(p rules.Position, move string) Move {
	return Move{Move: move, Texts: notation.Write(a.Subject.Game, p, move)}
}

func classOf(loss float64, best bool) Class {
	switch {
	case best || loss < nothing:
		return Best
	case loss < fromInaccuracy:
		return Good
	case loss < fromMistake:
		return Inaccuracy
	case loss < fromBlunder:
		return Mistake
	default:
		return Blunder
	}
}
