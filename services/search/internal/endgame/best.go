package endgame

import (
	"cmp"
	"slices"

	"kydai.dev/pkg/rules"
)

// Choice is a legal move and what it makes of the position, seen by the side
// that moves: Plies and Zeroing count the move itself.
type Choice struct {
	Move  string
	Value Value
}

// Best lists the legal moves that keep the outcome of a position under its own
// counter, the best ones first; false where a table is missing or the game is
// over.
//
// Who plays the first move each time wins what is won: while the shortest way to
// the end fits under the counter it is gone; otherwise the way to the next move
// that sets the counter back is. On either way no position comes twice.
func (t *Tables) Best(p rules.Position) ([]Choice, bool) {
	choices, ok := t.Choices(p)
	if !ok {
		return nil, false
	}
	best := choices[0].Value.Outcome
	return slices.DeleteFunc(choices, func(c Choice) bool { return c.Value.Outcome != best }), true
}

// Choices lists all legal moves with their values, the best ones first; false
// where a table is missing or the game is over.
func (t *Tables) Choices(p rules.Position) ([]Choice, bool) {
	var list []Choice
	for _, move := range p.Moves() {
		step, err := p.Play(move)
		if err != nil {
			return nil, false
		}
		value, ok := t.after(step.Next)
		if !ok {
			return nil, false
		}
		list = append(list, Choice{move, value})
	}
	counter := p.Counter()
	slices.SortStableFunc(list, func(a, b Choice) int { return compare(a.Value, b.Value, counter) })
	return list, len(list) > 0
}

// after is the value of the move that led to a position, for who made it.
func (t *Tables) after(next rules.Position) (Value, bool) {
	if next.Standing().Over() {
		v := Value{Outcome: Win, Theory: Win, Plies: 1}
		if next.Counter().Limit > 0 {
			v.Zeroing = 1
		}
		return v, true
	}
	v, ok := t.Probe(next)
	if !ok {
		return Value{}, false
	}
	v.Theory = -v.Theory
	if v.Theory != Draw {
		v.Plies++
	}
	switch counter := next.Counter(); {
	case counter.Full():
		v.Outcome, v.Zeroing = Draw, 0
	case v.Outcome != Draw && counter.Limit > 0 && counter.Plies == 0:
		v.Outcome, v.Zeroing = -v.Outcome, 1
	case v.Outcome != Draw && counter.Limit > 0:
		v.Outcome, v.Zeroing = -v.Outcome, v.Zeroing+1
	default:
		v.Outcome = -v.Outcome
	}
	return v, true
}

// compare orders moves from the best to the worst.
func compare(a, b Value, counter rules.Counter) int {
	if a.Outcome != b.Outcome {
		return cmp.Compare(b.Outcome, a.Outcome)
	}
	switch a.Outcome {
	case Win:
		fitsA, fitsB := fits(a, counter), fits(b, counter)
		switch {
		case fitsA && fitsB:
			return cmp.Compare(a.Plies, b.Plies)
		case fitsA:
			return -1
		case fitsB:
			return 1
		}
		return cmp.Or(cmp.Compare(a.Zeroing, b.Zeroing), cmp.Compare(a.Plies, b.Plies))
	case Loss:
		return cmp.Or(cmp.Compare(b.Plies, a.Plies), cmp.Compare(b.Zeroing, a.Zeroing))
	}
	// Draws in which the counter alone saves the other side go before others,
	// those in which it saves us come last.
	return cmp.Compare(b.Theory, a.Theory)
}

// fits reports whether the game ends before the counter is full.
func fits(v Value, counter rules.Counter) bool {
	return counter.Limit == 0 || int(v.Plies) <= counter.Limit-counter.Plies
}
