package load

import (
	"math/rand/v2"

	"kydai.dev/pkg/rules"
)

const (
	// longest bounds a game, so that tables meet ends and beginnings, too.
	longest = 600
	// variety is how many games of a kind are played beforehand; tables share
	// them. Each is the longest of some tries, so that few games begin while
	// moves are measured.
	variety = 12
	tries   = 30
)

// script is the moves of one game, known before the clock starts.
type script struct {
	game  string
	moves []string
}

// scripts plays games of each kind at random.
func scripts(games []rules.Game, seed uint64) []script {
	rng := rand.New(rand.NewPCG(seed, uint64(len(games)))) //nolint:gosec // must repeat itself
	var all []script
	for range variety {
		for _, g := range games {
			all = append(all, long(g, rng))
		}
	}
	return all
}

func long(g rules.Game, rng *rand.Rand) script {
	best := playout(g, rng)
	for n := 1; n < tries && len(best.moves) < longest; n++ {
		if s := playout(g, rng); len(s.moves) > len(best.moves) {
			best = s
		}
	}
	return best
}

// playout plays at random, but no move that ends the game while there are
// others, since the work of interest is the moves.
func playout(g rules.Game, rng *rand.Rand) script {
	line := rules.NewLine(g, g.Start())
	for line.Plies() < longest && !line.Verdict().Over() {
		line.Push(choose(line, rng))
	}
	return script{game: g.Name(), moves: line.Moves()}
}

func choose(line *rules.Line, rng *rand.Rand) rules.Ply {
	legal := line.Legal()
	rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	var ending rules.Ply
	for _, move := range legal {
		ply, err := line.Try(move)
		if err == nil && !ply.Verdict.Over() {
			return ply
		}
		ending = ply
	}
	return ending
}
