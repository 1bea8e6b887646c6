package deeds

import (
	"cmp"
	"slices"
	"time"

	"kydai.dev/services/rewards/internal/goals"
)

// Book is a player and the tallies that deeds may move.
type Book struct {
	Player  Player
	tallies map[Slot]Tally
	moved   map[Slot]bool
}

// NewBook returns the book of a player with tallies as they are stored.
func NewBook(p Player, tallies ...Tally) *Book {
	b := &Book{Player: p, tallies: map[Slot]Tally{}, moved: map[Slot]bool{}}
	for _, t := range tallies {
		b.tallies[t.Slot] = t
	}
	return b
}

// Know takes over what an account is now. A linked one stays linked.
func (b *Book) Know(p Profile) {
	b.Player.Linked = b.Player.Linked || p.Linked
	if p.Zone != "" {
		b.Player.Zone = p.Zone
	}
}

// Take counts a deed and returns it with its number.
func (b *Book) Take(d Deed) Deed {
	b.Know(d.As)
	b.Player.Deeds++
	d.Number = b.Player.Deeds
	if d.Void {
		return d
	}
	f := d.Fact
	f.Time = f.Time.In(d.As.Location())
	for _, c := range d.chances() {
		t := b.Tally(c.slot)
		if t.Done() {
			continue
		}
		if after, moved := c.apply(t, f); moved {
			b.set(after)
		}
	}
	return d
}

func (b *Book) set(t Tally) {
	b.tallies[t.Slot] = t
	b.moved[t.Slot] = true
}

// Owed are the achievements that are earned and not paid; none are owed to a
// guest.
func (b *Book) Owed() []Tally {
	var owed []Tally
	for _, t := range b.Tallies() {
		if b.Player.Linked && t.Period == "" && t.Done() && !t.Paid {
			if _, known := goals.Find(t.Goal); known {
				owed = append(owed, t)
			}
		}
	}
	return owed
}

// Pay notes that a tally is paid.
func (b *Book) Pay(s Slot) {
	t := b.Tally(s)
	t.Paid = true
	b.set(t)
}

// Tally is how far the player has come in a goal.
func (b *Book) Tally(s Slot) Tally {
	t := b.tallies[s]
	t.Slot = s
	return t
}

// Tallies are all tallies, sorted.
func (b *Book) Tallies() []Tally { return b.sorted(func(Slot) bool { return true }) }

// Moved are those that have changed since the book was opened, sorted.
func (b *Book) Moved() []Tally { return b.sorted(func(s Slot) bool { return b.moved[s] }) }

func (b *Book) sorted(keep func(Slot) bool) []Tally {
	var found []Tally
	for s, t := range b.tallies {
		if keep(s) {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(x, y Tally) int { return cmp.Or(cmp.Compare(x.Period, y.Period), cmp.Compare(x.Goal, y.Goal)) })
	return found
}

// Offer is a quest that a player can do or claim.
type Offer struct {
	Goal goals.Goal
	Tally
}

// Offers are the quests on offer at a time, then those of earlier periods that
// are done and can still be claimed.
func (b *Book) Offers(now time.Time) []Offer {
	var offers []Offer
	listed := map[Slot]bool{}
	zone := b.Player.Location()
	for _, g := range goals.Offered(now, zone) {
		t := b.quest(g, g.Period(now, zone), now)
		listed[t.Slot] = true
		offers = append(offers, Offer{g, t})
	}
	for _, t := range b.Tallies() {
		g, known := goals.Find(t.Goal)
		if known && t.Period != "" && !listed[t.Slot] && t.Done() && !t.Paid && now.Before(t.ClaimEnds()) {
			offers = append(offers, Offer{g, t})
		}
	}
	return offers
}

// quest is how far the player has come in a quest. The period that runs ends as it
// does in the player's time zone now, or later.
func (b *Book) quest(g goals.Goal, period string, now time.Time) Tally {
	t, zone := b.Tally(Slot{g.ID, period}), b.Player.Location()
	if period == g.Period(now, zone) {
		t.Ends = later(t.Ends, g.Ends(now, zone).UTC())
	}
	return t
}

// Pending is what is done and neither paid nor lapsed.
func (b *Book) Pending(now time.Time) (coins int64) {
	for _, t := range b.tallies {
		g, known := goals.Find(t.Goal)
		if known && g.Quest() {
			t = b.quest(g, t.Period, now)
		}
		if known && t.Done() && !t.Paid && (t.Period == "" || now.Before(t.ClaimEnds())) {
			coins += g.Coins
		}
	}
	return coins
}
