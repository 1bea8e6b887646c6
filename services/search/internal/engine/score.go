package engine

// Scores. A side that is mated now has −mateScore; every ply of delay is one
// better. A loss that is known without a search counts like a mate further away
// than any that a search sees, one by breaking a rule of repetition like one
// beyond these.
const (
	infinite  = 32000
	mateScore = 31000
	// certainScore is that of a known outcome, less the plies to it: at most a
	// line and Farthest.
	certainScore = 30600
	certainFloor = certainScore - maxPly - Farthest
	ruleScore    = 30000
	// sureScore is what a score reaches only when the game is decided.
	sureScore = mateScore - 2*maxPly
	ruleFloor = ruleScore - 2*maxPly
	drawScore = 0

	// maxPly is how deep a line can become.
	maxPly = 128
)

func lossIn(ply int) int { return ply - mateScore }

// decided reports whether a score is no estimate.
func decided(score int) bool { return score >= ruleFloor || score <= -ruleFloor }

// toTable makes a score that counts plies from the root count them from here.
func toTable(score, ply int) int {
	switch {
	case score >= certainFloor:
		return score + ply
	case score <= -certainFloor:
		return score - ply
	}
	return score
}

// fromTable is the inverse of toTable.
func fromTable(score, ply int) int {
	switch {
	case score >= certainFloor:
		return score - ply
	case score <= -certainFloor:
		return score + ply
	}
	return score
}

// Score is what a line is worth to the side to move.
type Score struct {
	// Value is in hundredths of the game's smallest piece.
	Value int
	// Mate is how many plies it takes until the game is won, negative until it is
	// lost; 0 where that is not known.
	Mate int
}

// Decided reports whether the score is that of a game that is won or lost.
func (s Score) Decided() bool { return decided(s.Value) }

func newScore(value int) Score {
	switch {
	case value >= sureScore:
		return Score{Value: value, Mate: mateScore - value}
	case value <= -sureScore:
		return Score{Value: value, Mate: -mateScore - value}
	}
	return Score{Value: value}
}
