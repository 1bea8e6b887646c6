package livetest

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// GetGame answers with a game.
func (r *Referee) GetGame(ctx context.Context, req *refereev1.GetGameRequest) (*refereev1.GetGameResponse, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g, c, err := r.find(ctx, req.GetGameId())
	if err != nil {
		return nil, err
	}
	p := &refereev1.Game{
		GameId: g.id, Seq: int32(len(g.visible(c))), Ply: g.ply, Settings: g.settings(), Status: "running", Result: g.result, //nolint:gosec // tests are short
		CreateTime: timestamppb.New(g.createTime),
	}
	if last := g.events[len(g.events)-1]; g.result != nil {
		p.Status, p.EndTime = "finished", last.GetAt()
	}
	return &refereev1.GetGameResponse{Game: p}, nil
}

// ListGames answers with the running games of the caller.
func (r *Referee) ListGames(ctx context.Context, _ *refereev1.ListGamesRequest) (*refereev1.ListGamesResponse, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	resp := &refereev1.ListGamesResponse{}
	for _, id := range r.order {
		g, c, err := r.find(ctx, id)
		if err == nil && g.result == nil && (c.Account == g.first || c.Account == g.second) {
			resp.Games = append(resp.Games, g.summary())
		}
	}
	return resp, nil
}

// ListEvents answers with a part of a log.
func (r *Referee) ListEvents(ctx context.Context, req *refereev1.ListEventsRequest) (*refereev1.ListEventsResponse, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g, c, err := r.find(ctx, req.GetGameId())
	if err != nil {
		return nil, err
	}
	visible := g.visible(c)
	resp := &refereev1.ListEventsResponse{LastSeq: int32(len(visible))} //nolint:gosec // tests are short
	if after := int(req.GetAfterSeq()); after < len(visible) {
		resp.Events = visible[after:min(after+int(req.GetLimit()), len(visible))]
	}
	return resp, nil
}

// ListNewEvents answers with what is new in many games.
func (r *Referee) ListNewEvents(_ context.Context, req *refereev1.ListNewEventsRequest) (*refereev1.ListNewEventsResponse, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	resp := &refereev1.ListNewEventsResponse{}
	for _, c := range req.GetGames() {
		if g := r.games[c.GetGameId()]; g != nil && int(c.GetAfterSeq()) < len(g.events) {
			resp.Events = append(resp.Events, g.events[c.GetAfterSeq():]...)
		}
	}
	return resp, nil
}

// PlayMove plays a move.
func (r *Referee) PlayMove(ctx context.Context, req *refereev1.PlayMoveRequest) (*refereev1.PlayMoveResponse, error) {
	resp, hold, err := r.judge(ctx, req)
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return resp, err
}

func (r *Referee) judge(ctx context.Context, req *refereev1.PlayMoveRequest) (*refereev1.PlayMoveResponse, chan struct{}, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g, c, err := r.find(ctx, req.GetGameId())
	switch {
	case err != nil:
		return nil, nil, err
	case c.Account != g.first && c.Account != g.second:
		return nil, nil, ErrNotOwn
	case req.GetPly() != g.ply+1:
		return nil, nil, ErrPly.With("ply", "1")
	case req.GetMove() == "illegal":
		return nil, nil, ErrIllegal
	}
	r.play(g, req.GetMove())
	seq := int32(len(g.events)) //nolint:gosec // tests are short
	return &refereev1.PlayMoveResponse{
		Seq: seq, LastSeq: seq, Ply: g.ply, Move: req.GetMove(), Position: "position", Result: g.result,
	}, g.hold, nil
}
