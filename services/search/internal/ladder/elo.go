package ladder

import (
	"math"

	"kydai.dev/pkg/levels"
)

// certainty is how many deviations to both sides hold 95 of 100.
const certainty = 1.96

// tally counts the games of a match.
func tally(m *levels.Match, games []game) {
	for i, g := range games {
		switch g.points {
		case 1:
			m.Wins++
		case 0:
			m.Losses++
		default:
			m.Draws++
		}
		if i%2 == 1 {
			m.Pairs[int(2*(games[i-1].points+g.points))]++
		}
	}
	n, sum, squares := moments(*m, 0)
	mean := sum / n
	deviation := math.Sqrt((squares/n - mean*mean) / n)
	m.Elo, m.Low, m.High = eloOf(m.Score()), eloOf(mean-certainty*deviation), eloOf(mean+certainty*deviation)
}

// moments are how many pairs of games a match has, how much they scored above an
// expected score together, and the squares of that. The two games of an opening
// count as one trial, for what the opening gives to one of them it takes from the
// other. Half a pair won and half a pair lost are added, so that a few pairs that
// end alike prove little.
func moments(m levels.Match, expected float64) (n, sum, squares float64) {
	add := func(share, count float64) {
		n += count
		sum += (share - expected) * count
		squares += (share - expected) * (share - expected) * count
	}
	add(0, 0.5)
	add(1, 0.5)
	for points, count := range m.Pairs {
		add(float64(points)/4, float64(count))
	}
	return n, sum, squares
}

// eloOf is the difference in strength that brings a score.
func eloOf(score float64) int {
	const edge = 1e-3
	score = max(edge, min(1-edge, score))
	return int(math.Round(-400 * math.Log10(1/score-1)))
}
