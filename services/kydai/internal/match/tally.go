package match

import (
	"fmt"
	"math"
)

// Tally is how a match stands for player one.
type Tally struct {
	Wins, Draws, Losses int
	// Faults are games that an engine lost by a fault.
	Faults int
	// pairs counts pairs of games of one opening by their points, 0 to 2 in halves.
	pairs [5]int
	half  map[int]float64 // points of openings of which one game is over
}

// add counts a game.
func (t *Tally) add(p played) {
	switch p.points() {
	case 1:
		t.Wins++
	case 0:
		t.Losses++
	default:
		t.Draws++
	}
	if p.fault != "" {
		t.Faults++
	}
	if t.half == nil {
		t.half = map[int]float64{}
	}
	opening := p.number / 2
	if points, ok := t.half[opening]; ok {
		t.pairs[int(2*(points+p.points()))]++
		delete(t.half, opening)
		return
	}
	t.half[opening] = p.points()
}

// Games is how many have been played.
func (t *Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score is the share of the points that player one has, 0 to 1.
func (t *Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// Elo is by how much player one is stronger, with the bounds within which that
// lies with 95 % certainty. The two games of an opening count as one trial, for
// what the opening gives to one of them it takes from the other.
func (t *Tally) Elo() (low, elo, high float64) {
	const certainty = 1.96
	mean, deviation := t.spread()
	return eloOf(mean - certainty*deviation), eloOf(t.Score()), eloOf(mean + certainty*deviation)
}

// spread is the mean score of pairs and the deviation of that mean. Half a pair won
// and half a pair lost are added, so that a few pairs that end alike prove little.
func (t *Tally) spread() (mean, deviation float64) {
	n, sum, squares := 1.0, 0.5, 0.5
	for points, count := range t.pairs {
		share := float64(points) / 4
		n += float64(count)
		sum += share * float64(count)
		squares += share * share * float64(count)
	}
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / n)
}

// eloOf is the difference in strength that brings a score.
func eloOf(score float64) float64 {
	const edge = 1e-3
	score = max(edge, min(1-edge, score))
	return 400 * math.Log10(score/(1-score)) // 0 for half, not -0
}

// String is the tally as a line.
func (t *Tally) String() string {
	low, elo, high := t.Elo()
	return fmt.Sprintf("%d games: +%d =%d -%d, %.1f %%, Elo %+.0f (%+.0f to %+.0f), faults %d",
		t.Games(), t.Wins, t.Draws, t.Losses, 100*t.Score(), elo, low, high, t.Faults)
}
