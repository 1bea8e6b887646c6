// Package rpc serves the calls of ratings, and makes those to the referee: it
// converts, asks, converts.
package rpc

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/page"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/titles"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	"kydai.dev/services/rating/internal/board"
	"kydai.dev/services/rating/internal/events"
	"kydai.dev/services/rating/internal/scorer"
	"kydai.dev/services/rating/internal/standing"
)

// Leaders are the leaderboards; scorer.Boards are them.
type Leaders interface {
	// Fresh brings them up to what is stored now.
	Fresh(ctx context.Context)
	// Find returns the place of a player; ok is false where he has none.
	Find(of standing.Board, player board.ID) (p board.Place, ok bool)
	// Top returns the players behind a place, or the best ones behind none.
	Top(of standing.Board, n int, behind *board.Place, me board.ID) board.View
	// Around returns so many players on either side of one, and the player.
	Around(of standing.Board, me board.ID, n int) board.View
}

// Server serves kydai.rating.v1.RatingService.
type Server struct {
	ratingv1.UnimplementedRatingServiceServer
	scorer  *scorer.Scorer
	leaders Leaders
	names   *Names
	pages   page.Tokens
}

// NewServer returns a server; secret signs its page tokens.
func NewServer(s *scorer.Scorer, l Leaders, n *Names, secret []byte) *Server {
	return &Server{scorer: s, leaders: l, names: n, pages: page.NewTokens(secret)}
}

// boardOf is the board that a request names.
func boardOf(req interface {
	GetGame() string
	GetCategory() string
},
) (standing.Board, error) {
	b := standing.Board{Game: req.GetGame(), Category: req.GetCategory()}
	return b, known(b.Game)
}

func known(game string) error {
	if _, ok := games.Find(game); !ok {
		return standing.ErrUnknownGame.At("game", "no game has this name")
	}
	return nil
}

// boardsOf are the boards of a game, or of all.
func boardsOf(game string) []standing.Board {
	var all []standing.Board
	for _, g := range games.All() {
		for _, c := range standing.Categories {
			if game == "" || g.Name() == game {
				all = append(all, standing.Board{Game: g.Name(), Category: c})
			}
		}
	}
	return all
}

// ListRatings returns a player's rating in every game and category.
func (s *Server) ListRatings(ctx context.Context, req *ratingv1.ListRatingsRequest) (*ratingv1.ListRatingsResponse, error) {
	if game := req.GetGame(); game != "" {
		if err := known(game); err != nil {
			return nil, err
		}
	}
	found, err := s.scorer.Ratings(ctx, canonical(req.GetPlayerId()), boardsOf(req.GetGame()))
	if err != nil {
		return nil, err
	}
	s.leaders.Fresh(ctx) // no rank is older than its rating
	resp := &ratingv1.ListRatingsResponse{}
	for _, f := range found {
		resp.Ratings = append(resp.Ratings, s.ratingToProto(f))
	}
	return resp, nil
}

func (s *Server) ratingToProto(f standing.Standing) *ratingv1.Rating {
	title, stars := titles.Of(f.Rating)
	p := &ratingv1.Rating{
		Game: f.Game, Category: f.Category, Rating: int32(f.Rating),
		Games: int32(f.Games()), Wins: int32(f.Wins), Draws: int32(f.Draws), Losses: int32(f.Losses),
		Provisional: f.Provisional(), Title: title.ID, Stars: int32(stars),
	}
	if place, ok := s.leaders.Find(f.Board, idOf(f.Player)); ok {
		p.Rank = rankToProto(place.Rank)
	}
	return p
}

// rankToProto is null for no rank.
func rankToProto(rank int) *wrapperspb.Int32Value {
	if rank == 0 {
		return nil
	}
	return wrapperspb.Int32(int32(rank))
}

// idOf is an account's id in bytes; nobody's where it is none.
func idOf(account string) board.ID {
	id, err := uuid.Parse(account)
	if err != nil {
		return board.ID{}
	}
	return board.ID(id)
}

