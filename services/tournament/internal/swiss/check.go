package swiss

import (
	"fmt"
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
)

// Verdict compares a round that was played with what the rules give.
type Verdict struct {
	Round    int
	Played   Round
	Expected Round
	Same     bool
	Reason   string // why the rules give another one
}

// Check compares each round of an event.
func Check(t *crosstable.Table) []Verdict {
	var verdicts []Verdict
	for round := 1; round <= t.Played(); round++ {
		verdicts = append(verdicts, checkRound(t, round))
	}
	return verdicts
}

func checkRound(t *crosstable.Table, round int) Verdict {
	v := Verdict{Round: round, Played: Played(t, round)}
	before := t.Before(round)
	if before.Initial == crosstable.NoColour {
		before.Initial = initialColour(t)
	}
	var err error
	if v.Expected, err = Pair(before); err != nil {
		v.Reason = err.Error()
		return v
	}
	v.Same = SameBoards(v.Expected, v.Played)
	if !v.Same {
		v.Reason = explain(before, v)
	}
	return v
}

// Played reads a round from the players' lines.
func Played(t *crosstable.Table, round int) Round {
	r := Round{Number: round}
	for i := range t.Players {
		switch e := t.Players[i].Rounds[round-1]; {
		case e.Colour == crosstable.White:
			r.Boards = append(r.Boards, Board{i + 1, e.Opponent})
		case e.Result == crosstable.Allocated:
			r.Bye = i + 1
		}
	}
	return r
}

// SameBoards compares rounds whatever the order of their boards.
func SameBoards(a, b Round) bool {
	return a.Bye == b.Bye && len(Missing(a, b)) == 0 && len(Missing(b, a)) == 0
}

// Missing are the boards of a round that another one doesn't have.
func Missing(a, b Round) []Board {
	return slices.DeleteFunc(slices.Clone(a.Boards), func(x Board) bool { return slices.Contains(b.Boards, x) })
}

// explain says why the rules prefer the expected pairing.
func explain(t *crosstable.Table, v Verdict) string {
	f, err := newField(t)
	if err != nil {
		return err.Error()
	}
	p := newPairer(f)
	c := &comparison{pairer: p, opponent: f.opponents(v.Played)}
	if reason := c.absolute(v.Played); reason != "" {
		return reason
	}
	if err := p.run(c.visit); err != nil {
		return err.Error()
	}
	switch {
	case c.reason != "":
		return c.reason
	case v.Expected.Bye != v.Played.Bye:
		return "another player gets the bye"
	}
	return "the same players meet, but not with the colours of article 5.2"
}

// opponents are each entrant's opponents, by place; -1 without one.
func (f *field) opponents(r Round) []int {
	places := map[int]int{}
	for i, e := range f.entrants {
		places[e.id] = i
	}
	list := slices.Repeat([]int{-1}, len(f.entrants))
	for _, b := range r.Boards {
		i, j := places[b.First], places[b.Second]
		list[i], list[j] = j, i
	}
	return list
}

// comparison holds the pairing that was played against the rules.
type comparison struct {
	*pairer
	opponent []int
	reason   string // of the first bracket that differs
}

// absolute looks for what no pairing may have.
func (c *comparison) absolute(r Round) string {
	for i, j := range c.opponent {
		if j > i && !c.legal[i].Has(j) {
			a, b := &c.entrants[i], &c.entrants[j]
			if !c.coloursAllow(a, b) {
				return fmt.Sprintf("C3: %d and %d must both have the same colour", a.id, b.id)
			}
			return fmt.Sprintf("C1: %d and %d have met already or must not meet", a.id, b.id)
		}
	}
	for _, e := range c.entrants {
		if e.id == r.Bye && !e.eligible {
			return fmt.Sprintf("C2: %d may not have the bye any more", e.id)
		}
	}
	if c.findByeScore(c.groups()) != nil {
		return ""
	}
	for _, e := range c.entrants {
		if e.id == r.Bye && e.score > c.byeScore {
			return fmt.Sprintf("C5: somebody with %s points can have the bye, not %d with %s", c.byeScore, e.id, e.score)
		}
	}
	return ""
}

// visit compares one bracket, until one differs.
func (c *comparison) visit(b *bracket, pairs [][2]int) {
	if c.reason != "" {
		return
	}
	differs := slices.ContainsFunc(pairs, func(p [2]int) bool { return c.opponent[p[0]] != p[1] })
	played := c.playedIn(b)
	if !differs && len(played) == len(pairs) {
		return
	}
	c.reason = fmt.Sprintf("bracket of %s points: %s", b.score(), b.worse(played))
}

// playedIn are the pairs that were played within a bracket.
func (c *comparison) playedIn(b *bracket) map[[2]int]bool {
	pairs := map[[2]int]bool{}
	for n, i := range b.members {
		if m := slices.Index(b.members, c.opponent[i]); m > n && m >= b.moved {
			pairs[[2]int{i, c.opponent[i]}] = true
		}
	}
	return pairs
}

// worse names the first criterion in which some pairs of the bracket are worse
// than the best ones.
func (b *bracket) worse(played map[[2]int]bool) string {
	best, other := b.graph(whole, false), b.graph(whole, false)
	if best.solve(); b.odd && b.byeScore >= b.score() && best.floaters() == 1 {
		best, other = b.graph(whole, true), b.graph(whole, true)
		best.solve()
	}
	for v := range other.members {
		other.Drop(v, func(w int) bool {
			inside := w < len(other.members) && max(v, w) >= b.moved
			return inside && !played[[2]int{other.vertices[min(v, w)], other.vertices[max(v, w)]}]
		})
	}
	other.solve()
	want, got := best.Total(), other.Total()
	for _, f := range best.scheme.fields {
		if f.of(want) != f.of(got) {
			return criteria[f.criterion]
		}
	}
	return "the pairing is as good, but comes later in the order of article 4"
}

// of is the count of a field.
func (p place) of(weight []int64) int64 { return weight[p.word] >> p.shift & (1<<p.width - 1) }

// criteria says what each criterion asks for.
var criteria = map[string]string{
	"C4":  "C4: the others can't be paired then",
	"C6":  "C6: more pairs are possible",
	"C7":  "C7: players with fewer points can float down",
	"C8":  "C8: the next bracket can do better with other downfloaters",
	"C9":  "C9: somebody with fewer rounds without a game can have the bye",
	"C10": "C10: fewer topscorers or opponents need a colour difference beyond 2",
	"C11": "C11: fewer topscorers or opponents need the same colour three times in a row",
	"C12": "C12: more players can have the colour they prefer",
	"C13": "C13: more players can have the colour they strongly prefer",
	"C14": "C14: fewer downfloaters of the last round need to float down again",
	"C15": "C15: fewer upfloaters of the last round need to float up again",
	"C16": "C16: fewer downfloaters of two rounds ago need to float down again",
	"C17": "C17: fewer upfloaters of two rounds ago need to float up again",
	"C18": "C18: downfloaters of the last round can meet closer opponents",
	"C19": "C19: upfloaters of the last round can meet closer opponents",
	"C20": "C20: downfloaters of two rounds ago can meet closer opponents",
	"C21": "C21: upfloaters of two rounds ago can meet closer opponents",
}
