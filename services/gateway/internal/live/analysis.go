package live

import (
	"context"
	"time"

	"google.golang.org/protobuf/proto"

	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
)

// analyses are the logs that study keeps.
type analyses struct{ study studyv1.StudyServiceClient }

func (a analyses) state(ctx context.Context, id string) (state, error) {
	resp, err := a.study.GetAnalysis(ctx, &studyv1.GetAnalysisRequest{AnalysisId: id})
	if err != nil {
		return state{}, err
	}
	s := state{Message: resp.GetAnalysis(), seq: resp.GetAnalysis().GetSeq()}
	if end := resp.GetAnalysis().GetEndTime(); end != nil {
		s.over = end.AsTime()
	}
	return s, nil
}

func (a analyses) list(ctx context.Context, id string, after, limit int32) (events []event, last int32, err error) {
	resp, err := a.study.ListAnalysisEvents(ctx, &studyv1.ListAnalysisEventsRequest{AnalysisId: id, AfterSeq: after, Limit: limit})
	return ofAnalyses(resp.GetEvents()), resp.GetLastSeq(), err
}

func (a analyses) news(ctx context.Context, known []cursor) (events []event, gone []string, err error) {
	req := &studyv1.ListNewAnalysisEventsRequest{}
	for _, c := range known {
		req.Analyses = append(req.Analyses, &studyv1.AnalysisCursor{AnalysisId: c.id, AfterSeq: c.after})
	}
	resp, err := a.study.ListNewAnalysisEvents(ctx, req)
	return ofAnalyses(resp.GetEvents()), resp.GetGone(), err
}

func (a analyses) decode(payload []byte) ([]event, error) {
	var batch studyv1.AnalysisEvents
	err := proto.Unmarshal(payload, &batch)
	return ofAnalyses(batch.GetEvents()), err
}

func ofAnalyses(all []*studyv1.AnalysisEvent) []event {
	events := make([]event, len(all))
	for i, e := range all {
		events[i] = event{LogEvent: e, id: e.GetAnalysisId(), over: analysisOver(e)}
	}
	return events
}

// analysisOver is when an analysis ends by an event.
func analysisOver(e *studyv1.AnalysisEvent) time.Time {
	if e.GetFinished() != nil || e.GetFailed() != nil || e.GetCancelled() != nil {
		return e.GetAt().AsTime()
	}
	return time.Time{}
}
