// Package knockout is an event in which the loser of a match is out. Players are
// their seeds, from 1; the tree never moves, whoever drops out.
package knockout

import (
	"errors"
	"fmt"
	"math/bits"
)

// Kind is how a step of a match decides.
type Kind string

// The kinds. In an armageddon game a draw wins for the second player.
const (
	Games      Kind = "games"
	Armageddon Kind = "armageddon"
	Lot        Kind = "lot"
)

// Step is a part of a match.
type Step struct {
	Kind    Kind   `json:"kind"`
	Games   int    `json:"games,omitempty"`
	Control string `json:"control,omitempty"` // time control; what it means is the caller's business
}

// Settings say how matches are played.
type Settings struct {
	Steps      []Step `json:"steps"` // the first one is the match itself, the others break ties
	ThirdPlace bool   `json:"third_place,omitempty"`
}

const (
	maxPlayers = 1 << 13
	maxGames   = 100
)

// Validate refuses settings with which a match might have no winner.
func (s Settings) Validate() error {
	if len(s.Steps) == 0 {
		return errors.New("a match needs games")
	}
	last := len(s.Steps) - 1
	for i, step := range s.Steps {
		switch {
		case i == 0 && step.Kind != Games:
			return errors.New("a match starts with games")
		case step.Kind == Games && (step.Games < 1 || step.Games > maxGames):
			return fmt.Errorf("step %d has 1 to %d games, not %d", i+1, maxGames, step.Games)
		case step.Kind != Games && step.Kind != Armageddon && step.Kind != Lot:
			return fmt.Errorf("step %d: there is no kind %q", i+1, step.Kind)
		case step.Kind != Games && i != last:
			return fmt.Errorf("step %d: nothing can follow %s, which decides", i+1, step.Kind)
		case i == last && step.Kind == Games:
			return errors.New("the last step must be armageddon or lot, or a match might not end")
		}
	}
	return nil
}

// Reason is how a match was decided.
type Reason string

// The reasons; a step's kind is one, too.
const (
	Bye      Reason = "bye"
	Walkover Reason = "walkover"
)

// Match is a place of the tree. Its players are the winners of earlier ones.
type Match struct {
	Round   int    `json:"round"`  // from 1
	Number  int    `json:"number"` // within the round, from 1
	Third   bool   `json:"third,omitempty"`
	Players [2]int `json:"players"` // 0 while not known, or for a bye
	Played  []Game `json:"played,omitempty"`
	Winner  int    `json:"winner,omitempty"`
	Reason  Reason `json:"reason,omitempty"`
}

// Bracket is an event.
type Bracket struct {
	settings  Settings
	players   int
	rounds    int
	matches   []Match // round by round; the one for the third place is the last
	withdrawn map[int]bool
}

// New seeds the players: the first two can only meet in the final.
func New(players int, s Settings) (*Bracket, error) {
	if players < 2 || players > maxPlayers {
		return nil, fmt.Errorf("a knockout has 2 to %d players, not %d", maxPlayers, players)
	}
	if err := s.Validate(); err != nil {
		return nil, err
	}
	b := &Bracket{settings: s, players: players, rounds: bits.Len(uint(players - 1)), withdrawn: map[int]bool{}}
	for round := 1; round <= b.rounds; round++ {
		for number := range 1 << (b.rounds - round) {
			b.matches = append(b.matches, Match{Round: round, Number: number + 1})
		}
	}
	if s.ThirdPlace && b.rounds > 1 {
		b.matches = append(b.matches, Match{Round: b.rounds, Number: 2, Third: true})
	}
	for i, seed := range order(1 << b.rounds) {
		if seed <= players {
			b.matches[i/2].Players[i%2] = seed
		}
	}
	for i := range 1 << (b.rounds - 1) {
		if m := &b.matches[i]; m.Players[1] == 0 {
			b.decide(i, m.Players[0], Bye)
		}
	}
	return b, nil
}

