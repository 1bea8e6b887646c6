package analysis

import (
	"fmt"

	"kydai.dev/pkg/rules"
)

// Subject is a game as it was played.
type Subject struct {
	Game rules.Game
	// Start is the position string in which it began.
	Start string
	// Moves are the moves, in canonical spelling.
	Moves []string
	// Result is how it ended, on the board or off it; empty where that is not
	// known.
	Result rules.Verdict
}

// step is one ply of a subject.
type step struct {
	before  rules.Position
	move    string
	after   rules.Position
	choices int // legal moves in the position before it
	verdict rules.Verdict
}

// steps plays the subject through, with its past: a repetition ends a game that a
// position alone would not.
func (s Subject) steps() ([]step, error) {
	start, err := s.Game.Parse(s.Start)
	if err != nil {
		return nil, fmt.Errorf("read start position: %w", err)
	}
	line := rules.NewLine(s.Game, start)
	steps := make([]step, len(s.Moves))
	for i, move := range s.Moves {
		before, choices := line.Position(), len(line.Legal())
		ply, err := line.Play(move)
		if err != nil {
			return nil, fmt.Errorf("play ply %d: %w", i+1, err)
		}
		steps[i] = step{before: before, move: ply.Move, after: ply.Next, choices: choices, verdict: ply.Verdict}
	}
	return steps, nil
}
