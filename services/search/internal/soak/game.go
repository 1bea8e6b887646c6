package soak

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

const (
	// longest is after how many plies a game is broken off. One of a game without
	// a counter may go on for ever.
	longest = 800
	// listed is at how many plies the lists of all legal moves are compared.
	listed = 8
)

// think searches a position.
type think func(engine.Board, engine.Limits) engine.Report

// table is a game under way: on the board of the engine, and by the rules of the
// referee.
type table struct {
	think think
	level levels.Level
	dice  *rand.Rand
	line  *rules.Line
	board engine.Board
	claim *claim // the strictest that stands
	// budgets are what the engine may look at to find a win again that it has
	// announced, one after the other.
	budgets []int
	count   Counts
}

// newTable begins a game with moves at random: few in every other game, in the
// others so many that all that can happen late in a game happens, too.
func newTable(g play.Game, l levels.Level, t think, dice *rand.Rand) (*table, error) {
	line := rules.NewLine(g.Rules, g.Rules.Start())
	for range dice.IntN(10 + dice.IntN(2)*110) {
		legal := line.Legal()
		ply, err := line.Try(legal[dice.IntN(len(legal))])
		if err != nil {
			return nil, err
		}
		if ply.Verdict.Over() {
			break
		}
		line.Push(ply)
	}
	board, err := g.Board(line.Start(), line.Moves())
	return &table{
		think: t, level: l, dice: dice, line: line, board: board, budgets: []int{20_000, 200_000, 2_000_000, 20_000_000},
	}, err
}

// play plays the game to its end. The error is a fault of the engine's.
func (t *table) play() error {
	if err := t.agree(); err != nil {
		return err
	}
	for !t.line.Verdict().Over() && t.line.Plies() < longest {
		m, err := t.choose()
		if err != nil {
			return err
		}
		if err := t.make(m); err != nil {
			return err
		}
		if err := t.holdClaim(); err != nil {
			return err
		}
	}
	return nil
}

// choose lets the side to move think, and hears what it says of the game. A side
// that has lost plays at random half of the time: the win must stand against
// any defence.
func (t *table) choose() (engine.Move, error) {
	r := t.think(t.board, engine.Limits{
		Nodes: t.level.Nodes, Depth: t.level.Depth, Lines: t.level.Slip.Lines, Brief: t.level.Name != "",
	})
	if len(r.Lines) == 0 {
		return 0, fmt.Errorf("the engine finds no move after %d plies", t.line.Plies())
	}
	side := t.board.Side()
	line := bot.Choose(r.Lines, t.level.Slip, t.dice)
	said := claimOf(r.Lines[0].Score, side, t.line.Plies())
	if t.claim != nil && t.claim.winner == side && !said.asGood(t.claim) {
		var err error
		if line, said, err = t.lookAgain(); err != nil {
			return 0, err
		}
	}
	if err := t.hear(said); err != nil {
		return 0, err
	}
	if err := t.follow(line); err != nil {
		return 0, err
	}
	if t.claim != nil && t.claim.winner != side && t.dice.IntN(2) == 0 {
		legal := t.board.Moves(nil)
		return legal[t.dice.IntN(len(legal))], nil
	}
	return line.Moves[0], nil
}

// lookAgain finds a win that was announced and that the budget does not show any
// more. A search that sees another win first looks no more for one that comes sooner
// by a move of which it thinks less, so in the end each move is searched alone.
func (t *table) lookAgain() (engine.Line, *claim, error) {
	t.count.Again++
	alone := t.board.Moves(nil)
	for _, nodes := range t.budgets {
		for i := -1; i < len(alone); i++ {
			l := engine.Limits{Nodes: nodes}
			if i >= 0 {
				l.Only = alone[i : i+1]
			}
			line := t.think(t.board, l).Lines[0]
			if said := claimOf(line.Score, t.board.Side(), t.line.Plies()); said.asGood(t.claim) {
				return line, said, nil
			}
		}
	}
	return engine.Line{}, nil, fmt.Errorf("%s is not found again after %d plies", t.claim, t.line.Plies())
}

