package rpc

import (
	"context"

	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/tourney"
)

// PairRound pairs the next round, by the rules or by hand.
func (s *Director) PairRound(ctx context.Context, req *tournamentv1.PairRoundRequest) (*tournamentv1.PairRoundResponse, error) {
	round := int(req.GetRound())
	act := func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Pair(round, by) }
	if len(req.GetPairings())+len(req.GetByePlayerIds()) > 0 {
		pairings := make([]tourney.HandPairing, len(req.GetPairings()))
		for i, p := range req.GetPairings() {
			pairings[i] = tourney.HandPairing{First: p.GetFirstPlayerId(), Second: p.GetSecondPlayerId()}
		}
		act = func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
			return t.PairByHand(round, pairings, req.GetByePlayerIds(), by)
		}
	}
	t, err := converted(s.desk.Pair(ctx, req.GetTournamentId(), caller(ctx), req.GetReason(), act))
	return &tournamentv1.PairRoundResponse{Tournament: t}, err
}

// StartRound begins a round, paired or not.
func (s *Director) StartRound(ctx context.Context, req *tournamentv1.StartRoundRequest) (*tournamentv1.StartRoundResponse, error) {
	t, err := converted(s.desk.Pair(ctx, req.GetTournamentId(), caller(ctx), req.GetReason(),
		func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
			return t.StartRound(int(req.GetRound()), by)
		}))
	return &tournamentv1.StartRoundResponse{Tournament: t}, err
}

// UndoRound undoes the last pairing.
func (s *Director) UndoRound(ctx context.Context, req *tournamentv1.UndoRoundRequest) (*tournamentv1.UndoRoundResponse, error) {
	t, err := converted(s.desk.Undo(ctx, req.GetTournamentId(), caller(ctx), req.GetReason(), int(req.GetRound())))
	return &tournamentv1.UndoRoundResponse{Tournament: t}, err
}

// PostponeRound fixes when a round begins.
func (s *Director) PostponeRound(ctx context.Context, req *tournamentv1.PostponeRoundRequest) (*tournamentv1.PostponeRoundResponse, error) {
	t, err := converted(s.desk.Postpone(ctx, req.GetTournamentId(), caller(ctx), req.GetReason(), int(req.GetRound()), req.GetStartTime().AsTime()))
	return &tournamentv1.PostponeRoundResponse{Tournament: t}, err
}
