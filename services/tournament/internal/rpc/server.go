// Package rpc serves the calls of tournaments, and makes those to the services that
// tournaments ask: it converts, asks, converts.
package rpc

import (
	"context"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/page"
	"kydai.dev/pkg/rpc"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/desk"
	"kydai.dev/services/tournament/internal/events"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// Server serves kydai.tournament.v1.TournamentService.
type Server struct {
	tournamentv1.UnimplementedTournamentServiceServer
	desk  *desk.Desk
	pages page.Tokens
}

// NewServer returns a server; secret signs its page tokens.
func NewServer(d *desk.Desk, secret []byte) *Server {
	return &Server{desk: d, pages: page.NewTokens(secret)}
}

func caller(ctx context.Context) string { return authn.FromContext(ctx).Account }

// i32 is a count in the contract's words, whose bounds the contract holds.
func i32(n int) int32 { return int32(n) } //nolint:gosec // see above

// keyOf is the caller's Idempotency-Key with the hash of the request.
func keyOf(ctx context.Context, req proto.Message) (record.Key, error) {
	text, body, err := rpc.IdempotencyKey(ctx, req)
	return record.Key{Caller: caller(ctx), Text: text, Body: body}, err
}

// CreateTournament creates a tournament that the caller directs.
func (s *Server) CreateTournament(ctx context.Context, req *tournamentv1.CreateTournamentRequest) (*tournamentv1.CreateTournamentResponse, error) {
	key, err := keyOf(ctx, req)
	if err != nil {
		return nil, err
	}
	t, err := s.desk.Create(ctx, caller(ctx), events.SettingsFromProto(req.GetSettings()), key)
	if err != nil {
		return nil, err
	}
	return &tournamentv1.CreateTournamentResponse{Tournament: events.TournamentToProto(t)}, nil
}

// UpdateTournament changes settings.
func (s *Server) UpdateTournament(ctx context.Context, req *tournamentv1.UpdateTournamentRequest) (*tournamentv1.UpdateTournamentResponse, error) {
	t, err := s.desk.Update(ctx, req.GetTournamentId(), caller(ctx), events.SettingsFromProto(req.GetSettings()), int(req.GetSeq()))
	if err != nil {
		return nil, err
	}
	return &tournamentv1.UpdateTournamentResponse{Tournament: events.TournamentToProto(t)}, nil
}

// GetTournament returns a tournament as it stands.
func (s *Server) GetTournament(ctx context.Context, req *tournamentv1.GetTournamentRequest) (*tournamentv1.GetTournamentResponse, error) {
	t, err := s.desk.Get(ctx, req.GetTournamentId())
	if err != nil {
		return nil, err
	}
	return &tournamentv1.GetTournamentResponse{Tournament: events.TournamentToProto(t)}, nil
}

// JoinTournament lets the caller in, or back in.
func (s *Server) JoinTournament(ctx context.Context, req *tournamentv1.JoinTournamentRequest) (*tournamentv1.JoinTournamentResponse, error) {
	e, err := entrant(ctx)(s.desk.Join(ctx, req.GetTournamentId(), caller(ctx)))
	return &tournamentv1.JoinTournamentResponse{Entrant: e}, err
}

// entrant finds the caller in what became of a tournament.
func entrant(ctx context.Context) func(*tourney.Tournament, error) (*tournamentv1.Entrant, error) {
	return func(t *tourney.Tournament, err error) (*tournamentv1.Entrant, error) {
		if err != nil {
			return nil, err
		}
		e, err := t.Entrant(caller(ctx))
		return events.EntrantToProto(e, t.Points()[e.Player]), err
	}
}

// LeaveTournament withdraws the caller.
func (s *Server) LeaveTournament(ctx context.Context, req *tournamentv1.LeaveTournamentRequest) (*tournamentv1.LeaveTournamentResponse, error) {
	if err := s.desk.Leave(ctx, req.GetTournamentId(), caller(ctx)); err != nil {
		return nil, err
	}
	return &tournamentv1.LeaveTournamentResponse{}, nil
}

// RequestBye lets the caller sit out a round.
func (s *Server) RequestBye(ctx context.Context, req *tournamentv1.RequestByeRequest) (*tournamentv1.RequestByeResponse, error) {
	e, err := entrant(ctx)(s.desk.RequestBye(ctx, req.GetTournamentId(), caller(ctx), int(req.GetRound()), tourney.ByeKind(req.GetKind())))
	return &tournamentv1.RequestByeResponse{Entrant: e}, err
}

// CancelBye lets the caller play a round after all.
func (s *Server) CancelBye(ctx context.Context, req *tournamentv1.CancelByeRequest) (*tournamentv1.CancelByeResponse, error) {
	e, err := entrant(ctx)(s.desk.CancelBye(ctx, req.GetTournamentId(), caller(ctx), int(req.GetRound())))
	return &tournamentv1.CancelByeResponse{Entrant: e}, err
}
