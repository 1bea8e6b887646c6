package ladder

import (
	"math"
	"slices"

	"kydai.dev/pkg/levels"
)

// perElo is what a point of Elo is in the exponent of a score.
const perElo = math.Ln10 / 400

// rate finds the strengths of the levels that make the matches likeliest, the
// weakest level's being 0, and how wrong they may be: the spread of the results
// within the matches says how much of them is chance. Levels that have not played
// yet are left out.
func rate(l *levels.Ladder) {
	results := resultsOf(l)
	strength := make([]float64, results.levels)
	for range 100 {
		slope, curve, _ := results.at(strength)
		largest := 0.0
		for i, step := range curve.inverse().times(slope) {
			step = max(-1, min(1, step)) // far from the top the curve misleads
			strength[i+1] += step
			largest = max(largest, math.Abs(step))
		}
		if largest < 1e-9 {
			break
		}
	}
	_, curve, noise := results.at(strength)
	chance := curve.inverse().product(noise).product(curve.inverse())
	for i, s := range strength[1:] {
		l.Rungs[i+1].Elo = int(math.Round(s / perElo))
		l.Rungs[i+1].Error = int(math.Ceil(certainty * math.Sqrt(chance[i][i]) / perElo))
	}
}

// results are matches between levels by their numbers.
type results struct {
	levels  int
	matches []result
}

type result struct {
	levels.Match
	one, two int
}

func resultsOf(l *levels.Ladder) results {
	r := results{levels: 1}
	number := func(name string) int {
		return slices.IndexFunc(l.Rungs, func(r levels.Rung) bool { return r.ID == name })
	}
	for _, m := range l.Matches {
		played := result{Match: m, one: number(m.One), two: number(m.Two)}
		r.levels = max(r.levels, played.one+1, played.two+1)
		r.matches = append(r.matches, played)
	}
	return r
}

// at is how the likelihood of the results changes with the strength of all levels
// but the weakest: its slope, how it curves, and how much the slope owes to chance.
func (r results) at(strength []float64) (slope []float64, curve, noise matrix) {
	slope, curve, noise = make([]float64, r.levels-1), newMatrix(r.levels-1), newMatrix(r.levels-1)
	for _, m := range r.matches {
		expected := 1 / (1 + math.Exp(strength[m.two]-strength[m.one]))
		n, sum, squares := moments(m.Match, expected)
		for _, a := range []struct {
			level int
			sign  float64
		}{{m.one, 1}, {m.two, -1}} {
			if a.level > 0 {
				slope[a.level-1] += a.sign * sum
			}
		}
		curve.between(m.one-1, m.two-1, n*expected*(1-expected))
		noise.between(m.one-1, m.two-1, squares)
	}
	return slope, curve, noise
}
