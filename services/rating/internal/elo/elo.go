// Package elo is the arithmetic of ratings, in whole numbers.
//
// The score expected of a player is the logistic curve that Arpad Elo's system
// is commonly computed by (US Chess, "The US Chess Rating System", winning
// expectancy; FIDE prints the like as a table):
//
//	expected = 1 / (1 + 10^((opponent − own) / 400))
//
// with differences of more than 400 counted as 400 (FIDE Rating Regulations
// 2024, §8.3.1), and a game changes the rating by
//
//	k × (score − expected), k = 40, 20 or 10
//
// (§8.3.3): 40 for the first 30 games, in which the rating is provisional; 10
// once it has reached 2400, even if it falls below later, and 20 otherwise. The
// hall's own is that ratings begin at 0 and never fall below it.
package elo

import "math"

const (
	// Start is the rating before the first game, and the lowest there is.
	Start = 0
	// ProvisionalGames is with how many games a rating ceases to be provisional.
	ProvisionalGames = 30
	// Whole is an expected score of 1.
	Whole = 10_000

	mostDifference = 400
	scale          = 400
	strong         = 2400

	kNew, kUsual, kStrong = 40, 20, 10
)

// Score is a result in half points.
type Score int

// The results.
const (
	Loss Score = 0
	Draw Score = 1
	Win  Score = 2
)

// Other is the opponent's score.
func (s Score) Other() Score { return Win - s }

// Player is what a game starts from.
type Player struct {
	Rating, Games int
	// Best is the highest rating that the player has ever had.
	Best int
}

// Provisional reports whether a player with so many games has a rating that
// means little yet.
func Provisional(games int) bool { return games < ProvisionalGames }

// Sum is the arithmetic of one player's change.
type Sum struct {
	Score Score
	// Expected is the score expected, in parts of Whole.
	Expected int
	// K is how much the game weighs.
	K             int
	Before, After int
}

// Rate computes what a game does to both players. It is symmetrical: the
// expected scores add up to Whole, and with the same k one gains what the other
// loses, unless that one has nothing to lose.
func Rate(first, second Player, score Score) (Sum, Sum) {
	expected := expect(first.Rating - second.Rating)
	return sum(first, expected, score), sum(second, Whole-expected, score.Other())
}

// expect is the score expected with an advantage. Only the stronger side's is
// computed: the weaker one gets the rest, whatever the rounding.
func expect(advantage int) int {
	if advantage < 0 {
		return Whole - expect(-advantage)
	}
	lead := float64(min(advantage, mostDifference))
	return int(math.Round(Whole / (1 + math.Pow(10, -lead/scale))))
}

func sum(p Player, expected int, score Score) Sum {
	k := factor(p)
	s := Sum{Score: score, Expected: expected, K: k, Before: p.Rating}
	s.After = max(Start, s.Before+s.Change())
	return s
}

// Change is what the game gives or takes.
func (s Sum) Change() int { return divide(s.K * (int(s.Score)*Whole/2 - s.Expected)) }

func factor(p Player) int {
	switch {
	case Provisional(p.Games):
		return kNew
	case max(p.Best, p.Rating) >= strong:
		return kStrong
	default:
		return kUsual
	}
}

// divide divides by Whole and rounds halves away from zero, which is the same
// on both sides of it.
func divide(n int) int {
	if n < 0 {
		return -divide(-n)
	}
	return (n + Whole/2) / Whole
}
