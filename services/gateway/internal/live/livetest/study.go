package livetest

import (
	"context"
	"sync"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/errs"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
)

// Study keeps analyses in memory and tells of them as the real one does, unless a
// test has it say nothing.
type Study struct {
	studyv1.UnimplementedStudyServiceServer

	hall *Hall

	mu     sync.Mutex
	events map[string][]*studyv1.AnalysisEvent
	owners map[string]string
	mute   bool
}

func newStudy(h *Hall) *Study {
	return &Study{hall: h, events: map[string][]*studyv1.AnalysisEvent{}, owners: map[string]string{}}
}

// Begin begins an analysis that an account alone may read; anybody where it is
// empty.
func (s *Study) Begin(account string) (id string) {
	id = uuid.NewString()
	s.mu.Lock()
	s.owners[id] = account
	s.mu.Unlock()
	s.add(id, &studyv1.AnalysisEvent{Kind: &studyv1.AnalysisEvent_Queued{Queued: &studyv1.Queued{}}})
	return id
}

// Analyze does some plies of an analysis.
func (s *Study) Analyze(id string, plies int) {
	for range plies {
		s.add(id, &studyv1.AnalysisEvent{Kind: &studyv1.AnalysisEvent_Analyzed{Analyzed: &studyv1.Analyzed{Ply: &studyv1.AnalyzedPly{Move: "a1"}}}})
	}
}

// Finish ends an analysis.
func (s *Study) Finish(id string) {
	s.add(id, &studyv1.AnalysisEvent{Kind: &studyv1.AnalysisEvent_Finished{Finished: &studyv1.Finished{}}})
}

// Forget deletes an analysis.
func (s *Study) Forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.events, id)
}

// Mute keeps the study from telling the bus, or lets it again.
func (s *Study) Mute(mute bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mute = mute
}

func (s *Study) add(id string, e *studyv1.AnalysisEvent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.AnalysisId, e.Seq, e.At = id, int32(len(s.events[id])+1), timestamppb.Now() //nolint:gosec // few
	s.events[id] = append(s.events[id], e)
	if !s.mute {
		s.hall.Publish(bus.StudyEvents(id), &studyv1.AnalysisEvents{Events: []*studyv1.AnalysisEvent{e}})
	}
}

// of are the events of an analysis that the caller may read.
func (s *Study) of(ctx context.Context, id string) ([]*studyv1.AnalysisEvent, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	events, ok := s.events[id]
	if owner := s.owners[id]; !ok || owner != "" && owner != authn.FromContext(ctx).Account {
		return nil, errs.New(errs.NotFound, "NO_SUCH_ANALYSIS", "there is no such analysis")
	}
	return events, nil
}

// GetAnalysis returns how far an analysis has come.
func (s *Study) GetAnalysis(ctx context.Context, req *studyv1.GetAnalysisRequest) (*studyv1.GetAnalysisResponse, error) {
	events, err := s.of(ctx, req.GetAnalysisId())
	if err != nil {
		return nil, err
	}
	last := events[len(events)-1]
	a := &studyv1.Analysis{AnalysisId: req.GetAnalysisId(), Seq: last.GetSeq(), State: "running"}
	if last.GetFinished() != nil {
		a.State, a.EndTime = "done", last.GetAt()
	}
	return &studyv1.GetAnalysisResponse{Analysis: a}, nil
}

// ListAnalysisEvents lists events after a seq.
func (s *Study) ListAnalysisEvents(ctx context.Context, req *studyv1.ListAnalysisEventsRequest) (*studyv1.ListAnalysisEventsResponse, error) {
	events, err := s.of(ctx, req.GetAnalysisId())
	if err != nil {
		return nil, err
	}
	rest := events[min(len(events), int(req.GetAfterSeq())):]
	return &studyv1.ListAnalysisEventsResponse{Events: rest[:min(len(rest), int(req.GetLimit()))], LastSeq: int32(len(events))}, nil //nolint:gosec // few
}

// ListNewAnalysisEvents lists what is new in many.
func (s *Study) ListNewAnalysisEvents(_ context.Context, req *studyv1.ListNewAnalysisEventsRequest) (*studyv1.ListNewAnalysisEventsResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	resp := &studyv1.ListNewAnalysisEventsResponse{}
	for _, c := range req.GetAnalyses() {
		events, ok := s.events[c.GetAnalysisId()]
		if !ok {
			resp.Gone = append(resp.Gone, c.GetAnalysisId())
			continue
		}
		resp.Events = append(resp.Events, events[min(len(events), int(c.GetAfterSeq())):]...)
	}
	return resp, nil
}
