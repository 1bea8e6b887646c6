// Package roundrobin pairs events in which everybody meets everybody, by the
// Berger tables (FIDE C.05 Annex 1), and says what counts when a player drops out.
package roundrobin

import (
	"errors"
	"fmt"
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
)

// Game is a pairing; the first player has white.
type Game struct {
	First, Second int
}

// Round is one round of the table.
type Round struct {
	Games []Game
	Bye   int // who is free where the number is odd, else 0
}

// Reasons why there is no table.
var (
	ErrTooFew = errors.New("a round robin needs two players at least")
	ErrOver   = errors.New("all rounds are paired")
)

// Schedule is the whole table for players numbered from 1. In a double round robin
// everybody meets everybody with both colours.
func Schedule(players int, double bool) ([]Round, error) {
	if players < 2 {
		return nil, ErrTooFew
	}
	even := players + players%2
	var rounds []Round
	for r := 1; r < even; r++ {
		rounds = append(rounds, round(even, r, players))
	}
	if !double {
		return rounds, nil
	}
	second := make([]Round, len(rounds))
	for i, r := range rounds {
		second[i] = r.reversed()
	}
	// Without this the colours of three rounds in a row would be the same for some.
	if n := len(rounds); n > 1 {
		rounds[n-2], rounds[n-1] = rounds[n-1], rounds[n-2]
	}
	return append(rounds, second...), nil
}

// round is row r of the table for an even number; who meets a number above
// players is free.
func round(n, r, players int) Round {
	a := (r-1)*(n/2)%(n-1) + 1
	games := []Game{{a, n}}
	if r%2 == 0 {
		games[0] = Game{n, a}
	}
	wrap := func(x int) int { return (x+n-2)%(n-1) + 1 }
	for k := 1; k < n/2; k++ {
		games = append(games, Game{wrap(a + k), wrap(a - k)})
	}
	if n == players {
		return Round{Games: games}
	}
	return Round{Games: games[1:], Bye: a}
}

func (r Round) reversed() Round {
	games := make([]Game, len(r.Games))
	for i, g := range r.Games {
		games[i] = Game{g.Second, g.First}
	}
	return Round{Games: games, Bye: r.Bye}
}

// Pair is the next round of an event.
func Pair(t *crosstable.Table, double bool) (Round, error) {
	rounds, err := Schedule(len(t.Players), double)
	if err != nil {
		return Round{}, err
	}
	if t.Played() >= len(rounds) {
		return Round{}, ErrOver
	}
	return rounds[t.Played()], nil
}

// Withdrawal is a player who leaves after some rounds.
type Withdrawal struct {
	Player int
	After  int // rounds that the player was there for
}

// Annuls tells whether the player leaves so early that its results don't count:
// before half of the rounds.
func (w Withdrawal) Annuls(rounds int) bool { return 2*w.After < rounds }

// Counted is the table as the standings count it. Who left before half of the
// rounds has no results and gives none; what others who left still had to play is
// lost by forfeit.
func Counted(t *crosstable.Table, withdrawals []Withdrawal) (*crosstable.Table, error) {
	counted := *t
	counted.Players = slices.Clone(t.Players)
	for i := range counted.Players {
		counted.Players[i].Rounds = slices.Clone(counted.Players[i].Rounds)
	}
	for _, w := range withdrawals {
		if counted.Player(w.Player) == nil {
			return nil, fmt.Errorf("there is no player %d", w.Player)
		}
		if w.After < 0 {
			return nil, fmt.Errorf("player %d can't leave after %d rounds", w.Player, w.After)
		}
		if !w.Annuls(t.Total) {
			forfeit(&counted, w)
		}
	}
	for _, w := range withdrawals {
		if w.Annuls(t.Total) {
			annul(&counted, w.Player)
		}
	}
	return &counted, nil
}

// annul takes all games of a player out, on both sides.
func annul(t *crosstable.Table, player int) {
	none := crosstable.Entry{Result: crosstable.Absent}
	for i, e := range t.Player(player).Rounds {
		if e.Opponent > 0 {
			t.Player(e.Opponent).Rounds[i] = none
		}
		t.Player(player).Rounds[i] = none
	}
}

// forfeit loses the games that a player isn't there for.
func forfeit(t *crosstable.Table, w Withdrawal) {
	rounds := t.Player(w.Player).Rounds
	for i := w.After; i < len(rounds); i++ {
		e := &rounds[i]
		if e.Opponent == 0 {
			continue
		}
		e.Result, e.Points = crosstable.ForfeitLoss, t.Scoring.Forfeited
		other := &t.Player(e.Opponent).Rounds[i]
		if other.Result != crosstable.ForfeitLoss { // it may have left, too
			other.Result, other.Points = crosstable.ForfeitWin, t.Scoring.Win
		}
	}
}
