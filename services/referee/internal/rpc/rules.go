package rpc

import (
	"context"
	"errors"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
)

// Rules serves kydai.referee.v1.RulesService: the oracle of client authors.
type Rules struct {
	refereev1.UnimplementedRulesServiceServer
}

// Evaluate plays moves from a position and says what holds afterwards.
func (Rules) Evaluate(_ context.Context, req *refereev1.EvaluateRequest) (*refereev1.EvaluateResponse, error) {
	g, ok := games.Find(req.GetGame())
	if !ok {
		return nil, game.ErrUnknownGame.At("game", "no game has this name")
	}
	e := games.Evaluate(g, games.Question{
		Position: req.GetPosition(), Moves: req.GetMoves(), Notation: req.GetNotation(), Setup: req.GetSetup(),
	})
	if errors.Is(e.Err, games.ErrNotation) {
		return nil, game.ErrUnknownNotation.At("notation", e.Err.Error())
	}
	resp := &refereev1.EvaluateResponse{
		Position: e.Position, Side: e.Side, Legal: e.Legal, Warnings: events.SayWarnings(e.Warnings), Error: rulesError(e.Ply, e.Err),
	}
	if e.Outcome.Over() {
		resp.Outcome = &refereev1.Result{
			Winner: string(e.Outcome.Winner), Reason: string(e.Outcome.Reason), Status: game.StatusFinished, Evidence: events.SayEvidence(e.Evidence),
		}
	}
	for i, m := range e.Made {
		resp.Moves = append(resp.Moves, &refereev1.EvaluatedMove{
			Ply: int32(i + 1), Move: m.Move, Position: m.Position, Texts: events.TextsToProto(m.Texts),
		})
	}
	return resp, nil
}

// Validate says whether a game may start from a position.
func (Rules) Validate(_ context.Context, req *refereev1.ValidateRequest) (*refereev1.ValidateResponse, error) {
	g, ok := games.Find(req.GetGame())
	if !ok {
		return nil, game.ErrUnknownGame.At("game", "no game has this name")
	}
	p, err := games.Setup(g, req.GetPosition())
	if err != nil {
		return &refereev1.ValidateResponse{Error: rulesError(0, err)}, nil
	}
	return &refereev1.ValidateResponse{Valid: true, Position: p.String()}, nil
}

func rulesError(ply int, err error) *refereev1.RulesError {
	var bad *rules.PositionError
	var move *rules.MoveError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &bad):
		return &refereev1.RulesError{Code: games.BadPosition, Field: bad.Field, Message: bad.Message, Rule: string(bad.Rule), Square: bad.Square}
	case errors.As(err, &move):
		return &refereev1.RulesError{Ply: int32(ply), Code: string(move.Code), Message: move.Message, Rule: string(move.Rule)} //nolint:gosec // small
	default:
		return &refereev1.RulesError{Ply: int32(ply), Message: err.Error()} //nolint:gosec // small
	}
}
