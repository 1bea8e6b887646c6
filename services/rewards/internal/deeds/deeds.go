// Package deeds is what players have done, and how far it has brought them in
// their quests and achievements. It is pure; what is decided here counts once it
// is stored.
package deeds

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"
	_ "time/tzdata" // the images have no time zones of their own

	"kydai.dev/services/rewards/internal/goals"
	"kydai.dev/services/rewards/internal/ledger"
)

// Grace is how long after its day or week a quest that is done can be claimed.
const Grace = 24 * time.Hour

// Profile is what matters here of an account.
type Profile struct {
	// Linked says that it is no guest's: only then it is paid.
	Linked bool
	// Zone is the time zone in which its days begin and end.
	Zone string
}

// Location is the profile's time zone.
func (p Profile) Location() *time.Location {
	zone, err := time.LoadLocation(p.Zone)
	if err != nil {
		return time.UTC // no profile has such a zone
	}
	return zone
}

// Deed is one thing that happened to one player.
type Deed struct {
	Player string
	// Key names what happened. A key counts once for a player, for ever.
	Key  string
	Fact goals.Fact
	// Void says that it was annulled. Before it counted, it never will; after
	// that, nothing is taken back.
	Void bool
	// As is what the player's account is when the deed is counted.
	As Profile
	// Number is the deed's among the player's own, in the order in which they
	// were counted.
	Number int
}

// Player is what is kept of a player.
type Player struct {
	ID string
	Profile
	// Deeds is how many were taken in, News how many messages told of them.
	Deeds, News int
}

// Slot is a goal in one of a player's periods; achievements have none.
type Slot struct{ Goal, Period string }

// Tally is how far a player has come in a goal. It stands still once the goal is
// done.
type Tally struct {
	Slot
	// State is the progress as the goal keeps it.
	State string
	// Count is how many of the target.
	Count int
	// Ends is when the period ends, by the westernmost of the time zones that the
	// player had.
	Ends time.Time
	// DoneAt is when the deed was that did it; zero before.
	DoneAt time.Time
	// Paid says that the coins are in the player's wallet.
	Paid bool
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Done reports whether the goal is reached.
func (t Tally) Done() bool { return !t.DoneAt.IsZero() }

// ClaimEnds is until when a quest can be claimed.
func (t Tally) ClaimEnds() time.Time { return t.Ends.Add(Grace) }

// chance is a goal that a deed may move.
type chance struct {
	goal goals.Goal
	slot Slot
	ends time.Time
}

// chances are the quests on offer when a deed was done, and all achievements.
func (d Deed) chances() []chance {
	at, zone := d.Fact.Time, d.As.Location()
	var all []chance
	for _, g := range goals.Offered(at, zone) {
		all = append(all, chance{g, Slot{g.ID, g.Period(at, zone)}, g.Ends(at, zone)})
	}
	for _, g := range goals.All() {
		if !g.Quest() {
			all = append(all, chance{goal: g, slot: Slot{Goal: g.ID}})
		}
	}
	return all
}

// Slots are the tallies that a deed may move.
func (d Deed) Slots() []Slot {
	var slots []Slot
	for _, c := range d.chances() {
		slots = append(slots, c.slot)
	}
	return slots
}

// apply moves a tally by a deed, and reports whether it moved.
func (c chance) apply(t Tally, f goals.Fact) (Tally, bool) {
	before := cmp.Or(t.State, untouched)
	var p goals.Progress
	if json.Unmarshal([]byte(before), &p) != nil {
		return t, false // it was written by write
	}
	p = c.goal.Apply(p, f)
	state := write(p)
	if state == before {
		return t, false
	}
	t.State, t.Count = state, min(max(p.Count(), 0), c.goal.Target)
	t.Ends = later(t.Ends, c.ends.UTC())
	if c.goal.Done(p) {
		t.Count, t.DoneAt = c.goal.Target, f.Time.UTC()
	}
	return t, true
}

// untouched is the state of a goal of which nothing is done.
var untouched = write(goals.Progress{})

func write(p goals.Progress) string {
	state, err := json.Marshal(p)
	if err != nil {
		panic("deeds: " + err.Error()) // only for values that JSON does not have
	}
	return string(state)
}

// Payment is what a tally's coins are paid by.
func (t Tally) Payment(player string, at time.Time) ledger.Transaction {
	g, _ := goals.Find(t.Goal) // a goal that is no more pays nothing, which is refused
	if !g.Quest() {
		return ledger.ForAchievement(player, g.ID, g.Coins, at)
	}
	return ledger.ForQuest(player, g.ID, t.Period, g.Coins, at)
}

// Sort puts deeds in the order in which they were done.
func Sort(all []Deed) {
	slices.SortStableFunc(all, func(a, b Deed) int {
		return cmp.Or(a.Fact.Time.Compare(b.Fact.Time), cmp.Compare(a.Key, b.Key))
	})
}
