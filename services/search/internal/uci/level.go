package uci

import (
	"context"
	"strconv"
	"strings"

	"kydai.dev/pkg/levels"

	"kydai.dev/services/search/internal/bot"
)

// playLevel answers as a level of the game does in a bot's seat: within its budget,
// with its slips. The limits of the order can only make it less.
func (s *session) playLevel(ctx context.Context, o order, released <-chan struct{}) {
	if s.over() {
		return
	}
	l := levels.Of(s.game.Rules.Name())[s.level-1]
	l.Nodes, l.Depth = least(l.Nodes, o.Nodes), least(l.Depth, o.Depth)
	task := bot.Task{
		Game: s.game.Rules.Name(), Start: s.line.Start().String(), Moves: s.line.Moves(), Time: o.Hard, Judged: true,
		Report: s.tell,
	}
	move, found, err := s.player.Move(ctx, task, l, bot.Seed(strconv.Itoa(s.games), s.line.Plies()))
	if err != nil { // it was stopped before it had begun
		move = s.line.Legal()[0]
	}
	if o.infinite {
		<-released
	}
	s.searching.Store(false)
	s.say("info score %s nodes %d time %d pv %s", scoreText(found.Of(move).Score), found.Nodes, found.Took.Milliseconds(), move)
	s.say("bestmove %s", move)
}

// least is the smaller of two budgets, of which 0 is none.
func least(a, b int) int {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// tell writes an info line for each line of a thought.
func (s *session) tell(t bot.Thought) {
	for i, l := range t.Lines {
		s.say("info depth %d multipv %d score %s nodes %d time %d pv %s",
			l.Depth, i+1, scoreText(l.Score), t.Nodes, t.Took.Milliseconds(), strings.Join(l.Moves, " "))
	}
}
