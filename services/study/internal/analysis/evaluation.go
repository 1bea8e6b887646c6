package analysis

import (
	"math"

	"kydai.dev/pkg/rules"
)

// Line is a move and what is expected to follow, as search tells it.
type Line struct {
	// Moves are in canonical spelling.
	Moves []string `json:"moves"`
	// Score is what it is worth to the side to move, in hundredths of the game's
	// smallest piece.
	Score int `json:"score"`
	// Mate is how many plies it takes until that side has won, negative until it
	// has lost, 0 where that is not known.
	Mate int `json:"mate,omitempty"`
	// Depth is how many plies were looked ahead.
	Depth int `json:"depth"`
}

// sure is the score of what is won or lost for certain; no evaluation is beyond.
const sure = 10_000

// Evaluation is what a position is worth, as the first side sees it.
type Evaluation struct {
	Score, Mate int
	// Expected is the share of the point that the first side may expect.
	Expected float64
	// Winner is who has won where the game is over on the board.
	Winner rules.Winner
	Depth  int
}

// For is what a side may expect of the point.
func (e Evaluation) For(s rules.Side) float64 {
	if s == rules.First {
		return e.Expected
	}
	return 1 - e.Expected
}

// evaluated is what a line says of a position in which a side is to move.
func evaluated(g rules.Game, l Line, toMove rules.Side) Evaluation {
	score := max(-sure, min(sure, l.Score))
	switch {
	case l.Mate > 0:
		score = sure
	case l.Mate < 0:
		score = -sure
	}
	e := Evaluation{Score: score, Mate: l.Mate, Depth: l.Depth}
	if toMove == rules.Second {
		e.Score, e.Mate = -e.Score, -e.Mate
	}
	e.Expected = expected(g, e.Score)
	return e
}

// decided is the evaluation of a position in which the game is over.
func decided(v rules.Verdict) Evaluation {
	e := Evaluation{Winner: v.Winner, Expected: 0.5}
	switch v.Winner {
	case rules.WinnerFirst:
		e.Score, e.Expected = sure, 1
	case rules.WinnerSecond:
		e.Score, e.Expected = -sure, 0
	case rules.WinnerNone:
	}
	return e
}

// scales are the scores with which ten points are won for one that is lost, by
// game: what decides a game depends on how many pieces it has and on how easily
// it is drawn. They foretell best how games of the engine with itself ended, 400
// of each kind at 2,000 positions a move:
//
//	kydai tune play --game GAME --games 400 --nodes 2000 > FILE
//	kydai tune fit --game GAME --rounds 0 FILE
//
// tells the scale, which is rounded to tens here. Of jungle only the games that
// were won count (grep -v '^0.5 '): nearly two thirds of its positions are from
// games in which the engine shuffles on with any lead, and by those it would be
// no blunder to give an elephant away.
var scales = map[string]float64{
	"xiangqi": 940, "jungle": 1260, "morris": 780,
	"draughts-brazilian": 190, "draughts-american": 740, "draughts-russian": 200, "draughts-international": 240,
}

// expected is the share of the point that a score foretells, by the logistic
// curve with which Elo foretells it from the difference of ratings (A. Elo, The
// Rating of Chessplayers, 1978, 8.4): 1/(1+10^(-score/scale)).
func expected(g rules.Game, score int) float64 {
	switch {
	case score >= sure:
		return 1
	case score <= -sure:
		return 0
	}
	return 1 / (1 + math.Pow(10, -float64(score)/scales[g.Name()]))
}
