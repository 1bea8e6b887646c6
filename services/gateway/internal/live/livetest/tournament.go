package livetest

import (
	"context"
	"sync"

	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/errs"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
)

// Tournaments keeps the logs of tournaments in memory and tells of them as the real
// service does, unless a test has it say nothing.
type Tournaments struct {
	tournamentv1.UnimplementedTournamentServiceServer

	hall *Hall

	mu     sync.Mutex
	events map[string][]*tournamentv1.TournamentEvent
	prizes map[string][]*tournamentv1.Prize
	mute   bool
}

func newTournaments(h *Hall) *Tournaments {
	return &Tournaments{hall: h, events: map[string][]*tournamentv1.TournamentEvent{}, prizes: map[string][]*tournamentv1.Prize{}}
}

// Begin begins a tournament with prizes.
func (s *Tournaments) Begin(id string, prizes ...*tournamentv1.Prize) {
	s.mu.Lock()
	s.prizes[id] = prizes
	s.mu.Unlock()
	s.Add(id, &tournamentv1.TournamentEvent{Kind: &tournamentv1.TournamentEvent_Created{Created: &tournamentv1.Created{}}})
}

// Join lets so many players join.
func (s *Tournaments) Join(id string, players int) {
	for range players {
		s.Add(id, &tournamentv1.TournamentEvent{Kind: &tournamentv1.TournamentEvent_Joined{Joined: &tournamentv1.Joined{}}})
	}
}

// Finish ends a tournament; awards are what is to be paid.
func (s *Tournaments) Finish(id string, awards ...*tournamentv1.Award) {
	s.Add(id, &tournamentv1.TournamentEvent{Kind: &tournamentv1.TournamentEvent_Finished{Finished: &tournamentv1.Finished{Awards: awards}}})
}

// Mute keeps the service from telling the bus, or lets it again.
func (s *Tournaments) Mute(mute bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mute = mute
}

// Add adds an event to a log.
func (s *Tournaments) Add(id string, e *tournamentv1.TournamentEvent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.TournamentId, e.Seq, e.At = id, int32(len(s.events[id])+1), timestamppb.Now() //nolint:gosec // few
	s.events[id] = append(s.events[id], e)
	if !s.mute {
		s.hall.Publish(bus.TournamentEvents(id), &tournamentv1.TournamentEvents{Events: []*tournamentv1.TournamentEvent{e}})
	}
}

func (s *Tournaments) of(id string) ([]*tournamentv1.TournamentEvent, []*tournamentv1.Prize, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if events, ok := s.events[id]; ok {
		return events, s.prizes[id], nil
	}
	return nil, nil, errs.New(errs.NotFound, "NO_SUCH_TOURNAMENT", "there is no such tournament")
}

// GetTournament returns a tournament as it stands.
func (s *Tournaments) GetTournament(_ context.Context, req *tournamentv1.GetTournamentRequest) (*tournamentv1.GetTournamentResponse, error) {
	events, prizes, err := s.of(req.GetTournamentId())
	if err != nil {
		return nil, err
	}
	t := &tournamentv1.Tournament{
		TournamentId: req.GetTournamentId(), Seq: int32(len(events)), Status: "running", //nolint:gosec // few
		Settings: &tournamentv1.Settings{Prizes: prizes},
	}
	for _, e := range events {
		switch e.GetKind().(type) {
		case *tournamentv1.TournamentEvent_Finished:
			t.Status, t.EndTime = "finished", e.GetAt()
		case *tournamentv1.TournamentEvent_Cancelled:
			t.Status, t.EndTime = "cancelled", e.GetAt()
		}
	}
	return &tournamentv1.GetTournamentResponse{Tournament: t}, nil
}

// ListTournamentEvents lists events after a seq.
func (s *Tournaments) ListTournamentEvents(_ context.Context, req *tournamentv1.ListTournamentEventsRequest) (*tournamentv1.ListTournamentEventsResponse, error) {
	events, _, err := s.of(req.GetTournamentId())
	if err != nil {
		return nil, err
	}
	rest := events[min(len(events), int(req.GetAfterSeq())):]
	return &tournamentv1.ListTournamentEventsResponse{Events: rest[:min(len(rest), int(req.GetLimit()))], LastSeq: int32(len(events))}, nil //nolint:gosec // few
}

// ListNewTournamentEvents lists what is new in many.
func (s *Tournaments) ListNewTournamentEvents(_ context.Context, req *tournamentv1.ListNewTournamentEventsRequest) (*tournamentv1.ListNewTournamentEventsResponse, error) {
	resp := &tournamentv1.ListNewTournamentEventsResponse{}
	for _, c := range req.GetTournaments() {
		if events, _, err := s.of(c.GetTournamentId()); err == nil {
			resp.Events = append(resp.Events, events[min(len(events), int(c.GetAfterSeq())):]...)
		}
	}
	return resp, nil
}
