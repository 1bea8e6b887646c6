// Package swiss pairs a round by the FIDE (Dutch) system, C.04.3 as in force since
// 1 February 2026. Numbers of articles in the comments are of that text.
//
// Every bracket is a matching of the largest weight, in which each criterion owns
// some bits; what the criteria leave open is settled by the order in which the
// rules generate pairings, again by matchings. So it is exact and polynomial.
package swiss

import (
	"errors"
	"fmt"
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
)

// Board is a game of a round.
type Board struct {
	First, Second int // players; the first has white
}

// Round is a pairing.
type Round struct {
	Number int
	Boards []Board // in the order to publish
	Bye    int     // who has the bye of an odd number; 0 for nobody
}

// ErrNoPairing means that no pairing satisfies the absolute criteria.
var ErrNoPairing = errors.New("no legal pairing")

// Reasons why there is no round to pair.
var (
	ErrRounds = errors.New("the number of rounds must be known: the last round has rules of its own")
	ErrOver   = errors.New("all rounds are paired")
)

// Pair pairs the next round. The table must be valid.
func Pair(t *crosstable.Table) (Round, error) {
	if t.Total == 0 {
		return Round{}, ErrRounds
	}
	if t.Played() >= t.Total {
		return Round{}, ErrOver
	}
	f, err := newField(t)
	if err != nil {
		return Round{}, err
	}
	p := newPairer(f)
	if err := p.run(nil); err != nil {
		return Round{}, fmt.Errorf("round %d: %w", f.round, err)
	}
	return f.publish(p.pairs, p.single), nil
}

// publish gives colours and puts the boards in order (C.04.2 3.6).
func (f *field) publish(pairs [][2]int, single int) Round {
	slices.SortFunc(pairs, f.compareBoards)
	round := Round{Number: f.round}
	for _, pair := range pairs {
		a, b := &f.entrants[pair[0]], &f.entrants[pair[1]]
		if f.colour(a, b) == crosstable.White {
			round.Boards = append(round.Boards, Board{a.id, b.id})
		} else {
			round.Boards = append(round.Boards, Board{b.id, a.id})
		}
	}
	if single >= 0 {
		round.Bye = f.entrants[single].id
	}
	return round
}

// compareBoards orders boards by the higher ranked player's points, both players'
// points, and the higher ranked player's place.
func (f *field) compareBoards(x, y [2]int) int {
	a, b := f.leader(x), f.leader(y)
	if a.points != b.points {
		return int(b.points - a.points)
	}
	if sum := f.sum(y) - f.sum(x); sum != 0 {
		return int(sum)
	}
	return a.seed - b.seed
}

// leader is the player of a pair who is ahead in the standings.
func (f *field) leader(pair [2]int) *entrant {
	a, b := &f.entrants[pair[0]], &f.entrants[pair[1]]
	if b.points > a.points || b.points == a.points && b.seed < a.seed {
		return b
	}
	return a
}

func (f *field) sum(pair [2]int) crosstable.Points {
	return f.entrants[pair[0]].points + f.entrants[pair[1]].points
}