// order is how the seeds stand in the first round.
func order(size int) []int {
	list := []int{1}
	for len(list) < size {
		var next []int
		for _, s := range list {
			next = append(next, s, 2*len(list)+1-s)
		}
		list = next
	}
	return list
}

// Matches are all matches, round by round, that for the third place last.
func (b *Bracket) Matches() []Match { return b.matches }

// Rounds is how many rounds there are.
func (b *Bracket) Rounds() int { return b.rounds }

// index finds a match.
func (b *Bracket) index(round, number int) int {
	i := 0
	for r := 1; r < round; r++ {
		i += 1 << (b.rounds - r)
	}
	return i + number - 1
}

// decide ends a match and moves its players on.
func (b *Bracket) decide(i, winner int, why Reason) {
	m := &b.matches[i]
	m.Winner, m.Reason = winner, why
	if m.Third || m.Round == b.rounds {
		return
	}
	side := (m.Number - 1) % 2
	b.enter(b.index(m.Round+1, (m.Number+1)/2), side, winner)
	if last := len(b.matches) - 1; m.Round == b.rounds-1 && b.matches[last].Third {
		b.enter(last, side, m.loser())
	}
}

// loser is who lost a match, 0 where there was a bye.
func (m *Match) loser() int {
	if m.Players[0] == m.Winner {
		return m.Players[1]
	}
	return m.Players[0]
}

// enter puts a player into a match. For the third place there may be nobody: with
// three players one semifinal is a bye.
func (b *Bracket) enter(i, side, player int) {
	m := &b.matches[i]
	m.Players[side] = player
	if player == 0 {
		player = m.Players[1-side]
	}
	if m.Third && b.semifinalsDone() && (m.Players[0] == 0 || m.Players[1] == 0) {
		b.decide(i, player, Bye)
		return
	}
	b.walkOver(i)
}

func (b *Bracket) semifinalsDone() bool {
	i := b.index(b.rounds-1, 1)
	return b.matches[i].Winner != 0 && b.matches[i+1].Winner != 0
}

// walkOver ends a match whose players are known if one of them has withdrawn.
// Where both have, the higher seed goes on, to lose the next match the same way.
func (b *Bracket) walkOver(i int) {
	m := &b.matches[i]
	x, y := m.Players[0], m.Players[1]
	if x == 0 || y == 0 || m.Winner != 0 || !b.withdrawn[x] && !b.withdrawn[y] {
		return
	}
	winner := min(x, y)
	if b.withdrawn[winner] {
		winner = max(x, y)
	}
	if b.withdrawn[winner] {
		winner = min(x, y)
	}
	b.decide(i, winner, Walkover)
}

// Withdraw lets a player's present and later opponents walk over.
func (b *Bracket) Withdraw(player int) error {
	if player < 1 || player > b.players {
		return fmt.Errorf("there is no player %d", player)
	}
	b.withdrawn[player] = true
	for i := range b.matches {
		b.walkOver(i)
	}
	return nil
}

// Places are the players by place; those who lost in the same round share one.
// Nobody has a place before the player's last match is over.
func (b *Bracket) Places() map[int]int {
	places := map[int]int{}
	for _, m := range b.matches {
		if m.Winner == 0 {
			continue
		}
		switch loser := m.loser(); {
		case m.Third:
			places[m.Winner], places[loser] = 3, 4
		case m.Round == b.rounds:
			places[m.Winner], places[loser] = 1, 2
		default:
			places[loser] = 1<<(b.rounds-m.Round) + 1
		}
	}
	delete(places, 0)
	b.untilThird(places)
	return places
}

// untilThird takes the places of losers of semifinals back while they still have
// a match to play.
func (b *Bracket) untilThird(places map[int]int) {
	if m := b.matches[len(b.matches)-1]; m.Third && m.Winner == 0 {
		delete(places, m.Players[0])
		delete(places, m.Players[1])
	}
}
