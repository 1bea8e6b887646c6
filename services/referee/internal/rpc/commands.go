package rpc

import (
	"context"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/arbiter"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
)

// PlayMove plays one move.
func (s *Server) PlayMove(ctx context.Context, req *refereev1.PlayMoveRequest) (*refereev1.PlayMoveResponse, error) {
	st, err := s.arbiter.Play(ctx, req.GetGameId(), game.PlayMove{
		Account: actor(ctx), Ply: int(req.GetPly()), Move: req.GetMove(), AfterSeq: int(req.GetAfterSeq()),
		OfferDraw: req.GetOfferDraw(), Arrival: rpc.OriginOf(ctx).Arrival,
	})
	if err != nil {
		return nil, err
	}
	return playedToProto(st), nil
}

func playedToProto(st arbiter.Stored) *refereev1.PlayMoveResponse {
	k, _ := st.Event.Kind.(game.Played)
	return &refereev1.PlayMoveResponse{
		Seq: int32(st.Event.Seq), Ply: int32(k.Ply), Move: k.Move, Position: k.Position, //nolint:gosec // small
		Clock: events.ClockToProto(st.Event.Clock), Result: events.SayRuling(k.Result),
		Warnings: events.SayWarnings(k.Warnings), LastSeq: int32(st.Last), Texts: events.TextsToProto(k.Texts), //nolint:gosec // small
	}
}

// Resign ends the game with a loss of the caller's side.
func (s *Server) Resign(ctx context.Context, req *refereev1.ResignRequest) (*refereev1.ResignResponse, error) {
	st, err := s.arbiter.Resign(ctx, req.GetGameId(), authn.FromContext(ctx).Account, req.GetSide(), rpc.OriginOf(ctx).Arrival)
	if err != nil {
		return nil, err
	}
	return &refereev1.ResignResponse{Seq: int32(st.Event.Seq), Result: events.ResultToProto(st.End)}, nil //nolint:gosec // small
}

// Abort ends the game without a result.
func (s *Server) Abort(ctx context.Context, req *refereev1.AbortRequest) (*refereev1.AbortResponse, error) {
	st, err := s.arbiter.Abort(ctx, req.GetGameId(), authn.FromContext(ctx).Account, rpc.OriginOf(ctx).Arrival)
	if err != nil {
		return nil, err
	}
	return &refereev1.AbortResponse{Seq: int32(st.Event.Seq), Result: events.ResultToProto(st.End)}, nil //nolint:gosec // small
}

// MakeOffer offers a draw, a take-back or a rematch.
func (s *Server) MakeOffer(ctx context.Context, req *refereev1.MakeOfferRequest) (*refereev1.MakeOfferResponse, error) {
	st, err := s.arbiter.Offer(ctx, req.GetGameId(), authn.FromContext(ctx).Account, req.GetKind(), int(req.GetAfterSeq()), rpc.OriginOf(ctx).Arrival)
	if err != nil {
		return nil, err
	}
	_, offered := st.Event.Kind.(game.Offered)
	return &refereev1.MakeOfferResponse{
		Seq: int32(st.Event.Seq), LastSeq: int32(st.Last), Accepted: !offered || st.Rematch != "", //nolint:gosec // small
		Result: events.ResultToProto(st.End), RematchGameId: st.Rematch,
	}, nil
}

// AcceptOffer accepts the other side's offer.
func (s *Server) AcceptOffer(ctx context.Context, req *refereev1.AcceptOfferRequest) (*refereev1.AcceptOfferResponse, error) {
	st, err := s.arbiter.Accept(ctx, req.GetGameId(), actor(ctx), int(req.GetOfferId()), rpc.OriginOf(ctx).Arrival)
	if err != nil {
		return nil, err
	}
	return &refereev1.AcceptOfferResponse{
		Seq: int32(st.Event.Seq), LastSeq: int32(st.Last), //nolint:gosec // small
		Result: events.ResultToProto(st.End), RematchGameId: st.Rematch,
	}, nil
}

// DeclineOffer declines the other side's offer or withdraws one's own.
func (s *Server) DeclineOffer(ctx context.Context, req *refereev1.DeclineOfferRequest) (*refereev1.DeclineOfferResponse, error) {
	st, err := s.arbiter.Decline(ctx, req.GetGameId(), actor(ctx), int(req.GetOfferId()), rpc.OriginOf(ctx).Arrival)
	if err != nil {
		return nil, err
	}
	return &refereev1.DeclineOfferResponse{Seq: int32(st.Event.Seq)}, nil //nolint:gosec // small
}

// actor is who acts in a game: the player, or the engine where search calls.
func actor(ctx context.Context) string {
	if c := authn.FromContext(ctx); !c.AsService {
		return c.Account
	}
	return game.Engine
}
