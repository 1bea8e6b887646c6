package rpc

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/page"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/record"
)

const defaultPage = 20

// errWhose asks a caller without a token to name a player.
var errWhose = errs.New(errs.Unauthenticated, "NO_TOKEN", "name a player, or send a token to list your own games")

// ListGames lists the games of a player, newest first.
func (s *Server) ListGames(ctx context.Context, req *refereev1.ListGamesRequest) (*refereev1.ListGamesResponse, error) {
	viewer := viewer(ctx).Account
	f := record.Filter{
		Account: req.GetPlayerId(), Viewer: viewer, Game: req.GetGame(), State: req.GetState(),
		Limit: orElse(int(req.GetPageSize()), defaultPage),
	}
	if f.Account == "" {
		f.Account = viewer
	}
	if f.Account == "" {
		return nil, errWhose
	}
	binding := page.Binding("games", viewer, f.Account, f.Game, f.State)
	var err error
	if f.BeforeTime, f.BeforeID, err = s.pages.Open(req.GetPageToken(), binding); err != nil {
		return nil, err
	}
	f.Limit++ // one more tells whether there is a next page
	rows, err := s.records.List(ctx, f)
	if err != nil {
		return nil, err
	}
	resp := &refereev1.ListGamesResponse{}
	if len(rows) == f.Limit {
		rows = rows[:f.Limit-1]
		last := rows[len(rows)-1]
		resp.NextPageToken = s.pages.Seal(last.Created(), last.ID, binding)
	}
	for _, r := range rows {
		p, err := rowToProto(r)
		if err != nil {
			return nil, err
		}
		resp.Games = append(resp.Games, p)
	}
	return resp, nil
}

func rowToProto(r record.Row) (*refereev1.GameSummary, error) {
	var s refereev1.Settings
	if err := proto.Unmarshal(r.Settings, &s); err != nil {
		return nil, fmt.Errorf("decode settings of game %s: %w", r.ID, err)
	}
	p := &refereev1.GameSummary{
		GameId: r.ID, Seq: int32(r.Seq), Ply: int32(r.Ply), Change: "started", At: timestamppb.New(r.Created()), //nolint:gosec // small
		Game: s.GetGame(), Seats: s.GetSeats(), Mode: s.GetMode(), Visibility: s.GetVisibility(), Category: s.GetCategory(),
		TimeControl: s.GetTimeControl(), CreateTime: timestamppb.New(r.Created()), Creator: r.Creator, CreationKey: r.CreationKey,
	}
	if r.EndedAt != nil {
		p.Change, p.At = "finished", timestamppb.New(time.UnixMicro(*r.EndedAt))
		p.Result = &refereev1.Result{Winner: r.Winner, Reason: r.Reason, Status: r.Status}
	}
	return p, nil
}
