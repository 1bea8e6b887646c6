package rpc

import (
	"cmp"
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/page"
	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/record"
)

// VoidGame annuls a game.
func (s *Server) VoidGame(ctx context.Context, req *refereev1.VoidGameRequest) (*refereev1.VoidGameResponse, error) {
	st, void, err := s.moderation.Void(ctx, req.GetGameId(), moderator(ctx, req.GetOperator()), req.GetReason(), rpc.OriginOf(ctx).Arrival)
	if err != nil {
		return nil, err
	}
	return &refereev1.VoidGameResponse{
		Seq: int32(st.Event.Seq), Result: events.ResultToProto(game.VoidResult()), VoidedGame: voidToProto(void), //nolint:gosec // small
	}, nil
}

// moderator is who calls: an account, or by the name that is given a person with
// the operator's key or a tournament's director.
func moderator(ctx context.Context, name string) game.Moderator {
	c := authn.FromContext(ctx)
	switch {
	case !c.AsService:
		return game.Moderator{Name: c.Account}
	case c.Service == game.Organiser:
		return game.Moderator{Name: cmp.Or(name, c.Service), Role: game.Director}
	default:
		return game.Moderator{Name: cmp.Or(name, c.Service), Role: game.Operator}
	}
}

func voidToProto(v record.Void) *refereev1.VoidedGame {
	return &refereev1.VoidedGame{
		GameId: v.GameID, Time: timestamppb.New(v.Time()), Reason: v.Reason, Operator: v.Operator, Caller: v.Caller,
	}
}

// ListVoidedGames lists the games that were annulled, newest first.
func (s *Server) ListVoidedGames(ctx context.Context, req *refereev1.ListVoidedGamesRequest) (*refereev1.ListVoidedGamesResponse, error) {
	size := orElse(int(req.GetPageSize()), defaultPage)
	f := record.VoidFilter{GameID: req.GetGameId(), Limit: size + 1} // one more tells whether there is a next page
	binding := page.Binding("voided games", f.GameID)
	var err error
	if f.BeforeTime, f.BeforeID, err = s.pages.Open(req.GetPageToken(), binding); err != nil {
		return nil, err
	}
	found, err := s.moderation.Voided(ctx, moderator(ctx, ""), f)
	if err != nil {
		return nil, err
	}
	resp := &refereev1.ListVoidedGamesResponse{}
	if len(found) > size {
		found = found[:size]
		last := found[size-1]
		resp.NextPageToken = s.pages.Seal(last.Time(), last.GameID, binding)
	}
	for _, v := range found {
		resp.Games = append(resp.Games, voidToProto(v))
	}
	return resp, nil
}
