package ladder

import (
	"context"
	"fmt"

	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/engine"
)

const (
	// longest is the ply after which a game is drawn.
	longest = 300
	// sure is the score from which on a game is given up, and agreed how many plies
	// long both players must see it so.
	sure   = 1000
	agreed = 8
)

// game is a game that was played.
type game struct {
	number int
	points float64 // of player one
	plies  int
}

// play plays a game of a match: every opening twice, with sides changed.
func (h *hall) play(ctx context.Context, p pairing, number int) (game, error) {
	line := rules.NewLine(h.game.Rules, h.game.Rules.Start())
	for _, m := range h.openings[number/2] {
		if _, err := line.Play(m); err != nil {
			return game{}, fmt.Errorf("opening: %w", err)
		}
	}
	name := fmt.Sprintf("%s-%s/%d/%d", p.one.name(), p.two.name(), h.Seed, number)
	seat := rules.Side(number % 2) //nolint:gosec // one of two
	talk := agreement{off: !p.one.sound() || !p.two.sound()}
	winner := rules.Winner("")
	for !line.Verdict().Over() && line.Plies() < longest && winner == "" {
		side := line.Position().Side()
		mover := [2]player{p.one, p.two}[side^seat]
		move, score, err := mover.move(ctx, line, bot.Seed(name, line.Plies()))
		if err != nil {
			return game{}, err
		}
		if _, err := line.Play(move); err != nil {
			return game{}, fmt.Errorf("%s after %d plies: %w", mover.name(), line.Plies(), err)
		}
		winner = talk.after(side, score, line.Plies())
	}
	if v := line.Verdict(); v.Over() {
		winner = v.Winner
	}
	return game{number: number, points: points(winner, seat), plies: line.Plies()}, nil
}

// points are those of the player in a seat.
func points(winner rules.Winner, seat rules.Side) float64 {
	switch winner {
	case seat.Wins():
		return 1
	case seat.Other().Wins():
		return 0
	}
	return 0.5
}

// agreement is what two players think of a game, who end it early when they think
// the same for a while: they slip by little, so that nothing would come of playing
// on.
type agreement struct {
	off    bool
	result rules.Winner
	plies  int
}

// after takes in what a side thinks after so many plies; it returns the result
// once there is one.
func (a *agreement) after(side rules.Side, score, plies int) rules.Winner {
	result := rules.Winner("")
	switch {
	case a.off:
	case score >= sure:
		result = side.Wins()
	case score <= -sure:
		result = side.Other().Wins()
	case bot.Draws(engine.Score{Value: score}, plies):
		result = rules.WinnerNone
	}
	if result != a.result {
		a.result, a.plies = result, 0
	}
	if a.plies++; a.plies < agreed {
		return ""
	}
	return result
}
