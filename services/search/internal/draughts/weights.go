package draughts

import (
	"sync"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"

	"kydai.dev/services/search/internal/weights"
)

// evaluation is the weights of one board and kind of king, as they are used.
type evaluation struct {
	size   int
	full   int // pieces at the beginning
	flying bool
	once   sync.Once

	men   [2][64]weights.Pair // by side and square
	kings [64]weights.Pair

	guards                                    []weights.Pair // by how many men are at home
	protected, stuck, free, threatened, tempo weights.Pair
	all, road, edge                           uint64 // road is the longest diagonal
	home, beyond                              [2]uint64
	cone                                      [2][64]uint64 // the squares from where a man could be stopped
	steps                                     [4]int
	rank, file                                []weights.Pair
	manWorth, kingWorth, centre, kingRoad     weights.Pair
}

func newEvaluation(set weights.Set, name string, size int) *evaluation {
	one := func(what string) weights.Pair { return set.One(name + "-" + what) }
	return &evaluation{
		size: size, full: size / 2 * (size/2 - 1) * 2,
		manWorth: one("man"), kingWorth: one("king"), centre: one("centre"), kingRoad: one("king-on-road"),
		protected: one("protected"), stuck: one("stuck"), free: one("runaway"), threatened: one("threatened"), tempo: one("tempo"),
		rank: set.List(name+"-rank", size), file: set.List(name+"-file", size/2), guards: set.List(name+"-guards", size/2+1),
	}
}

// survey draws what depends on the geometry.
func (e *evaluation) survey(b *draughts.Board) {
	g := b.Ground()
	e.flying, e.all, e.steps = g.Flying, g.All, g.Steps
	for file := range e.size {
		for rank := file % 2; rank < e.size; rank += 2 {
			e.surveySquare(b, file, rank)
		}
	}
}

func (e *evaluation) surveySquare(b *draughts.Board, file, rank int) {
	at := b.At(file, rank)
	bit := uint64(1) << at
	inner := min(file, e.size-1-file)
	middle := inner >= e.size/2-2 && min(rank, e.size-1-rank) >= e.size/2-2
	e.kings[at] = e.kingWorth
	if file == rank { // the diagonal from a1
		e.road |= bit
		e.kings[at] += e.kingRoad
	}
	if middle {
		e.kings[at] += e.centre
	}
	if inner == 0 || rank == 0 || rank == e.size-1 {
		e.edge |= bit
	}
	for s := rules.First; s <= rules.Second; s++ {
		depth := rank
		if s == rules.Second {
			depth = e.size - 1 - rank
		}
		e.men[s][at] = e.manWorth + e.rank[depth] + e.file[inner]
		if middle {
			e.men[s][at] += e.centre
		}
		if depth == 0 {
			e.home[s] |= bit
		}
		if depth >= e.size/2 {
			e.beyond[s] |= bit
		}
		e.cone[s][at] = e.coneFrom(b, s, file, rank)
	}
}

// coneFrom is the squares ahead of a man, ever wider to both sides.
func (e *evaluation) coneFrom(b *draughts.Board, s rules.Side, file, rank int) (cone uint64) {
	ahead := 1 - 2*int(s)
	for steps := 1; ; steps++ {
		r := rank + ahead*steps
		if r < 0 || r >= e.size {
			return cone
		}
		for f := max(0, file-steps-1); f <= min(e.size-1, file+steps+1); f++ {
			if (f+r)%2 == 0 {
				cone |= 1 << b.At(f, r)
			}
		}
	}
}
