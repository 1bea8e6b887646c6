package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/rules"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
)

// PauseGame stops both clocks of a tournament's game.
func (s *Server) PauseGame(ctx context.Context, req *refereev1.PauseGameRequest) (*refereev1.PauseGameResponse, error) {
	st, err := s.arbiter.Pause(ctx, req.GetGameId(), events.ActFromProto(req.GetAct()), rpc.OriginOf(ctx).Arrival)
	if err != nil {
		return nil, err
	}
	return &refereev1.PauseGameResponse{
		Seq: int32(st.Event.Seq), Time: timestamppb.New(st.Event.At), Clock: events.ClockToProto(st.Event.Clock), //nolint:gosec // small
	}, nil
}

// ResumeGame lets the clocks of a tournament's game go on.
func (s *Server) ResumeGame(ctx context.Context, req *refereev1.ResumeGameRequest) (*refereev1.ResumeGameResponse, error) {
	st, err := s.arbiter.Resume(ctx, req.GetGameId(), events.ActFromProto(req.GetAct()), rpc.OriginOf(ctx).Arrival)
	if err != nil {
		return nil, err
	}
	return &refereev1.ResumeGameResponse{
		Seq: int32(st.Event.Seq), Time: timestamppb.New(st.Event.At), Clock: events.ClockToProto(st.Event.Clock), //nolint:gosec // small
	}, nil
}

// AdjustClock gives a side of a tournament's game time, or takes it.
func (s *Server) AdjustClock(ctx context.Context, req *refereev1.AdjustClockRequest) (*refereev1.AdjustClockResponse, error) {
	st, err := s.arbiter.Give(ctx, req.GetGameId(), game.GiveTime{
		Side: events.SideFromText(req.GetSide()), By: req.GetBy().AsDuration(), Key: req.GetKey(), Act: events.ActFromProto(req.GetAct()),
	}, rpc.OriginOf(ctx).Arrival)
	if err != nil {
		return nil, err
	}
	return &refereev1.AdjustClockResponse{
		Seq: int32(st.Event.Seq), Time: timestamppb.New(st.Event.At), Clock: events.ClockToProto(st.Event.Clock), //nolint:gosec // small
	}, nil
}

// DecideGame ends a tournament's game with its director's decision.
func (s *Server) DecideGame(ctx context.Context, req *refereev1.DecideGameRequest) (*refereev1.DecideGameResponse, error) {
	st, err := s.arbiter.Decide(ctx, req.GetGameId(), rules.Winner(req.GetWinner()), events.ActFromProto(req.GetAct()), rpc.OriginOf(ctx).Arrival)
	if err != nil {
		return nil, err
	}
	return &refereev1.DecideGameResponse{Seq: int32(st.Event.Seq), Result: events.ResultToProto(st.End)}, nil //nolint:gosec // small
}
