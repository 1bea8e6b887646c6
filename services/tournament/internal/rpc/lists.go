package rpc

import (
	"context"
	"strconv"
	"time"

	"kydai.dev/pkg/page"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/desk"
	"kydai.dev/services/tournament/internal/events"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// usualPage is the size of pages of callers who do not say.
const usualPage = 20

func or(asked int32, usual int) int {
	if asked == 0 {
		return usual
	}
	return int(asked)
}

// turn reads a page of a list, and one item more, which tells whether there is another.
func turn[T any](pages page.Tokens, token, binding string, size int, read func(record.Page) ([]T, error), place func(T) record.Place) ([]T, string, error) {
	at, id, err := pages.Open(token, binding)
	if err != nil {
		return nil, "", err
	}
	found, err := read(record.Page{After: record.Place{Time: at, ID: id}, Limit: size + 1})
	if err != nil || len(found) <= size {
		return found, "", err
	}
	last := place(found[size-1])
	return found[:size], pages.Seal(last.Time, last.ID, binding), nil
}

// ListTournaments lists tournaments.
func (s *Server) ListTournaments(ctx context.Context, req *tournamentv1.ListTournamentsRequest) (*tournamentv1.ListTournamentsResponse, error) {
	f := record.Filter{Status: tourney.Status(req.GetStatus()), Game: req.GetGame(), Series: req.GetSeriesId()}
	binding := page.Binding("tournaments", req.GetStatus(), f.Game, f.Series)
	found, next, err := turn(s.pages, req.GetPageToken(), binding, or(req.GetPageSize(), usualPage),
		func(p record.Page) ([]record.Summary, error) { return s.desk.List(ctx, f, p) }, record.Summary.Place)
	if err != nil {
		return nil, err
	}
	resp := &tournamentv1.ListTournamentsResponse{NextPageToken: next}
	for _, t := range found {
		resp.Tournaments = append(resp.Tournaments, events.SummaryToProto(t))
	}
	return resp, nil
}

// ListMyTournaments lists the tournaments that the caller plays in or directs.
func (s *Server) ListMyTournaments(ctx context.Context, req *tournamentv1.ListMyTournamentsRequest) (*tournamentv1.ListMyTournamentsResponse, error) {
	account := caller(ctx)
	found, next, err := turn(s.pages, req.GetPageToken(), page.Binding("own", account), or(req.GetPageSize(), usualPage),
		func(p record.Page) ([]desk.Own, error) { return s.desk.OfAccount(ctx, account, p) }, desk.Own.Place)
	if err != nil {
		return nil, err
	}
	resp := &tournamentv1.ListMyTournamentsResponse{NextPageToken: next}
	for _, o := range found {
		resp.Tournaments = append(resp.Tournaments, ownToProto(o, account))
	}
	return resp, nil
}

func ownToProto(o desk.Own, account string) *tournamentv1.MyTournament {
	p := &tournamentv1.MyTournament{Tournament: events.SummaryToProto(o.Summary), Director: o.Directs}
	e, err := o.Tournament.Entrant(account)
	if !o.Plays || err != nil {
		return p
	}
	p.Entrant = events.EntrantToProto(e, o.Tournament.Points()[account])
	for _, n := range o.Tournament.NextGames() {
		if n.Player == account {
			p.NextGame = events.NextGameToProto(o.Summary, n)
		}
	}
	return p
}

// ListEntrants lists the players.
func (s *Server) ListEntrants(ctx context.Context, req *tournamentv1.ListEntrantsRequest) (*tournamentv1.ListEntrantsResponse, error) {
	t, err := s.desk.Get(ctx, req.GetTournamentId())
	if err != nil {
		return nil, err
	}
	binding := page.Binding("entrants", t.ID())
	_, place, err := s.pages.Open(req.GetPageToken(), binding)
	if err != nil {
		return nil, err
	}
	from, _ := strconv.Atoi(place) // ours; none at the beginning
	all := t.Entrants()
	from = min(from, len(all))
	to := min(from+or(req.GetPageSize(), usualPage), len(all))
	resp := &tournamentv1.ListEntrantsResponse{}
	points := t.Points()
	for _, e := range all[from:to] {
		resp.Entrants = append(resp.Entrants, events.EntrantToProto(e, points[e.Player]))
	}
	if to < len(all) {
		resp.NextPageToken = s.pages.Seal(time.UnixMicro(0), strconv.Itoa(to), binding)
	}
	return resp, nil
}
