package knockout

import (
	"errors"
	"fmt"
)

// Result is the outcome of a game or a lot.
type Result string

// The results; a lot has no draw.
const (
	First  Result = "first"
	Second Result = "second"
	Draw   Result = "draw"
)

// Game is a game of a match, or a lot.
type Game struct {
	Step   int    `json:"step"` // from 0, the match itself
	First  int    `json:"first"`
	Second int    `json:"second"`
	Result Result `json:"result,omitempty"`
}

// What can't be entered.
var (
	ErrNoMatch   = errors.New("there is no such match")
	ErrNotReady  = errors.New("the players of the match are not known yet")
	ErrDecided   = errors.New("the match is decided")
	ErrBadResult = errors.New("the result is first, second or draw, and a lot has no draw")
)

// Next is the game that a match needs next, without a result. The higher seed has
// white in the first game; then colours alternate.
func (b *Bracket) Next(match int) (Game, Step, error) {
	if match < 0 || match >= len(b.matches) {
		return Game{}, Step{}, ErrNoMatch
	}
	m := &b.matches[match]
	switch {
	case m.Winner != 0:
		return Game{}, Step{}, ErrDecided
	case m.Players[0] == 0 || m.Players[1] == 0:
		return Game{}, Step{}, ErrNotReady
	}
	first, second := min(m.Players[0], m.Players[1]), max(m.Players[0], m.Players[1])
	if len(m.Played)%2 != 0 {
		first, second = second, first
	}
	step := b.step(m)
	return Game{Step: step, First: first, Second: second}, b.settings.Steps[step], nil
}

// step is where a match that goes on stands.
func (b *Bracket) step(m *Match) int {
	step := 0
	for {
		s := b.settings.Steps[step]
		if s.Kind != Games || len(m.in(step)) < s.Games {
			return step
		}
		step++
	}
}

// in are the games of a step.
func (m *Match) in(step int) []Game {
	var games []Game
	for _, g := range m.Played {
		if g.Step == step {
			games = append(games, g)
		}
	}
	return games
}

// Enter enters the result of the game that Next told of, and ends the match when
// it is decided.
func (b *Bracket) Enter(match int, result Result) error {
	game, step, err := b.Next(match)
	if err != nil {
		return err
	}
	if result != First && result != Second && (result != Draw || step.Kind == Lot) {
		return fmt.Errorf("%q: %w", result, ErrBadResult)
	}
	m := &b.matches[match]
	game.Result = result
	m.Played = append(m.Played, game)
	if winner := m.winner(game.Step, step); winner != 0 {
		b.decide(match, winner, Reason(step.Kind))
	}
	return nil
}

// winner is who has won a step, 0 for nobody as yet. A step ends early when the
// games left can't change it.
func (m *Match) winner(number int, step Step) int {
	games := m.in(number)
	last := games[len(games)-1]
	if step.Kind != Games {
		if last.Result == First {
			return last.First
		}
		return last.Second // in an armageddon game a draw is enough
	}
	lead := m.lead(games)
	left := 2 * (step.Games - len(games))
	switch {
	case lead > left:
		return m.Players[0]
	case -lead > left:
		return m.Players[1]
	}
	return 0
}

// lead is how many half points the upper player is ahead.
func (m *Match) lead(games []Game) int {
	lead := 0
	for _, g := range games {
		switch {
		case g.Result == Draw:
		case (g.Result == First) == (g.First == m.Players[0]):
			lead += 2
		default:
			lead -= 2
		}
	}
	return lead
}

// Score is a step's score in half points, in the order of the players.
func (m *Match) Score(step int) [2]int {
	games := m.in(step)
	lead := m.lead(games)
	return [2]int{len(games) + lead/2, len(games) - lead/2}
}

// WalkOver gives a match that goes on to one of its players. A match that is
// decided stays so.
func (b *Bracket) WalkOver(match, winner int) {
	if m := &b.matches[match]; m.Winner == 0 && winner != 0 && (m.Players[0] == winner || m.Players[1] == winner) {
		b.decide(match, winner, Walkover)
	}
}
