package simulation

import (
	"fmt"
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/swiss"
)

// rules are the absolute criteria for the next round, read from the table alone.
type rules struct {
	table   *crosstable.Table
	round   int
	present []int
}

func newRules(t *crosstable.Table) *rules {
	r := &rules{table: t, round: t.Played() + 1}
	byes := t.ByesIn(r.round)
	for _, p := range t.Players {
		if _, absent := byes[p.ID]; !absent {
			r.present = append(r.present, p.ID)
		}
	}
	return r
}

// broken names the first rule that a pairing breaks.
func (r *rules) broken(round swiss.Round) string {
	var seated []int
	for _, b := range round.Boards {
		if reason := r.forbids(b.First, b.Second); reason != "" {
			return reason
		}
		if reason := r.wrongColours(b); reason != "" {
			return reason
		}
		seated = append(seated, b.First, b.Second)
	}
	if round.Bye != 0 {
		seated = append(seated, round.Bye)
		if reason := r.wrongBye(round.Bye); reason != "" {
			return reason
		}
	}
	slices.Sort(seated)
	if !slices.Equal(seated, r.present) {
		return fmt.Sprintf("%v are present, but %v are paired", r.present, seated)
	}
	return ""
}

// forbids says why two players can't meet: C1, forbidden pairs, C3.
func (r *rules) forbids(a, b int) string {
	for _, e := range r.table.Player(a).Rounds {
		if e.Opponent == b && e.Played() {
			return fmt.Sprintf("%d and %d have met", a, b)
		}
	}
	for _, f := range r.table.Forbidden {
		if f.Holds(r.round) && slices.Contains(f.Players, a) && slices.Contains(f.Players, b) {
			return fmt.Sprintf("%d and %d must not meet", a, b)
		}
	}
	if c := r.must(a); c != crosstable.NoColour && c == r.must(b) && !r.topscorer(a) && !r.topscorer(b) {
		return fmt.Sprintf("%d and %d must have the same colour", a, b)
	}
	return ""
}

// colours are those of a player's games.
func (r *rules) colours(id int) []crosstable.Colour {
	var list []crosstable.Colour
	for _, e := range r.table.Player(id).Rounds {
		if e.Played() {
			list = append(list, e.Colour)
		}
	}
	return list
}

// must is the colour that a player can't do without, if any.
func (r *rules) must(id int) crosstable.Colour {
	list := r.colours(id)
	white := 0
	for _, c := range list {
		if c == crosstable.White {
			white++
		}
	}
	n := len(list)
	switch black := n - white; {
	case white > black+1:
		return crosstable.Black
	case black > white+1:
		return crosstable.White
	case n > 1 && list[n-1] == list[n-2]:
		return list[n-1].Other()
	}
	return crosstable.NoColour
}

func (r *rules) topscorer(id int) bool {
	return r.round == r.table.Total && 2*r.table.Player(id).Points() > r.table.Scoring.Win*crosstable.Points(r.round-1)
}

// wrongColours holds that who can't do without a colour gets it, unless the
// opponent can't either.
func (r *rules) wrongColours(b swiss.Board) string {
	first, second := r.must(b.First), r.must(b.Second)
	switch {
	case first == crosstable.Black && second != crosstable.Black:
		return fmt.Sprintf("%d must have black against %d", b.First, b.Second)
	case second == crosstable.White && first != crosstable.White:
		return fmt.Sprintf("%d must have white against %d", b.Second, b.First)
	}
	return ""
}

// mayHaveBye is C2.
func (r *rules) mayHaveBye(id int) bool {
	for _, e := range r.table.Player(id).Rounds {
		if e.Result == crosstable.Allocated || !e.Played() && e.Result != crosstable.HalfBye && e.Points >= r.table.Scoring.Win {
			return false
		}
	}
	return true
}

// score counts virtual points, which the pairing of accelerated rounds does.
func (r *rules) score(id int) crosstable.Points {
	p := r.table.Player(id)
	return p.Points() + p.VirtualIn(r.round)
}

// wrongBye is C2 and C5: nobody with fewer points could have it.
func (r *rules) wrongBye(id int) string {
	if !r.mayHaveBye(id) {
		return fmt.Sprintf("%d may not have the bye", id)
	}
	if r.table.System != "" {
		return "" // the virtual points are not in the table
	}
	for _, other := range r.present {
		if r.score(other) < r.score(id) && r.mayHaveBye(other) && r.pairable(without(r.present, other)) {
			return fmt.Sprintf("%d with fewer points could have the bye, not %d", other, id)
		}
	}
	return ""
}

// impossible holds that there is no legal pairing indeed.
func (r *rules) impossible() string {
	if len(r.present)%2 == 0 {
		if r.pairable(r.present) {
			return "there is a legal pairing"
		}
		return ""
	}
	for _, id := range r.present {
		if r.mayHaveBye(id) && r.pairable(without(r.present, id)) {
			return fmt.Sprintf("there is a legal pairing, with the bye for %d", id)
		}
	}
	return ""
}

func without(list []int, id int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(x int) bool { return x == id })
}

// pairable tries whether players can all be paired with each other.
func (r *rules) pairable(list []int) bool {
	if len(list) == 0 {
		return true
	}
	for i, other := range list[1:] {
		if r.forbids(list[0], other) == "" && r.pairable(slices.Concat(list[1:i+1], list[i+2:])) {
			return true
		}
	}
	return false
}
