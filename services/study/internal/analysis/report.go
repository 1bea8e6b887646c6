package analysis

import (
	"math"

	"kydai.dev/pkg/rules"
)

// Report sums up both sides' play, by side.
type Report [2]SideReport

// SideReport sums up the moves of one side.
type SideReport struct {
	// Accuracy is how near the side came to the best moves, from 0 to 100.
	Accuracy float64 `json:"accuracy"`
	// Moves are those that count: those that had an alternative.
	Moves int `json:"moves"`
	// AverageLoss is how much of the point a move gave away on the average.
	AverageLoss  float64 `json:"average_loss"`
	Inaccuracies int     `json:"inaccuracies"`
	Mistakes     int     `json:"mistakes"`
	Blunders     int     `json:"blunders"`
}

// Sum sums up plies.
func Sum(plies []Ply) Report {
	var r Report
	for s := range r {
		r[s] = sumSide(plies, rules.Side(s)) //nolint:gosec // a side is 0 or 1
	}
	return r
}

// sumSide sums up one side's plies. Its accuracy is the middle between the
// arithmetic and the harmonic mean of its moves', so that a single blunder is not
// lost among many moves that anybody would have made.
func sumSide(plies []Ply, s rules.Side) SideReport {
	var r SideReport
	var sum, inverse float64
	for _, p := range plies {
		if p.Side != s || p.Forced {
			continue
		}
		r.Moves++
		r.AverageLoss += p.Loss
		a := accuracy(p.Loss)
		sum += a
		inverse += 1 / max(a, 1)
		switch p.Class {
		case Inaccuracy:
			r.Inaccuracies++
		case Mistake:
			r.Mistakes++
		case Blunder:
			r.Blunders++
		case Best, Good:
		}
	}
	if r.Moves == 0 {
		return r
	}
	n := float64(r.Moves)
	r.AverageLoss /= n
	r.Accuracy = (sum/n + n/inverse) / 2
	return r
}

// accuracy is that of a move by what it gave away: the curve that Lichess
// publishes for its accuracy (lichess.org/page/accuracy), with the loss in
// hundredths of the point.
func accuracy(loss float64) float64 {
	return max(0, min(100, 103.1668*math.Exp(-0.04354*100*loss)-3.1669))
}
