// Package crosstable is an event as its cross table shows it: the players, what
// each did in every round, and what is agreed for the rounds to come. Pairing,
// standings and report files all speak of it.
package crosstable

import "fmt"

// Colour is the side that a player has in a game; white moves first.
type Colour int8

// The colours.
const (
	NoColour Colour = iota
	White
	Black
)

// MarshalText writes the colour's name, nothing for none.
func (c Colour) MarshalText() ([]byte, error) {
	return []byte([...]string{"", "white", "black"}[c]), nil
}

// UnmarshalText reads it.
func (c *Colour) UnmarshalText(text []byte) error {
	switch string(text) {
	case "":
		*c = NoColour
	case "white":
		*c = White
	case "black":
		*c = Black
	default:
		return fmt.Errorf("a colour is white or black, not %q", text)
	}
	return nil
}

// Other is the opponent's colour.
func (c Colour) Other() Colour {
	switch c {
	case White:
		return Black
	case Black:
		return White
	}
	return NoColour
}

// Entry is what one player did in one round.
type Entry struct {
	Opponent int    `json:"opponent,omitempty"` // number of the opponent, 0 without one
	Colour   Colour `json:"colour,omitempty"`
	Result   Result `json:"result"`
	Points   Points `json:"points"` // what was awarded for it
}

// Played tells whether a game took place.
func (e Entry) Played() bool { return e.Opponent > 0 && e.Result.Played() }

// Forfeited tells whether the pairing was made but no game took place.
func (e Entry) Forfeited() bool { return e.Opponent > 0 && !e.Result.Played() }

// Paired tells whether the player took part in the round's pairing: a game, a
// forfeit, or the bye of an odd number.
func (e Entry) Paired() bool { return e.Opponent > 0 || e.Result == Allocated }

// Player is one line of the table.
type Player struct {
	ID         int      `json:"id"`
	Seed       int      `json:"seed"` // place in the initial ranking, from 1; the number, as a rule
	Sex        string   `json:"sex,omitempty"`
	Title      string   `json:"title,omitempty"`
	Name       string   `json:"name"`
	Rating     int      `json:"rating,omitempty"`
	Federation string   `json:"federation,omitempty"`
	Licence    string   `json:"licence,omitempty"` // number with the federation that rates
	Birth      string   `json:"birth,omitempty"`
	Rank       int      `json:"rank,omitempty"`
	Rounds     []Entry  `json:"rounds"`
	Virtual    []Points `json:"virtual,omitempty"` // of acceleration, by round
	Bonus      Points   `json:"bonus,omitempty"`   // outside the rounds; negative for a penalty
}

// Points are what the player has in the standings.
func (p *Player) Points() Points { return p.PointsAfter(len(p.Rounds)) }

// PointsAfter are those after the first rounds.
func (p *Player) PointsAfter(rounds int) Points {
	sum := p.Bonus
	for _, e := range p.Rounds[:rounds] {
		sum += e.Points
	}
	return sum
}

// VirtualIn are the virtual points while a round is paired.
func (p *Player) VirtualIn(round int) Points {
	if round > len(p.Virtual) {
		return 0
	}
	return p.Virtual[round-1]
}

// Bye is an absence agreed for a round to come.
type Bye struct {
	Round  int    `json:"round"`
	Player int    `json:"player"`
	Result Result `json:"result"` // HalfBye, FullBye or Absent
}

// Forbidden are players who must not meet, from one round to another.
type Forbidden struct {
	First   int   `json:"first_round,omitempty"`
	Last    int   `json:"last_round,omitempty"` // 0 is for ever
	Players []int `json:"players"`
}

// Holds tells whether it applies to a round.
func (f Forbidden) Holds(round int) bool {
	return f.First <= round && (f.Last == 0 || round <= f.Last)
}

// Header is a line about the event as a whole.
type Header struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Table is an event.
type Table struct {
	Headers   []Header    `json:"headers,omitempty"` // in the order of the file
	System    string      `json:"system,omitempty"`  // coded type, such as FIDE_DUTCH
	TieBreaks []string    `json:"tie_breaks,omitempty"`
	Total     int         `json:"rounds"` // rounds planned, 0 when not known
	Initial   Colour      `json:"initial_colour,omitempty"`
	Scoring   Scoring     `json:"scoring"`
	Players   []Player    `json:"players"` // by number, without gaps
	Byes      []Bye       `json:"byes,omitempty"`
	Forbidden []Forbidden `json:"forbidden,omitempty"`
}

// Played is how many rounds have been paired.
func (t *Table) Played() int {
	if len(t.Players) == 0 {
		return 0
	}
	return len(t.Players[0].Rounds)
}

// Player finds a player by number, nil when there is none.
func (t *Table) Player(id int) *Player {
	if id < 1 || id > len(t.Players) {
		return nil
	}
	return &t.Players[id-1]
}

// ByesIn are the absences agreed for a round, by player.
func (t *Table) ByesIn(round int) map[int]Result {
	byes := map[int]Result{}
	for _, b := range t.Byes {
		if b.Round == round {
			byes[b.Player] = b.Result
		}
	}
	return byes
}

// Before is the table as it was before a round was paired. The absences of that
// round are agreed ones there.
func (t *Table) Before(round int) *Table {
	past := *t
	past.Players = make([]Player, len(t.Players))
	past.Byes = nil
	for i, p := range t.Players {
		if round <= len(p.Rounds) {
			if e := p.Rounds[round-1]; !e.Paired() {
				past.Byes = append(past.Byes, Bye{Round: round, Player: p.ID, Result: e.Result})
			}
			p.Rounds = p.Rounds[:round-1]
		}
		past.Players[i] = p
	}
	return &past
}
