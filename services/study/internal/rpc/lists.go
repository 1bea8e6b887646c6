package rpc

import (
	"context"
	"time"

	"kydai.dev/pkg/page"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	"kydai.dev/services/study/internal/analysis"
	"kydai.dev/services/study/internal/events"
)

// The sizes of pages of callers who do not say.
const (
	usualPage   = 20
	usualEvents = 100
)

func or(asked, usual int32) int {
	if asked == 0 {
		asked = usual
	}
	return int(asked)
}

// ListGameAnalyses lists the analyses of a game.
func (s *Server) ListGameAnalyses(ctx context.Context, req *studyv1.ListGameAnalysesRequest) (*studyv1.ListGameAnalysesResponse, error) {
	list, next, err := s.list(req.GetPageToken(), page.Binding("game", req.GetGameId()), or(req.GetPageSize(), usualPage),
		func(before string, limit int) ([]analysis.Analysis, error) {
			return s.desk.OfGame(ctx, req.GetGameId(), before, limit)
		})
	if err != nil {
		return nil, err
	}
	return &studyv1.ListGameAnalysesResponse{Analyses: list, NextPageToken: next}, nil
}

// ListAnalyses lists the analyses that the caller has asked for.
func (s *Server) ListAnalyses(ctx context.Context, req *studyv1.ListAnalysesRequest) (*studyv1.ListAnalysesResponse, error) {
	list, next, err := s.list(req.GetPageToken(), page.Binding("account", caller(ctx)), or(req.GetPageSize(), usualPage),
		func(before string, limit int) ([]analysis.Analysis, error) {
			return s.desk.OfAccount(ctx, caller(ctx), before, limit)
		})
	if err != nil {
		return nil, err
	}
	return &studyv1.ListAnalysesResponse{Analyses: list, NextPageToken: next}, nil
}

// list is a page of analyses, newest first, and the token of the next one.
func (s *Server) list(token, binding string, size int, read func(before string, limit int) ([]analysis.Analysis, error)) ([]*studyv1.AnalysisSummary, string, error) {
	_, before, err := s.pages.Open(token, binding)
	if err != nil {
		return nil, "", err
	}
	found, err := read(before, size+1) // one more tells whether there is a next page
	if err != nil {
		return nil, "", err
	}
	next := ""
	if len(found) > size {
		found = found[:size]
		next = s.pages.Seal(time.UnixMicro(0), found[size-1].ID, binding)
	}
	list := make([]*studyv1.AnalysisSummary, len(found))
	for i, a := range found {
		list[i] = events.SummaryToProto(a)
	}
	return list, next, nil
}

// ListAnalysisEvents returns the events of an analysis after a seq.
func (s *Server) ListAnalysisEvents(ctx context.Context, req *studyv1.ListAnalysisEventsRequest) (*studyv1.ListAnalysisEventsResponse, error) {
	a, list, err := s.desk.News(ctx, req.GetAnalysisId(), caller(ctx), int(req.GetAfterSeq()), or(req.GetLimit(), usualEvents))
	if err != nil {
		return nil, err
	}
	return &studyv1.ListAnalysisEventsResponse{Events: events.ToProto(list), LastSeq: int32(a.Seq())}, nil //nolint:gosec // plies are bounded
}

// mostNew is how many events one answer has about many analyses.
const mostNew = 1000

// ListNewAnalysisEvents returns what is new in many analyses at once.
func (s *Server) ListNewAnalysisEvents(ctx context.Context, req *studyv1.ListNewAnalysisEventsRequest) (*studyv1.ListNewAnalysisEventsResponse, error) {
	resp := &studyv1.ListNewAnalysisEventsResponse{}
	for _, c := range req.GetAnalyses() {
		list, there, err := s.desk.NewIn(ctx, c.GetAnalysisId(), int(c.GetAfterSeq()), mostNew-len(resp.GetEvents()))
		if err != nil {
			return nil, err
		}
		if !there {
			resp.Gone = append(resp.Gone, c.GetAnalysisId())
		}
		resp.Events = append(resp.Events, events.ToProto(list)...)
	}
	return resp, nil
}

// ExportAnalysis returns the record of what was analysed, with what is to be said
// of it.
func (s *Server) ExportAnalysis(ctx context.Context, req *studyv1.ExportAnalysisRequest) (*studyv1.ExportAnalysisResponse, error) {
	f, data, err := s.desk.Export(ctx, req.GetAnalysisId(), caller(ctx), req.GetGameId(), req.GetFormat(), req.GetNotation())
	if err != nil {
		return nil, err
	}
	return &studyv1.ExportAnalysisResponse{
		Format: f.Name, MediaType: f.MediaType, FileName: req.GetAnalysisId() + "." + f.Extension, Data: data,
	}, nil
}
