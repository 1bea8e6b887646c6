package swiss

import (
	"cmp"
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/matching"
)

// entrant is a player who is to be paired.
type entrant struct {
	id        int
	seed      int
	effective int               // place among those who have taken part or do now
	score     crosstable.Points // with virtual points
	points    crosstable.Points // without
	colours   []crosstable.Colour
	difference
	preference
	floats   [2]float // last round, the one before
	eligible bool     // for the bye of an odd number (C2)
	unplayed int      // rounds without a game
	top      bool     // a topscorer (1.8)
}

// float says how a player met an opponent of another score (1.4).
type float int8

const (
	level float = iota
	down
	up
)

// field is all who are to be paired, in ranking order (1.2).
type field struct {
	round    int
	last     bool // the last round of the event
	initial  crosstable.Colour
	entrants []entrant
	legal    []matching.Set // whom each entrant may meet (C1, C3)
}

func newField(t *crosstable.Table) (*field, error) {
	if err := accelerate(&t); err != nil {
		return nil, err
	}
	round := t.Played() + 1
	f := &field{round: round, last: round == t.Total, initial: initialColour(t)}
	byes := t.ByesIn(round)
	effective := 0
	for _, p := range seeded(t) {
		_, absent := byes[p.ID]
		if !absent || tookPart(p, t.Played()) {
			effective++
		}
		if !absent {
			f.entrants = append(f.entrants, f.newEntrant(t, p, effective))
		}
	}
	slices.SortStableFunc(f.entrants, func(a, b entrant) int { return int(b.score - a.score) })
	f.findLegal(t)
	return f, nil
}

// seeded are the players in the initial order.
func seeded(t *crosstable.Table) []*crosstable.Player {
	list := make([]*crosstable.Player, len(t.Players))
	for i := range t.Players {
		list[i] = &t.Players[i]
	}
	slices.SortFunc(list, func(a, b *crosstable.Player) int { return cmp.Compare(a.Seed, b.Seed) })
	return list
}

// tookPart tells whether a player has been in the pairing of one of the first
// rounds.
func tookPart(p *crosstable.Player, rounds int) bool {
	return slices.ContainsFunc(p.Rounds[:rounds], crosstable.Entry.Paired)
}

func (f *field) newEntrant(t *crosstable.Table, p *crosstable.Player, effective int) entrant {
	played := len(p.Rounds)
	e := entrant{
		id: p.ID, seed: p.Seed, effective: effective,
		points: p.Points(), score: p.Points() + p.VirtualIn(f.round),
		eligible: mayHaveBye(t, p),
	}
	for _, r := range p.Rounds {
		if r.Played() {
			e.colours = append(e.colours, r.Colour)
		} else {
			e.unplayed++
		}
	}
	e.difference = differenceOf(e.colours)
	e.preference = e.difference.preference(e.colours)
	for i := range e.floats {
		if round := played - i; round > 0 {
			e.floats[i] = floatIn(t, p, round)
		}
	}
	e.top = f.last && 2*e.points > t.Scoring.Win*crosstable.Points(played)
	return e
}

// mayHaveBye is C2: neither a bye before nor as much as a win without playing.
func mayHaveBye(t *crosstable.Table, p *crosstable.Player) bool {
	return !slices.ContainsFunc(p.Rounds, func(e crosstable.Entry) bool {
		unearned := e.Result == crosstable.ForfeitWin || e.Result == crosstable.FullBye
		return e.Result == crosstable.Allocated || unearned && e.Points >= t.Scoring.Win
	})
}

// floatIn is the float of a past round, by the scores with which it was paired.
func floatIn(t *crosstable.Table, p *crosstable.Player, round int) float {
	e := p.Rounds[round-1]
	if !e.Played() {
		if e.Result == crosstable.Allocated || e.Points > t.Scoring.Loss {
			return down
		}
		return level
	}
	other := t.Player(e.Opponent)
	mine := p.PointsAfter(round-1) + p.VirtualIn(round)
	theirs := other.PointsAfter(round-1) + other.VirtualIn(round)
	switch {
	case mine > theirs:
		return down
	case mine < theirs:
		return up
	}
	return level
}

// findLegal notes who may meet whom.
func (f *field) findLegal(t *crosstable.Table) {
	n := len(f.entrants)
	places := make(map[int]int, n)
	for i, e := range f.entrants {
		places[e.id] = i
	}
	f.legal = make([]matching.Set, n+1) // and the bye, which pairer fills
	for i := range f.legal {
		f.legal[i] = matching.NewSet(n + 1)
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			if f.coloursAllow(&f.entrants[i], &f.entrants[j]) {
				f.legal[i].Add(j)
				f.legal[j].Add(i)
			}
		}
	}
	for i, e := range f.entrants {
		for _, r := range t.Player(e.id).Rounds {
			if j, ok := places[r.Opponent]; ok && r.Played() {
				f.legal[i].Remove(j)
			}
		}
	}
	f.forbid(t, places)
}

func (f *field) forbid(t *crosstable.Table, places map[int]int) {
	for _, ban := range t.Forbidden {
		if !ban.Holds(f.round) {
			continue
		}
		for _, a := range ban.Players {
			for _, b := range ban.Players {
				i, here := places[a]
				j, there := places[b]
				if here && there && i != j {
					f.legal[i].Remove(j)
				}
			}
		}
	}
}
