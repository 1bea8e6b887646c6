// Package standings ranks the players of an event: tie-breaks by FIDE C.07 as in
// force since 1 March 2026, in an order that each event chooses. Every value comes
// with its calculation. Numbers of articles in the comments are of that text.
package standings

import (
	"slices"
	"strconv"
	"strings"

	"kydai.dev/services/tournament/internal/crosstable"
)

// Number is a value in hundredths, so that sums of products are exact.
type Number int64

const one Number = 100

// String writes it without needless zeros.
func (n Number) String() string {
	return strconv.FormatFloat(float64(n)/float64(one), 'f', -1, 64)
}

// MarshalJSON writes it as a number.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n.String()), nil }

func numberOf(p crosstable.Points) Number { return Number(p) * one / Number(crosstable.Whole) }

// Item is one line of a calculation.
type Item struct {
	Round    int    `json:"round,omitempty"`
	Opponent int    `json:"opponent,omitempty"`
	What     string `json:"what"`            // what the value is
	Value    Number `json:"value"`           // of the opponent, the game, the round
	Times    Number `json:"times,omitempty"` // the points it is multiplied by
	Amount   Number `json:"amount"`          // what it adds
	Cut      string `json:"cut,omitempty"`   // why it is left out
	absence  bool   // a voluntary unplayed round
}

// Value is a tie-break's value for one player.
type Value struct {
	Number Number `json:"value"`
	Items  []Item `json:"items,omitempty"`
}

// sum adds up what is not cut.
func sum(items []Item) Value {
	v := Value{Items: items}
	for _, i := range items {
		if i.Cut == "" {
			v.Number += i.Amount
		}
	}
	return v
}

// Edition is a state of the regulations.
type Edition int

// The editions; those before August 2024 counted in quite another way.
const (
	Edition2026 Edition = iota
	Edition2024         // no cap on the dummy opponent (16.4)
)

// Sheet computes the values of an event's players.
type Sheet struct {
	table      *crosstable.Table
	edition    Edition
	roundRobin bool
	adjusted   []Number // by player
	direct     []int    // places by direct encounter among those with as many points
}

// New takes an event as it stands after the rounds played.
func New(t *crosstable.Table, e Edition) *Sheet {
	s := &Sheet{table: t, edition: e, roundRobin: IsRoundRobin(t)}
	for i := range t.Players {
		s.adjusted = append(s.adjusted, s.adjust(&t.Players[i]))
	}
	s.direct = s.directPlaces()
	return s
}

// RoundRobin tells whether the sheet is that of a round robin.
func (s *Sheet) RoundRobin() bool { return s.roundRobin }

// IsRoundRobin tells what an event is by its type.
func IsRoundRobin(t *crosstable.Table) bool {
	if t.System != "" {
		return strings.Contains(t.System, "ROUNDROBIN")
	}
	return typed(t, "robin") || typed(t, "berger")
}

// IsDouble tells whether the players of a round robin meet twice.
func IsDouble(t *crosstable.Table) bool {
	if t.System != "" {
		return strings.Contains(t.System, "DOUBLE")
	}
	return typed(t, "double")
}

// typed tells whether a word is in the type of an event that is written out.
func typed(t *crosstable.Table, word string) bool {
	return slices.ContainsFunc(t.Headers, func(h crosstable.Header) bool {
		return h.Code == "092" && strings.Contains(strings.ToLower(h.Text), word)
	})
}

// absence is a round that a player chose not to play (VUR).
func absence(e crosstable.Entry) bool {
	return e.Result == crosstable.HalfBye || e.Result == crosstable.Absent || e.Result == crosstable.ForfeitLoss
}

// adjust is what a player is worth to its opponents (16.3): a bye that only
// absences follow counts as a draw.
func (s *Sheet) adjust(p *crosstable.Player) Number {
	score := p.Points()
	if s.roundRobin {
		return numberOf(score)
	}
	for i := len(p.Rounds) - 1; i >= 0 && absence(p.Rounds[i]); i-- {
		if p.Rounds[i].Opponent == 0 {
			score += s.table.Scoring.Draw - p.Rounds[i].Points
		}
	}
	return numberOf(score)
}

// meets tells whether an entry counts as a game here: in round robins forfeits do
// (15.2).
func (s *Sheet) meets(e crosstable.Entry) bool {
	return e.Played() || s.roundRobin && e.Opponent > 0
}

// opposition is what each round's opponent is worth: the adjusted score, or the
// dummy's where there was no game (16.4).
func (s *Sheet) opposition(p *crosstable.Player) []Item {
	var items []Item
	for r, e := range p.Rounds {
		i := Item{Round: r + 1, Opponent: e.Opponent, What: "adjusted score", absence: absence(e)}
		switch {
		case s.meets(e):
			i.Value, i.absence = s.adjusted[e.Opponent-1], false
		case s.roundRobin:
			continue
		default:
			i.What, i.Value = "dummy", s.dummy(p, e)
		}
		i.Amount = i.Value
		items = append(items, i)
	}
	return items
}

func (s *Sheet) dummy(p *crosstable.Player, e crosstable.Entry) Number {
	own := numberOf(p.Points())
	if s.edition == Edition2024 {
		return own
	}
	if e.Opponent > 0 {
		return min(own, s.adjusted[e.Opponent-1])
	}
	return min(own, numberOf(s.table.Scoring.Draw)*Number(len(p.Rounds)))
}
