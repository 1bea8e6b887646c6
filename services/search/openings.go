package search

import (
	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/opening"
)

// Openings makes n different beginnings of a game, each some random plies after which
// even finds neither side much better. The same seed makes the same ones.
func Openings(game rules.Game, plies, n int, seed uint64, even func(*rules.Line) (bool, error)) ([][]string, error) {
	return opening.Make(game, plies, n, seed, even)
}
