package worker

import (
	"context"

	"kydai.dev/pkg/levels"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/engine"
)

// move plays the engine's move.
func (w *Worker) move(ctx context.Context, t *refereev1.BotTurn, l levels.Level) error {
	move, _, err := w.player.Move(ctx, taskOf(t), l, bot.Seed(t.GetGameId(), int(t.GetSeq())))
	if err != nil {
		return err
	}
	_, err = w.referee.PlayMove(ctx, &refereev1.PlayMoveRequest{GameId: t.GetGameId(), Ply: t.GetPly(), Move: move, AfterSeq: t.GetSeq()})
	return err
}

// offerNodes is what even a weak level looks at before it agrees to a draw: a
// score at a small depth says little.
const offerNodes = 20_000

// answerOffer accepts or declines a draw.
func (w *Worker) answerOffer(ctx context.Context, t *refereev1.BotTurn, l levels.Level) error {
	task := taskOf(t)
	task.Nodes = max(l.Nodes, offerNodes)
	found, err := w.player.Think(ctx, task)
	if err != nil {
		return err
	}
	score := found.Lines[0].Score
	if !t.GetToMove() {
		score = engine.Score{Value: -score.Value, Mate: -score.Mate}
	}
	if bot.Draws(score, len(t.GetMoves())) {
		_, err = w.referee.AcceptOffer(ctx, &refereev1.AcceptOfferRequest{GameId: t.GetGameId(), OfferId: t.GetOfferId()})
		return err
	}
	_, err = w.referee.DeclineOffer(ctx, &refereev1.DeclineOfferRequest{GameId: t.GetGameId(), OfferId: t.GetOfferId()})
	return err
}

func taskOf(t *refereev1.BotTurn) bot.Task {
	return bot.Task{
		Judged: true, Game: t.GetGame(), Start: t.GetStartPosition(), Moves: t.GetMoves(), Time: bot.MostTime, Clock: clockOf(t),
	}
}

// clockOf is the engine's clock; nil where it does not run.
func clockOf(t *refereev1.BotTurn) *bot.Clock {
	c := t.GetClock()
	if !t.GetToMove() || c.GetDeadline() == nil {
		return nil
	}
	bank := c.GetFirst()
	if t.GetSide() == "second" {
		bank = c.GetSecond()
	}
	return &bot.Clock{
		Bank: bank.AsDuration(), Increment: t.GetTimeControl().GetIncrement().AsDuration(), ByoYomi: t.GetTimeControl().GetByoYomi().AsDuration(),
		Began: c.GetAsOf().AsTime(), Deadline: c.GetDeadline().AsTime(),
	}
}
