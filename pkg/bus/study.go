package bus

// StudyStream is the JetStream stream that keeps what analyses tell.
const StudyStream = "KYDAI_STUDY"

// StudyEvents is the subject of an analysis' kydai.study.v1.AnalysisEvents; "*"
// is all of them.
func StudyEvents(analysis string) string { return "kydai.study.v1.events." + analysis }
