package standings

import (
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
)

// directPlaces are everybody's places among those with as many points, by direct
// encounter.
func (s *Sheet) directPlaces() []int {
	tied := map[crosstable.Points][]int{}
	for i := range s.table.Players {
		points := s.table.Players[i].Points()
		tied[points] = append(tied[points], i+1)
	}
	places := make([]int, len(s.table.Players))
	for _, group := range tied {
		place := 1
		for _, part := range s.directEncounter(group) {
			for _, id := range part {
				places[id-1] = place
			}
			place += len(part)
		}
	}
	return places
}

// directPlace is one of them, with the games that it follows from.
func (s *Sheet) directPlace(p *crosstable.Player) Value {
	v := Value{Number: Number(s.direct[p.ID-1]) * one}
	mine := p.Points()
	for r, e := range p.Rounds {
		if s.meets(e) && s.table.Player(e.Opponent).Points() == mine {
			n := numberOf(e.Points)
			v.Items = append(v.Items, Item{Round: r + 1, Opponent: e.Opponent, What: "points", Value: n, Amount: n})
		}
	}
	return v
}

// encounter is a player's standing among the tied: what the games give, and what
// the missing ones could.
type encounter struct {
	id        int
	low, high crosstable.Points
}

// directEncounter splits a group of tied players (6): the parts are in order, and
// those within one stay tied.
func (s *Sheet) directEncounter(group []int) [][]int {
	if len(group) < 2 {
		return [][]int{group}
	}
	list, complete := s.encounters(group)
	if complete {
		return s.splitComplete(list)
	}
	return s.splitPartly(list)
}

func (s *Sheet) encounters(group []int) ([]encounter, bool) {
	var list []encounter
	complete := true
	inside := map[int]bool{}
	for _, id := range group {
		inside[id] = true
	}
	for _, id := range group {
		e := encounter{id: id}
		met := map[int]bool{}
		for _, r := range s.table.Player(id).Rounds {
			if s.meets(r) && inside[r.Opponent] {
				met[r.Opponent] = true
				e.low += r.Points
			}
		}
		missing := crosstable.Points(len(group) - 1 - len(met))
		e.high = e.low + missing*s.table.Scoring.Win
		e.low += missing * s.table.Scoring.Loss
		complete = complete && missing == 0
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b encounter) int { return int(b.low - a.low) })
	return list, complete
}

// splitComplete ranks by the games, and looks again at those who are equal.
func (s *Sheet) splitComplete(list []encounter) [][]int {
	var parts [][]int
	for i := 0; i < len(list); {
		var equal []int
		score := list[i].low
		for ; i < len(list) && list[i].low == score; i++ {
			equal = append(equal, list[i].id)
		}
		if len(equal) == len(list) {
			return [][]int{equal}
		}
		parts = append(parts, s.directEncounter(equal)...)
	}
	return parts
}

// splitPartly places those who are alone on top whatever the missing games give,
// and looks again at the others.
func (s *Sheet) splitPartly(list []encounter) [][]int {
	var parts [][]int
	for len(list) > 0 && !slices.ContainsFunc(list[1:], func(e encounter) bool { return e.high >= list[0].low }) {
		parts = append(parts, []int{list[0].id})
		list = list[1:]
	}
	var rest []int
	for _, e := range list {
		rest = append(rest, e.id)
	}
	slices.Sort(rest)
	switch {
	case len(rest) == 0:
		return parts
	case len(parts) == 0:
		return [][]int{rest}
	}
	return append(parts, s.directEncounter(rest)...)
}
