package jungle

import (
	_ "embed"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"

	"kydai.dev/services/search/internal/weights"
)

// Weights is the text with the numbers of the evaluation.
//
//go:embed weights.txt
var Weights string

// usual is the evaluation by them.
var usual = newEvaluation(weights.MustParse(Weights))

// fullCount is the pieces at the beginning.
const fullCount = 2 * jungle.Kinds

// evaluation is the weights as they are used.
type evaluation struct {
	worth [jungle.Kinds]int // in an exchange
	// place is a piece's worth with its square, negative for the second side.
	place [2][jungle.Kinds][jungle.Squares]weights.Pair

	mobility, hunted, tempo, alone             weights.Pair
	ratAgainstElephant, elephantFree, waterRat weights.Pair
	nearDen                                    []weights.Pair // by distance
	guard                                      weights.Pair
}

func newEvaluation(set weights.Set) *evaluation {
	e := &evaluation{
		mobility: set.One("mobility"), hunted: set.One("hunted"), tempo: set.One("tempo"), alone: set.One("alone"),
		ratAgainstElephant: set.One("rat-against-elephant"), elephantFree: set.One("elephant-without-rat"),
		waterRat: set.One("rat-blocks-jumps"), nearDen: set.List("near-den", distances), guard: set.One("guard"),
	}
	material := set.List("material", jungle.Kinds)
	for k := range jungle.Kinds {
		e.worth[k] = material[k].Begin()
	}
	const half = (jungle.Files + 1) / 2
	walker, rat, jumper := set.List("walker", half*ranks), set.List("rat", half*ranks), set.List("jumper", half*ranks)
	for k := range jungle.Kinds {
		table := walker
		switch jungle.Kind(k) {
		case jungle.Rat:
			table = rat
		case jungle.Tiger, jungle.Lion:
			table = jumper
		}
		for s := range jungle.Squares {
			file, rank := s%jungle.Files, s/jungle.Files
			p := material[k] + table[(ranks-1-rank)*half+min(file, jungle.Files-1-file)]
			e.place[rules.First][k][s] = p
			e.place[rules.Second][k][jungle.Squares-1-s] = -p
		}
	}
	return e
}

const ranks = jungle.Squares / jungle.Files
