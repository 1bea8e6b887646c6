package rpc

import (
	"context"

	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/desk"
	"kydai.dev/services/tournament/internal/events"
	"kydai.dev/services/tournament/internal/tourney"
)

// Director serves kydai.tournament.v1.DirectorService.
type Director struct {
	tournamentv1.UnimplementedDirectorServiceServer
	desk *desk.Desk
}

// NewDirector returns a server of the director's desk.
func NewDirector(d *desk.Desk) *Director { return &Director{desk: d} }

// request is an act of a director.
type request interface {
	GetTournamentId() string
	GetReason() string
}

// direct lets the caller act.
func (s *Director) direct(ctx context.Context, req request, act desk.Act) (*tournamentv1.Tournament, error) {
	return converted(s.desk.Direct(ctx, req.GetTournamentId(), caller(ctx), req.GetReason(), act))
}

func converted(t *tourney.Tournament, err error) (*tournamentv1.Tournament, error) {
	if err != nil {
		return nil, err
	}
	return events.TournamentToProto(t), nil
}

// CancelTournament calls a tournament off.
func (s *Director) CancelTournament(ctx context.Context, req *tournamentv1.CancelTournamentRequest) (*tournamentv1.CancelTournamentResponse, error) {
	t, err := s.direct(ctx, req, (*tourney.Tournament).Cancel)
	return &tournamentv1.CancelTournamentResponse{Tournament: t}, err
}

// ApproveTournament approves the end.
func (s *Director) ApproveTournament(ctx context.Context, req *tournamentv1.ApproveTournamentRequest) (*tournamentv1.ApproveTournamentResponse, error) {
	t, err := s.direct(ctx, req, (*tourney.Tournament).Approve)
	return &tournamentv1.ApproveTournamentResponse{Tournament: t}, err
}

// PauseTournament stops the clocks.
func (s *Director) PauseTournament(ctx context.Context, req *tournamentv1.PauseTournamentRequest) (*tournamentv1.PauseTournamentResponse, error) {
	t, err := s.direct(ctx, req, (*tourney.Tournament).Pause)
	return &tournamentv1.PauseTournamentResponse{Tournament: t}, err
}

// ResumeTournament lets them run again.
func (s *Director) ResumeTournament(ctx context.Context, req *tournamentv1.ResumeTournamentRequest) (*tournamentv1.ResumeTournamentResponse, error) {
	t, err := s.direct(ctx, req, (*tourney.Tournament).Resume)
	return &tournamentv1.ResumeTournamentResponse{Tournament: t}, err
}

// WithdrawPlayer withdraws a player.
func (s *Director) WithdrawPlayer(ctx context.Context, req *tournamentv1.WithdrawPlayerRequest) (*tournamentv1.WithdrawPlayerResponse, error) {
	t, err := s.direct(ctx, req, func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		return t.Withdraw(req.GetPlayerId(), by)
	})
	return &tournamentv1.WithdrawPlayerResponse{Tournament: t}, err
}

// DisqualifyPlayer puts a player out.
func (s *Director) DisqualifyPlayer(ctx context.Context, req *tournamentv1.DisqualifyPlayerRequest) (*tournamentv1.DisqualifyPlayerResponse, error) {
	t, err := s.direct(ctx, req, func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		return t.Disqualify(req.GetPlayerId(), by)
	})
	return &tournamentv1.DisqualifyPlayerResponse{Tournament: t}, err
}

// ForbidPairing keeps two players apart, or lets them meet again.
func (s *Director) ForbidPairing(ctx context.Context, req *tournamentv1.ForbidPairingRequest) (*tournamentv1.ForbidPairingResponse, error) {
	t, err := s.direct(ctx, req, func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		return t.Forbid(events.ForbiddenFromProto(req.GetPairing()), req.GetLift(), by)
	})
	return &tournamentv1.ForbidPairingResponse{Tournament: t}, err
}

// SetResult overrides a result.
func (s *Director) SetResult(ctx context.Context, req *tournamentv1.SetResultRequest) (*tournamentv1.SetResultResponse, error) {
	t, err := s.direct(ctx, req, onBoard(req.GetPairingId(), func(t *tourney.Tournament, id tourney.PairingID, by tourney.Act) (tourney.Decision, error) {
		return t.SetResult(id, tourney.Result(req.GetResult()), by)
	}))
	return &tournamentv1.SetResultResponse{Tournament: t}, err
}

// AnnulResult takes a result out of the count.
func (s *Director) AnnulResult(ctx context.Context, req *tournamentv1.AnnulResultRequest) (*tournamentv1.AnnulResultResponse, error) {
	t, err := s.direct(ctx, req, onBoard(req.GetPairingId(), (*tourney.Tournament).Annul))
	return &tournamentv1.AnnulResultResponse{Tournament: t}, err
}

// onBoard is an act on a pairing.
func onBoard(pairing string, act func(*tourney.Tournament, tourney.PairingID, tourney.Act) (tourney.Decision, error)) desk.Act {
	return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		id, ok := tourney.ParsePairingID(pairing)
		if !ok {
			return tourney.Decision{}, tourney.ErrNoPairing
		}
		return act(t, id, by)
	}
}
