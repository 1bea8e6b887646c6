package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
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
