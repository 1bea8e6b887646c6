package live

import (
	"context"
	"slices"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	"kydai.dev/services/gateway/internal/frame"
)

// analysis is a watched analysis: its newest events in order, and who reads them.
// What the bus does not bring the study is asked for.
type analysis struct {
	id, stream string
	hub        *Hub

	mu sync.Mutex
	// newest holds the newest events under their seq; known says that it is known
	// where it begins.
	newest ring
	known  bool
	// last is the number of the event with which the analysis has ended, over
	// when that was; zero while it goes on.
	last int32
	over time.Time
	// readers is replaced and never changed, so that it may be walked freely.
	readers []*Stream
}

// hear takes an event, from wherever it comes, and returns the readers that have
// something new. What comes before its turn is asked for again.
func (a *analysis) hear(e *studyv1.AnalysisEvent) (wake []*Stream) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.known {
		a.newest.last, a.known = e.GetSeq()-1, true
	}
	if e.GetSeq() != a.newest.last+1 {
		return nil
	}
	a.newest.add(frame.OfAnalysis(a.stream, e), a.hub.cfg.Buffer)
	a.note(e)
	return a.readers
}

// note notes the event with which the analysis has ended. It is called under the
// lock.
func (a *analysis) note(e *studyv1.AnalysisEvent) {
	if e.GetFinished() != nil || e.GetFailed() != nil || e.GetCancelled() != nil {
		a.last, a.over = e.GetSeq(), e.GetAt().AsTime()
	}
}

// gone says that there is no such analysis any more.
func (a *analysis) gone() (wake []*Stream) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last, a.over = a.newest.last, time.Now()
	return a.readers
}

// cursor is from where the study is to be asked for new events, while there may be
// some.
func (a *analysis) cursor() (c *studyv1.AnalysisCursor, wanted bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return &studyv1.AnalysisCursor{AnalysisId: a.id, AfterSeq: a.newest.last}, a.known && (a.over.IsZero() || a.newest.last < a.last)
}

func (a *analysis) join(s *Stream) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.known && s.cursor >= s.head {
		a.newest.last, a.known = s.cursor, true
	}
	return a.known && a.newest.covers(s.cursor)
}

func (a *analysis) after(number int32, into []*frame.Frame) ([]*frame.Frame, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.newest.after(number, into)
}

func (a *analysis) read(ctx context.Context, s *Stream) error {
	_, err := a.page(ctx, s, s.cursor)
	return err
}

// ended is when the analysis has ended, once all its readers can be told.
func (a *analysis) ended() (at time.Time, reason string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.newest.last < a.last {
		return time.Time{}, ""
	}
	return a.over, ReasonAnalysisOver
}

// open reads what a reader begins with, in his own name: the study says whether he
// may.
func (a *analysis) open(ctx context.Context, s *Stream, from Place) error {
	if from.Given {
		last, err := a.page(ctx, s, from.After)
		if err != nil || last >= from.After {
			return err
		}
	}
	resp, err := a.hub.hall.Study.GetAnalysis(s.caller.in(ctx), &studyv1.GetAnalysisRequest{AnalysisId: a.id})
	if err != nil {
		return err
	}
	whole := resp.GetAnalysis()
	var fields []string
	if from.Given || from.Unknown { // it replaces whatever the reader thought it knew
		fields = append(fields, `"reset":true`)
	}
	if whole.GetEndTime() != nil {
		a.mu.Lock()
		a.last, a.over = whole.GetSeq(), whole.GetEndTime().AsTime()
		a.mu.Unlock()
	}
	s.page = append(s.page, frame.Of(a.stream, frame.TypeSnapshot, whole.GetSeq(), time.Now(), frame.Message(whole), fields...))
	s.cursor = whole.GetSeq()
	return nil
}

