package rpc

import (
	"context"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
)

const defaultTurns = 100

// ListBotTurns returns what engines' seats have to do.
func (s *Server) ListBotTurns(ctx context.Context, req *refereev1.ListBotTurnsRequest) (*refereev1.ListBotTurnsResponse, error) {
	resp := &refereev1.ListBotTurnsResponse{}
	err := s.arbiter.Turns(ctx, orElse(int(req.GetLimit()), defaultTurns), func(g *game.Game, t game.Turn) {
		resp.Turns = append(resp.Turns, events.TurnToProto(g, t))
	})
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// NoteHint counts a hint for the player who asks the search for one.
func (s *Server) NoteHint(ctx context.Context, req *refereev1.NoteHintRequest) (*refereev1.NoteHintResponse, error) {
	account := authn.FromContext(ctx).Account
	if account == "" {
		return nil, rpc.ErrNoToken
	}
	resp := &refereev1.NoteHintResponse{}
	st, err := s.arbiter.Hint(ctx, req.GetGameId(), account, rpc.OriginOf(ctx).Arrival, func(g *game.Game) {
		set := g.Settings()
		resp.Game, resp.StartPosition, resp.Moves = set.Game.Name(), set.Start.String(), g.Moves()
	})
	if err != nil {
		return nil, err
	}
	k, _ := st.Event.Kind.(game.Hinted)
	resp.Seq, resp.Hints = int32(st.Event.Seq), int32(k.Hints) //nolint:gosec // small
	return resp, nil
}
