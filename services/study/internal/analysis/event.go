package analysis

import (
	"slices"
	"time"
)

// Event is one thing that happens to an analysis. Ply is the ply that is done; an
// event without one tells of the state, in which the analysis began or ended.
type Event struct {
	ID  string
	Seq int
	At  time.Time
	Ply *Ply
	// Done is how many plies are done with it, Total how many there are.
	Done, Total int
	State       State
	Error       string
	Report      Report
}

// Events are the events after a seq, at most a number of them. They follow from
// what is kept, the same whenever they are asked for.
func (a Analysis) Events(after, most int) ([]Event, error) {
	plies, err := a.Review(max(1, after)) // ply n is event n+1
	if err != nil {
		return nil, err
	}
	var events []Event
	if after < 1 {
		events = append(events, Event{ID: a.ID, Seq: 1, At: a.Created, State: Queued, Total: a.Plies()})
	}
	for i := range plies {
		p := &plies[i]
		events = append(events, Event{
			ID: a.ID, Seq: p.Number + 1, At: a.foundAt(p.Number), State: Running, Ply: p, Done: p.Number, Total: a.Plies(),
		})
	}
	if a.State.Ended() && after < a.Seq() {
		events = append(events, a.Last())
	}
	return events[:min(most, len(events))], nil
}

// Last is the event with which an analysis has ended.
func (a Analysis) Last() Event {
	return Event{
		ID: a.ID, Seq: a.Seq(), At: a.Ended, State: a.State, Done: a.Reviewed(), Total: a.Plies(), Error: a.Error, Report: a.Report,
	}
}

// With is the analysis once some more positions were looked at, and what is to be
// told of them. With the last position it is done.
func (a Analysis) With(found []Found) (Analysis, []Event, error) {
	before := a.Seq()
	a.Found = append(slices.Clip(a.Found), found...)
	a.Looked = len(a.Found)
	if a.Looked == a.Positions {
		a.State, a.Ended = Done, found[len(found)-1].At
		plies, err := a.Review(1)
		if err != nil {
			return a, nil, err
		}
		a.Report = Sum(plies)
	}
	events, err := a.Events(before, a.Plies()+1)
	return a, events, err
}

// foundAt is when a ply was done: with the position after it, or the last one
// before it where the game is over.
func (a Analysis) foundAt(ply int) time.Time { return a.Found[min(ply, len(a.Found)-1)].At }
