package trf

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kydai.dev/services/tournament/internal/crosstable"
)

const (
	firstRound = 92 // column of the first round
	roundWidth = 10
)

// player reads 001.
func (r *reader) player(c columns) error {
	d := &draft{line: r.line}
	var err error
	if d.ID, err = number(c.field(4, 8), "player", MaxPlayers); err != nil {
		return err
	}
	if d.Seed = d.ID; d.ID == 0 {
		return errors.New("players are numbered from 1")
	}
	if old := r.drafts[d.ID]; old != nil {
		return fmt.Errorf("player %d is on line %d already", d.ID, old.line)
	}
	r.drafts[d.ID] = d
	d.Sex, d.Title, d.Name = c.field(10, 10), c.field(11, 13), c.field(15, 47)
	d.Federation, d.Licence, d.Birth = c.field(54, 56), c.field(58, 68), c.field(70, 79)
	if s := c.field(49, 52); s != "" {
		if d.Rating, err = number(s, "rating", 9999); err != nil {
			return err
		}
	}
	if d.points, err = points(c.field(81, 84), "points"); err != nil {
		return err
	}
	if s := c.field(86, 89); s != "" {
		if d.Rank, err = number(s, "rank", MaxPlayers); err != nil {
			return err
		}
	}
	return d.readRounds(c)
}

func (d *draft) readRounds(c columns) error {
	for at := firstRound; at <= len(c); at += roundWidth {
		round := len(d.Rounds) + 1
		if round > maxRounds {
			return fmt.Errorf("an event has %d rounds at most", maxRounds)
		}
		for _, blank := range []int{at - 1, at + 4, at + 6} {
			if c.at(blank) != ' ' {
				return fmt.Errorf("round %d: column %d must be blank", round, blank)
			}
		}
		e, err := readEntry(c, at)
		if err != nil {
			return fmt.Errorf("round %d: %w", round, err)
		}
		d.Rounds = append(d.Rounds, e)
	}
	return nil
}

func readEntry(c columns, at int) (crosstable.Entry, error) {
	var e crosstable.Entry
	if s := c.field(at, at+3); s != "" {
		id, err := number(s, "opponent", MaxPlayers)
		if err != nil {
			return e, err
		}
		e.Opponent = id
	}
	switch c.at(at + 5) {
	case 'w', 'W':
		e.Colour = crosstable.White
	case 'b', 'B':
		e.Colour = crosstable.Black
	case '-', ' ':
	default:
		return e, fmt.Errorf("the colour is w, b or -, not %q", c.at(at+5))
	}
	code := strings.ToUpper(string(c.at(at + 7)))
	if code == " " {
		code = string(crosstable.Absent)
	}
	e.Result = crosstable.Result(code[0])
	if len(code) > 1 || !e.Result.Valid() {
		return e, fmt.Errorf("there is no result %q", c.at(at+7))
	}
	return e, nil
}

// finish puts the players together and checks them.
func (r *reader) finish() error {
	if err := r.gather(); err != nil {
		return err
	}
	r.settleScoring()
	coming := r.splitRounds()
	for _, f := range append(coming, r.plan...) {
		if err := f(); err != nil {
			return r.located(err)
		}
	}
	r.line = 0
	if err := r.table.Validate(); err != nil {
		var fault *crosstable.Fault
		if errors.As(err, &fault) && r.drafts[fault.Player] != nil {
			return &SyntaxError{Line: r.drafts[fault.Player].line, Reason: err.Error()}
		}
		return err
	}
	if err := r.checkPoints(); err != nil {
		return err
	}
	if r.ranked {
		return r.seedByRank()
	}
	return nil
}

// seedByRank lets the ranks be the initial order, as XXC rank asks.
func (r *reader) seedByRank() error {
	taken := make([]bool, len(r.table.Players)+1)
	for i := range r.table.Players {
		p := &r.table.Players[i]
		if p.Rank < 1 || p.Rank > len(r.table.Players) || taken[p.Rank] {
			return &SyntaxError{Line: r.drafts[p.ID].line, Reason: fmt.Sprintf(
				"XXC rank needs every rank from 1 to %d once, not %d", len(r.table.Players), p.Rank)}
		}
		p.Seed, taken[p.Rank] = p.Rank, true
	}
	return nil
}

func (r *reader) gather() error {
	if len(r.drafts) == 0 {
		return errors.New("there are no players")
	}
	for id := 1; id <= len(r.drafts); id++ {
		d := r.drafts[id]
		if d == nil {
			return fmt.Errorf("player %d is missing: numbers must go from 1 without gaps", id)
		}
		r.table.Players = append(r.table.Players, d.Player)
	}
	return nil
}

// settleScoring lets the bye of an odd number be worth a win and an unknown
// result a draw, unless they are given.
func (r *reader) settleScoring() {
	s := &r.table.Scoring
	if r.single["the points of P"] == 0 && r.single["BBU"] == 0 {
		s.Allocated = s.Win
	}
	if r.single["the points of X"] == 0 {
		s.Unknown = s.Draw
	}
}

// splitRounds parts what was played from absences agreed for rounds to come: the
// last round with a pairing is the last one played. It returns the absences.
func (r *reader) splitRounds() []func() error {
	played := 0
	for _, p := range r.table.Players {
		for i, e := range p.Rounds {
			if e.Paired() || !e.Result.Bye() {
				played = max(played, i+1)
			}
		}
	}
	var coming []func() error
	for i := range r.table.Players {
		p := &r.table.Players[i]
		for round := played + 1; round <= len(p.Rounds); round++ {
			b := crosstable.Bye{Round: round, Player: p.ID, Result: p.Rounds[round-1].Result}
			coming = append(coming, func() error {
				r.line = r.drafts[b.Player].line
				return r.bye(b)
			})
		}
		p.Rounds = append([]crosstable.Entry(nil), p.Rounds[:min(played, len(p.Rounds))]...)
		for len(p.Rounds) < played {
			p.Rounds = append(p.Rounds, crosstable.Entry{Result: crosstable.Absent})
		}
		for j := range p.Rounds {
			p.Rounds[j].Points = r.table.Scoring.Of(p.Rounds[j].Result)
		}
	}
	return coming
}

// checkPoints compares the points of the lines with the results. They may be
// those after the coming round's bye, or with virtual points.
func (r *reader) checkPoints() error {
	played := r.table.Played()
	coming := r.table.ByesIn(played + 1)
	for i := range r.table.Players {
		p := &r.table.Players[i]
		d := r.drafts[p.ID]
		sum := p.Points()
		accepted := []crosstable.Points{sum}
		if b, ok := coming[p.ID]; ok {
			accepted = append(accepted, sum+r.table.Scoring.Of(b))
		}
		for _, a := range slices.Clone(accepted) {
			accepted = append(accepted, a+p.VirtualIn(played+1))
			if played > 0 {
				accepted = append(accepted, a+p.VirtualIn(played))
			}
		}
		if !slices.Contains(accepted, d.points) {
			return &SyntaxError{Line: d.line, Reason: fmt.Sprintf(
				"player %d: %s points, but the results make %s", p.ID, d.points, sum)}
		}
	}
	return nil
}
