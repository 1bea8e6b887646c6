package xiangqi

import (
	_ "embed"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/bitboard"
	"kydai.dev/pkg/rules/xiangqi"

	"kydai.dev/services/search/internal/weights"
)

// Weights is the text with the numbers of the evaluation.
//
//go:embed weights.txt
var Weights string

// usual is the evaluation by them.
var usual = newEvaluation(weights.MustParse(Weights))

const (
	lineReach  = 18 // squares a chariot or cannon can reach at most, and none
	horseReach = 9
	besiegers  = 6 // pieces that can besiege a general, counted up to this
)

// phases is how much of the game is still there while a piece is.
var phases = [xiangqi.Kinds]int32{xiangqi.Horse: 3, xiangqi.Chariot: 6, xiangqi.Cannon: 3}

const fullPhase = 2 * 2 * (3 + 6 + 3)

// evaluation is the weights as they are used.
type evaluation struct {
	// place is a piece's worth with its square, negative for black.
	place [2][xiangqi.Kinds][bitboard.Squares90]weights.Pair

	chariot, cannon [lineReach]weights.Pair
	horse           [horseReach]weights.Pair

	siege                       [xiangqi.Kinds]int
	siegePieces                 [besiegers]int
	bareAdvisors, bareElephants [3]int

	hollowCannon, centralCannon, sunkCannon             weights.Pair
	linkedHorses, linkedSoldiers, advisors, elephants   weights.Pair
	chariotPerAdvisor, cannonPerElephant, ribs, hanging weights.Pair
	attacked, tempo                                     weights.Pair
}

func newEvaluation(set weights.Set) *evaluation {
	e := &evaluation{
		hollowCannon: set.One("hollow-cannon"), centralCannon: set.One("central-cannon"), sunkCannon: set.One("sunk-cannon"),
		linkedHorses: set.One("linked-horses"), linkedSoldiers: set.One("linked-soldiers"),
		advisors: set.One("both-advisors"), elephants: set.One("both-elephants"),
		chariotPerAdvisor: set.One("chariot-per-bare-advisor"), cannonPerElephant: set.One("cannon-per-bare-elephant"),
		ribs: set.One("ribs"), hanging: set.One("hanging"), attacked: set.One("attacked-by-lesser"), tempo: set.One("tempo"),
	}
	copy(e.chariot[:], set.List("chariot-mobility", lineReach))
	copy(e.cannon[:], set.List("cannon-mobility", lineReach))
	copy(e.horse[:], set.List("horse-mobility", horseReach))
	numbers(e.siege[:], set.List("siege", len(e.siege)))
	numbers(e.siegePieces[:], set.List("siege-pieces", besiegers))
	numbers(e.bareAdvisors[:], set.List("bare-advisors", 3))
	numbers(e.bareElephants[:], set.List("bare-elephants", 3))
	e.fillPlaces(set)
	return e
}

func numbers(to []int, from []weights.Pair) {
	for i, p := range from {
		to[i] = p.Begin()
	}
}

// fillPlaces spreads the tables of places, which show the left half of the board
// from the far rank down, over both halves and sides.
func (e *evaluation) fillPlaces(set weights.Set) {
	const half = (bitboard.Files90 + 1) / 2
	names := [xiangqi.Kinds]string{"", "general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier"}
	material := set.List("material", len(names))
	for k := xiangqi.General; k < xiangqi.Kinds; k++ {
		table := set.List(names[k], half*bitboard.Ranks90)
		for s := range bitboard.Squares90 {
			file, rank := s%bitboard.Files90, s/bitboard.Files90
			p := material[k] + table[(bitboard.Ranks90-1-rank)*half+min(file, bitboard.Files90-1-file)]
			e.place[rules.First][k][s] = p
			e.place[rules.Second][k][bitboard.Squares90-1-s] = -p
		}
	}
}
