package rpc

import (
	"context"

	"google.golang.org/grpc"

	"kydai.dev/pkg/audit"
	"kydai.dev/pkg/errs"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/rating/internal/events"
	"kydai.dev/services/rating/internal/standing"
)

// Referee asks the referee which games have ended.
type Referee struct {
	client refereev1.RefereeServiceClient
}

// NewReferee returns the referee at the end of a connection.
func NewReferee(conn grpc.ClientConnInterface) Referee {
	return Referee{client: refereev1.NewRefereeServiceClient(conn)}
}

// Ended returns the games after a cursor, and the cursor behind them.
func (r Referee) Ended(ctx context.Context, after string, limit int) (audit.Page[standing.Game], error) {
	resp, err := r.client.ListEnded(ctx, &refereev1.ListEndedRequest{After: after, Limit: int32(limit)})
	if err != nil {
		return audit.Page[standing.Game]{}, errs.Remote(err)
	}
	return audit.Page[standing.Game]{
		Items: events.GamesFromProto(resp.GetGames()), Cursor: resp.GetCursor(), More: len(resp.GetGames()) == limit,
	}, nil
}
