package rpc

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/durationpb"

	searchv1 "kydai.dev/proto/gen/kydai/search/v1"
	"kydai.dev/services/search/internal/bot"
)

// The budget of an analysis that does not say.
const (
	analysisNodes = 1_000_000
	analysisTime  = 10 * time.Second
)

// Analyze thinks about a position and tells of every depth.
func (s *Server) Analyze(req *searchv1.AnalyzeRequest, out grpc.ServerStreamingServer[searchv1.AnalyzeResponse]) error {
	ctx, gone := context.WithCancelCause(out.Context())
	defer gone(nil)
	task := analysisFromProto(req)
	task.Report = func(found bot.Thought) {
		if err := out.Send(analysisToProto(found, false)); err != nil {
			gone(err) // nobody listens any more
		}
	}
	found, err := s.player.Think(ctx, task)
	if err != nil {
		return err
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return out.Send(analysisToProto(found, true))
}

func analysisFromProto(req *searchv1.AnalyzeRequest) bot.Task {
	t := bot.Task{
		Game: req.GetGame(), Start: req.GetStartPosition(), Moves: req.GetMoves(), Nodes: int(req.GetNodes()), Depth: int(req.GetDepth()),
		Time: analysisTime, Lines: int(req.GetLines()),
	}
	if t.Nodes == 0 {
		t.Nodes = analysisNodes
	}
	if req.GetTime() != nil {
		t.Time = req.GetTime().AsDuration()
	}
	return t
}

func analysisToProto(found bot.Thought, done bool) *searchv1.AnalyzeResponse {
	return &searchv1.AnalyzeResponse{
		Lines: linesToProto(found), Nodes: int32(found.Nodes), Time: durationpb.New(found.Took), Done: done, //nolint:gosec // the budget is less
	}
}
