package swiss

import (
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/matching"
)

// pairer goes through the brackets from the top. Entrants are named by their
// places in the ranking.
type pairer struct {
	*field
	reach *matching.Cardinality // whether pairings can be completed
	bye   int                   // the vertex that stands for the bye

	thorough bool // looks at the whole field in every bracket, for tests
	odd      bool
	byeScore crosstable.Points // of who gets it (C5)

	pairs  [][2]int
	single int // who gets the bye, or -1
}

func newPairer(f *field) *pairer {
	n := len(f.entrants)
	return &pairer{
		field: f, reach: matching.NewCardinality(f.legal), bye: n, odd: n%2 != 0, single: -1,
	}
}

// run pairs everybody. It shows each bracket with its pairs; visit may be nil.
func (p *pairer) run(visit func(*bracket, [][2]int)) error {
	groups := p.groups()
	if err := p.findByeScore(groups); err != nil {
		return err
	}
	var moved []int
	for i, group := range groups {
		b := &bracket{pairer: p, members: slices.Concat(moved, group), moved: len(moved)}
		if i+1 < len(groups) {
			b.next = groups[i+1]
			b.rest = slices.Concat(groups[i+2:]...)
		}
		pairs, floaters := b.pair()
		if visit != nil {
			visit(b, pairs)
		}
		p.pairs = append(p.pairs, pairs...)
		moved = floaters
	}
	switch {
	case len(moved) == 1 && p.odd:
		p.single = moved[0]
	case len(moved) > 0:
		return ErrNoPairing
	}
	return nil
}

// groups are the scoregroups, the highest first.
func (p *pairer) groups() [][]int {
	var groups [][]int
	for i := range p.entrants {
		if i == 0 || p.entrants[i].score != p.entrants[i-1].score {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], i)
	}
	return groups
}

// findByeScore sees whether there is a legal pairing at all, and for an odd number
// how low the score of who gets the bye can be.
func (p *pairer) findByeScore(groups [][]int) error {
	all := make([]int, len(p.entrants))
	for i := range all {
		all[i] = i
	}
	single := p.reach.Match(all)
	if !p.odd {
		if single > 0 {
			return ErrNoPairing
		}
		return nil
	}
	if single > 1 {
		return ErrNoPairing
	}
	p.reach.Join(p.bye)
	for _, group := range slices.Backward(groups) {
		for _, i := range group {
			if p.entrants[i].eligible {
				p.legal[i].Add(p.bye)
				p.legal[p.bye].Add(i)
			}
		}
		if p.reach.Augment(p.bye) {
			p.byeScore = p.entrants[group[0]].score
			return nil
		}
	}
	return ErrNoPairing
}

// mayGetBye tells whether an entrant may get the bye, by C2 and C5.
func (p *pairer) mayGetBye(i int) bool { return p.legal[p.bye].Has(i) }

// completes tells whether some entrants can be paired among each other, with the
// bye if there is one (C4).
func (p *pairer) completes(entrants []int) bool {
	if p.odd {
		entrants = append(slices.Clip(entrants), p.bye)
	}
	return p.reach.Match(entrants) == 0
}