// canonical is an account's id as it is stored: the contract lets it be
// written in capitals as well.
func canonical(account string) string { return uuid.UUID(idOf(account)).String() }

const defaultPage = 20

// ListRatingHistory returns what changed a player's rating, newest first.
func (s *Server) ListRatingHistory(ctx context.Context, req *ratingv1.ListRatingHistoryRequest) (*ratingv1.ListRatingHistoryResponse, error) {
	b, err := boardOf(req)
	if err != nil {
		return nil, err
	}
	k := standing.Key{Board: b, Player: canonical(req.GetPlayerId())}
	viewer := authn.FromContext(ctx).Account
	binding := page.Binding("history", viewer, k.Player, k.Game, k.Category)
	before, err := s.openNumber(req.GetPageToken(), binding)
	if err != nil {
		return nil, err
	}
	size := int(req.GetPageSize())
	if size == 0 {
		size = defaultPage
	}
	changes, err := s.scorer.History(ctx, k, viewer, before, size+1) // one more tells whether there is a next page
	if err != nil {
		return nil, err
	}
	resp := &ratingv1.ListRatingHistoryResponse{}
	if len(changes) > size {
		changes = changes[:size]
		resp.NextPageToken = s.pages.Seal(time.UnixMicro(0), strconv.Itoa(changes[size-1].Number), binding)
	}
	for _, c := range changes {
		resp.Changes = append(resp.Changes, events.ChangeToProto(c))
	}
	if before == 0 {
		resp.Points, err = s.points(ctx, k)
	}
	return resp, err
}

// openNumber reads the token of a history: the number of the last change seen.
func (s *Server) openNumber(token, binding string) (int, error) {
	_, text, err := s.pages.Open(token, binding)
	if err != nil || text == "" {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, page.ErrBadToken
	}
	return n, nil
}

func (s *Server) points(ctx context.Context, k standing.Key) ([]*ratingv1.RatingPoint, error) {
	found, err := s.scorer.Points(ctx, k)
	var points []*ratingv1.RatingPoint
	for _, c := range found {
		points = append(points, &ratingv1.RatingPoint{Number: int32(c.Number), Time: timestamppb.New(c.At), Rating: int32(c.After)})
	}
	return points, err
}

// GetGameRating returns the arithmetic by which a game changed ratings.
func (s *Server) GetGameRating(ctx context.Context, req *ratingv1.GetGameRatingRequest) (*ratingv1.GetGameRatingResponse, error) {
	o, err := s.scorer.Game(ctx, req.GetGameId(), authn.FromContext(ctx).Account)
	if err != nil {
		return nil, err
	}
	resp := &ratingv1.GetGameRatingResponse{GameId: req.GetGameId(), State: string(o.State)}
	for _, c := range o.Changes {
		p := events.ChangeToProto(c)
		switch {
		case c.Cause == standing.Returned:
			resp.Returned = append(resp.Returned, p)
		case c.First:
			resp.First = p
		default:
			resp.Second = p
		}
	}
	return resp, nil
}

// BatchGetRatings returns the ratings of many players on one board.
func (s *Server) BatchGetRatings(ctx context.Context, req *ratingv1.BatchGetRatingsRequest) (*ratingv1.BatchGetRatingsResponse, error) {
	b, err := boardOf(req)
	if err != nil {
		return nil, err
	}
	players := make([]string, len(req.GetPlayerIds()))
	for i, id := range req.GetPlayerIds() {
		players[i] = canonical(id)
	}
	found, err := s.scorer.Standings(ctx, b, players)
	if err != nil {
		return nil, err
	}
	resp := &ratingv1.BatchGetRatingsResponse{}
	for _, f := range found {
		resp.Ratings = append(resp.Ratings, &ratingv1.PlayerRating{
			PlayerId: f.Player, Rating: int32(f.Rating), Games: int32(f.Games()), Provisional: f.Provisional(),
		})
	}
	return resp, nil
}
