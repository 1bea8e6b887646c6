// Package bot plays the seats of bots: it gives the engine the means of a level,
// chooses among the moves that the engine finds as that level would, and knows
// when to agree to a draw.
package bot

import (
	"math"
	"math/rand/v2"

	"kydai.dev/pkg/levels"
	"kydai.dev/services/search/internal/engine"
)

// certain is a score that only a decided game has.
const certain = 25000

// Choose takes one of the lines that the engine found, best first, as somebody
// would who slips like that: a move is the less likely the more it loses. Nobody
// misses a win that he sees, or walks into a loss that he sees.
func Choose(lines []engine.Line, s levels.Slip, dice *rand.Rand) engine.Line {
	best := lines[0].Score.Value
	if s.Lines < 2 || s.Spread <= 0 || best >= certain || best <= -certain {
		return lines[0]
	}
	weights := make([]float64, 0, len(lines))
	sum := 0.0
	for _, l := range lines {
		loss := best - l.Score.Value
		if loss > s.Most || l.Depth == 0 {
			break
		}
		w := math.Exp(-float64(loss) / float64(s.Spread))
		weights = append(weights, w)
		sum += w
	}
	at := dice.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return lines[i]
		}
	}
	return lines[0]
}

const (
	// hopeless is a score at which an engine takes a draw at once.
	hopeless = -250
	// level is a score of a game that stands even, which is drawn after so many
	// plies.
	level    = 20
	longGame = 80
)

// Draws reports whether an engine takes a draw when it stands so after so many
// plies.
func Draws(score engine.Score, plies int) bool {
	return score.Value <= hopeless || plies >= longGame && score.Value <= level
}
