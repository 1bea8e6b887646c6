package tourney

import (
	"fmt"
	"slices"
)

// draft is a decision in the making: what is decided first already holds for what
// follows from it.
type draft struct {
	Tournament // as it will be
	by         Act
	decision   Decision
}

func (t *Tournament) draft(by Act) *draft { return &draft{Tournament: *t, by: by} }

// act adds what the actor has done.
func (d *draft) act(kind any) { d.add(Event{Actor: d.by.Actor, Reason: d.by.Reason, Kind: kind}) }

// follow adds what comes about by itself.
func (d *draft) follow(kind any) { d.add(Event{Kind: kind}) }

func (d *draft) add(e Event) {
	e.Seq, e.At = d.seq+1, d.by.Now
	d.Apply(e)
	d.decision.Events = append(d.decision.Events, e)
}

// ask adds a chore that has a lane of its own.
func (d *draft) ask(key string, kind any) {
	d.decision.Chores = append(d.decision.Chores, Chore{Key: key, Lane: key, Kind: kind})
}

// askGame adds a chore about a game that exists. The event that asks for it makes
// the key unique.
func (d *draft) askGame(what, game string, kind any) {
	key := fmt.Sprintf("%s:%d:%s:%s", d.id, d.seq, what, game)
	d.decision.Chores = append(d.decision.Chores, Chore{Key: key, Lane: game, Kind: kind})
}

// keep has the standings of a round kept.
func (d *draft) keep(round int) {
	if !slices.Contains(d.decision.Finished, round) {
		d.decision.Finished = append(d.decision.Finished, round)
	}
}

// words are the actor's, or what to say where there are none.
func (d *draft) words(otherwise string) string {
	if d.by.Reason == "" {
		return otherwise
	}
	return d.by.Reason
}
