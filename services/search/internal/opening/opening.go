// Package opening makes beginnings of games for matches between engines.
package opening

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"kydai.dev/pkg/rules"
)

// tries is how many random beginnings are looked at for each that is wanted.
const tries = 1000

// Make makes n different beginnings, each some random plies after which even finds
// neither side much better. The same seed makes the same ones.
func Make(game rules.Game, plies, n int, seed uint64, even func(*rules.Line) (bool, error)) (list [][]string, err error) {
	random := rand.New(rand.NewPCG(seed, 0))
	seen := map[string]bool{}
	for try := 0; len(list) < n; try++ {
		if try == tries*n {
			return nil, fmt.Errorf("there are only %d openings of %d plies within the balance, %d are needed", len(list), plies, n)
		}
		line, err := begin(game, plies, random)
		if err != nil {
			return nil, err
		}
		if line.Verdict().Over() || seen[line.Position().String()] {
			continue
		}
		seen[line.Position().String()] = true
		fair, err := even(line)
		if err != nil {
			return nil, fmt.Errorf("judge an opening: %w", err)
		}
		if fair {
			list = append(list, slices.Clone(line.Moves()))
		}
	}
	return list, nil
}

// begin plays plies at random, fewer where the game ends before.
func begin(game rules.Game, plies int, random *rand.Rand) (*rules.Line, error) {
	line := rules.NewLine(game, game.Start())
	for range plies {
		if legal := line.Legal(); len(legal) > 0 {
			if _, err := line.Play(legal[random.IntN(len(legal))]); err != nil {
				return nil, fmt.Errorf("opening: %w", err)
			}
		}
	}
	return line, nil
}