// page reads the events after a number in the reader's name and returns the number
// of the last one. The event of that number is read once more: it may be the one
// with which the analysis has ended.
func (a *analysis) page(ctx context.Context, s *Stream, after int32) (last int32, err error) {
	resp, err := a.hub.hall.Study.ListAnalysisEvents(s.caller.in(ctx), &studyv1.ListAnalysisEventsRequest{
		AnalysisId: a.id, AfterSeq: max(0, after-1), Limit: int32(a.hub.cfg.Page), //nolint:gosec // a page is small
	})
	if err != nil {
		return 0, err
	}
	s.cursor = after
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, e := range resp.GetEvents() {
		a.note(e)
		if e.GetSeq() > after {
			s.page = append(s.page, frame.OfAnalysis(a.stream, e))
			s.cursor = e.GetSeq()
		}
	}
	s.head = resp.GetLastSeq()
	return resp.GetLastSeq(), nil
}

// openAnalysis watches the analysis first and reads it then, so that nothing falls
// between the two.
func (h *Hub) openAnalysis(ctx context.Context, id string, s *Stream, from Place) error {
	a, err := h.watchAnalysis(id, s)
	if err != nil {
		return err
	}
	return a.open(ctx, s, from)
}

func (h *Hub) watchAnalysis(id string, s *Stream) (*analysis, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.studySub == nil {
		var err error
		if h.studySub, err = h.bus.Subscribe(bus.StudyEvents("*"), h.hearAnalyses); err != nil {
			return nil, err
		}
	}
	a := h.analyses[id]
	if a == nil {
		a = &analysis{id: id, stream: s.name, hub: h}
		h.analyses[id] = a
	}
	h.counts.analyses.Inc()
	s.topic = a
	a.mu.Lock()
	defer a.mu.Unlock()
	a.readers = append(slices.Clip(a.readers), s)
	return a, nil
}

// unwatchAnalysis is called under the lock.
func (h *Hub) unwatchAnalysis(a *analysis, s *Stream) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.readers = without(a.readers, s)
	if len(a.readers) == 0 {
		delete(h.analyses, a.id)
	}
	if len(h.analyses) == 0 && h.studySub != nil {
		_ = h.studySub.Close() // nobody is left to be told
		h.studySub = nil
	}
}

func (h *Hub) hearAnalyses(m bus.Msg) {
	var batch studyv1.AnalysisEvents
	if err := proto.Unmarshal(m.Payload, &batch); err != nil {
		h.log.Warn("read events of analyses", "subject", m.Subject, "error", err)
		return
	}
	h.tellAnalyses(batch.GetEvents())
}

func (h *Hub) tellAnalyses(events []*studyv1.AnalysisEvent) {
	for _, e := range events {
		if a := h.analysis(e.GetAnalysisId()); a != nil {
			wakeAll(a.hear(e))
		}
	}
}

func (h *Hub) analysis(id string) *analysis {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.analyses[id]
}

func wakeAll(readers []*Stream) {
	for _, s := range readers {
		s.wake()
	}
}

// analysesPerCall is how many the study takes in one call.
const analysesPerCall = 1000

// followAnalyses asks for the events of the watched analyses every now and then:
// there are few of them, and what the bus has lost comes with the next answer.
func (h *Hub) followAnalyses(ctx context.Context) {
	failing := false
	h.every(ctx, h.cfg.PollAnalyses, func() {
		for cursors := range slices.Chunk(h.analysisCursors(), analysesPerCall) {
			resp, err := h.hall.Study.ListNewAnalysisEvents(ctx, &studyv1.ListNewAnalysisEventsRequest{Analyses: cursors})
			h.complain(ctx, &failing, "ListNewAnalysisEvents", err)
			if err != nil {
				return
			}
			h.tellAnalyses(resp.GetEvents())
			for _, id := range resp.GetGone() {
				if a := h.analysis(id); a != nil {
					wakeAll(a.gone())
				}
			}
		}
	})
}

func (h *Hub) analysisCursors() (cursors []*studyv1.AnalysisCursor) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, a := range h.analyses {
		if c, wanted := a.cursor(); wanted {
			cursors = append(cursors, c)
		}
	}
	return cursors
}
