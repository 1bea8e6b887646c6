package rpc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/page"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/record"
)

const defaultPage = 20

// errWhose asks a caller without a token to name a player.
var errWhose = errs.New(errs.Unauthenticated, "NO_TOKEN", "name a player, or send a token to list your own games")

// ListGames lists the games of a player, newest first.
func (s *Server) ListGames(ctx context.Context, req *refereev1.ListGamesRequest) (*refereev1.ListGamesResponse, error) {
	f, err := filterFromProto(ctx, req)
	if err != nil {
		return nil, err
	}
	binding := page.Binding("games", f.Viewer, f.Account, f.Game, f.State)
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
		p, err := s.summary(ctx, r)
		if err != nil {
			return nil, err
		}
		if p != nil && (f.State == "" || (f.State == "running") == (p.Result == nil)) {
			resp.Games = append(resp.Games, p)
		}
	}
	return resp, nil
}

func filterFromProto(ctx context.Context, req *refereev1.ListGamesRequest) (record.Filter, error) {
	f := record.Filter{
		Account: req.GetPlayerId(), Viewer: viewer(ctx).Account, Game: req.GetGame(), State: req.GetState(),
		Limit: orElse(int(req.GetPageSize()), defaultPage),
	}
	if f.Account == "" {
		f.Account = f.Viewer
	}
	if f.Account == "" {
		return f, errWhose
	}
	if _, ok := games.Find(f.Game); !ok && f.Game != "" {
		return f, game.ErrUnknownGame.At("game", "no game has this name")
	}
	return f, nil
}

// summary is a row as the caller may see it: a spectators' delay holds for
// lists as well. It is nil while the game has not begun for the caller.
func (s *Server) summary(ctx context.Context, r record.Row) (*refereev1.GameSummary, error) {
	var set refereev1.Settings
	if err := proto.Unmarshal(r.Settings, &set); err != nil {
		return nil, fmt.Errorf("decode settings of game %s: %w", r.ID, err)
	}
	p := rowToProto(r, &set)
	if !set.GetSpectators().GetAllowed() || set.GetSpectators().GetDelay().AsDuration() == 0 {
		return p, nil
	}
	err := s.arbiter.View(ctx, r.ID, viewer(ctx), func(g *game.Game) error {
		p.Seq, p.Ply = int32(g.Seq()), int32(g.Ply()) //nolint:gosec // small
		withEnd(p, g.Ended(), g.Result())
		return nil
	})
	if errors.Is(err, game.ErrNoSuchGame) {
		return nil, nil //nolint:nilnil // nothing to show, and nothing wrong
	}
	return p, err
}

func rowToProto(r record.Row, s *refereev1.Settings) *refereev1.GameSummary {
	p := &refereev1.GameSummary{
		GameId: r.ID, Seq: int32(r.Seq), Ply: int32(r.Ply), //nolint:gosec // small
		Game: s.GetGame(), Seats: s.GetSeats(), Mode: s.GetMode(), Visibility: s.GetVisibility(), Category: s.GetCategory(),
		TimeControl: s.GetTimeControl(), CreateTime: timestamppb.New(r.Created()), Creator: r.Creator,
		HandSet: s.GetHandSet(), Handicap: s.GetHandicap(), Tournament: s.GetTournament(),
	}
	if r.EndedAt != nil {
		withEnd(p, time.UnixMicro(*r.EndedAt), game.Result{Winner: rules.Winner(r.Winner), Reason: r.Reason, Status: r.Status})
	} else {
		withEnd(p, time.Time{}, game.Result{})
	}
	return p
}

// withEnd says how a listed game stands.
func withEnd(p *refereev1.GameSummary, ended time.Time, r game.Result) {
	p.Change, p.At, p.Result = "started", p.GetCreateTime(), events.ResultToProto(r)
	if r.Ended() {
		p.Change, p.At = "finished", timestamppb.New(ended)
	}
}
