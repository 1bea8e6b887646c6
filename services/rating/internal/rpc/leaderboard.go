package rpc

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/page"
	"kydai.dev/pkg/titles"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	"kydai.dev/services/rating/internal/board"
	"kydai.dev/services/rating/internal/standing"
)

// errWho asks a caller without a token who he is.
var errWho = errs.New(errs.Unauthenticated, "NO_TOKEN", "send a token to see the players around you")

const defaultTop = 10

// GetLeaderboard returns a part of a leaderboard, and the caller's place.
func (s *Server) GetLeaderboard(ctx context.Context, req *ratingv1.GetLeaderboardRequest) (*ratingv1.GetLeaderboardResponse, error) {
	b, err := boardOf(req)
	if err != nil {
		return nil, err
	}
	s.leaders.Fresh(ctx)
	account := authn.FromContext(ctx).Account
	if n := int(req.GetAroundMe()); n > 0 {
		if account == "" {
			return nil, errWho
		}
		return s.leaderboard(ctx, b, account, s.leaders.Around(b, idOf(account), n))
	}
	return s.top(ctx, b, account, req)
}

func (s *Server) top(ctx context.Context, b standing.Board, account string, req *ratingv1.GetLeaderboardRequest) (*ratingv1.GetLeaderboardResponse, error) {
	n := int(req.GetTop())
	if n == 0 {
		n = defaultTop
	}
	binding := page.Binding("leaderboard", account, b.Game, b.Category, strconv.Itoa(n))
	behind, err := s.openPlace(req.GetPageToken(), binding)
	if err != nil {
		return nil, err
	}
	v := s.leaders.Top(b, n, behind, idOf(account))
	resp, err := s.leaderboard(ctx, b, account, v)
	if err == nil && v.More {
		resp.NextPageToken = s.sealPlace(v.Places[len(v.Places)-1], binding)
	}
	return resp, err
}

// sealPlace makes the token that continues behind a place. Its rating stands
// where other lists have a time.
func (s *Server) sealPlace(p board.Place, binding string) string {
	return s.pages.Seal(time.UnixMicro(int64(p.Rating)), uuid.UUID(p.Player).String(), binding)
}

func (s *Server) openPlace(token, binding string) (*board.Place, error) {
	rating, player, err := s.pages.Open(token, binding)
	if err != nil || player == "" {
		return nil, err
	}
	return &board.Place{Player: idOf(player), Rating: int(rating.UnixMicro())}, nil
}

// leaderboard converts a view.
func (s *Server) leaderboard(ctx context.Context, b standing.Board, account string, v board.View) (*ratingv1.GetLeaderboardResponse, error) {
	resp := &ratingv1.GetLeaderboardResponse{Total: int32(v.Total)}
	for _, p := range v.Places {
		resp.Entries = append(resp.Entries, entryToProto(p))
	}
	if account != "" {
		me, err := s.me(ctx, b, account, v.Me)
		if err != nil {
			return nil, err
		}
		resp.Me = me
	}
	s.name(ctx, resp)
	return resp, nil
}

// me is the caller's place; his rating is looked up where he has none.
func (s *Server) me(ctx context.Context, b standing.Board, account string, place board.Place) (*ratingv1.LeaderboardEntry, error) {
	if place.Rank == 0 {
		found, err := s.scorer.Standings(ctx, b, []string{account})
		if err != nil {
			return nil, err
		}
		place = board.Place{Player: idOf(account), Rating: found[0].Rating}
	}
	return entryToProto(place), nil
}

// name says what the players of an answer are called.
func (s *Server) name(ctx context.Context, resp *ratingv1.GetLeaderboardResponse) {
	entries := resp.GetEntries()
	if me := resp.GetMe(); me != nil {
		entries = append(slices.Clip(entries), me)
	}
	ids := make([]string, len(entries))
	for i, e := range entries {
		ids[i] = e.GetPlayerId()
	}
	names := s.names.Of(ctx, ids)
	for _, e := range entries {
		e.Name = names[e.GetPlayerId()]
	}
}

func entryToProto(p board.Place) *ratingv1.LeaderboardEntry {
	title, stars := titles.Of(p.Rating)
	return &ratingv1.LeaderboardEntry{
		Rank: rankToProto(p.Rank), PlayerId: uuid.UUID(p.Player).String(), Rating: int32(p.Rating), Title: title.ID, Stars: int32(stars),
	}
}
