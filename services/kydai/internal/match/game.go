package match

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/record"
)

// The results that the rules don't give.
const (
	// forfeit: an engine made no legal move.
	forfeit rules.Reason = "forfeit"
	// agreement: it went on for too long.
	agreement rules.Reason = "agreement"
	// resignation: both engines were sure who wins.
	resignation rules.Reason = "resignation"
)

// round is one game to play: player one is seat first, or second.
type round struct {
	number  int
	opening []string
	seat    rules.Side // of player one
}

// played is a game that has been played.
type played struct {
	round
	line    *rules.Line
	verdict rules.Verdict
	fault   string // what an engine did wrong; empty where all went well
}

// points are those of player one.
func (p played) points() float64 {
	switch p.verdict.Winner {
	case p.seat.Wins():
		return 1
	case rules.WinnerNone:
		return 0.5
	}
	return 0
}

// play plays a game. The error is not the engines' fault.
func play(ctx context.Context, c *Config, players [2]*engine, r round) (played, error) {
	p := played{round: r, line: rules.NewLine(c.Game, c.Game.Start())}
	for _, m := range r.opening {
		if _, err := p.line.Play(m); err != nil {
			return p, fmt.Errorf("opening: %w", err)
		}
	}
	for _, e := range players {
		if err := e.newGame(ctx); err != nil {
			return p, err
		}
	}
	sure := sureness{bound: c.Resign}
	for !p.verdict.Over() {
		side := p.line.Position().Side()
		e := players[side^r.seat]
		move, s, err := e.move(ctx, p.line, e.Go)
		if errors.Is(err, errGone) || errors.Is(err, errLate) || errors.Is(err, errRefused) || ctx.Err() != nil {
			return p, err
		}
		if err == nil {
			_, err = p.line.Play(move)
		}
		if err != nil {
			p.fault = fmt.Sprintf("%s plays %.20q after %d plies: %v", e.Name, move, p.line.Plies(), err)
			p.verdict = rules.Win(side.Other(), forfeit)
			return p, nil
		}
		p.verdict = c.verdict(p.line, sure.after(side, s))
	}
	return p, nil
}

// verdict is the result by the rules, else by what both engines think, else by the
// length of the game.
func (c *Config) verdict(line *rules.Line, winner rules.Winner) rules.Verdict {
	switch v := line.Verdict(); {
	case v.Over():
		return v
	case winner != "":
		return rules.Verdict{Winner: winner, Reason: resignation}
	case line.Plies() >= c.Longest:
		return rules.Draw(agreement)
	}
	return rules.Verdict{}
}

// sureness counts for how many plies both engines have agreed who wins.
type sureness struct {
	bound  int // 0 for never
	winner rules.Winner
	plies  int
}

// after takes in what a side thinks; it returns the winner once that is clear.
func (s *sureness) after(side rules.Side, said score) rules.Winner {
	const enough = 8 // plies
	winner := rules.Winner("")
	switch {
	case s.bound == 0 || !said.known || max(said.value, -said.value) < s.bound:
	case said.value > 0:
		winner = side.Wins()
	default:
		winner = side.Other().Wins()
	}
	if winner == "" || winner != s.winner {
		s.plies = 0
	}
	s.winner = winner
	if s.plies++; winner != "" && s.plies >= enough {
		return winner
	}
	return ""
}

// tagOf is the tag with the name of a player.
func tagOf(c rules.Colour) string { return strings.ToUpper(c.Name[:1]) + c.Name[1:] }

// record writes a game down.
func (p *played) record(c *Config) *record.Record {
	seats := [2]string{c.One.Name, c.Two.Name}
	if p.seat == rules.Second {
		seats[0], seats[1] = seats[1], seats[0]
	}
	colours := c.Game.Describe().Colours
	r := &record.Record{
		Game: c.Game, Moves: p.line.Moves(), Result: p.verdict,
		Tags: []record.Tag{
			{Name: "Event", Value: c.One.Name + " - " + c.Two.Name},
			{Name: "Round", Value: strconv.Itoa(p.number + 1)},
			{Name: tagOf(colours[rules.First]), Value: seats[rules.First]},
			{Name: tagOf(colours[rules.Second]), Value: seats[rules.Second]},
		},
	}
	if p.fault != "" {
		r.Comments = []record.Comment{{Ply: p.line.Plies(), Text: p.fault}}
	}
	return r
}
