package jungle

import (
	"strings"

	"kydai.dev/pkg/rules"
)

// Describe implements [rules.Game].
func (game) Describe() rules.Description {
	d := rules.Description{
		Board: describeBoard(),
		Endings: []rules.Reason{
			rules.Den, rules.NoPieces, rules.NoMoves, rules.Repetition, rules.Timeout,
		},
	}
	for s := range d.Colours {
		d.Colours[s] = rules.Colour{Name: colours[s], Letter: sideLetters[s : s+1]}
	}
	for k := elephant; k < nothing; k-- { // below the rat the count wraps around
		letter := letters[k : k+1]
		d.Kinds = append(d.Kinds, rules.Kind{
			Name: k.String(), Letters: [2]string{letter, strings.ToLower(letter)}, Count: 1, Rank: int(k) + 1,
		})
	}
	return d
}

func describeBoard() rules.Board {
	b := rules.Board{Kind: rules.OnSquares}
	for file := range files {
		b.Files = append(b.Files, at(file, 0).String()[:1])
		for rank := range ranks {
			b.Points = append(b.Points, rules.Point{Name: at(file, rank).String(), X: file, Y: rank})
		}
	}
	for rank := range ranks {
		b.Ranks = append(b.Ranks, at(0, rank).String()[1:])
	}
	b.Areas = []rules.Area{
		{Role: rules.AreaRiver, Squares: ground.river.names()},
		{Role: rules.AreaRiverBank, Squares: banks().names()},
	}
	for s := rules.First; s <= rules.Second; s++ {
		b.Areas = append(
			b.Areas,
			rules.Area{Role: rules.AreaTrap, Owner: s.String(), Squares: ground.traps[s].names()},
			rules.Area{Role: rules.AreaDen, Owner: s.String(), Squares: ground.dens[s].names()},
		)
	}
	for q := range square(squares) {
		for _, j := range ground.jumps[q] {
			if q < j.to {
				b.Jumps = append(b.Jumps, rules.Jump{From: q.String(), To: j.to.String(), Over: j.over.names()})
			}
		}
	}
	return b
}

// banks are the squares from which the river can be entered.
func banks() (dry set) {
	for q := range square(squares) {
		if ground.swims[rules.First][q]&ground.river != 0 {
			dry |= q.set() &^ ground.river
		}
	}
	return dry
}

// names lists the squares of a set by file, then by rank.
func (s set) names() []string {
	var list []string
	for file := range files {
		for rank := range ranks {
			if q := at(file, rank); s.has(q) {
				list = append(list, q.String())
			}
		}
	}
	return list
}
