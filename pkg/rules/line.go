package rules

// Line is a game under way: where it started, the position now, and as much of
// the past as repetition can reach. It is not safe for concurrent use.
type Line struct {
	game  Game
	start Position
	moves []string
	// past holds the positions since the last irreversible move, oldest first;
	// the last one is the position now.
	past    []Position
	verdict Verdict
}

// Ply is what one legal move does in a line. It changes nothing until it is
// given to Push.
type Ply struct {
	Step
	// Number counts the plies of the line from 1.
	Number int
	// Occurrences is how often the position now stands, this time counted.
	Occurrences int
	Warnings    []Warning
	Verdict     Verdict
}

// NewLine begins a line at start, which counts as the first occurrence of its
// position. A position won or lost as it stands gives a line that is over.
func NewLine(g Game, start Position) *Line {
	return &Line{game: g, start: start, past: []Position{start}, verdict: start.Standing()}
}

// Game returns the rules of the line.
func (l *Line) Game() Game { return l.game }

// Start returns the position in which the line began.
func (l *Line) Start() Position { return l.start }

// Position returns the position now.
func (l *Line) Position() Position { return l.past[len(l.past)-1] }

// Verdict returns the outcome so far.
func (l *Line) Verdict() Verdict { return l.verdict }

// Plies is the number of moves made.
func (l *Line) Plies() int { return len(l.moves) }

// Reversible is how many of the last moves could be undone on the board: those
// since the last capture, placement or the like.
func (l *Line) Reversible() int { return len(l.past) - 1 }

// Moves returns the moves made, in canonical spelling. The slice is the line's
// own and must not be changed.
func (l *Line) Moves() []string { return l.moves }

// Legal lists the legal moves now: none once the line is over.
func (l *Line) Legal() []string {
	if l.verdict.Over() {
		return nil
	}
	return l.Position().Moves()
}

// Try judges a move without making it. The error is a *MoveError.
func (l *Line) Try(text string) (Ply, error) {
	if l.verdict.Over() {
		return Ply{}, &MoveError{Code: GameOver, Message: "the game is over: " + string(l.verdict.Reason)}
	}
	step, err := l.Position().Play(text)
	if err != nil {
		return Ply{}, err
	}
	p := Ply{Step: step, Number: len(l.moves) + 1, Occurrences: 1}
	if !step.Irreversible {
		p.Occurrences += l.occurrences(step.Next)
	}
	p.Verdict = l.judge(p)
	return p, nil
}

// Push makes a ply that Try returned for the line as it stands.
func (l *Line) Push(p Ply) {
	if p.Irreversible {
		l.past = nil
	}
	l.past = append(l.past, p.Next)
	l.moves = append(l.moves, p.Move)
	l.verdict = p.Verdict
}

// Play tries a move and makes it.
func (l *Line) Play(text string) (Ply, error) {
	p, err := l.Try(text)
	if err != nil {
		return Ply{}, err
	}
	l.Push(p)
	return p, nil
}

// Rewind returns a new line with only the first n plies.
func (l *Line) Rewind(n int) (*Line, error) {
	short := NewLine(l.game, l.start)
	for _, m := range l.moves[:n] {
		if _, err := short.Play(m); err != nil {
			return nil, err
		}
	}
	return short, nil
}

// judge applies the order of checks of games.md §1: win on the board,
// repetition, move-count draw, material draw.
func (l *Line) judge(p Ply) Verdict {
	switch v := p.Next.Standing(); {
	case v.Over():
		return v
	case p.Occurrences >= l.game.Repetitions():
		return Draw(Repetition)
	case p.Next.MoveCountDraw():
		return Draw(MoveCount)
	case p.Next.MaterialDraw():
		return Draw(NoAttackers)
	default:
		return Verdict{}
	}
}

// occurrences counts how often q has stood since the last irreversible move.
func (l *Line) occurrences(q Position) int {
	n := 0
	for i := len(l.past) - 2; i >= 0; i -= 2 { // the same side moves every second ply
		if l.past[i].Hash() == q.Hash() && l.past[i].Same(q) {
			n++
		}
	}
	return n
}

// TimeoutVerdict is the outcome when the flag of side s falls in position p: a
// loss, or a draw where the opponent has no attacking piece (§3).
func TimeoutVerdict(p Position, s Side) Verdict {
	if p.CanWin(s.Other()) {
		return Win(s.Other(), Timeout)
	}
	return Draw(TimeoutNoAttackers)
}