// hear takes a claim in.
func (t *table) hear(said *claim) error {
	if said == nil {
		return nil
	}
	if t.claim != nil && t.claim.winner != said.winner {
		return fmt.Errorf("%s, and then %s", t.claim, said)
	}
	if said.stricter(t.claim) {
		t.claim = said
		t.count.Claims++
	}
	return nil
}

// follow plays the line of a score by the rules, now and then and wherever it
// should lead to the end of the game.
func (t *table) follow(line engine.Line) error {
	mate := max(line.Score.Mate, -line.Score.Mate)
	if t.line.Plies()%listed != 0 && mate != len(line.Moves) {
		return nil
	}
	p, b := t.line.Position(), t.board.Clone()
	for i, m := range line.Moves {
		step, err := p.Play(b.Text(m))
		if err != nil {
			return fmt.Errorf("move %d of the line after %d plies: %w", i+1, t.line.Plies(), err)
		}
		b.Make(m)
		p = step.Next
	}
	if mate > 0 && mate == len(line.Moves) && !p.Standing().Over() {
		return fmt.Errorf("the line after %d plies leads to no end", t.line.Plies())
	}
	return nil
}

// make makes a move.
func (t *table) make(m engine.Move) error {
	text := t.board.Text(m)
	ply, err := t.line.Play(text)
	if err != nil {
		return fmt.Errorf("the engine plays %.20q after %d plies: %w", text, t.line.Plies(), err)
	}
	if ply.Move != text {
		return fmt.Errorf("the engine writes %.20q for %s", text, ply.Move)
	}
	t.board.Make(m)
	t.count.Plies++
	return t.agree()
}

// agree compares the board with the referee's line.
func (t *table) agree() error {
	p, b := t.line.Position(), t.board
	switch {
	case p.Hash() != b.Key() || p.Side() != b.Side() || t.line.Reversible() != b.Reversible():
		return fmt.Errorf("the boards differ after %d plies", t.line.Plies())
	case p.Standing().Over() != lost(b):
		return fmt.Errorf("after %d plies the board says lost: %t, the rules %v", t.line.Plies(), lost(b), p.Standing())
	case !p.Standing().Over() && b.Drawn() != (p.Counter().Full() || p.MaterialDraw()):
		return fmt.Errorf("after %d plies the board says drawn: %t", t.line.Plies(), b.Drawn())
	}
	if t.line.Plies()%listed != 0 {
		return nil
	}
	var legal []string
	for _, m := range b.Moves(nil) {
		legal = append(legal, b.Text(m))
	}
	slices.Sort(legal)
	if !slices.Equal(legal, p.Moves()) {
		return fmt.Errorf("after %d plies the board has the moves %v, the rules %v", t.line.Plies(), legal, p.Moves())
	}
	return nil
}

// holdClaim holds the game against the claim. Where the win is due with the answer
// to any move all of them are tried.
func (t *table) holdClaim() error {
	c, plies := t.claim, t.line.Plies()
	if c == nil {
		return nil
	}
	if v := t.line.Verdict(); v.Over() || plies == c.by {
		if !c.kept(v, plies) {
			return fmt.Errorf("%s, and after %d plies it is %s", c, plies, result(v))
		}
		return nil
	}
	if t.board.Side() == c.winner || c.by != plies+2 {
		return nil
	}
	t.count.Proofs++
	move, err := escape(t.line, t.board)
	if err == nil && move != "" {
		err = fmt.Errorf("%s, and after %d plies %s escapes", c, plies, move)
	}
	return err
}

// String is the claim in words.
func (c *claim) String() string {
	if c.by == 0 {
		return fmt.Sprintf("the win of %s that was claimed after %d plies", c.winner, c.made)
	}
	return fmt.Sprintf("the win of %s that was claimed after %d plies for ply %d", c.winner, c.made, c.by)
}

func result(v rules.Verdict) string {
	switch {
	case !v.Over():
		return "not over"
	case v.Winner == rules.WinnerNone:
		return fmt.Sprintf("a draw by %s", v.Reason)
	}
	return fmt.Sprintf("won by %s by %s", v.Winner, v.Reason)
}
