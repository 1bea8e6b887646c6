// Package rpc serves the calls of the study, and makes those to the referee and to
// search: it converts, asks, converts.
package rpc

import (
	"context"
	"errors"
	"fmt"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/page"
	"kydai.dev/pkg/rpc"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	"kydai.dev/services/study/internal/analysis"
	"kydai.dev/services/study/internal/desk"
	"kydai.dev/services/study/internal/events"
)

// Server serves kydai.study.v1.StudyService.
type Server struct {
	studyv1.UnimplementedStudyServiceServer
	desk  *desk.Desk
	pages page.Tokens
}

// NewServer returns a server; secret signs its page tokens.
func NewServer(d *desk.Desk, secret []byte) *Server {
	return &Server{desk: d, pages: page.NewTokens(secret)}
}

func caller(ctx context.Context) string { return authn.FromContext(ctx).Account }

func budgetFromProto(b *studyv1.Budget) analysis.Budget {
	return analysis.Budget{Nodes: int(b.GetNodes()), Lines: int(b.GetLines())}
}

// AnalyzeGame begins the analysis of a finished game.
func (s *Server) AnalyzeGame(ctx context.Context, req *studyv1.AnalyzeGameRequest) (*studyv1.AnalyzeGameResponse, error) {
	key, err := keyOf(ctx, req)
	if err != nil {
		return nil, err
	}
	a, err := s.desk.AnalyzeGame(ctx, caller(ctx), req.GetGameId(), budgetFromProto(req.GetBudget()), key)
	if err != nil {
		return nil, err
	}
	return &studyv1.AnalyzeGameResponse{Operation: events.OperationToProto(a)}, nil
}

// AnalyzeRecord begins the analysis of a record.
func (s *Server) AnalyzeRecord(ctx context.Context, req *studyv1.AnalyzeRecordRequest) (*studyv1.AnalyzeRecordResponse, error) {
	key, err := keyOf(ctx, req)
	if err != nil {
		return nil, err
	}
	text := analysis.Text{Game: req.GetGame(), Format: req.GetFormat(), Text: req.GetText(), Number: int(req.GetNumber())}
	a, err := s.desk.AnalyzeRecord(ctx, caller(ctx), text, budgetFromProto(req.GetBudget()), key)
	if err != nil {
		return nil, err
	}
	return &studyv1.AnalyzeRecordResponse{Operation: events.OperationToProto(a)}, nil
}

// keyOf is the caller's Idempotency-Key with the hash of the request.
func keyOf(ctx context.Context, req proto.Message) (desk.Key, error) {
	text, body, err := rpc.IdempotencyKey(ctx, req)
	return desk.Key{Caller: caller(ctx), Text: text, Body: body}, err
}

// GetOperation says how far an analysis has come.
func (s *Server) GetOperation(ctx context.Context, req *studyv1.GetOperationRequest) (*studyv1.GetOperationResponse, error) {
	a, err := s.desk.Get(ctx, req.GetOperationId(), caller(ctx))
	if errors.Is(err, analysis.ErrNoSuchAnalysis) {
		return nil, analysis.ErrNoSuchOperation
	}
	if err != nil {
		return nil, err
	}
	return &studyv1.GetOperationResponse{Operation: events.OperationToProto(a)}, nil
}

// GetAnalysis returns an analysis with all plies that are done.
func (s *Server) GetAnalysis(ctx context.Context, req *studyv1.GetAnalysisRequest) (*studyv1.GetAnalysisResponse, error) {
	a, err := s.desk.Get(ctx, req.GetAnalysisId(), caller(ctx))
	if err != nil {
		return nil, err
	}
	p, err := events.AnalysisToProto(a)
	if err != nil {
		return nil, fmt.Errorf("review analysis %s: %w", a.ID, err)
	}
	return &studyv1.GetAnalysisResponse{Analysis: p}, nil
}

// CancelAnalysis stops an analysis under way.
func (s *Server) CancelAnalysis(ctx context.Context, req *studyv1.CancelAnalysisRequest) (*studyv1.CancelAnalysisResponse, error) {
	a, err := s.desk.Cancel(ctx, req.GetAnalysisId(), caller(ctx))
	if err != nil {
		return nil, err
	}
	return &studyv1.CancelAnalysisResponse{Operation: events.OperationToProto(a)}, nil
}

// DeleteAnalysis takes an analysis off the caller's list.
func (s *Server) DeleteAnalysis(ctx context.Context, req *studyv1.DeleteAnalysisRequest) (*studyv1.DeleteAnalysisResponse, error) {
	if err := s.desk.Delete(ctx, req.GetAnalysisId(), caller(ctx)); err != nil {
		return nil, err
	}
	return &studyv1.DeleteAnalysisResponse{}, nil
}
