package frame

import studyv1 "kydai.dev/proto/gen/kydai/study/v1"

// OfAnalysis is the frame of an event of an analysis.
func OfAnalysis(stream string, e *studyv1.AnalysisEvent) *Frame {
	f := Of(stream, analysisType(e), e.GetSeq(), e.GetAt().AsTime(), Message(e))
	f.About = e.GetAnalysisId()
	return f
}

// analysisType is the type of an analysis' event: the name of its kind.
func analysisType(e *studyv1.AnalysisEvent) string {
	switch e.GetKind().(type) {
	case *studyv1.AnalysisEvent_Queued:
		return "queued"
	case *studyv1.AnalysisEvent_Analyzed:
		return "analyzed"
	case *studyv1.AnalysisEvent_Finished:
		return "finished"
	case *studyv1.AnalysisEvent_Failed:
		return "failed"
	case *studyv1.AnalysisEvent_Cancelled:
		return "cancelled"
	}
	return "unknown" // of a newer study
}
