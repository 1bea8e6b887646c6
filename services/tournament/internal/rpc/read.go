package rpc

import (
	"context"

	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/desk"
	"kydai.dev/services/tournament/internal/events"
)

// GetPlayerCard returns what one player did.
func (s *Server) GetPlayerCard(ctx context.Context, req *tournamentv1.GetPlayerCardRequest) (*tournamentv1.GetPlayerCardResponse, error) {
	t, err := s.desk.Get(ctx, req.GetTournamentId())
	if err != nil {
		return nil, err
	}
	card, err := t.Card(req.GetPlayerId())
	if err != nil {
		return nil, err
	}
	return &tournamentv1.GetPlayerCardResponse{Card: events.CardToProto(card)}, nil
}

// GetRound returns a round with its pairings.
func (s *Server) GetRound(ctx context.Context, req *tournamentv1.GetRoundRequest) (*tournamentv1.GetRoundResponse, error) {
	t, err := s.desk.Get(ctx, req.GetTournamentId())
	if err != nil {
		return nil, err
	}
	round, err := t.Round(int(req.GetRound()))
	if err != nil {
		return nil, err
	}
	return &tournamentv1.GetRoundResponse{Round: events.RoundToProto(round)}, nil
}

// GetStandings returns the ranks after a round.
func (s *Server) GetStandings(ctx context.Context, req *tournamentv1.GetStandingsRequest) (*tournamentv1.GetStandingsResponse, error) {
	ranks, err := s.desk.Standings(ctx, req.GetTournamentId(), int(req.GetRound()))
	if err != nil {
		return nil, err
	}
	p := events.StandingsToProto(req.GetTournamentId(), ranks)
	if !req.GetCalculations() {
		for _, place := range p.GetPlaces() {
			for _, v := range place.GetTieBreaks() {
				v.Items = nil
			}
		}
	}
	return &tournamentv1.GetStandingsResponse{Standings: p}, nil
}

const (
	// usualEvents is how many events those get who do not say.
	usualEvents = 100
	// mostNew is how many events one answer has about many tournaments.
	mostNew = 1000
)

// ListTournamentEvents returns the log after a seq.
func (s *Server) ListTournamentEvents(ctx context.Context, req *tournamentv1.ListTournamentEventsRequest) (*tournamentv1.ListTournamentEventsResponse, error) {
	list, last, err := s.desk.Events(ctx, req.GetTournamentId(), int(req.GetAfterSeq()), or(req.GetLimit(), usualEvents))
	if err != nil {
		return nil, err
	}
	p, err := events.ToProto(req.GetTournamentId(), list)
	return &tournamentv1.ListTournamentEventsResponse{Events: p, LastSeq: i32(last)}, err
}

// ListNewTournamentEvents returns what is new in many tournaments at once.
func (s *Server) ListNewTournamentEvents(ctx context.Context, req *tournamentv1.ListNewTournamentEventsRequest) (*tournamentv1.ListNewTournamentEventsResponse, error) {
	cursors := make([]desk.Cursor, len(req.GetTournaments()))
	for i, c := range req.GetTournaments() {
		cursors[i] = desk.Cursor{ID: c.GetTournamentId(), After: int(c.GetAfterSeq())}
	}
	news, err := s.desk.News(ctx, cursors, mostNew)
	if err != nil {
		return nil, err
	}
	resp := &tournamentv1.ListNewTournamentEventsResponse{}
	for _, n := range news {
		list, err := events.ToProto(n.ID, n.Events)
		if err != nil {
			return nil, err
		}
		resp.Events = append(resp.Events, list...)
	}
	return resp, nil
}

// ExportTournament writes a tournament in a format of other programs.
func (s *Server) ExportTournament(ctx context.Context, req *tournamentv1.ExportTournamentRequest) (*tournamentv1.ExportTournamentResponse, error) {
	f, err := s.desk.Export(ctx, req.GetTournamentId(), req.GetFormat())
	if err != nil {
		return nil, err
	}
	return &tournamentv1.ExportTournamentResponse{Data: f.Data, MediaType: f.MediaType, FileName: f.Name}, nil
}
