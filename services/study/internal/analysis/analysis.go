// Package analysis is what the study knows of a game: how it was played, what the
// engine says of each of its positions, and what follows from that for every ply
// and for both sides. What follows is worked out anew whenever it is looked at;
// only what the engine has said is kept.
package analysis

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"kydai.dev/pkg/rules/record"
)

// State is where an analysis stands.
type State string

// The states.
const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Ended reports whether nothing more will come.
func (s State) Ended() bool { return s == Done || s == Failed || s == Cancelled }

// Budget is how thoroughly a game is looked at.
type Budget struct {
	// Nodes is how many positions search looks at for each position of the game,
	// Lines how many of the best moves it tells.
	Nodes, Lines int
}

// The budget of who does not say.
const (
	usualNodes = 100_000
	usualLines = 1
)

// OrUsual fills what was not said.
func (b Budget) OrUsual() Budget {
	if b.Nodes == 0 {
		b.Nodes = usualNodes
	}
	if b.Lines == 0 {
		b.Lines = usualLines
	}
	return b
}

// Found is what search says of a position.
type Found struct {
	// Lines are the best moves, the best first; none where the game is over.
	Lines []Line
	At    time.Time
}

// Analysis is a game that is analysed, as far as it has come.
type Analysis struct {
	ID string
	// GameID is the game that was played here; empty for a pasted record.
	GameID string
	// Owner is who sent a record; empty for a game.
	Owner   string
	Subject Subject
	// Tags and Comments are what a pasted record says besides.
	Tags     []record.Tag
	Comments []record.Comment
	Budget   Budget
	State    State
	// Error is why it has failed.
	Error string
	// Positions is how many positions search has to look at, Looked how many it
	// has, from the start on; Found is what it says of them. Lists leave Found
	// out.
	Positions, Looked int
	Found             []Found
	// Report sums it up once it is done.
	Report                  Report
	Created, Started, Ended time.Time
}

// New is an analysis that waits.
func New(id string, s Subject, b Budget, now time.Time) (Analysis, error) {
	a := Analysis{ID: id, Subject: s, Budget: b, State: Queued, Created: now}
	steps, err := s.steps()
	if err != nil {
		return a, err
	}
	if len(steps) == 0 {
		return a, ErrNothing
	}
	a.Positions = len(steps)
	if !steps[len(steps)-1].verdict.Over() {
		a.Positions++ // what search says of the last position, too
	}
	return a, nil
}

// Source is equal for analyses that ask the same of the same.
func (a Analysis) Source() string {
	of := "game:" + a.GameID
	if a.GameID == "" {
		text := fmt.Sprint(a.Subject.Game.Name(), "\n", a.Subject.Start, "\n", strings.Join(a.Subject.Moves, " "), "\n", a.Subject.Result, "\n", a.Tags)
		for _, c := range a.Comments {
			text += fmt.Sprintf("\n%d %q", c.Ply, c.Text)
		}
		hash := sha256.Sum256([]byte(text))
		of = "record:" + a.Owner + ":" + hex.EncodeToString(hash[:])
	}
	return fmt.Sprintf("%s/%d/%d", of, a.Budget.Nodes, a.Budget.Lines)
}

// Plies is how many plies there are, Reviewed how many are done: a ply needs the
// positions before and after it.
func (a Analysis) Plies() int { return len(a.Subject.Moves) }

// Reviewed is how many plies are done.
func (a Analysis) Reviewed() int {
	if a.Looked == a.Positions {
		return a.Plies()
	}
	return max(0, a.Looked-1)
}

// Seq is the number of the last event: the first one says that the analysis
// waits, one more each ply that is done, and the last one how it has ended.
func (a Analysis) Seq() int {
	seq := 1 + a.Reviewed()
	if a.State.Ended() {
		seq++
	}
	return seq
}
