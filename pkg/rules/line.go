package rules

// Line is a game under way: where it started, the position now, and as much of
// the past as repetition can reach. It is not safe for concurrent use.
type Line struct {
	game  Game
	start Position
	moves []string
	// past holds the positions since the last irreversible move, oldest first;
	// the last one is the position now.
	past []Position
	// warned are the sides that have been warned since the last irreversible
	// move.
	warned   [2]bool
	verdict  Verdict
	evidence *Evidence
}

// Ply is what one legal move does in a line. It changes nothing until it is
// given to Push.
type Ply struct {
	Step
	// Number counts the plies of the line from 1.
	Number int
	// Occurrences is how often the position now stands, this time counted.
	Occurrences int
	// Warnings are given with this ply, to each side once until the next
	// irreversible move.
	Warnings []Warning
	Verdict  Verdict
	// Evidence proves the verdict; nil where the game goes on and where the
	// board alone shows why it ended.
	Evidence *Evidence
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

// Evidence returns the proof of the outcome, as Ply has it.
func (l *Line) Evidence() *Evidence { return l.evidence }

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
	p := Ply{Step: step, Number: len(l.moves) + 1}
	l.judge(&p)
	return p, nil
}

// Push makes a ply that Try returned for the line as it stands.
func (l *Line) Push(p Ply) {
	if p.Irreversible {
		clear(l.past) // the positions go, the room for the next ones stays
		l.past, l.warned = l.past[:0], [2]bool{}
	}
	l.past = append(l.past, p.Next)
	l.moves = append(l.moves, p.Move)
	l.verdict, l.evidence = p.Verdict, p.Evidence
	for _, w := range p.Warnings {
		l.warned[w.Side] = true
	}
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

// TimeoutVerdict is the outcome when the flag of side s falls in position p: a
// loss, or a draw where the opponent has no attacking piece (§3).
func TimeoutVerdict(p Position, s Side) Verdict {
	if p.CanWin(s.Other()) {
		return Win(s.Other(), Timeout)
	}
	return Draw(TimeoutNoAttackers)
}
