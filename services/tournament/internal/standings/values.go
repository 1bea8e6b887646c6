package standings

import (
	"cmp"
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
)

// points are the score.
func (s *Sheet) points(p *crosstable.Player) Value {
	var items []Item
	for r, e := range p.Rounds {
		n := numberOf(e.Points)
		items = append(items, Item{Round: r + 1, Opponent: e.Opponent, What: "points", Value: n, Amount: n})
	}
	if p.Bonus != 0 {
		items = append(items, Item{What: "outside the rounds", Value: numberOf(p.Bonus), Amount: numberOf(p.Bonus)})
	}
	return sum(items)
}

func (s *Sheet) adjustedScore(p *crosstable.Player) Value {
	v := s.points(p)
	if gain := s.adjusted[p.ID-1] - v.Number; gain != 0 {
		v.Items = append(v.Items, Item{What: "byes at the end count as draws", Value: gain, Amount: gain})
	}
	return sum(v.Items)
}

func (s *Sheet) seed(p *crosstable.Player) Value { return Value{Number: Number(p.Seed) * one} }

// buchholz is 8.1, without the lowest and the highest.
func buchholz(lowest, highest int) func(*Sheet, *crosstable.Player) Value {
	return func(s *Sheet, p *crosstable.Player) Value {
		items := s.opposition(p)
		for range lowest {
			cutLowest(items)
		}
		for range highest {
			cut(items, "highest", func(a, b Item) int { return cmp.Compare(b.Amount, a.Amount) })
		}
		return sum(items)
	}
}

// cutLowest leaves out the lowest contribution; of an absence, if there is one
// (16.5).
func cutLowest(items []Item) {
	absent := func(i Item) bool { return i.absence && i.Cut == "" }
	if slices.ContainsFunc(items, absent) {
		cut(items, "lowest of the absences", func(a, b Item) int {
			if a.absence != b.absence {
				return cmp.Compare(rank(!a.absence), rank(!b.absence))
			}
			return cmp.Compare(a.Amount, b.Amount)
		})
		return
	}
	cut(items, "lowest", func(a, b Item) int { return cmp.Compare(a.Amount, b.Amount) })
}

func rank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// cut leaves out the first item by an order.
func cut(items []Item, why string, compare func(a, b Item) int) {
	first := -1
	for i := range items {
		if items[i].Cut == "" && (first < 0 || compare(items[i], items[first]) < 0) {
			first = i
		}
	}
	if first >= 0 {
		items[first].Cut = why
	}
}

// weighted multiplies what opponents are worth by the points against them.
func (s *Sheet) weighted(p *crosstable.Player) []Item {
	items := s.opposition(p)
	for i := range items {
		items[i].Times = numberOf(p.Rounds[items[i].Round-1].Points)
		items[i].Amount = items[i].Value * items[i].Times / one
	}
	return items
}

// sonneborn is 9.1.
func (s *Sheet) sonneborn(p *crosstable.Player) Value { return sum(s.weighted(p)) }

// sonnebornCut leaves out the item of the lowest opponent, or the smallest of an
// absence if that is more (16.5).
func (s *Sheet) sonnebornCut(p *crosstable.Player) Value {
	items := s.weighted(p)
	lowest, absent := -1, -1
	for i, item := range items {
		if lowest < 0 || cmp.Or(cmp.Compare(item.Value, items[lowest].Value), cmp.Compare(item.Amount, items[lowest].Amount)) < 0 {
			lowest = i
		}
		if item.absence && (absent < 0 || item.Amount < items[absent].Amount) {
			absent = i
		}
	}
	switch {
	case absent >= 0 && items[absent].Amount > items[lowest].Amount:
		items[absent].Cut = "lowest of the absences"
	case lowest >= 0:
		items[lowest].Cut = "lowest opponent"
	}
	return sum(items)
}

// koya is 9.2: points against those with half of the maximum at least.
func (s *Sheet) koya(p *crosstable.Player) Value {
	var items []Item
	for r, e := range p.Rounds {
		if e.Opponent == 0 {
			continue
		}
		other := s.table.Player(e.Opponent)
		if 2*other.Points() >= s.maximum(other) {
			n := numberOf(e.Points)
			items = append(items, Item{Round: r + 1, Opponent: e.Opponent, What: "points", Value: n, Amount: n})
		}
	}
	return sum(items)
}

// maximum is what a player could have scored.
func (s *Sheet) maximum(p *crosstable.Player) crosstable.Points {
	games := 0
	for _, e := range p.Rounds {
		games += rank(e.Opponent > 0)
	}
	return s.table.Scoring.Win * crosstable.Points(games)
}

// progressive is 7.5: the sum of the scores after each round, without the first.
func progressive(without int) func(*Sheet, *crosstable.Player) Value {
	return func(_ *Sheet, p *crosstable.Player) Value {
		var items []Item
		for r := range p.Rounds {
			n := numberOf(p.PointsAfter(r + 1))
			i := Item{Round: r + 1, What: "score after the round", Value: n, Amount: n}
			if r < without {
				i.Cut = "first"
			}
			items = append(items, i)
		}
		return sum(items)
	}
}
