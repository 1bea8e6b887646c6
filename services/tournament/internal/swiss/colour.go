package swiss

import (
	"kydai.dev/services/tournament/internal/crosstable"
)

// difference is how many games more a player had with white than with black.
type difference int

func differenceOf(colours []crosstable.Colour) difference {
	var d difference
	for _, c := range colours {
		if c == crosstable.White {
			d++
		} else {
			d--
		}
	}
	return d
}

// strength is how much a preference counts.
type strength int8

const (
	nothing strength = iota
	mild
	strong
	absolute
)

// preference is the colour that a player should have (1.7).
type preference struct {
	wants crosstable.Colour
	strength
}

// preference follows from the games played.
func (d difference) preference(colours []crosstable.Colour) preference {
	if len(colours) == 0 {
		return preference{}
	}
	last := colours[len(colours)-1]
	twice := len(colours) > 1 && colours[len(colours)-2] == last
	switch {
	case d > 1:
		return preference{crosstable.Black, absolute}
	case d < -1:
		return preference{crosstable.White, absolute}
	case twice:
		return preference{last.Other(), absolute}
	case d == 1:
		return preference{crosstable.Black, strong}
	case d == -1:
		return preference{crosstable.White, strong}
	}
	return preference{last.Other(), mild}
}

// clash tells whether two players want the same colour.
func clash(a, b *entrant) bool {
	return a.strength != nothing && a.wants == b.wants
}

// coloursAllow is C3.
func (f *field) coloursAllow(a, b *entrant) bool {
	return !clash(a, b) || a.strength != absolute || b.strength != absolute || a.top || b.top
}

// colour is what the higher ranked player gets (5.2).
func (f *field) colour(a, b *entrant) crosstable.Colour {
	switch {
	case a.strength == nothing && b.strength == nothing:
		if a.effective%2 != 0 {
			return f.initial
		}
		return f.initial.Other()
	case a.strength == nothing:
		return b.wants.Other()
	case !clash(a, b):
		return a.wants
	case a.strength != b.strength:
		return favour(a.wants, a.strength > b.strength)
	}
	if x, y := abs(a.difference), abs(b.difference); a.strength == absolute && x != y {
		return favour(a.wants, x > y)
	}
	if c := alternate(a.colours, b.colours); c != crosstable.NoColour {
		return c
	}
	return a.wants
}

// favour gives a colour to the first player or to the other.
func favour(c crosstable.Colour, first bool) crosstable.Colour {
	if first {
		return c
	}
	return c.Other()
}

func abs(d difference) difference { return max(d, -d) }

// alternate looks for the latest game in which both had different colours, and
// turns them round.
func alternate(a, b []crosstable.Colour) crosstable.Colour {
	for i := 1; i <= min(len(a), len(b)); i++ {
		if x, y := a[len(a)-i], b[len(b)-i]; x != y {
			return x.Other()
		}
	}
	return crosstable.NoColour
}

// initialColour is the recorded one, else what the first colours show: who took
// part has them in turn.
func initialColour(t *crosstable.Table) crosstable.Colour {
	if t.Initial != crosstable.NoColour {
		return t.Initial
	}
	for round := range t.Played() {
		c := crosstable.White
		for _, p := range seeded(t) {
			if !tookPart(p, round+1) {
				continue
			}
			if e := p.Rounds[round]; e.Colour != crosstable.NoColour {
				return favour(e.Colour, c == crosstable.White)
			}
			c = c.Other()
		}
	}
	return crosstable.White
}
