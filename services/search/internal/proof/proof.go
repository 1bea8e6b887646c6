// Package proof plays the engine against perfect play, from endings whose value is
// in databases that the engine does not have: what is won must be won, what is drawn
// must be held.
package proof

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/oracle"
)

// Proof is a number of endings to be played.
type Proof struct {
	// Tables say what the endings are worth.
	Tables *endgame.Tables
	// Set is whose endings are played, those with the most pieces.
	Set endgame.Set
	// Known is up to how many pieces the engine has the tables.
	Known int
	// Outside begins endings with one piece more than those of the set, in which
	// somebody can force his way into the tables within a few plies.
	Outside bool
	// Nodes is how many positions the engine searches for a move.
	Nodes int
	// Wins and Draws are how many endings of each kind are played.
	Wins, Draws int
	// Shortest is how many plies the win of a won ending takes at least, where the
	// tables know it.
	Shortest int
	// Seed says which endings.
	Seed uint64
	// Played, if any, is told of every game.
	Played func(Game)
}

// Game is an ending that was played.
type Game struct {
	// Start is the position in which it began, Engine the engine's side there.
	Start  string
	Engine rules.Side
	Moves  []string
	// Won says that the engine had to win, and not to hold a draw; Kept that it did.
	Won, Kept bool
}

// Result is what came of a proof.
type Result struct {
	// Wins and Draws are how many endings were played, Missed and Lost how many of
	// these the engine did not win or hold.
	Wins, Missed, Draws, Lost int
}

// ErrNotWhole is the error of a proof by tables that are not all there.
var ErrNotWhole = errors.New("the tables of the set are not all there")

// Run plays. It is the same every time for the same proof; one that is cut short
// tells of what was played.
func (p Proof) Run(ctx context.Context) (r Result, err error) {
	if p.Tables.Stock(p.Set).Tables < p.Set.Tables {
		return r, fmt.Errorf("prove %s: %w", p.Set.Name, ErrNotWhole)
	}
	known := p.Tables.UpTo(p.Known)
	m := &match{
		Proof: p, random: rand.New(rand.NewPCG(p.Seed, 1)), //nolint:gosec // a sample
		player: bot.NewPlayer(1, table).Knowing(oracle.New(func() *endgame.Tables { return known })),
	}
	m.rules, _ = games.Find(p.Set.Game)
	for i := range max(p.Wins, p.Draws) {
		if i < p.Wins {
			err = m.one(ctx, true, &r)
		}
		if i < p.Draws && err == nil {
			err = m.one(ctx, false, &r)
		}
		if err != nil {
			return r, err
		}
	}
	return r, nil
}

// one plays one more ending, if there is one.
func (m *match) one(ctx context.Context, won bool, r *Result) error {
	root, side := m.root(won)
	if root == nil {
		return nil
	}
	g, err := m.play(ctx, root, side, won)
	if err != nil {
		return err
	}
	r.add(g)
	if m.Played != nil {
		m.Played(g)
	}
	return nil
}

func (r *Result) add(g Game) {
	played, failed := &r.Draws, &r.Lost
	if g.Won {
		played, failed = &r.Wins, &r.Missed
	}
	*played++
	if !g.Kept {
		*failed++
	}
}

const (
	// table is the megabytes of the engine's table.
	table = 8
	// patience is the most that a move may take: the nodes decide.
	patience = time.Hour
	// longest is after how many plies a drawn game has been held.
	longest = 120
)

// match is a proof under way.
type match struct {
	Proof
	rules  rules.Game
	random *rand.Rand
	player *bot.Player
}

// play plays one ending, until the engine has kept what it had or lost it.
func (m *match) play(ctx context.Context, root rules.Position, side rules.Side, won bool) (Game, error) {
	g := Game{Start: root.String(), Engine: side, Won: won, Kept: !won}
	line := rules.NewLine(m.rules, root)
	for !line.Verdict().Over() && (won || line.Plies() < longest) {
		move, err := m.move(ctx, line, g)
		if err != nil {
			return g, err
		}
		if _, err := line.Play(move); err != nil {
			return g, fmt.Errorf("play %s in %s: %w", move, line.Position(), err)
		}
		g.Moves = append(g.Moves, move)
		if m.thrown(line, g) {
			g.Kept = false
			return g, nil
		}
	}
	if won {
		g.Kept = line.Verdict().Winner == g.Engine.Wins()
	}
	return g, nil
}

// move is the next move of whose turn it is. Outside of the tables the engine is
// its own opponent.
func (m *match) move(ctx context.Context, line *rules.Line, g Game) (string, error) {
	if line.Position().Side() != g.Engine {
		if move, ok := m.reply(line.Position()); ok {
			return move, nil
		}
	}
	found, err := m.player.Think(ctx, bot.Task{Game: m.rules.Name(), Start: g.Start, Moves: g.Moves, Nodes: m.Nodes, Time: patience})
	if err != nil {
		return "", err
	}
	return found.Lines[0].Moves[0], ctx.Err()
}
