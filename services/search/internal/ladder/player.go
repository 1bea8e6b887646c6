package ladder

import (
	"context"
	"math"
	"math/rand/v2"

	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

// player chooses moves; with the same seed the same ones.
type player interface {
	name() string
	// sound reports that it never slips by more than a small piece, so that what it
	// thinks of a game counts.
	sound() bool
	move(ctx context.Context, line *rules.Line, seed uint64) (move string, score int, err error)
}

// smallPiece is what the game's smallest piece is worth.
const smallPiece = 100

// leveled plays at a level, as a bot does.
type leveled struct {
	bot   *bot.Player
	level levels.Level
}

func (l leveled) name() string { return l.level.ID }

func (l leveled) sound() bool { return l.level.Slip.Most <= smallPiece }

func (l leveled) move(ctx context.Context, line *rules.Line, seed uint64) (string, int, error) {
	move, found, err := l.bot.Move(ctx, bot.Task{Game: line.Game().Name(), Moves: line.Moves()}, l.level, seed)
	if err != nil {
		return "", 0, err
	}
	return move, found.Lines[0].Score.Value, nil
}

// anybody plays any legal move.
type anybody struct{}

func (anybody) name() string { return "random" }

func (anybody) sound() bool { return false }

func (anybody) move(_ context.Context, line *rules.Line, seed uint64) (string, int, error) {
	legal := line.Legal()
	dice := rand.New(rand.NewPCG(seed, uint64(line.Plies()))) //nolint:gosec // a game, not a secret
	return legal[dice.IntN(len(legal))], 0, nil
}

// greedy plays the move after which the board looks best, whatever the answer to
// it may be.
type greedy play.Game

func (greedy) name() string { return "greedy" }

func (greedy) sound() bool { return false }

func (g greedy) move(_ context.Context, line *rules.Line, _ uint64) (string, int, error) {
	board, err := g.Board(line.Start(), line.Moves())
	if err != nil {
		return "", 0, err
	}
	best, most := engine.Move(0), math.MinInt
	for _, m := range board.Moves(nil) {
		board.Make(m)
		score := -board.Evaluate()
		if len(board.Moves(nil)) == 0 {
			score = math.MaxInt // it wins
		}
		board.Unmake()
		if score > most {
			best, most = m, score
		}
	}
	return board.Text(best), most, nil
}
